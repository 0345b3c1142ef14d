// SPDX-License-Identifier: BSL-1.0
// expect: tali: a part of this type is opaque .* and has no fingerprint
// A fingerprint needs access to all parts of the value.
#include "tali/value/hash.hpp"

class sealed {
public:
  explicit sealed(int number) : number_(number) {}

private:
#ifdef TALI_FIXED
  friend struct tali::fields_of<sealed>;
#endif
  int number_;
};

#ifdef TALI_FIXED
template <>
struct tali::fields_of<sealed> {
  static constexpr auto value = fields(field("number", &sealed::number_));
};
#endif

struct holds_sealed {
  int a;
  sealed b;
};

auto f(const holds_sealed& v) { return tali::values::hash_value(v); }
