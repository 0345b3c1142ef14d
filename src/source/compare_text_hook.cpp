// SPDX-License-Identifier: BSL-1.0
// Comparisons of texts: memcmp, strcmp and strncmp of a program that is linked with --wrap for them (tali_comparisons
// does). A separate file, so that other programs do not need the names that --wrap gives.
#include "source/comparisons.hpp"

#include <cstring>

// The names are given by the linker.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" int __real_memcmp(const void* a, const void* b, std::size_t n);
extern "C" int __real_strcmp(const char* a, const char* b);
extern "C" int __real_strncmp(const char* a, const char* b, std::size_t n);
extern "C" int __wrap_memcmp(const void* a, const void* b, std::size_t n);
extern "C" int __wrap_strcmp(const char* a, const char* b);
extern "C" int __wrap_strncmp(const char* a, const char* b, std::size_t n);

extern "C" int __wrap_memcmp(const void* a, const void* b, std::size_t n) {
  if (tali::detail::comparison_log* const log = tali::detail::current_comparisons; log != nullptr) {
    log->text(static_cast<const char*>(a), n);
    log->text(static_cast<const char*>(b), n);
  }
  return __real_memcmp(a, b, n);
}

extern "C" int __wrap_strcmp(const char* a, const char* b) {
  if (tali::detail::comparison_log* const log = tali::detail::current_comparisons; log != nullptr) {
    log->text(a, std::strlen(a));
    log->text(b, std::strlen(b));
  }
  return __real_strcmp(a, b);
}

extern "C" int __wrap_strncmp(const char* a, const char* b, std::size_t n) {
  if (tali::detail::comparison_log* const log = tali::detail::current_comparisons; log != nullptr) {
    log->text(a, strnlen(a, n));
    log->text(b, strnlen(b, n));
  }
  return __real_strncmp(a, b, n);
}
// NOLINTEND(bugprone-reserved-identifier)
