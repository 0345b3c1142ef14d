// SPDX-License-Identifier: BSL-1.0
// prefixed_source: a fixed prefix of choices, then the answers of another source. Used by derivatives. step_source: a
// fixed prefix, then a stop at the next request, which is stored. Used to find the possible next choices.
//
// A prefix is followed exactly: if a choice is not possible at its position, there is no such value,
// and the run is discarded. (replay_source would use the nearest valid choice.)
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/owned.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/random.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tali::detail {
class edgy_memory;
} // namespace tali::detail

namespace tali::choices {

class prefixed_source final : public dynamic_source {
public:
  /// Neither is copied. Requests after the prefix go to `then`, which also records them.
  prefixed_source(std::span<const choice> prefix, random_source& then);
  prefixed_source(std::span<const choice> prefix, dynamic_source& then);

  [[nodiscard]] bool chance() const noexcept override;
  [[nodiscard]] std::optional<std::uint64_t> random_word() override;
  [[nodiscard]] detail::text_hint text_hint(std::uint64_t length) override;
  void observe_integer(const integer_request& request, std::uint64_t index) override;
  void make_choices(std::span<const choice> given) noexcept override;

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
  std::uint64_t decide_length(const integer_request& request) override;
  void opened(const span_info& info) override;
  void closed() override;

private:
  std::span<const choice> prefix_;
  std::size_t next_ = 0;
  random_source* random_ = nullptr;
  dynamic_source* dynamic_ = nullptr;
  std::vector<std::unique_ptr<scope>> scopes_; // in the other source, if it is dynamic
  std::vector<bool> open_;                     // if it is random: whether each open span is one that can be repeated
};

/// One possible choice, and its relative weight.
struct weighted_choice {
  choice chosen;
  std::uint64_t weight = 1;
};

class step_source final : public dynamic_source {
public:
  /// Thrown at the first request after the prefix.
  struct stopped {};

  step_source(std::span<const choice> prefix, int size);
  ~step_source() override;

  /// The possible next choices. The weights of integers with the edgy spread are their probabilities in units of
  /// 2^-53, given the integers of the prefix.
  [[nodiscard]] std::vector<weighted_choice> choices() &&;
  /// Whether the whole prefix was used.
  [[nodiscard]] bool used() const noexcept { return next_ == prefix_.size(); }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  std::span<const choice> prefix_;
  std::size_t next_ = 0;
  std::vector<weighted_choice> choices_;
  std::uint64_t too_many_ = 0;
  bool real_ = false;
  detail::owned<detail::edgy_memory> memory_; // if the prefix has integers with the edgy spread
};

} // namespace tali::choices
