// SPDX-License-Identifier: BSL-1.0
// Counts every operator new. To be included in exactly one file of a benchmark.
#pragma once

#include "common/measure.hpp"

#include <cstdlib>
#include <new>

__attribute__((noinline)) void* operator new(std::size_t size) {
  ++bench::allocations;
  if (void* p = std::malloc(size)) {
    return p;
  }
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* p) noexcept { std::free(p); }
__attribute__((noinline)) void operator delete(void* p, std::size_t /*size*/) noexcept { std::free(p); }
