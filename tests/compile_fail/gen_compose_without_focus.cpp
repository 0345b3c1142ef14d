// SPDX-License-Identifier: BSL-1.0
// expect: tali: gen::compose cannot run backward: a draw does not name the part of the result it produces
// A draw that has to be found in the value again needs a focus.
#include <tali/gen/compose.hpp>
#include <tali/gen/integer.hpp>
#include <tali/interpret/reflect.hpp>

struct point {
  int x;
};

bool f(const point& p) {
  const auto points = tali::gen::compose<point>([](auto& draw) {
#ifdef TALI_FIXED
    return point{draw(tali::gen::integer(0, 9), &point::x)};
#else
    return point{draw(tali::gen::integer(0, 9))};
#endif
  });
  return tali::accepts(points, p);
}
