// SPDX-License-Identifier: BSL-1.0
// replay_source: answers from a given choice sequence, leniently. (exact_source makes exactly the given choices.)
//
// Any choices are accepted. A choice out of range becomes the nearest valid one and the parse counts as misaligned; a
// choice of another kind is replaced by one of the same rank; a parameter determines the answers after the last choice.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/nearest.hpp>
#include <tali/source/random.hpp>

#include <optional>
#include <span>

namespace tali::choices {

enum class past_end : std::uint8_t {
  simplest, // continue with the simplest choices
  random,   // continue at random, from the given engine
  stop,     // discard the case
};

class replay_source : public dynamic_source {
public:
  /// The choices are not copied and must outlive the source.
  replay_source(std::span<const choice> given, int size, past_end then = past_end::simplest,
                std::optional<rng> engine = std::nullopt);

  [[nodiscard]] bool chance() const noexcept override { return next_ < given_.size() || then_ == past_end::random; }
  [[nodiscard]] std::optional<std::uint64_t> random_word() override {
    return then_ == past_end::random && next_ >= given_.size() ? std::optional(random_.uniform(~std::uint64_t{0}))
                                                               : std::nullopt;
  }
  [[nodiscard]] bool lenient() const noexcept override { return next_ < given_.size() || then_ != past_end::random; }
  [[nodiscard]] bool misaligned() const noexcept { return misaligned_; }
  /// More choices were requested than given.
  [[nodiscard]] bool overran() const noexcept { return overran_; }
  /// The number of given choices that were used.
  [[nodiscard]] std::size_t used() const noexcept { return next_; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  [[nodiscard]] const choice* take();
  template <class T>
  [[nodiscard]] T note_fit(const nearest_answer<T>& found) noexcept {
    misaligned_ = misaligned_ || !found.exact;
    return found.answer;
  }

  std::span<const choice> given_;
  std::size_t next_ = 0;
  past_end then_;
  bool misaligned_ = false;
  bool overran_ = false;
  random_context context_;
  random_source random_;
};

} // namespace tali::choices
