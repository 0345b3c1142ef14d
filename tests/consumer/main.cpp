// SPDX-License-Identifier: BSL-1.0
// What somebody who just installed tali compiles first. Shared by every consumer project here.
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
