// SPDX-License-Identifier: BSL-1.0
#include "property/execute/thread_team.hpp"

namespace tali::detail {

thread_team::thread_team(int members) {
  for (int i = 1; i < members; ++i) {
    threads_.emplace_back([this, i] { work(i); });
  }
}

thread_team::~thread_team() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  begin_.notify_all();
  for (std::thread& t : threads_) {
    t.join();
  }
}

void thread_team::run(const std::function<void(int)>& job) {
  {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    busy_ = static_cast<int>(threads_.size());
    ++round_;
  }
  begin_.notify_all();
  job(0);
  std::unique_lock lock(mutex_);
  end_.wait(lock, [this] { return busy_ == 0; });
}

void thread_team::work(int member) {
  std::uint64_t done = 0;
  while (true) {
    const std::function<void(int)>* job = nullptr;
    {
      std::unique_lock lock(mutex_);
      begin_.wait(lock, [&] { return over_ || round_ != done; });
      if (over_) {
        return;
      }
      done = round_;
      job = job_;
    }
    (*job)(member);
    bool last = false;
    {
      const std::lock_guard lock(mutex_);
      last = --busy_ == 0;
    }
    if (last) {
      end_.notify_one();
    }
  }
}

} // namespace tali::detail
