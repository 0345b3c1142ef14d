// SPDX-License-Identifier: BSL-1.0
// expect: tali: a part of this type is opaque and has no operator==
// Values are compared only if all their parts can be.
#include "tali/value/equal.hpp"

class sealed {
public:
  explicit sealed(int number) : number_(number) {}
#ifdef TALI_FIXED
  bool operator==(const sealed&) const = default;
#endif

private:
  int number_;
};

struct holds_sealed {
  int a;
  sealed b;
};

bool f(const holds_sealed& v) { return tali::values::equal_values(v, v); }
