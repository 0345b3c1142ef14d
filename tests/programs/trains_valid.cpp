// SPDX-License-Identifier: BSL-1.0
// A property over valid values with its model in the file named by the first argument. The other arguments go to the
// runner. CHANGED=generator or CHANGED=predicate in the environment replaces the one that was trained.
#include <tali/gen.hpp>
#include <tali/property/check.hpp>
#include <tali/valid.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s <model>\n", argv[0]);
    return 2;
  }
  const char* changed = std::getenv("CHANGED");
  const std::string_view what = changed != nullptr ? changed : "";
  tali::learn::valid_options options;
  options.model = argv[1];
  const bool strict = what == "predicate";
  const auto lists = tali::gen::vector(tali::gen::integer(0, what == "generator" ? 98 : 99), 0, 12);
  const auto sorted = tali::gen::valid(
      lists,
      [strict](const std::vector<int>& xs) {
        return std::is_sorted(xs.begin(), xs.end()) &&
               (!strict || std::adjacent_find(xs.begin(), xs.end()) == xs.end());
      },
      options);
  const auto session = tali::session::from_environment();
  std::size_t longest = 0;
  const tali::result r = session.check("sorted", sorted, [&](const std::vector<int>& xs) {
    longest = std::max(longest, xs.size());
    return std::is_sorted(xs.begin(), xs.end());
  });
  std::fputs(r.report().c_str(), stdout);
  std::printf("%llu cases, longest %zu, learned from %s\n", static_cast<unsigned long long>(r.cases), longest,
              sorted.statistics().summary().c_str());
  return r ? 0 : 1;
}
