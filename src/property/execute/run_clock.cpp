// SPDX-License-Identifier: BSL-1.0
#include "property/execute/run_clock.hpp"

namespace tali::detail {

namespace {

constexpr std::atomic<bool> unlimited_budget = false;

} // namespace

alarm_clock::alarm_clock(std::chrono::steady_clock::time_point when)
    : thread_([this, when] {
        std::unique_lock lock(mutex_);
        if (!cancelled_.wait_until(lock, when, [this] { return cancel_; })) {
          raised_.store(true, std::memory_order_relaxed);
        }
      }) {}

alarm_clock::~alarm_clock() {
  {
    const std::lock_guard lock(mutex_);
    cancel_ = true;
  }
  cancelled_.notify_one();
  thread_.join();
}

run_clock::run_clock(const run_settings& settings)
    : budget_spent_(&unlimited_budget), trainings_(settings.training_attempts) {
  if (settings.time_budget) {
    const std::chrono::nanoseconds whole(settings.time_budget->nanoseconds());
    alarm_.emplace(began_ + whole);
    budget_spent_ = &alarm_->flag();
    learn_until_ = (began_.time_since_epoch() + whole / 2).count();
  }
}

} // namespace tali::detail
