// SPDX-License-Identifier: BSL-1.0
// A passing property proves little if its inputs are all similar. The report describes them: run this program and read
// it.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace gen = tali::gen;

namespace {

/// Removes adjacent duplicates.
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

                // Values can be labels too, here in groups of ten.
                c.collect(std::to_string(xs.size() / 10 * 10) + "… elements");

                // Events can happen several times in a case. Numbers are summarised, other values are
                // counted.
                c.event("removed", xs.size() - ys.size());
                for (const int x : ys) {
                  c.event("kept", x);
                }

                // A number to maximise. The report shows the largest value.
                c.target(static_cast<double>(xs.size() - ys.size()), "most removed");

                // A requirement: the function must have something to do in more than half of the cases. The share is
                // random, so the run continues until the requirement is accepted or refuted with high confidence (one
                // error in 10^9 runs). The property fails if it is refuted.
                c.cover(50, ys.size() < xs.size(), "something to remove");

                return std::adjacent_find(ys.begin(), ys.end()) == ys.end();
              });

// Cases whose inputs do not meet a condition are discarded. A few discarded cases are harmless. If there
// are many, the report warns, and if there are too many, the run gives up.
TALI_PROPERTY("division undoes multiplication", gen::integer(-100, 100), gen::integer(-100, 100), [](int a, int b) {
  tali::assume(b != 0, "the divisor is zero");
  return a * b / b == a;
});

} // namespace
