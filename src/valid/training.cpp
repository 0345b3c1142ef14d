// SPDX-License-Identifier: BSL-1.0
// The training of gen::valid: a search that always goes the same way, and ends.
#include "valid/model.hpp"

#include <tali/valid/valid.hpp>

#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

namespace tali::detail {

std::shared_ptr<const valid_model> valid_training::model(const valid_subject& subject, std::vector<choice>& choices) {
  const std::lock_guard lock(mutex_);
  if (threw_) {
    choices = thrown_on_;
    return nullptr;
  }
  if (model_ != nullptr) {
    return model_;
  }
  if (options_.method != valid_method::learned) {
    return model_ = std::make_shared<const valid_model>();
  }
  valid_search search(options_, random_source::default_size);
  // Most runs end at the largest size; generators that heed it are learned at smaller ones too.
  constexpr std::array sizes{100, 100, 30, 10};
  search.vary_size(sizes);
  using clock = std::chrono::steady_clock;
  const clock::time_point end = clock::now() + std::chrono::duration_cast<clock::duration>(
                                                   std::chrono::duration<double>(options_.training_seconds));
  std::uint64_t found = 0;
  std::uint64_t next_look = 0;
  try {
    while (true) {
      const std::uint64_t before = search.attempts();
      if (before >= options_.training || found >= options_.enough) {
        break;
      }
      // Some at a time, to see the clock.
      found += search.next(subject, std::min<std::uint64_t>(options_.training - before, 64)) ? 1U : 0U;
      if (search.attempts() >= next_look) {
        next_look = search.attempts() + 64;
        if (clock::now() > end) {
          break;
        }
      }
    }
  } catch (...) {
    threw_ = true;
    thrown_on_ = search.choices();
    choices = thrown_on_;
    return nullptr;
  }
  statistics_ = search.statistics();
  return model_ = search.finish();
}

valid_statistics valid_training::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

void valid_training::give_up() const {
  throw_discard(fmt::format("gen::valid: no valid value in {} tries, after learning from {}", options_.tries,
                            statistics().summary()));
}

} // namespace tali::detail
