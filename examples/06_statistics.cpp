// SPDX-License-Identifier: BSL-1.0
// A property that passes proves little if its inputs were all alike. What they were is in the report: run this and read
// it.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace gen = tali::gen;

namespace {

/// Removes what stands twice in a row.
std::vector<int> without_repeats(std::vector<int> xs) {
  xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
  return xs;
}

TALI_PROPERTY("no repeats are left", gen::vector(gen::integer(0, 3)),
              [](tali::test_case& c, const std::vector<int>& xs) {
                const std::vector<int> ys = without_repeats(xs);

                // Labels count cases. A case may have several labels, and each counts once.
                c.classify(xs.empty(), "empty");
                c.classify(ys.size() == xs.size(), "nothing to remove", "something to remove");

                // Values can be labels too: here, in classes of ten.
                c.collect(std::to_string(xs.size() / 10 * 10) + "… elements");

                // Events are about what happens within a case, any number of times: numbers are summarised, the rest is
                // counted.
                c.event("removed", xs.size() - ys.size());
                for (const int x : ys) {
                  c.event("kept", x);
                }

                // A number that should become large: the report has the largest seen.
                c.target(static_cast<double>(xs.size() - ys.size()), "most removed");

                // A requirement: more than half of the cases must give the function something to do. With random inputs
                // a share is never exact, so the run goes on until the requirement is met or refuted beyond doubt (one
                // error in 10^9 runs), and the property fails if it is refuted.
                c.cover(50, ys.size() < xs.size(), "something to remove");

                return std::adjacent_find(ys.begin(), ys.end()) == ys.end();
              });

// A condition that inputs must meet, and cases that do not meet it are discarded. Few of them are harmless; if there
// are many the report warns, and if there are too many the run gives up, since nothing was tested.
TALI_PROPERTY("division undoes multiplication", gen::integer(-100, 100), gen::integer(-100, 100), [](int a, int b) {
  tali::assume(b != 0, "the divisor is zero");
  return a * b / b == a;
});

} // namespace
