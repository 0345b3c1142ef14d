// SPDX-License-Identifier: BSL-1.0
#include "stats/coverage.hpp"

namespace tali::detail {

thread_local coverage_recorder* current_coverage = nullptr;
bool coverage_is_linked = false;

bool coverage_recorder::available() noexcept { return coverage_is_linked; }

void coverage_recorder::begin() {
  ++round_;
  hit_.clear();
  current_coverage = this;
}

void coverage_recorder::end() noexcept {
  if (current_coverage == this) {
    current_coverage = nullptr;
  }
}

void coverage_recorder::add(std::uintptr_t place) noexcept {
  if (used_ * 2 >= slots_.size()) {
    std::vector<slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.place != 0) {
        find(s.place) = s;
      }
    }
  }
  slot& s = find(place);
  s.place = place;
  s.round = round_;
  ++used_;
  hit_.push_back(place);
}

coverage_recorder::slot& coverage_recorder::find(std::uintptr_t place) {
  std::size_t at = (fibonacci_hash(place) >> 40U) & (slots_.size() - 1);
  while (slots_[at].place != 0 && slots_[at].place != place) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return slots_[at];
}

} // namespace tali::detail
