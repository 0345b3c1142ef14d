// SPDX-License-Identifier: BSL-1.0
// Pure functions. Two count as equal if they give the same results for a few arguments.
#include "tables.hpp"

#include <tali/gen.hpp>
#include <tali/gen/function.hpp>

namespace conformance {

namespace gen = tali::gen;
using tali::arbitrary;

namespace {

constexpr auto same_on_numbers = [](const auto& f, const auto& g) {
  for (int i = 0; i < 10; ++i) {
    if (!tali::values::equal_values(f(i), g(i)) || !tali::values::equal_values(f(i), f(i))) {
      return false;
    }
  }
  return true;
};
constexpr auto same_on_text = [](const auto& f, const auto& g) {
  return f("", 1) == g("", 1) && f("abc", 2) == g(std::string("abc"), 2) && f("abc", 2) == f("abc", 2);
};
constexpr auto gives_digits = [](const auto& f) {
  for (int i = -5; i < 5; ++i) {
    if (f(i) < 0 || f(i) > 9) {
      return false;
    }
  }
  return true;
};

} // namespace

void functions(table& into) {
  FORWARD_SUBJECT(gen::function<int(int)>(gen::integer(0, 9))).equal_by(same_on_numbers).valid(gives_digits).share(0.3);
  FORWARD_SUBJECT(gen::function<std::string(int)>()).equal_by(same_on_numbers).share(0.3);
  FORWARD_SUBJECT(gen::function<bool(const std::string&, int)>()).equal_by(same_on_text).share(0.3);
  FORWARD_SUBJECT(gen::function<std::vector<double>(long)>()).equal_by(same_on_numbers).share(0.3);
  FORWARD_SUBJECT(arbitrary<tali::pure_function<int(int)>>()).equal_by(same_on_numbers).share(0.3);
  FORWARD_SUBJECT(arbitrary<std::function<int(int)>>()).equal_by(same_on_numbers).share(0.3);
  FORWARD_SUBJECT(gen::pair(gen::function<int(int)>(), gen::integer(0, 9)))
      .equal_by([](const auto& a, const auto& b) { return same_on_numbers(a.first, b.first) && a.second == b.second; })
      .share(0.3);
}

} // namespace conformance
