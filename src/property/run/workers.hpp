// SPDX-License-Identifier: BSL-1.0
// Threads for the runner: a crew that does the same job side by side, and an alarm for time budgets.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tali::detail {

/// Fork and join with threads that stay: member i of n runs job(i), member 0 is the calling thread.
class crew {
public:
  explicit crew(int members);
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew();

  /// Returns when all are done. The job must not throw.
  void run(const std::function<void(int)>& job);

private:
  void work(int member);

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const std::function<void(int)>* job_ = nullptr;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

/// Raises a flag at a point of time. A flag costs the loop over cases one load where a clock would cost more than the
/// case, and unlike a clock read every so many cases it is on time when cases suddenly become slow.
class alarm_clock {
public:
  explicit alarm_clock(std::chrono::steady_clock::time_point when);
  alarm_clock(const alarm_clock&) = delete;
  alarm_clock& operator=(const alarm_clock&) = delete;
  ~alarm_clock();

  [[nodiscard]] const std::atomic<bool>& flag() const { return rung_; }

private:
  std::atomic<bool> rung_ = false;
  std::mutex mutex_;
  std::condition_variable cancelled_;
  bool cancel_ = false;
  std::thread thread_;
};

} // namespace tali::detail
