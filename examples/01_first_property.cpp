// SPDX-License-Identifier: BSL-1.0
// A property states what holds for all inputs. tali searches for an input that violates it.
//
// This file links with tali::main, so it has no main function. Try also:
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

// tali generates the inputs from the types of the parameters. Returning false, or throwing, fails the property.
TALI_PROPERTY("sorting twice is sorting once",
              [](const std::vector<int>& xs) { return sorted(sorted(xs)) == sorted(xs); });

// With a test_case as the first parameter, a property can make several assertions.
TALI_PROPERTY("sorting orders and loses nothing", [](tali::test_case& c, const std::vector<int>& xs) {
  const std::vector<int> ys = sorted(xs);
  c.note("sorted", ys); // shown if the property fails
  c.expect(std::is_sorted(ys.begin(), ys.end()), "ascending");
  c.expect(std::is_permutation(xs.begin(), xs.end(), ys.begin(), ys.end()), "the same elements");
});

// A property may have any number of parameters, of any derivable types.
TALI_PROPERTY("a concatenation begins with its first half",
              [](const std::string& a, const std::string& b) { return (a + b).starts_with(a); });

} // namespace
