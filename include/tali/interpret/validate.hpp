// SPDX-License-Identifier: BSL-1.0
// validate: checks that a generator runs backward consistently, and that it produces the intended values.
//
//   validation found = validate(g);                            // internally: against itself
//   validation more = validate(g, is_valid, naive);            // and externally: against a predicate and another one
//
// Internally: every generated value is accepted by running backward; and for every value that is accepted, of any
// origin, every way that is found, as far as checked, produces the same value again (pure projection; it fails if a
// focus or an inverse names the wrong part, or accepts values that g does not make). Besides the generated values these
// are neighbours of them, changed in up to three places (tali/interpret/neighbour.hpp), and the values of the other
// generator. All sizes are used.
// Externally: every value that g generates or accepts satisfies the predicate (soundness), and every value of the other
// generator that satisfies it can be produced (completeness, within the values of the other generator). The result also
// reports values with several ways.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/interpret/neighbour.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/show.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tali {

struct validate_options {
  std::size_t cases = 200;
  std::size_t ways = 3;       // the number of ways to check per value
  std::size_t neighbours = 4; // the number of changed copies of each generated value
  std::uint64_t seed = 1;
  int size = choices::random_source::default_size; // the largest
};

struct validation {
  std::size_t cases = 0;
  std::vector<std::string> not_accepted;  // generated values that running backward does not accept
  std::vector<std::string> not_projected; // values for which a way produces another value
  std::vector<std::string> not_valid;     // values that the generator produces and the predicate rejects
  std::vector<std::string> not_made;      // values that the predicate accepts but the generator cannot produce
  std::size_t compared = 0;               // values of the other generator that satisfy the predicate
  std::size_t foreign = 0;                // neighbours and values of the other generator
  // Overlap: the number of values with several ways, the maximum number of ways, and whether a value has infinitely
  // many.
  std::size_t overlapping = 0;
  std::uint64_t most_ways = 0;
  bool infinite = false;

  [[nodiscard]] bool good() const noexcept {
    return not_accepted.empty() && not_projected.empty() && not_valid.empty() && not_made.empty();
  }
};

namespace detail {

/// Keeps the first few.
template <class T>
void note_value(std::vector<std::string>& into, const T& value) {
  constexpr std::size_t most = 5;
  if (into.size() < most) {
    into.push_back(show(value));
  }
}

struct any_value_is_valid {
  template <class T>
  bool operator()(const T& /*value*/) const {
    return true;
  }
};

template <class G, class Valid>
class validator {
public:
  using value_type = value_of<G>;

  validator(const G& g, const Valid& valid, const validate_options& options)
      : generator_(g), valid_(valid), options_(options) {}

  /// The values that g makes, and neighbours of them.
  void check_made() {
    for (std::size_t i = 0; i < options_.cases; ++i) {
      const int size = size_of(i);
      // A value may not be copyable: it is made again.
      const bool made = with_value(generator_, options_.seed, i, size, [&](value_type& value) {
        ++result.cases;
        check_own(value, size);
      });
      rng engine = rng::stream(options_.seed + 2, i);
      for (std::size_t k = 0; made && k < options_.neighbours; ++k) {
        with_value(generator_, options_.seed, i, size, [&](value_type& value) {
          bool changed = false;
          for (std::uint64_t steps = 1 + below(engine, std::uint64_t{3}); steps > 0; --steps) {
            changed = change_one_part(value, engine) || changed;
          }
          if (changed) {
            check_foreign(value, size);
          }
        });
      }
    }
  }

  template <class Other>
  void check_other(const Other& other) {
    for (std::size_t i = 0; i < options_.cases; ++i) {
      const int size = size_of(i);
      with_value(other, options_.seed + 1, i, size, [&](value_type& value) {
        check_foreign(value, size);
        if (valid_(std::as_const(value))) {
          ++result.compared;
          // The other generator may be larger at the same size.
          if (!accepts(generator_, value, options_.size)) {
            note_value(result.not_made, value);
          }
        }
      });
    }
  }

  validation result;

private:
  /// Half of the cases are of the full size, the others of all sizes up to it.
  [[nodiscard]] int size_of(std::size_t i) const {
    return i % 2 == 0 ? options_.size : static_cast<int>(i / 2 % (static_cast<std::size_t>(options_.size) + 1));
  }

  /// Calls the function with a value. False if there is none.
  template <class Maker, class F>
  bool with_value(const Maker& maker, std::uint64_t seed, std::size_t i, int size, const F& use) {
    random_context context(size);
    random_source source(rng::stream(seed, i), context);
    arena memory;
    source.build_in(&memory);
    try {
      value_type value = maker(source);
      memory_ = &memory;
      use(value);
    } catch (const discard&) {
      return false;
    }
    return true;
  }

  void check_own(const value_type& value, int size) {
    if (!valid_(value)) {
      note_value(result.not_valid, value);
    }
    const ways_to_make found(generator_, value, size);
    if (!found.any()) {
      note_value(result.not_accepted, value);
      return;
    }
    const way_count count = found.count();
    result.overlapping += count.count > 1 ? 1U : 0U;
    result.most_ways = std::max(result.most_ways, count.count);
    result.infinite = result.infinite || count.infinite;
    if (!projects(found, value)) {
      note_value(result.not_projected, value);
    }
  }

  /// A value of any origin: if g accepts it, g makes it, so that it must be valid.
  void check_foreign(const value_type& value, int size) {
    ++result.foreign;
    const ways_to_make found(generator_, value, size);
    if (!found.any()) {
      return;
    }
    if (!projects(found, value)) {
      note_value(result.not_projected, value);
    } else if (!valid_(value)) {
      note_value(result.not_valid, value);
    }
  }

  /// Whether each way, as far as checked, produces the value.
  [[nodiscard]] bool projects(const ways_to_make& found, const value_type& value) {
    way_walk walk = found.walk();
    for (std::size_t k = 0; k < options_.ways; ++k) {
      const std::optional<choice_sequence> way = walk.next();
      if (!way) {
        return true;
      }
      exact_source again(way->choices, way->size);
      again.build_in(memory_);
      try {
        if (!equal_values(generator_(static_cast<dynamic_source&>(again)), value) || !again.matched()) {
          return false;
        }
      } catch (const discard&) {
        return false;
      }
    }
    return true;
  }

  const G& generator_;
  const Valid& valid_;
  const validate_options& options_;
  arena* memory_ = nullptr;
};

} // namespace detail

/// Checks g against itself, and against a predicate if there is one.
template <generator G, class Valid = detail::any_value_is_valid>
[[nodiscard]] validation validate(const G& g, const Valid& valid = {}, const validate_options& options = {}) {
  detail::validator<G, Valid> all(g, valid, options);
  all.check_made();
  return std::move(all.result);
}

/// Also uses the values of another generator (a naive or older one, or arbitrary): those that satisfy the predicate
/// must be accepted, and those that are accepted must be produced again.
template <generator G, class Valid, generator Other>
[[nodiscard]] validation validate(const G& g, const Valid& valid, const Other& other,
                                  const validate_options& options = {}) {
  detail::validator<G, Valid> all(g, valid, options);
  all.check_made();
  all.check_other(other);
  return std::move(all.result);
}

} // namespace tali
