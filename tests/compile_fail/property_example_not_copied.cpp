// SPDX-License-Identifier: BSL-1.0
// expect: a value that cannot be copied is passed to the body by const reference
// An example is run several times, so a value that can only be moved stays where it is.
#include <tali/property/check.hpp>

#include <memory>

tali::result f() {
#ifdef TALI_FIXED
  auto p = tali::property("boxed", [](const std::unique_ptr<int>& n) { return !n; });
#else
  auto p = tali::property("boxed", [](std::unique_ptr<int> n) { return !n; });
#endif
  p.example(nullptr);
  return p.run();
}
