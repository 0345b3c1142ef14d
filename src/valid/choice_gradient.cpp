// SPDX-License-Identifier: BSL-1.0
#include "valid/choice_gradient.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tali::detail {

bool choice_gradient::look_ahead(const valid_subject& subject, guided_source& source, int size,
                                 attempt_result& result) {
  step_source look(prefix_, size);
  source.share_journal_with(look);
  try {
    result = subject.attempt(subject.object, look);
  } catch (const step_source::stopped&) {
    alternatives_ = std::move(look).choices();
    if (!alternatives_.empty()) {
      prefix_.push_back(alternatives_.front().chosen);
      fitness_.assign(1, 0);
      return true;
    }
  } catch (...) {
    result = attempt_result::valid; // the predicate throws: it does so again below, where its choices are recorded
  }
  completed_.swap(prefix_);
  prefix_.clear();
  source.start_forced(completed_, size, true);
  return false;
}

attempt_result choice_gradient::attempt(const valid_subject& subject, guided_source& source, rng& engine, int size) {
  attempt_result result = attempt_result::none;
  if (alternatives_.empty() && !look_ahead(subject, source, size, result)) {
    completions_ += result != attempt_result::none ? 1U : 0U;
    return result == attempt_result::valid ? subject.attempt(subject.object, source) : result;
  }
  source.start_forced(prefix_, size, true);
  source.go_on(rng::stream(engine(), 0));
  result = subject.attempt(subject.object, source);
  if (result == attempt_result::valid) {
    collect(subject, source);
  }
  const bool is_void = result == attempt_result::none && source.made().size() <= prefix_.size();
  if (++sampled_ >= rate_ || is_void) {
    values_.clear();
    runs_.clear();
    sampled_ = 0;
    if (fitness_.size() < alternatives_.size()) {
      prefix_.back() = alternatives_[fitness_.size()].chosen;
      fitness_.push_back(0);
    } else {
      take(engine);
    }
  }
  return result;
}

void choice_gradient::collect(const valid_subject& subject, const guided_source& source) {
  if (runs_.find(source.hash()) != nullptr) {
    return;
  }
  runs_.at(source.hash());
  if (subject.fingerprint == nullptr) {
    ++fitness_.back();
    return;
  }
  values_.at(subject.fingerprint(subject.object));
  fitness_.back() = values_.size();
}

void choice_gradient::take(rng& engine) {
  if (std::all_of(fitness_.begin(), fitness_.end(), [](std::uint64_t f) { return f == 0; })) {
    std::transform(alternatives_.begin(), alternatives_.end(), fitness_.begin(),
                   [](const weighted_choice& a) { return a.weight; });
  }
  std::uint64_t at = below(engine, std::accumulate(fitness_.begin(), fitness_.end(), std::uint64_t{0}));
  std::size_t chosen = 0;
  while (at >= fitness_[chosen]) {
    at -= fitness_[chosen++];
  }
  prefix_.back() = alternatives_[chosen].chosen;
  weights_.swap(fitness_);
  alternatives_.clear();
  ++choices_made_;
}

} // namespace tali::detail
