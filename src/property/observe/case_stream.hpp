// SPDX-License-Identifier: BSL-1.0
// The events of a case that runs in a copy of the process, as messages to the process that started it.
//
// In the copy, stream_writer is an observer that sends each event immediately: sent events are known even if the copy
// dies with the next instruction. In the other process, replay_stream repeats the events to the observers there.
#pragma once

#include "isolate/black_box.hpp"
#include "property/observe/run_observer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tali::detail {

/// The data about a case, other than its outcome, that the loop over random cases needs.
struct case_figures {
  std::uint64_t hash = 0;
  bool hash_known = true;
  std::uint64_t words = 0;
  std::uint64_t early_words = 0;
};

class stream_writer final : public run_observer {
public:
  explicit stream_writer(message_log& to) : to_(to) {}

  void value_described(const drawn_value& v) override;
  void value_compared(const value_difference& difference) override;
  void predicate_called(std::string_view value) override;
  void predicate_returned() override;
  void label(std::string_view text) override;
  void number(std::string_view name, double value) override;
  void text(std::string_view name, std::string_view payload) override;
  void target(std::string_view name, double value) override;
  void cover(double percent, std::string_view label, bool hit) override;
  void note(std::string_view text) override;
  void failed_again(std::string_view text) override { note(text); }
  void case_finished(const case_end& end) override;

  void statistics(std::string_view lines);
  void figures(const case_figures& f);

private:
  message_log& to_;
};

/// The messages of a copy of the process other than events.
struct stream_end {
  std::string lines;                   // of statistics
  std::optional<case_outcome> outcome; // none if the case did not finish
  std::optional<case_figures> figures;
};
/// Repeats the events of a case, including its start but not its end: the caller may have better information on the
/// end.
[[nodiscard]] stream_end replay_stream(const message_log& from, const observer_list& to);

} // namespace tali::detail
