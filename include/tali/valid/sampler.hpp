// SPDX-License-Identifier: BSL-1.0
// valid_sampler: different valid values, one after the other, from a generator and a predicate.
//
//   valid_sampler avl(tree(5), is_avl);
//   while (auto t = avl.next()) { ... }
//
// It learns while it samples, and never returns the same choices twice. For properties use gen::valid.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/valid/search.hpp>
#include <tali/value/hash.hpp>
#include <tali/value/type_name.hpp>

#include <optional>
#include <utility>

namespace tali {

namespace detail {

/// Draws a value into `kept` if it satisfies the predicate.
template <class G, class Predicate>
struct valid_attempt {
  const G* generator;
  const Predicate* predicate;
  std::optional<value_of<G>> kept;

  static attempt_result run(void* object, dynamic_source& source) {
    auto& self = *static_cast<valid_attempt*>(object);
    std::optional<value_of<G>> value;
    try {
      value.emplace((*self.generator)(source));
      if (!static_cast<bool>(call(*self.predicate, std::as_const(*value)))) {
        return attempt_result::invalid;
      }
    } catch (const discard&) {
      return value ? attempt_result::invalid : attempt_result::none;
    }
    self.kept.reset();
    self.kept.emplace(std::move(*value));
    return attempt_result::valid;
  }
  static std::uint64_t fingerprint(const void* object)
    requires values::hashable<value_of<G>>
  {
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): only called after a valid attempt
    return hash_value(*static_cast<const valid_attempt*>(object)->kept);
  }
  [[nodiscard]] valid_subject subject() {
    valid_subject s{this, &run, type_name<value_of<G>>()};
    if constexpr (values::hashable<value_of<G>>) {
      s.fingerprint = &fingerprint;
    }
    return s;
  }
};

} // namespace detail

template <generator G, class Predicate>
class valid_sampler {
public:
  valid_sampler(const G& g, const Predicate& predicate, const learn::valid_options& options = {},
                int size = choices::random_source::default_size)
      : generator_(g), predicate_(predicate), patience_(options.patience), size_(size), search_(options, size) {}

  /// The next value that was not returned before. Nothing if there are no more, or none was found in `patience`
  /// attempts: statistics() shows which.
  [[nodiscard]] std::optional<value_of<G>> next() {
    detail::valid_attempt<G, Predicate> attempt{&generator_, &predicate_, std::nullopt};
    if (!search_.next(attempt.subject(), patience_)) {
      return std::nullopt;
    }
    return std::move(attempt.kept);
  }

  /// The choices of the last returned value: `parse(g, choices())` produces it again.
  [[nodiscard]] choices::choice_sequence choices() const { return {search_.choices(), size_}; }
  [[nodiscard]] learn::valid_statistics statistics() const { return search_.statistics(); }
  /// How many values were drawn and checked so far.
  [[nodiscard]] std::uint64_t attempts() const noexcept { return search_.attempts(); }

private:
  G generator_;
  Predicate predicate_;
  std::uint64_t patience_;
  int size_;
  detail::valid_search search_;
};

} // namespace tali
