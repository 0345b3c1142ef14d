// SPDX-License-Identifier: BSL-1.0
#include <tali/source/journal.hpp>

namespace tali::choices {

std::vector<choice> choices_of(const choice_journal& journal) {
  std::vector<choice> choices;
  const std::uint32_t count = journal.count();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (journal.entries[i].what == choice_journal::entry::kind::choice) {
      choices.push_back(journal.entries[i].chosen);
    }
  }
  return choices;
}

} // namespace tali::choices
