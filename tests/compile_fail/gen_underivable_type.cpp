// SPDX-License-Identifier: BSL-1.0
// expect: type_cannot_be_derived<socket_handle>
// The error for a type without a generator names it.
#include <tali/gen/arbitrary.hpp>
#include <tali/gen/map.hpp>

class socket_handle {
public:
  explicit socket_handle(int number) : number_(number) {}

private:
  int number_;
};

#ifdef TALI_FIXED
template <>
struct tali::arbitrary_for<socket_handle> {
  static auto make() {
    return gen::map(gen::integer(0, 9), [](int number) { return socket_handle(number); });
  }
};
#endif

socket_handle f(tali::choices::dynamic_source& source) { return tali::arbitrary<socket_handle>()(source); }
