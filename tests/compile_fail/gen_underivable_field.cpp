// SPDX-License-Identifier: BSL-1.0
// expect: field_cannot_be_derived<settings, socket_handle, .*"handle"
// The error for a field without a generator names the type, the field and the field's type.
#include <tali/gen/arbitrary.hpp>

class socket_handle {
public:
  explicit socket_handle(int number) : number_(number) {}

private:
  int number_;
};

struct settings {
  int port;
#ifdef TALI_FIXED
  long handle;
#else
  socket_handle handle;
#endif
};

settings f(tali::choices::dynamic_source& source) { return tali::arbitrary<settings>()(source); }
