// SPDX-License-Identifier: BSL-1.0
// RapidCheck on the challenges, at its default settings: from the first failure to the end of its shrinking.
#include "peers.hpp"

#ifdef TALI_HAVE_RAPIDCHECK

#include "../../tests/quality/shrink/challenges.hpp"
#include "common/measure.hpp"

#include <rapidcheck.h>

#include <map>
#include <memory>

namespace {

using rc::Gen;

/// Whether the property holds; empty if the case is discarded.
using verdict = std::optional<bool>;

template <class Holds, class T>
verdict judged(const Holds& holds, const T& value) {
  try {
    return holds(value);
  } catch (const tali::discard&) {
    return std::nullopt;
  }
}

template <class T, class Holds, class Describe>
bench::peer_result run(const char* name, const Gen<T>& g, const Holds& holds, const Describe& describe,
                       std::uint64_t seeds) {
  bench::peer_result r;
  r.name = name;
  std::map<std::string, int> results;
  // Shared, so that neither copying nor showing a value is part of the time.
  const auto shared = rc::gen::map(g, [](T v) { return std::make_shared<const T>(std::move(v)); });
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    std::shared_ptr<const T> last;
    std::uint64_t evaluations = 0;
    double start = 0;
    const auto property = [&] {
      const auto v = *shared.as("value");
      evaluations += last ? 1U : 0U;
      const verdict found = judged(holds, *v);
      if (!found) {
        RC_DISCARD("");
      }
      if (!*found) {
        start = last ? start : bench::now_ns();
        last = v;
        RC_FAIL("");
      }
    };
    rc::detail::TestParams parameters;
    parameters.seed = seed;
    parameters.maxSuccess = 1000;
    parameters.maxDiscardRatio = 1000;
    (void)rc::detail::checkTestable(property, rc::detail::TestMetadata(), parameters);
    if (!last) {
      continue;
    }
    r.milliseconds += (bench::now_ns() - start) / 1e6;
    ++r.found;
    r.evaluations += static_cast<double>(evaluations);
    const auto [text, size] = describe(*last);
    r.size += size;
    ++results[text];
  }
  if (r.found > 0) {
    const auto n = static_cast<double>(r.found);
    r.evaluations /= n;
    r.milliseconds /= n;
    r.size /= n;
  }
  r.distinct = results.size();
  return r;
}

using challenges::expression;
using challenges::expression_ptr;
using challenges::heap;
using challenges::heap_ptr;

Gen<expression_ptr> peer_expression(int depth) {
  const auto literal = rc::gen::map(rc::gen::arbitrary<int>(), [](int n) -> expression_ptr {
    return std::make_shared<const expression>(expression{expression::kind::literal, n, {}, {}});
  });
  if (depth == 0) {
    return literal;
  }
  const auto part = peer_expression(depth - 1);
  const auto both = [&](expression::kind what) {
    return rc::gen::apply(
        [what](const expression_ptr& l, const expression_ptr& r) -> expression_ptr {
          return std::make_shared<const expression>(expression{what, 0, l, r});
        },
        part, part);
  };
  return rc::gen::oneOf(literal, both(expression::kind::add), both(expression::kind::divide));
}

Gen<heap_ptr> peer_heap(int least, int most, int size) {
  const auto empty = rc::gen::just(heap_ptr());
  if (size <= 0) {
    return empty;
  }
  const auto node = rc::gen::mapcat(rc::gen::inRange(least, most + 1), [=](int key) {
    const auto part = peer_heap(key, most, size / 2);
    return rc::gen::apply(
        [key](const heap_ptr& l, const heap_ptr& r) -> heap_ptr {
          return std::make_shared<const heap>(heap{key, l, r});
        },
        part, part);
  });
  return rc::gen::weightedOneOf<heap_ptr>({{1, empty}, {7, node}});
}

} // namespace

std::vector<bench::peer_result> bench::rapidcheck_results(std::uint64_t seeds) {
  using numbers = std::vector<int>;
  using lists = std::vector<numbers>;
  using namespace challenges;
  std::vector<peer_result> all;
  const auto shown = [](const auto& v) { return std::pair(tali::show(v), static_cast<int>(v.size())); };
  const auto shown_pair = [](const auto& v) { return std::pair(tali::show(v), 2); };
  const auto shown_expression = [](const expression_ptr& e) { return std::pair(show(*e), nodes(*e)); };

  all.push_back(run(
      "bound5", rc::gen::arbitrary<five_lists>(),
      [](const five_lists& l) {
        require(std::all_of(l.begin(), l.end(), [](const auto& one) { return sum16(one) < 256; }));
        return sums_stay_small(l);
      },
      shown_lists, seeds));
  all.push_back(run("large_union_list", rc::gen::arbitrary<lists>(), few_distinct, shown, seeds));
  all.push_back(run("reverse", rc::gen::arbitrary<numbers>(), is_own_reverse, shown, seeds));
  all.push_back(run("calculator", peer_expression(4), never_divides_by_zero, shown_expression, seeds));
  all.push_back(run("lengthlist",
                    rc::gen::mapcat(rc::gen::inRange(1, 101),
                                    [](int n) {
                                      return rc::gen::container<numbers>(static_cast<std::size_t>(n),
                                                                         rc::gen::inRange(0, 1001));
                                    }),
                    stays_below_900, shown, seeds));
  const auto two = rc::gen::pair(rc::gen::positive<int>(), rc::gen::positive<int>());
  all.push_back(run("difference-1", two, difference_not_0, shown_pair, seeds));
  all.push_back(run("difference-2", two, difference_not_1_to_4, shown_pair, seeds));
  all.push_back(run("difference-3", two, difference_not_1, shown_pair, seeds));
  all.push_back(run(
      "binheap", rc::gen::withSize([](int size) { return peer_heap(0, std::min(size, 30), std::min(size, 30)); }),
      sorts_well, [](const heap_ptr& h) { return std::pair(show(h), parts(h)); }, seeds));
  all.push_back(run("coupling", rc::gen::container<numbers>(rc::gen::inRange(0, 11)), uncoupled, shown, seeds));
  all.push_back(run(
      "deletion", rc::gen::pair(rc::gen::arbitrary<numbers>(), rc::gen::inRange(0, 11)), deletes,
      [](const auto& p) { return std::pair(tali::show(p), static_cast<int>(p.first.size())); }, seeds));
  all.push_back(run("distinct", rc::gen::arbitrary<numbers>(), under_three_distinct, shown, seeds));
  all.push_back(run("nestedlists", rc::gen::container<lists>(rc::gen::container<numbers>(rc::gen::just(0))),
                    ten_at_most, shown, seeds));
  return all;
}

#else

std::vector<bench::peer_result> bench::rapidcheck_results(std::uint64_t /*seeds*/) { return {}; }

#endif
