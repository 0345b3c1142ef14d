// SPDX-License-Identifier: BSL-1.0
// The first program of a user who has just installed tali. Shared by every consumer project here.
#if __has_include(<tali/tali.hpp>)
#include <tali/tali.hpp>
#endif
#include <tali/version.hpp>

#include <cstdio>

int main() {
  const auto linked = tali::version();
  std::printf("tali %.*s\n", static_cast<int>(linked.size()), linked.data());
  return linked == TALI_VERSION_STRING ? 0 : 1;
}
