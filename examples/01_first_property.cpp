// SPDX-License-Identifier: BSL-1.0
// A property says what holds for all inputs; tali looks for an input for which it does not.
//
// Linked with tali::main, so there is no main here. Try also:
//   example_01_first_property --cases 100000
//   example_01_first_property --only 'sorting*' --verbosity verbose
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace {

std::vector<int> sorted(std::vector<int> xs) {
  std::sort(xs.begin(), xs.end());
  return xs;
}

// The inputs are made from the types of the parameters. Returning false, or throwing, fails the property.
TALI_PROPERTY("sorting twice is sorting once",
              [](const std::vector<int>& xs) { return sorted(sorted(xs)) == sorted(xs); });

// With a test_case in front one can say which of several things did not hold.
TALI_PROPERTY("sorting orders and loses nothing", [](tali::test_case& c, const std::vector<int>& xs) {
  const std::vector<int> ys = sorted(xs);
  c.note("sorted", ys); // shown if the property fails
  c.expect(std::is_sorted(ys.begin(), ys.end()), "ascending");
  c.expect(std::is_permutation(xs.begin(), xs.end(), ys.begin(), ys.end()), "the same elements");
});

// Any number of parameters, of any types that tali can look into.
TALI_PROPERTY("a concatenation begins with its first half",
              [](const std::string& a, const std::string& b) { return (a + b).starts_with(a); });

} // namespace
