// SPDX-License-Identifier: BSL-1.0
// expect: field_cannot_be_derived<message, std::(__1::)?basic_string_view<char.*"text"
// A view owns nothing, so no value can be generated for it.
#include <tali/gen/arbitrary.hpp>

#include <string_view>

struct message {
#ifdef TALI_FIXED
  std::string text;
#else
  std::string_view text;
#endif
};

message f(tali::choices::dynamic_source& source) { return tali::arbitrary<message>()(source); }
