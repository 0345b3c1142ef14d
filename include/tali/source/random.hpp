// SPDX-License-Identifier: BSL-1.0
// random_source: supplies choices from the random engine. The hot path of every run.
//
// Generators are templates over their source; for this one everything below inlines, spans and labels are empty types,
// and what is left is the loop one would write by hand. Nothing here allocates, records or calls through a pointer.
#pragma once

#include <tali/detail/inline.hpp>
#include <tali/random/rng.hpp>
#include <tali/source/arena.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/error.hpp>

#include <array>
#include <cstdint>

namespace tali {

namespace detail {
/// The lowest address recursion may reach on this thread before a generator counts as endless.
[[nodiscard]] const void* stack_floor() noexcept;

struct no_scope {};
} // namespace detail

class random_source {
public:
  static constexpr int default_size = 100;

  explicit random_source(rng engine, int size = default_size) noexcept
      : engine_(engine), stack_floor_(detail::stack_floor()), size_(size) {}
  explicit random_source(std::uint64_t seed, int size = default_size) noexcept : random_source(rng(seed), size) {}

  /// Draws from a generator; the second form names which part of the result it makes, which only matters backward.
  template <class G>
  TALI_INLINE auto operator()(const G& g) {
    return g(*this);
  }
  template <class G, class... Focus>
  TALI_INLINE auto operator()(const G& g, const Focus&... /*focus*/) {
    return g(*this);
  }

  /// An index in [0, last]. U is std::uint32_t or std::uint64_t; `How` is a constant so that nothing is left of it.
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
    return static_cast<U>(between(engine_, last));
  }

  /// The index of a branch, chosen with the given weights.
  template <class Labels, class... W>
  TALI_INLINE std::uint32_t branch(std::uint32_t first, W... rest) {
    const std::uint64_t total = (std::uint64_t{first} + ... + rest);
    if (total - 1 >= 0xffffffffU) [[unlikely]] { // also when it is 0
      detail::throw_bad_weights(total, 1 + sizeof...(rest));
    }
    const std::uint32_t x = below(engine_, static_cast<std::uint32_t>(total));
    // Equal constant weights need no comparisons. Both ways give the same index: this only helps the compiler see it.
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
  [[nodiscard]] std::uint32_t branch(const branch_request& request);

  [[nodiscard]] double real(const real_request& request);
  [[nodiscard]] TALI_INLINE double unit_real() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  template <const span_info& Info>
  [[nodiscard]] TALI_INLINE detail::no_scope span() const noexcept {
    return {};
  }

  /// Whether asking again can give another answer. Where it cannot, a failed retry is a discard, not an error.
  [[nodiscard]] static constexpr bool chance() noexcept { return true; }

  [[nodiscard]] TALI_INLINE int size() const noexcept { return size_; }
  TALI_INLINE void set_size(int size) noexcept { size_ = size; }

  /// Called on entering a recursive generator. One comparison: no counter to keep, none to undo.
  TALI_INLINE void check_depth() const {
    if (__builtin_frame_address(0) < stack_floor_) [[unlikely]] {
      detail::check_stack(__builtin_frame_address(0));
    }
  }

  /// The arena values are built in when they ask for one; null unless given.
  void build_in(arena* memory) noexcept { arena_ = memory; }
  [[nodiscard]] TALI_INLINE arena* memory() const noexcept { return arena_; }
  /// A T in the arena.
  template <class T, class... A>
  [[nodiscard]] TALI_INLINE arena_ptr<T> make(A&&... arguments) {
    if (arena_ == nullptr) [[unlikely]] {
      detail::throw_no_arena();
    }
    return arena_->template make<T>(std::forward<A>(arguments)...);
  }

  [[nodiscard]] TALI_INLINE rng& engine() noexcept { return engine_; }

  /// An integer by the `edgy` spread, for sources that wrap this one.
  [[nodiscard]] std::uint64_t edgy(std::uint64_t last, std::uint64_t origin, std::uint64_t zero);

private:
  static constexpr std::size_t remembered = 8;

  rng engine_;
  const void* stack_floor_;
  arena* arena_ = nullptr;
  int size_;
  std::uint32_t drawn_ = 0;                     // how many values `recent_` has seen
  std::array<std::uint64_t, remembered> recent_; // values drawn by `edgy`; only the first `drawn_` are meaningful
};

} // namespace tali
