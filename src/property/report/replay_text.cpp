// SPDX-License-Identifier: BSL-1.0
#include "property/report/replay_text.hpp"

#include <tali/store/encoding.hpp>

namespace tali::detail {

namespace {

constexpr std::size_t longest_replay_text = 2000;

} // namespace

std::string replay_text_for_report(const failure& f) {
  const bool has_no_number =
      f.shrunk.has_value() || f.origin == failure_origin::replayed || f.origin == failure_origin::targeted;
  if (f.flaky || !has_no_number || f.choices.choices.size() > longest_replay_text) {
    return {};
  }
  std::string text = choices_to_text(f.choices);
  return text.size() <= longest_replay_text ? text : std::string();
}

} // namespace tali::detail
