// SPDX-License-Identifier: BSL-1.0
#include <tali/interpret/tune.hpp>
#include <tali/source/label_context.hpp>

#include <algorithm>

namespace tali::detail {

void count_labels(const trace& run, std::size_t context, weights& into) {
  label_context around;
  std::vector<std::uint32_t> ends; // of the open spans
  std::size_t next = 0;            // the next span to open
  for (std::uint32_t i = 0; i <= run.choices.size(); ++i) {
    // Between two choices, spans close and open in the order in which they were recorded. A span without choices does
    // both.
    while (true) {
      const bool opens = next < run.spans.size() && run.spans[next].begin == i;
      const bool inside = opens && (ends.size() == run.spans[next].depth);
      if (inside) {
        around.opened(*run.spans[next].info);
        ends.push_back(run.spans[next].end);
        ++next;
      } else if (!ends.empty() && ends.back() == i) {
        around.closed();
        ends.pop_back();
      } else {
        break;
      }
    }
    if (i == run.choices.size()) {
      break;
    }
    const std::string_view label = run.labels[i];
    if (!label.empty()) {
      const std::size_t most = std::min(context, around.labels().size());
      for (std::size_t length = 0; length <= most; ++length) {
        into.add(label, 1, around.labels().last(length));
      }
    }
    around.chosen(label);
  }
}

} // namespace tali::detail
