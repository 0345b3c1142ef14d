// SPDX-License-Identifier: BSL-1.0
// TALI_INLINE marks the calls that must be inlined so that a composed generator becomes the loop one writes by hand.
//
// A combinator that remains a call keeps its parts in memory, and every part read back costs more than the draw it
// decides. Compilers inline most of them without the mark, but the rest made recursive generators slow on one compiler
// and fast on the other. (TALI_INLINE_LAMBDA is its form for lambdas; TALI_INLINE_CALL precedes a statement that calls
// a function of the user's, on compilers that can force a single call to be inlined.) Without optimisation the mark is
// off, for better debugging and shorter compile times.
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
