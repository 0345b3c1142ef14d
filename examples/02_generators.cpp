// SPDX-License-Identifier: BSL-1.0
// A tour of the generators and their values. docs/reference/generators.md lists them all.
#include <tali/gen/containers.hpp>
#include <tali/gen/permutation.hpp>
#include <tali/gen/regex.hpp>
#include <tali/tali.hpp>

#include <cstdio>
#include <string>

namespace gen = tali::gen;

namespace {

enum class suit { clubs, diamonds, hearts, spades };

struct range {
  int lo;
  int hi;
};

/// Prints a few values of a generator, the same in every run.
template <class G>
void tour(const char* code, const G& g) {
  std::printf("%s\n", code);
  for (const auto& value : tali::samples(g, 4, /*seed=*/7, /*size=*/8)) {
    std::printf("    %s\n", tali::show(value).c_str());
  }
}
#define TOUR(...) tour(#__VA_ARGS__, __VA_ARGS__)

} // namespace

int main() {
  // Numbers: ranges are inclusive; wide ranges favour limits and small values unless they are uniform.
  TOUR(gen::integer(1, 6));
  TOUR(gen::integer<long long>());
  TOUR(gen::integer(0, 1'000'000).uniform());
  TOUR(gen::real(-1.0, 1.0));

  // Given values.
  TOUR(gen::element(2, 3, 5, 7, 11));
  TOUR(gen::enumerator<suit>());
  TOUR(gen::exact(42));

  // Text.
  TOUR(gen::ascii());
  TOUR(gen::text(0, 5)); // any UTF-8
  TOUR(gen::string(gen::alphabet("ACGT"), 8));
  TOUR(gen::matching("[a-z]+@[a-z]+\\.(org|net)"));

  // Containers: the size bounds the length, or the length is given.
  TOUR(gen::vector(gen::boolean()));
  TOUR(gen::vector(gen::integer(0, 9), 3));
  TOUR(gen::set(gen::integer(0, 99), 2, 4));
  TOUR(gen::map_of(gen::ascii(1, 3), gen::boolean(), 0, 2));
  TOUR(gen::permutation(std::vector<char>{'a', 'b', 'c'}));

  // Combinations.
  TOUR(gen::pair(gen::integer(0, 9), gen::printable()));
  TOUR(gen::optional(gen::integer(0, 9)));
  TOUR(gen::one_of(gen::integer(0, 9), gen::integer(1000, 1009)));
  TOUR(gen::pick(gen::branch<"common">(3, gen::exact(0)), gen::branch<"rare">(1, gen::integer(1, 9))));
  TOUR(gen::map(gen::integer(0, 9), [](int n) { return n * n; }));
  TOUR(gen::filter(gen::integer(0, 99), [](int n) { return n % 7 == 0; }));

  // Ordinary code, where a draw may depend on earlier draws.
  TOUR(gen::compose<range>([](auto& draw) {
    const int lo = draw(gen::integer(0, 99), &range::lo);
    const int hi = draw(gen::integer(lo, 99), &range::hi);
    return range{lo, hi};
  }));
}
