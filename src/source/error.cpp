// SPDX-License-Identifier: BSL-1.0
// The messages of generator errors, and where recursion must stop.
#include <tali/source/error.hpp>
#include <tali/source/random.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

#if defined(__linux__)
#include <pthread.h>
#endif

#include <fmt/format.h>

namespace tali::detail {

void throw_discard(std::string_view reason) { throw discard{std::string(reason)}; }

void throw_generator_error(std::string_view message) { throw generator_error(std::string(message)); }

void throw_empty_range(std::string_view generator, std::int64_t lo, std::int64_t hi) {
  throw generator_error(fmt::format("{}({}, {}): the range is empty: expected low <= high", generator, lo, hi));
}
void throw_empty_range(std::string_view generator, std::uint64_t lo, std::uint64_t hi) {
  throw generator_error(fmt::format("{}({}, {}): the range is empty: expected low <= high", generator, lo, hi));
}
void throw_empty_range(std::string_view generator, double lo, double hi) {
  throw generator_error(
      fmt::format("{}({}, {}): not a range of numbers: expected finite bounds with low <= high", generator, lo, hi));
}

void throw_bad_weights(std::uint64_t total, std::uint64_t branches) {
  if (branches == 0) {
    throw generator_error("gen::pick: no branches; pass at least one");
  }
  if (total == 0) {
    throw generator_error(fmt::format(
        "gen::pick: the weights of all {} branches are 0; give at least one branch a positive weight", branches));
  }
  throw generator_error(
      fmt::format("gen::pick: the weights of {} branches sum to {}; keep the sum below 2^32", branches, total));
}

void throw_no_arena() {
  throw generator_error(
      "draw.make<T>() and pmr containers need an arena: run in a property, or give the source one with "
      "build_in(&arena)");
}

void throw_unsound() {
  throw generator_error("running a generator backward on a value gave choices that produce another value: some "
                        "focus or inverse in it is wrong; tali::validate finds which one");
}

namespace {

struct stack_bounds {
  std::uintptr_t low = 0;
  std::uintptr_t floor = 0;
};

stack_bounds find_stack_bounds() noexcept {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  constexpr std::uintptr_t assumed = std::uintptr_t{512} << 10U; // if the system does not report it
  stack_bounds bounds{here - assumed, here - assumed};
#if defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* address = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) {
      bounds.low = reinterpret_cast<std::uintptr_t>(address);
      // An eighth is reserved for the property and its assertions, which may run deep in the stack.
      bounds.floor = bounds.low + std::max<std::uintptr_t>(std::uintptr_t{64} << 10U, size / 8);
    }
    pthread_attr_destroy(&attributes);
  }
#endif
  return bounds;
}

const stack_bounds& this_thread_stack() noexcept {
  thread_local const stack_bounds bounds = find_stack_bounds();
  return bounds;
}

} // namespace

const void* stack_floor() noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address to compare with, never dereferenced
  return reinterpret_cast<const void*>(this_thread_stack().floor);
}

void check_stack(const void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  const stack_bounds& stack = this_thread_stack();
  if (address >= stack.low && address < stack.floor) {
    throw generator_error("gen::recursive: unbounded recursion: the stack is exhausted; give every recursive call a "
                          "smaller argument and a branch that does not recurse");
  }
}

} // namespace tali::detail
