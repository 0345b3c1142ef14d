// SPDX-License-Identifier: BSL-1.0
// run_observer: the one interface for observing a run.
//
// A case reports its draws and the calls of its body; the runner reports how cases end and the progress of the run.
// Observers are the tally (tally_observer.hpp), the lines of statistics (case_statistics.hpp), the stream of a case
// that runs in a forked copy of the process (case_stream.hpp), the description of a failing case (case_description.hpp)
// and the progress display (progress_reporter.hpp). Each overrides the events that it needs.
#pragma once

#include <tali/property/progress.hpp>
#include <tali/property/result.hpp>
#include <tali/property/stage.hpp>
#include <tali/value/diff.hpp>
#include <tali/value/tree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tali::detail {

/// A value that was drawn and is not recorded yet.
struct draw_event {
  std::string_view name; // followed by `number`, unless that is 0
  int number = 0;
  bool argument = false;
  const void* value = nullptr;
  const value_type* type = nullptr;
};

/// A case that has ended, and its outcome.
struct case_end {
  const case_outcome& outcome;
  std::string_view how{}; // it was generated
  std::uint64_t index = 0;
  int size = 0;
  const trace* made = nullptr; // its choices, if they are known
};

class run_observer {
public:
  run_observer(const run_observer&) = delete;
  run_observer& operator=(const run_observer&) = delete;

  // One case, in order.
  virtual void case_started() {}
  virtual void draw_started() {}
  virtual void value_drawn(const draw_event& /*drawn*/) {}
  virtual void value_described(const drawn_value& /*v*/) {}
  /// How the last described value differs from that of another case.
  virtual void value_compared(const value_difference& /*difference*/) {}
  /// gen::valid calls its predicate with a value, and the predicate returns.
  virtual void predicate_called(std::string_view /*value*/) {}
  virtual void predicate_returned() {}
  virtual void label(std::string_view /*text*/) {}
  virtual void number(std::string_view /*name*/, double /*value*/) {}
  virtual void text(std::string_view /*name*/, std::string_view /*payload*/) {}
  /// Two numbers that belong together. Unless overridden, they are two events.
  virtual void pair(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y);
  virtual void target(std::string_view /*name*/, double /*value*/) {}
  virtual void cover(double /*percent*/, std::string_view /*label*/, bool /*hit*/) {}
  virtual void note(std::string_view /*text*/) {}
  /// An expectation failed in a case that had failed before.
  virtual void failed_again(std::string_view /*text*/) {}
  virtual void case_finished(const case_end& /*end*/) {}

  // The run as a whole. `elapsed` of the progress is not filled in.
  virtual void run_advanced(const progress& /*p*/) {}
  virtual void run_finished(result& /*r*/) {}

protected:
  run_observer() = default;
  ~run_observer() = default; // observers are not owned through this interface
};

/// The observers of a case or a run, called in the order in which they were added.
class observer_list {
public:
  observer_list() = default;

  /// Null is ignored.
  void add(run_observer* o) {
    if (o != nullptr) {
      items_[size_++] = o;
    }
  }
  void clear() noexcept { size_ = 0; }

  template <class Event>
  void notify(const Event& event) const {
    for (std::size_t i = 0; i < size_; ++i) {
      event(*items_[i]);
    }
  }

private:
  static constexpr std::size_t capacity = 4;
  std::array<run_observer*, capacity> items_{};
  std::size_t size_ = 0;
};

} // namespace tali::detail
