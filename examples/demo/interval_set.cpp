// SPDX-License-Identifier: BSL-1.0
// Two properties of the interval set. The first compares it with a model and passes: the elements of the set are right.
// The second checks the representation, and fails for two adjacent intervals if the left one is added last.
// exit: 1
#include "interval_set.hpp"

#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <set>
#include <vector>

namespace gen = tali::gen;

namespace {

constexpr int limit = 60;
constexpr int longest = 9;

// Short intervals in a narrow range, on purpose: in [-2^31, 2^31) two of them would hardly ever overlap.
constexpr auto any_interval = gen::compose<interval>([](auto& draw) {
  const int begin = draw(gen::integer(0, limit - longest), &interval::begin);
  const int end = draw(gen::integer(begin, begin + longest), &interval::end);
  return interval{begin, end};
});

interval_set set_of(const std::vector<interval>& added) {
  interval_set s;
  for (const interval i : added) {
    s.add(i);
  }
  return s;
}

TALI_PROPERTY("an interval set contains what was added", tali::named("added", gen::vector(any_interval)),
              [](tali::test_case& c, const std::vector<interval>& added) {
                std::set<int> model;
                for (const interval i : added) {
                  for (int x = i.begin; x < i.end; ++x) {
                    model.insert(x);
                  }
                }
                const interval_set s = set_of(added);

                // The report shows how often each of these conditions held.
                c.classify(model.empty(), "nothing in it");
                c.classify(s.parts().size() > 1, "several parts");
                c.classify(s.parts().size() < added.size(), "intervals were merged");

                for (int x = -1; x <= limit; ++x) {
                  c.expect(s.contains(x) == model.contains(x));
                }
              });

TALI_PROPERTY("an interval set is sorted, disjoint and merged", tali::named("added", gen::vector(any_interval)),
              [](tali::test_case& c, const std::vector<interval>& added) {
                const interval_set s = set_of(added);
                c.note("parts", s.parts());
                for (std::size_t i = 0; i < s.parts().size(); ++i) {
                  c.expect(s.parts()[i].begin < s.parts()[i].end, "a part is empty");
                  c.expect(i == 0 || s.parts()[i - 1].end < s.parts()[i].begin, "two neighbours meet");
                }
              });

} // namespace
