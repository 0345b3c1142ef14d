// SPDX-License-Identifier: BSL-1.0
// thread_team: threads that run the same job in parallel, round after round.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tali::detail {

/// Fork-join on threads that stay alive between rounds: member i of n runs job(i); member 0 is the calling thread.
class thread_team {
public:
  explicit thread_team(int members);
  thread_team(const thread_team&) = delete;
  thread_team& operator=(const thread_team&) = delete;
  ~thread_team();

  /// Returns when all members are done. The job must not throw.
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

} // namespace tali::detail
