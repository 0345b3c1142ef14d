// SPDX-License-Identifier: BSL-1.0
// expect: tali: this aggregate has more than 64 fields
// The number of fields is limited.
#include "tali/value/fields.hpp"

struct wide {
  int a[1], b[1], c[1], d[1], e[1];
  int f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9;
  int h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9;
  int j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, k0, k1, k2, k3, k4, k5, k6, k7, k8;
#ifndef TALI_FIXED
  int one_more;
#endif
};

static_assert(tali::values::field_count<wide> == 64);
