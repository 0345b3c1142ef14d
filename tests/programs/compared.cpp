// SPDX-License-Identifier: BSL-1.0
// Properties of code that reports its comparisons: each fails within 1,000 cases, for every seed, in the same case
// whatever the number of threads, and its replay text fails again. Exits with 0 if so.
#include "compared_code/code.hpp"

#include <tali/store/encoding.hpp>
#include <tali/tali.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

int wrong = 0;

template <class Body>
void expect_found(const char* name, const Body& body, std::uint64_t least) {
  constexpr std::uint64_t seeds = 20;
  std::uint64_t found = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const tali::settings one{.seed = seed, .threads = 1, .shrink = 0, .explain = 0, .store = "off"};
    const tali::result r = tali::check(name, one, body);
    if (r.failures.empty()) {
      continue;
    }
    ++found;
    tali::settings two = one;
    two.threads = 2;
    const tali::result again = tali::check(name, two, body);
    tali::settings replay = one;
    replay.replay = tali::store::choices_to_text(r.failures.front().choices);
    if (again.failures.empty() || again.failures.front().index != r.failures.front().index ||
        tali::check(name, replay, body).failures.empty() || r.failures.front().flaky) {
      std::printf("%s: seed %llu is not repeated\n", name, static_cast<unsigned long long>(seed));
      ++wrong;
    }
  }
  std::printf("%s: %llu of %llu\n", name, static_cast<unsigned long long>(found),
              static_cast<unsigned long long>(seeds));
  wrong += found < least ? 1 : 0;
}

} // namespace

int main() {
  expect_found("a number", [](std::uint32_t n) { return !is_magic(n); }, 19);
  expect_found("a negative number", [](std::int64_t n) { return !is_negative_magic(n); }, 19);
  expect_found("a case of a switch", [](std::uint32_t n) { return kind_of_message(n) != 2; }, 19);
  expect_found("a text", [](const std::string& s) { return !is_password(s); }, 18);
  expect_found("the start of a file", [](const std::string& s) { return !is_header(s); }, 8);
  return wrong == 0 ? 0 : 1;
}
