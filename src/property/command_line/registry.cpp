// SPDX-License-Identifier: BSL-1.0
#include <tali/property/registry.hpp>
#include <tali/property/tunable.hpp>

namespace tali::host {

struct registry::tunable_list {
  std::vector<tunable> all;
};

registry::registry() : tunables_(new tunable_list) {}
registry::registry(registry&& other) noexcept = default;
registry& registry::operator=(registry&& other) noexcept = default;
registry::~registry() = default;

void registry::add(any_property p) { properties_.push_back(std::move(p)); }

void registry::add(tunable t) { tunables_->all.push_back(std::move(t)); }
const std::vector<tunable>& registry::tunables() const { return tunables_->all; }

// Created on first use: properties register before main, in any order of files.
registry& registry::of_program() {
  static registry all;
  return all;
}

} // namespace tali::host
