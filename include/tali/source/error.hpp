// SPDX-License-Identifier: BSL-1.0
// The two exceptions of generators.
//
// Both are exceptions because they must leave arbitrary user code, and both are rare: a generator that returns a
// value never throws. A discard means "this case is unusable". A generator_error means "this generator is invalid",
// and its message names the remedy.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tali {

/// Thrown to abandon the current case without failing it: an unmet assumption, an exhausted filter, choices that do
/// not parse. Deliberately not a std::exception, so that a property's own catch clauses do not swallow it.
struct discard {
  std::string reason;
};

/// An invalid generator: an empty range, zero weights, impossible uniqueness, unbounded
/// recursion. The message names the generator and what to change.
class generator_error : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

namespace detail {
// Cold and out of line, so that a check on the hot path is one predictable branch.
[[noreturn, gnu::cold]] void throw_discard(std::string_view reason);
[[noreturn, gnu::cold]] void throw_generator_error(std::string_view message);
[[noreturn, gnu::cold]] void throw_empty_range(std::string_view generator, std::int64_t lo, std::int64_t hi);
[[noreturn, gnu::cold]] void throw_empty_range(std::string_view generator, std::uint64_t lo, std::uint64_t hi);
[[noreturn, gnu::cold]] void throw_empty_range(std::string_view generator, double lo, double hi);
[[noreturn, gnu::cold]] void throw_bad_weights(std::uint64_t total, std::uint64_t branches);
[[noreturn, gnu::cold]] void throw_no_arena();
[[noreturn, gnu::cold]] void throw_unsound();
/// Throws if the recursion has exhausted this thread's stack; returns when running on a stack that the caller
/// has created.
[[gnu::cold]] void check_stack(const void* frame);
} // namespace detail

} // namespace tali
