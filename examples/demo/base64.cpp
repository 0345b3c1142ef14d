// SPDX-License-Identifier: BSL-1.0
// A codec, tested in both directions. Encoding and decoding needs only bytes. Decoding and encoding needs valid text,
// which random text seldom is: most cases are discarded and the report warns. It is better to generate only valid
// text, as the third property does.
#include "base64.hpp"

#include <tali/gen/regex.hpp>
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <string>

namespace gen = tali::gen;

namespace {

TALI_PROPERTY("base64: decoding undoes encoding", tali::named("bytes", gen::bytes()),
              [](tali::test_case& c, const std::string& bytes) {
                const std::string text = base64::encode(bytes);
                c.note("text", text);
                c.collect("length of the rest: " + std::to_string(bytes.size() % 3));
                // The run continues until this is decided, and the property fails if it does not hold.
                c.cover(20, text.ends_with('='), "with padding");

                c.expect(text.size() == (bytes.size() + 2) / 3 * 4, "four digits for three bytes");
                c.expect(base64::decode(text) == bytes, "the same bytes");
              });

TALI_PROPERTY("base64: encoding undoes decoding, with luck",
              tali::named("text", gen::string(gen::alphabet("AQgw+/="), 4, 8)), [](const std::string& text) {
                const auto bytes = base64::decode(text);
                tali::assume(bytes.has_value(), "not base64");
                return base64::encode(*bytes) == text;
              });

TALI_PROPERTY("base64: encoding undoes decoding",
              tali::named("text", gen::matching("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?")),
              [](const std::string& text) {
                const auto bytes = base64::decode(text);
                return bytes && base64::encode(*bytes) == text;
              });

} // namespace
