// SPDX-License-Identifier: BSL-1.0
// The list of pairs of pointees still to compare.
#include "tali/value/equal.hpp"
#include "tali/detail/mix.hpp"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace tali::detail {

struct equal_walk::pending {
  struct task {
    const void* a;
    const void* b;
    compare f;

    bool operator==(const task&) const = default;
  };

  struct task_hash {
    std::size_t operator()(const task& t) const {
      auto a = reinterpret_cast<std::uintptr_t>(t.a), b = reinterpret_cast<std::uintptr_t>(t.b);
      return static_cast<std::size_t>(mix(a, b));
    }
  };

  std::vector<task> tasks;
  std::unordered_set<task, task_hash> seen; // shared pairs: equal unless shown otherwise
};

void equal_walk::later(const void* a, const void* b, compare f, bool shared) {
  if (pending_ == nullptr)
    pending_ = new pending;
  if (shared && !pending_->seen.insert({a, b, f}).second)
    return;
  pending_->tasks.push_back({a, b, f});
}

bool equal_walk::run() {
  while (!pending_->tasks.empty()) {
    auto task = pending_->tasks.back();
    pending_->tasks.pop_back();
    if (!task.f(*this, task.a, task.b))
      return false;
  }
  return true;
}

void equal_walk::release() { delete pending_; }

} // namespace tali::detail
