// SPDX-License-Identifier: BSL-1.0
// expect: a symbolic truth value cannot be the condition of if, while, \?:
#include <tali/assess/problem.hpp>

struct numbers {
  template <class Make>
  auto input(Make& make) const {
    return make.integer(0, 9);
  }
  template <class Make>
  auto output(Make& make) const {
    return make.integer(0, 9);
  }
};

void describe(tali::assess::problem_of<numbers>& p) {
  p.subproperty("larger", "", [](const auto& in, const auto& out) {
#ifdef TALI_FIXED
    return tali::assess::choose(in == 0, out, in) < out;
#else
    return (in == 0 ? out : in) < out;
#endif
  });
}
