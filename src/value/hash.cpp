// SPDX-License-Identifier: BSL-1.0
// The list of pointees still to visit.
#include "tali/value/hash.hpp"

#include <vector>

namespace tali::detail {

namespace {

constexpr std::size_t most_shared_pointees = 65536;

} // namespace

struct hash_walk::pending {
  struct task {
    const void* pointee;
    visit f;
  };
  std::vector<task> tasks;
  std::size_t shared = 0;
};

void hash_walk::later(const void* pointee, visit f, bool shared) {
  if (pending_ == nullptr)
    pending_ = new pending;
  if (shared && ++pending_->shared > most_shared_pointees)
    return;
  pending_->tasks.push_back({pointee, f});
}

void hash_walk::run() {
  while (!pending_->tasks.empty()) {
    auto task = pending_->tasks.back();
    pending_->tasks.pop_back();
    task.f(*this, task.pointee);
  }
}

void hash_walk::release() { delete pending_; }

} // namespace tali::detail
