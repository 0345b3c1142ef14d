// SPDX-License-Identifier: BSL-1.0
// One generator, many uses: it requests choices, and the source of the answers determines the use.
// docs/explanation/generators-are-parsers.md explains the idea.
#include <tali/source/bytes.hpp>
#include <tali/source/prefix.hpp>
#include <tali/tali.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace gen = tali::gen;

namespace {

struct pixel {
  int x;
  int y;
  bool set;

  friend bool operator==(const pixel&, const pixel&) = default;
};

constexpr auto any_pixel = gen::build<pixel>(gen::integer(0, 7), gen::integer(0, 7), gen::boolean());

void print(const char* what, const pixel& p) { std::printf("%-22s %s\n", what, tali::show(p).c_str()); }

void require(bool condition) {
  if (!condition) {
    std::puts("not as expected");
    std::exit(1);
  }
}

} // namespace

int main() {
  // At random, from a seed.
  print("sample", tali::sample(any_pixel, /*seed=*/1));

  // The same, with recorded choices, and the value parsed from the choices.
  const auto recorded = tali::record(any_pixel, /*seed=*/1);
  require(recorded.value == tali::sample(any_pixel, 1));
  const auto parsed = tali::parse(any_pixel, recorded.choices.choices, recorded.choices.size);
  require(parsed == recorded.value);
  for (const tali::choices::choice& c : recorded.choices.choices) {
    std::printf("%-22s %llu of 0..%llu\n", "  choice", static_cast<unsigned long long>(c.value),
                static_cast<unsigned long long>(c.last));
  }

  // All values, simplest first: 8 * 8 * 2.
  for (const pixel& p : tali::enumerate(any_pixel, 3)) {
    print("enumerate", p);
  }
  require(tali::enumerate(any_pixel, 1000).size() == 128);

  // Backward, from any value to its choices, if the generator can produce it.
  require(tali::reflect(any_pixel, pixel{5, 2, true}).has_value());
  require(!tali::accepts(any_pixel, pixel{8, 0, false}));

  // From the bytes of a fuzzer.
  const std::array bytes{std::byte{5}, std::byte{2}, std::byte{1}};
  tali::choices::bytes_source fuzzer(bytes);
  print("bytes", any_pixel(static_cast<tali::choices::dynamic_source&>(fuzzer)));

  // Some choices given, the others at random.
  tali::choices::prefix_source prefix(std::span(recorded.choices.choices).first(1), tali::choices::rng(99),
                                      recorded.choices.size);
  const pixel same_column = any_pixel(static_cast<tali::choices::dynamic_source&>(prefix));
  print("prefix", same_column);
  require(same_column.x == recorded.value.x);
}
