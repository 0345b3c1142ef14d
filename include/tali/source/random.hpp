// SPDX-License-Identifier: BSL-1.0
// random_source: supplies choices from the random engine. The hot path of every run.
//
// Generators are templates over their source; for this one, everything is inlined, and spans and labels are empty
// types. The result is equivalent to a hand-written loop. Nothing here allocates, records or calls through a pointer.
#pragma once

#include <tali/detail/inline.hpp>
#include <tali/detail/namespaces.hpp>
#include <tali/random/rng.hpp>
#include <tali/source/arena.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/error.hpp>
#include <tali/source/hooks.hpp>

#include <array>
#include <cstdint>

namespace tali::detail {
/// The lowest stack address that recursion may reach on this thread before a generator counts as unbounded.
[[nodiscard]] const void* stack_floor() noexcept;

struct no_scope {};

/// The places around which the edgy spread currently draws (src/source/random.cpp explains how they are chosen).
///
/// Choosing a place costs ten times as much as drawing from it. So a case that draws many integers of one range keeps
/// four places, draws sixteen values around them, replaces one place, and so on.
struct neighbourhoods {
  static constexpr std::uint32_t kept = 4;
  static constexpr std::uint64_t nothing_left = 1; // an order without entries left

  struct interval {
    std::uint64_t low;
    std::uint64_t extent; // low + extent is the last value
  };

  std::uint64_t last = 0;        // the range that they are for
  std::uint32_t chosen = 0;      // the number chosen for it
  std::uint64_t order;           // which of them the next draws use: two bits each, below a one that marks the end
  std::array<interval, kept> at; // the newest of them
};

/// Maps a random word to a value from 0 to `extent`; the probabilities are equal up to 2^-64.
[[nodiscard]] TALI_INLINE constexpr std::uint64_t scaled(std::uint64_t word, std::uint64_t extent) noexcept {
  const uint128 product = uint128{word} * extent;
  const std::uint64_t low = static_cast<std::uint64_t>(product) + word;
  return static_cast<std::uint64_t>(product >> 64) + std::uint64_t{low < word};
}
} // namespace tali::detail

namespace tali::choices {

/// The parts of a random source that are off the hot path; must outlive the source.
struct random_context {
  static constexpr int default_size = 100;
  static constexpr std::size_t most_recent = 8;

  explicit random_context(int wanted_size = default_size) noexcept
      : stack_floor(detail::stack_floor()), size(wanted_size) {}

  /// Prepares for another case, without computing the stack limit again.
  TALI_INLINE void restart(int wanted_size) noexcept {
    size = wanted_size;
    drawn = 0;
    near.chosen = 0;
  }

  const void* stack_floor;
  arena* memory = nullptr;
  int size;
  std::uint32_t drawn = 0;                       // how many values `recent` has seen
  std::array<std::uint64_t, most_recent> recent; // values drawn by the edgy spread; the first `drawn` are meaningful
  detail::neighbourhoods near;
  source_hooks* hooks = nullptr; // of the code that runs the case
};

} // namespace tali::choices

namespace tali::detail {
// Draws that are not worth inlining. The engine is passed and returned by value: once its address is taken, its state
// has to live in memory, which slows down every draw around it.
struct drawn_integer {
  rng engine;
  std::uint64_t index;
};
struct drawn_real {
  rng engine;
  double value;
};
struct drawn_branch {
  rng engine;
  std::uint64_t index;
};
[[nodiscard]] drawn_integer draw_edgy(rng engine, random_context& context, std::uint64_t last, std::uint64_t origin,
                                      std::uint64_t zero);
[[nodiscard]] drawn_real draw_real(rng engine, const random_context& context, const real_request& request);
/// The sum of the weights. Throws generator_error if it is 0 or too large.
[[nodiscard]] std::uint64_t total_of(const branch_request& request);
[[nodiscard]] drawn_branch draw_branch(rng engine, const branch_request& request);
} // namespace tali::detail

namespace tali::choices {

/// An engine and its context: three words, cheap to copy into a loop that should keep them in registers.
class random_source {
public:
  static constexpr int default_size = random_context::default_size;

  random_source(rng engine, random_context& context) noexcept : engine_(engine), context_(&context) {}

  /// Draws from a generator; the second form names the part of the result, which only matters backward.
  template <class G>
  TALI_INLINE auto operator()(const G& g) {
    return g(*this);
  }
  template <class G, class... Focus>
  TALI_INLINE auto operator()(const G& g, const Focus&... /*focus*/) {
    return g(*this);
  }

  /// An index in [0, last]. U is std::uint32_t or std::uint64_t; `How` is a constant so that it costs nothing at run
  /// time.
  template <spread How, class U>
  TALI_INLINE U integer(U last, U origin, std::uint64_t zero) {
    if constexpr (How == spread::uniform) {
      return uniform(last);
    } else if constexpr (How == spread::edgy) {
      return static_cast<U>(edgy(last, origin, zero));
    } else {
      if (last >= uniform_up_to) [[unlikely]] {
        return static_cast<U>(edgy(last, origin, zero));
      }
      return uniform(last);
    }
  }

  /// Uniform in [0, last].
  template <class U>
  TALI_INLINE U uniform(U last) {
    const U drawn = static_cast<U>(between(engine_, last));
#ifdef __clang__
    // Lets Clang remove range checks that depend on this. GCC would generate slower code.
    __builtin_assume(drawn <= last);
#endif
    return drawn;
  }

  /// The index of a branch, chosen with the given weights.
  template <class Labels, class... W>
  TALI_INLINE std::uint32_t branch(std::uint32_t first, W... rest) {
    const std::uint64_t total = (std::uint64_t{first} + ... + rest);
    if (total - 1 >= 0xffffffffU) [[unlikely]] { // also when it is 0
      detail::throw_bad_weights(total, 1 + sizeof...(rest));
    }
    const std::uint32_t x = below(engine_, static_cast<std::uint32_t>(total));
    // Equal constant weights need no comparisons. The result is the same; this only helps the compiler.
    const bool same = ((rest == first) && ...);
    if (__builtin_constant_p(same) && same && __builtin_constant_p(first)) {
      return x / first;
    }
    std::uint32_t index = 0;
    std::uint32_t bound = first;
    ((index += static_cast<std::uint32_t>(x >= bound), bound += rest), ...);
    return index;
  }

  /// The same for weights known only at run time.
  [[nodiscard]] TALI_INLINE std::uint32_t branch(const branch_request& request) {
    const detail::drawn_branch drawn = detail::draw_branch(engine_, request);
    engine_ = drawn.engine;
    return static_cast<std::uint32_t>(drawn.index);
  }

  [[nodiscard]] TALI_INLINE double real(const real_request& request) {
    const detail::drawn_real drawn = detail::draw_real(engine_, *context_, request);
    engine_ = drawn.engine;
    return drawn.value;
  }

  /// An integer by the `edgy` spread.
  [[nodiscard]] TALI_INLINE std::uint64_t edgy(std::uint64_t last, std::uint64_t origin, std::uint64_t zero) {
    using detail::neighbourhoods;
    if (order_ != neighbourhoods::nothing_left && context_->near.last == last) [[likely]] {
      const neighbourhoods::interval& place = context_->near.at[order_ % neighbourhoods::kept];
      order_ /= neighbourhoods::kept;
      return place.low + detail::scaled(engine_(), place.extent);
    }
    const detail::drawn_integer drawn = detail::draw_edgy(engine_, *context_, last, origin, zero);
    engine_ = drawn.engine;
    order_ = context_->near.order;
    return drawn.index;
  }

  template <const span_info& Info>
  [[nodiscard]] TALI_INLINE detail::no_scope span() const noexcept {
    return {};
  }

  /// A saved state of this source.
  struct position {
    rng engine;
    std::uint64_t order;
    int size;
    std::uint32_t drawn;
    std::array<std::uint64_t, random_context::most_recent> recent;
    detail::neighbourhoods near;
  };
  [[nodiscard]] position here() const {
    position p{engine_, order_, context_->size, context_->drawn, {}, {}};
    p.near.last = context_->near.last;
    if (context_->near.chosen > 0) { // otherwise it is still empty
      p.near = context_->near;
    }
    for (std::size_t i = 0; i < random_context::most_recent && i < p.drawn; ++i) {
      p.recent[i] = context_->recent[i];
    }
    return p;
  }
  void back_to(const position& p) {
    engine_ = p.engine;
    order_ = p.order;
    context_->size = p.size;
    context_->drawn = p.drawn;
    context_->recent = p.recent;
    context_->near = p.near;
  }

  /// Whether a repeated request can have a different answer. If not, a failed retry is a discard, not an error.
  [[nodiscard]] static constexpr bool chance() noexcept { return true; }
  /// Whether the choices are given and may have been edited (see dynamic_source).
  [[nodiscard]] static constexpr bool lenient() noexcept { return false; }

  /// The current engine: its position shows how much was drawn.
  [[nodiscard]] const rng& engine() const noexcept { return engine_; }

  [[nodiscard]] TALI_INLINE int size() const noexcept { return context_->size; }
  [[nodiscard]] source_hooks* hooks() const noexcept { return context_->hooks; }
  TALI_INLINE void set_size(int size) noexcept { context_->size = size; }

  /// Called on entering a recursive generator. One comparison: there is no counter to update.
  TALI_INLINE void check_depth() const {
    if (__builtin_frame_address(0) < context_->stack_floor) [[unlikely]] {
      detail::check_stack(__builtin_frame_address(0));
    }
  }

  /// The arena in which values are built on request; null unless given.
  void build_in(arena* memory) noexcept { context_->memory = memory; }
  [[nodiscard]] TALI_INLINE arena* memory() const noexcept { return context_->memory; }
  /// A T in the arena.
  template <class T, class... A>
  [[nodiscard]] TALI_INLINE arena_ptr<T> make(A&&... arguments) {
    if (context_->memory == nullptr) [[unlikely]] {
      detail::throw_no_arena();
    }
    return context_->memory->template make<T>(std::forward<A>(arguments)...);
  }

private:
  rng engine_;
  // Not in the context, because it changes with each draw.
  std::uint64_t order_ = detail::neighbourhoods::nothing_left;
  random_context* context_;
};

} // namespace tali::choices
