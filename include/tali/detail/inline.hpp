// SPDX-License-Identifier: BSL-1.0
// TALI_INLINE marks the calls that must be inlined so that a composed generator compiles to the equivalent of a
// hand-written loop.
//
// A combinator that is not inlined keeps its parts in memory, and reading a part costs more than the draw. Compilers
// inline most combinators without the mark, but the rest made recursive generators slow with one compiler and fast with
// the other. (TALI_INLINE_LAMBDA is its form for lambdas; TALI_INLINE_CALL precedes a statement that calls a user's
// function, for compilers that can inline a single call.) Without optimisation the marks are disabled, for better
// debugging and shorter compile times.
#pragma once

#if defined(__OPTIMIZE__)
#define TALI_INLINE [[gnu::always_inline]] inline
#define TALI_INLINE_LAMBDA __attribute__((always_inline))
#if defined(__clang__) && __clang_major__ >= 15
#define TALI_INLINE_CALL [[clang::always_inline]]
#else
#define TALI_INLINE_CALL
#endif
#else
#define TALI_INLINE inline
#define TALI_INLINE_LAMBDA
#define TALI_INLINE_CALL
#endif
