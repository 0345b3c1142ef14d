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
#include <tali/source/variation.hpp>

#include <cstdint>
#include <string_view>

namespace tali::detail {
/// The lowest stack address that recursion may reach on this thread before a generator counts as unbounded.
[[nodiscard]] const void* stack_floor() noexcept;

struct no_scope {};

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

  explicit random_context(int wanted_size = default_size) noexcept
      : stack_floor(detail::stack_floor()), size(wanted_size) {}

  /// Prepares for another case, without computing the stack limit again.
  TALI_INLINE void restart(int wanted_size) noexcept {
    size = wanted_size;
    drawn.restart();
    parts.restart();
  }
  /// The next case is one of a property, with this random stream.
  TALI_INLINE void vary(rng stream) noexcept { variation = detail::variation_of(stream); }

  const void* stack_floor;
  arena* memory = nullptr;
  int size;
  detail::case_variation variation;
  const detail::compared_values* compared = nullptr; // in a case of a property whose code reports comparisons
  source_hooks* hooks = nullptr;                     // of the code that runs the case
  detail::drawn_values drawn;
  detail::drawn_parts parts;
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
[[nodiscard]] drawn_real draw_real(rng engine, random_context& context, const real_request& request);
/// The sum of the weights. Throws generator_error if it is 0 or too large.
[[nodiscard]] std::uint64_t total_of(const branch_request& request);
[[nodiscard]] drawn_branch draw_branch(rng engine, const branch_request& request);

struct source_state {
  rng engine;
  std::uint64_t order;
};
/// An integer of the edgy spread was given instead of drawn (src/source/edgy_spread.cpp).
[[nodiscard]] source_state observe_edgy(source_state now, random_context& context, const integer_request& request,
                                        std::uint64_t index);

// The parts of a case that repeats some of them (src/source/repeat.cpp).
[[nodiscard]] source_state open_part(source_state now, random_context& context, const span_info& info);
[[nodiscard]] source_state close_part(source_state now, random_context& context) noexcept;
struct drawn_length {
  source_state now;
  std::uint64_t index;
};
[[nodiscard]] drawn_length draw_length(source_state now, random_context& context, std::uint64_t last);

// How the characters of the next text are restricted (src/source/text_hints.cpp).
struct text_hint {
  std::u32string_view whole; // exactly this text, unless empty
  std::uint32_t kind = 0;    // all characters of one kind: a random number, or 0
};
struct drawn_hint {
  rng engine;
  text_hint hint;
};
[[nodiscard]] drawn_hint draw_text_hint(rng engine, const random_context& context, std::uint64_t length);
} // namespace tali::detail

namespace tali::choices {

/// An engine and its context: four words, cheap to copy into a loop that should keep them in registers.
class random_source {
public:
  static constexpr int default_size = random_context::default_size;

  random_source(rng engine, random_context& context) noexcept
      : engine_(engine), context_(&context), repeats_(context.variation.repeats) {}

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
    if (order_ != neighbourhoods::nothing_left && context_->drawn.near.last == last) [[likely]] {
      const neighbourhoods::interval& place = context_->drawn.near.at[order_ % neighbourhoods::kept];
      order_ /= neighbourhoods::kept;
      return place.low + detail::scaled(engine_(), place.extent);
    }
    const detail::drawn_integer drawn = detail::draw_edgy(engine_, *context_, last, origin, zero);
    engine_ = drawn.engine;
    order_ = context_->drawn.near.order;
    return drawn.index;
  }

  /// The length of a sequence, from 0 to `last`.
  template <class U>
  TALI_INLINE U length(U last, std::uint64_t /*zero*/) {
    if (repeats_) [[unlikely]] {
      const detail::drawn_length drawn = detail::draw_length({engine_, order_}, *context_, last);
      take(drawn.now);
      return static_cast<U>(drawn.index);
    }
    return uniform(last);
  }

  /// This integer of the edgy spread was given instead of drawn: later draws refer to it as to one that was drawn.
  void observe(const integer_request& request, std::uint64_t index) {
    take(detail::observe_edgy({engine_, order_}, *context_, request, index));
  }

  /// How the characters of a text of this length are restricted.
  [[nodiscard]] TALI_INLINE detail::text_hint text_hint(std::uint64_t length) {
    if (!context_->variation.active) [[likely]] {
      return {};
    }
    const detail::drawn_hint drawn = detail::draw_text_hint(engine_, *context_, length);
    engine_ = drawn.engine;
    return drawn.hint;
  }

  /// Closes a part that can be repeated at the end of the scope.
  class part_scope {
  public:
    TALI_INLINE part_scope(random_source& source, const span_info& info) : source_(source) {
      if (source_.repeats_) [[unlikely]] {
        source_.open(info);
      }
    }
    part_scope(const part_scope&) = delete;
    part_scope& operator=(const part_scope&) = delete;
    TALI_INLINE ~part_scope() {
      if (source_.repeats_) [[unlikely]] {
        source_.close();
      }
    }

  private:
    random_source& source_;
  };
  template <const span_info& Info>
  [[nodiscard]] TALI_INLINE auto span() noexcept {
    if constexpr (detail::can_repeat(Info)) {
      return part_scope(*this, Info);
    } else {
      return detail::no_scope{};
    }
  }
  /// For a source that draws from this one: the same, of a span for which detail::can_repeat holds.
  TALI_INLINE void open(const span_info& info) { take(detail::open_part({engine_, order_}, *context_, info)); }
  TALI_INLINE void close() noexcept { take(detail::close_part({engine_, order_}, *context_)); }
  [[nodiscard]] bool repeats() const noexcept { return repeats_; }

  /// A state of this source to return to.
  struct position {
    detail::draw_position drawn;
    int size;
  };
  [[nodiscard]] position here() const { return {{engine_, order_, context_->drawn}, context_->size}; }
  void back_to(const position& p) {
    engine_ = p.drawn.engine;
    order_ = p.drawn.order;
    context_->drawn = p.drawn.drawn;
    context_->size = p.size;
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
  TALI_INLINE void take(const detail::source_state& now) noexcept {
    engine_ = now.engine;
    order_ = now.order;
  }

  rng engine_;
  // Not in the context, because it changes with each draw.
  std::uint64_t order_ = detail::neighbourhoods::nothing_left;
  random_context* context_;
  bool repeats_; // here and not in the context: it is tested for each part
};

} // namespace tali::choices
