// SPDX-License-Identifier: BSL-1.0
// enumerating_source: enumerates all choice sequences of a generator, one per run.
//
// The generator runs once per sequence. The source stores the path of ranks and advances it. There are two orders:
//
//  - `exhaustive`: like an odometer. The last choice that can grow is incremented, and all later ones restart at their
//    simplest. It visits every sequence exactly once, but an infinite first child hides all its siblings. For finite
//    domains.
//  - `simplest_first`: rounds of increasing cost, where a choice costs one plus the bits of its rank. Each round visits
//    the sequences of exactly that cost and skips branches that cost more. Their number grows geometrically with the
//    cost, so revisiting the cheaper ones costs a constant factor. Infinite parts do not block others, and shorter and
//    smaller sequences come first.
//
// Reals are enumerated as the reals with few digits: 0, 1, -1, 2, 0.5, ... within the bounds.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>

#include <cstdint>
#include <vector>

namespace tali::choices {

enum class enumeration_order : std::uint8_t { exhaustive, simplest_first };

class enumerating_source final : public dynamic_source {
public:
  explicit enumerating_source(int size = random_source::default_size,
                              enumeration_order order = enumeration_order::simplest_first);

  /// Prepares the next run. False when all sequences have been visited. Usage:
  ///   while (source.next()) { try { auto v = g(source); if (source.is_new()) use(v); } catch (const discard&) {} }
  [[nodiscard]] bool next();

  /// After a run: whether its sequence belongs to this round. In `simplest_first` order a sequence cheaper than the
  /// round was visited in an earlier one.
  [[nodiscard]] bool is_new() const noexcept;

  /// A lower bound on the number of sequences, from the last run: the product of its ranges, capped.
  [[nodiscard]] std::uint64_t width() const noexcept;

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  struct step {
    std::uint64_t rank;
    std::uint64_t last;
  };
  [[nodiscard]] std::uint64_t walk(std::uint64_t last);
  [[nodiscard]] bool advance();

  std::vector<step> path_;
  std::size_t at_ = 0;
  enumeration_order order_;
  std::uint64_t budget_ = 0; // cost of this round
  std::uint64_t spent_ = 0;
  bool started_ = false;
  bool truncated_ = false; // a sequence of this round was cut, so a later round has more
};

} // namespace tali::choices
