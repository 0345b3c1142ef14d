// SPDX-License-Identifier: BSL-1.0
// black_box: a record of the activity of a process, in memory shared with its supervisor, which reads it after a crash.
//
// One mapping, made before the fork, so that it has the same address in both processes. Most of it is never touched and
// costs nothing. The supervised process writes which case it is in, the choices of a case that is rerun, and messages;
// the supervisor reads them when the process has ended, for whatever reason.
#pragma once

#include "isolate/shared_search_tally.hpp"
#include "source/comparisons.hpp"

#include <tali/source/hooks.hpp>
#include <tali/source/journal.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tali::detail {

/// What a signal handler records; plain data.
struct crash_note {
  static constexpr int most_frames = 64;
  int signal = 0; // 0: none
  int code = 0;   // si_code
  std::uintptr_t address = 0;
  bool stack_overflow = false;
  bool sanitizer = false;  // a sanitizer has reported
  bool thread_end = false; // a body has ended its thread
  int frame_count = 0;
  std::uintptr_t frames[most_frames] = {}; // lies in shared memory
};

/// Messages of texts and numbers. A reader does not see an unfinished message.
class message_log {
public:
  static constexpr std::size_t capacity = std::size_t{16} << 20U;

  void clear() noexcept { size_.store(0, std::memory_order_relaxed); }

  class writer {
  public:
    writer(message_log& log, std::uint8_t tag);
    writer(const writer&) = delete;
    writer& operator=(const writer&) = delete;
    ~writer(); // publishes the message
    writer& text(std::string_view s);
    writer& number(std::uint64_t n);

  private:
    void put(const void* data, std::size_t size);
    message_log& log_;
    std::size_t at_;
  };

  class reader {
  public:
    explicit reader(const message_log& log) : log_(log), end_(log.size_.load(std::memory_order_acquire)) {}
    /// The tag of the next message, if there is one.
    [[nodiscard]] std::optional<std::uint8_t> next();
    [[nodiscard]] std::string text();
    [[nodiscard]] std::uint64_t number();

  private:
    bool get(void* data, std::size_t size);
    const message_log& log_;
    std::size_t at_ = 0;
    std::size_t end_;
  };

private:
  std::atomic<std::size_t> size_;
  unsigned char bytes_[capacity]; // lies in shared memory
};

/// The current activity of a process.
enum class run_phase : std::uint32_t { idle, examples, stages, all_inputs, random_cases, aiming, alone };

struct black_box {
  static constexpr int most_threads = 64;
  // Progress of a run.
  std::atomic<std::uint64_t> marks[most_threads]; // the random case each thread is in
  std::atomic<run_phase> phase;
  std::atomic<std::uint64_t> example;
  std::atomic<std::uint64_t> input;     // of all_inputs, or the number of the targeted run
  std::atomic<std::uint64_t> passed;    // before the current round of chunks
  std::atomic<std::uint64_t> discarded; // likewise
  std::atomic<std::uint64_t> round_begin;
  std::atomic<std::uint64_t> round_discarded;
  std::atomic<std::int64_t> slowest_ns; // of the cases so far
  compared_values compared;             // from which the cases of the current round are drawn
  std::atomic<std::uint64_t> beat;      // incremented by every run that is not a random case
  // A failure that is being investigated: where it came from and its choices.
  std::atomic<bool> has_found;
  std::uint32_t found_origin;
  std::uint64_t found_index;
  int found_size;
  choice_journal found;
  // The current case, if it is not a random one.
  std::atomic<int> running_size;
  choice_journal running;
  shared_search_tally searched; // by the generators of that case
  // Messages of the process.
  message_log log;
  std::atomic<bool> too_wide; // there are too many inputs to run all of them
  std::atomic<bool> returned; // the function of a child returned
  crash_note crash;

  /// Clears the record of the last child.
  void clear_child() noexcept;
  /// Clears the record of the last property.
  void clear_run() noexcept;
};

/// A box in shared memory.
class shared_box {
public:
  shared_box(); // throws std::bad_alloc
  shared_box(const shared_box&) = delete;
  shared_box& operator=(const shared_box&) = delete;
  ~shared_box();

  [[nodiscard]] black_box& operator*() const noexcept { return *box_; }
  [[nodiscard]] black_box* operator->() const noexcept { return box_; }
  [[nodiscard]] black_box* get() const noexcept { return box_; }

private:
  black_box* box_;
};

} // namespace tali::detail
