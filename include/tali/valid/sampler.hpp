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

  static bool run(void* object, dynamic_source& source) {
    auto& self = *static_cast<valid_attempt*>(object);
    std::optional<value_of<G>> value;
    try {
      value.emplace((*self.generator)(source));
      if (!static_cast<bool>(call(*self.predicate, std::as_const(*value)))) {
        return false;
      }
    } catch (const discard&) {
      return false;
    }
    self.kept.reset();
    self.kept.emplace(std::move(*value));
    return true;
  }
  [[nodiscard]] valid_subject subject() { return {this, &run, type_name<value_of<G>>()}; }
};

} // namespace detail

template <generator G, class Predicate>
class valid_sampler {
public:
  valid_sampler(const G& g, const Predicate& predicate, const valid_options& options = {},
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
  [[nodiscard]] valid_statistics statistics() const { return search_.statistics(); }
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
