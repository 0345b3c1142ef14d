// SPDX-License-Identifier: BSL-1.0
// The time of a run, its time budget, and the training that it limits.
#pragma once

#include "property/case/case_log.hpp"
#include "property/case/training_record.hpp"

#include <tali/property/settings.hpp>
#include <tali/source/hooks.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

namespace tali::detail {

/// Sets a flag at a point in time. The loop over cases pays one load for the flag; reading a clock would cost more than
/// the case. The flag is set on time even if cases suddenly become slow.
class alarm_clock {
public:
  explicit alarm_clock(std::chrono::steady_clock::time_point when);
  alarm_clock(const alarm_clock&) = delete;
  alarm_clock& operator=(const alarm_clock&) = delete;
  ~alarm_clock();

  [[nodiscard]] const std::atomic<bool>& flag() const { return raised_; }

private:
  std::atomic<bool> raised_ = false;
  std::mutex mutex_;
  std::condition_variable cancelled_;
  bool cancel_ = false;
  std::thread thread_;
};

class run_clock {
public:
  explicit run_clock(const run_settings& settings);

  [[nodiscard]] std::chrono::steady_clock::time_point began() const { return began_; }
  [[nodiscard]] duration elapsed() const { return std::chrono::steady_clock::now() - began_; }
  [[nodiscard]] bool budget_spent() const { return budget_spent_->load(std::memory_order_relaxed); }
  [[nodiscard]] const std::atomic<bool>& budget_flag() const { return *budget_spent_; }
  /// Limits the training of generators in a case: half of the budget is left for cases.
  void limit_training(case_log& log) const {
    log.learn_until = learn_until_;
    log.trainings = &trainings_;
  }
  [[nodiscard]] const training_record& trainings() const { return trainings_; }

private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::optional<alarm_clock> alarm_;
  const std::atomic<bool>* budget_spent_;
  std::int64_t learn_until_ = source_hooks::no_deadline; // in nanoseconds of the steady clock
  mutable training_record trainings_;
};

} // namespace tali::detail
