// SPDX-License-Identifier: BSL-1.0
// What a case says and comes to, as messages from a copy of the process to the one that started it.
//
// Each thing is sent as soon as it is said, so that it is known even if the copy dies with the next instruction.
#pragma once

#include "isolate/black_box.hpp"
#include "property/case/tally.hpp"

#include <tali/property/result.hpp>
#include <tali/property/stage.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace tali::detail {

void stream_label(message_log& to, std::string_view text);
void stream_number(message_log& to, std::string_view name, double value);
void stream_text(message_log& to, std::string_view name, std::string_view payload);
void stream_target(message_log& to, std::string_view name, double value);
void stream_cover(message_log& to, double percent, std::string_view label, bool hit);
void stream_note(message_log& to, std::string_view text);
/// A predicate of a generator is asked, and has answered.
void stream_question(message_log& to, std::string_view about);
void stream_answer(message_log& to);
void stream_value(message_log& to, const drawn_value& v);
/// How the last value differs from that of another case.
void stream_difference(message_log& to, std::string_view text);
void stream_outcome(message_log& to, const case_outcome& outcome);

/// Of a random case: what the loop over cases learns from it beside the outcome.
struct case_figures {
  std::uint64_t hash = 0;
  bool hash_known = true;
  std::uint64_t words = 0;
  std::uint64_t early_words = 0;
};
/// A line of statistics.
void stream_line(message_log& to, std::string_view line);
void stream_figures(message_log& to, const case_figures& figures);

struct streamed_case {
  std::vector<remark> remarks; // with the numbers of the given tally
  std::vector<drawn_value> values;
  std::vector<std::string> differences; // one for each value
  std::vector<std::string> notes;
  std::optional<std::string> asked;    // a question without an answer
  std::string lines;                   // of statistics
  std::optional<case_outcome> outcome; // none if the copy did not come that far
  std::optional<case_figures> figures;
};
[[nodiscard]] streamed_case read_stream(const message_log& from, tally& counts);

} // namespace tali::detail
