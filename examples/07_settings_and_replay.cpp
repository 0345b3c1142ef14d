// SPDX-License-Identifier: BSL-1.0
// Settings, and rerunning failing cases. Here tali::check runs the properties and returns a result, a plain value
// that contains everything. It prints nothing.
#include <tali/tali.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gen = tali::gen;

namespace {

int mean(const std::vector<int>& xs) {
  int sum = 0; // too narrow: the bug
  for (const int x : xs) {
    sum = static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(x));
  }
  return sum / static_cast<int>(xs.size());
}

bool mean_is_within(const std::vector<int>& xs) {
  int lo = xs.front();
  int hi = xs.front();
  for (const int x : xs) {
    lo = x < lo ? x : lo;
    hi = x > hi ? x : hi;
  }
  return lo <= mean(xs) && mean(xs) <= hi;
}

void require(bool condition, const char* what) {
  if (!condition) {
    std::printf("not as expected: %s\n", what);
    std::exit(1);
  }
}

} // namespace

int main() {
  using namespace std::chrono_literals;
  const auto numbers = gen::non_empty_vector(gen::integer());

  // Settings in code. All others have defaults; docs/reference/settings.md lists them.
  const tali::settings thorough{.cases = 100'000, .time_budget = 2s, .threads = 2};
  const tali::result first = tali::check("the mean lies within", thorough, numbers, mean_is_within);
  std::fputs(first.report().c_str(), stdout);
  require(first.status == tali::run_status::failed, "the bug is found");

  // The failure has a case number. The seed, the case number and the maximum size reproduce this case on any machine.
  const tali::failure& found = first.failures.front();
  const tali::settings again{.cases = first.settings.cases, .seed = first.settings.seed, .case_index = found.index};
  const tali::result second = tali::check("the mean lies within", again, numbers, mean_is_within);
  require(second.failures.front().values.front().text == found.values.front().text, "the same case again");

  // The choices need no seed: they produce the same value as long as the generator requests the same choices.
  const auto replayed = tali::replay(numbers, found.choices);
  require(replayed && !mean_is_within(*replayed), "the same value from its choices");

  // An example is an input that every run tries first.
  const tali::result third = tali::property("the mean lies within", numbers, mean_is_within)
                                 .example(std::vector<int>{2'000'000'000, 2'000'000'000})
                                 .run();
  require(third.failures.front().origin == tali::report::failure_origin::example, "the example fails at once");

  // A session reads the environment: with TALI_CASES=10 in it, this runs ten cases.
  const tali::session session = tali::session::from_environment();
  const tali::result fourth =
      session.check("small numbers are fine", gen::non_empty_vector(gen::integer(0, 1000)), mean_is_within);
  std::fputs(fourth.report().c_str(), stdout);
  require(fourth.passed(), "no overflow, no failure");
}
