// SPDX-License-Identifier: BSL-1.0
// The counts of what cases report; and duplicates, exact and estimated.
#include "property/observe/duplicates.hpp"
#include "property/observe/tally.hpp"

#include <tali/gen/element.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>
#include <tali/random/rng.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::report;
using testing::ElementsAre;

const settings random_only{.seed = 42, .exhaustive = exhaustive_mode::never};

std::map<std::string, std::uint64_t> as_map(const std::vector<count_of>& rows) {
  std::map<std::string, std::uint64_t> out;
  for (const count_of& row : rows) {
    out[row.text] = row.count;
  }
  return out;
}

TEST(tally_labels, count_cases_not_calls) {
  const result r = check("labels", random_only, [](test_case& c) {
    static_cast<void>(c.draw<int>());
    c.label("twice");
    c.label("twice");
    c.classify(true, "yes");
    c.classify(false, "never");
    c.classify(c.size() > 50, "large", "small");
  });
  const auto counts = as_map(r.labels);
  EXPECT_EQ(counts.at("twice"), 1000U);
  EXPECT_EQ(counts.at("yes"), 1000U);
  EXPECT_EQ(counts.count("never"), 0U);
  EXPECT_EQ(counts.at("large") + counts.at("small"), 1000U);
}

TEST(tally_labels, sorted_by_share_then_text) {
  const result r = check("sorted", random_only, gen::integer(0, 9), [](test_case& c, int n) {
    c.classify(n < 2, "rare");
    c.classify(true, "b");
    c.classify(true, "a");
  });
  ASSERT_EQ(r.labels.size(), 3U);
  EXPECT_EQ(r.labels[0].text, "a");
  EXPECT_EQ(r.labels[1].text, "b");
  EXPECT_EQ(r.labels[2].text, "rare");
}

TEST(tally_labels, numbers_are_sorted_as_such) {
  const result r = check("numbers", gen::element<std::string>("10", "9", "-2", "-10", "x", "-1", "0"),
                         [](test_case& c, const std::string& s) { c.label(s); });
  std::vector<std::string> order;
  for (const count_of& row : r.labels) {
    order.push_back(row.text);
  }
  EXPECT_THAT(order, ElementsAre("-10", "-2", "-1", "0", "9", "10", "x"));
}

TEST(tally_labels, collect_shows_values) {
  const result r = check("collect", random_only, gen::integer(0, 1), [](test_case& c, int n) {
    c.collect(n);
    c.collect(std::vector<int>{n});
    c.collect("plain text");
    c.collect(std::string("string"));
  });
  const auto counts = as_map(r.labels);
  EXPECT_EQ(counts.at("0") + counts.at("1"), 1000U);
  EXPECT_EQ(counts.at("[0]") + counts.at("[1]"), 1000U);
  EXPECT_EQ(counts.at("plain text"), 1000U);
  EXPECT_EQ(counts.at("string"), 1000U);
}

TEST(tally_labels, memory_is_bounded) {
  const result r = check("many", settings{.cases = 30'000, .seed = 1},
                         [](test_case& c) { c.collect(c.draw(gen::integer<std::uint64_t>().uniform())); });
  EXPECT_LE(r.labels.size(), detail::text_table::most + 1U);
  EXPECT_EQ(r.labels.at(0).text, "(all others)");
  EXPECT_EQ(r.labels[0].count, 30'000U - detail::text_table::most);
}

TEST(tally_labels, of_discarded_and_failing_cases_do_not_count) {
  const result r = check("discards", random_only, [](test_case& c) {
    const int n = c.draw<int>();
    c.label("seen");
    c.event("n", 1);
    c.assume(n % 2 == 0);
  });
  EXPECT_EQ(r.labels.at(0).count, 1000U);
  EXPECT_EQ(r.events.at(0).numbers, 1000U);
  const result failed = check("fails", random_only, [](test_case& c) {
    c.label("seen");
    return c.draw(gen::integer(0, 100'000)) < 10'000;
  });
  ASSERT_EQ(failed.status, run_status::failed);
  EXPECT_EQ(as_map(failed.labels)["seen"], failed.cases);
}

TEST(tally_events, numbers_are_summarised) {
  const result r =
      check("numbers", settings{.cases = 101, .seed = 1, .exhaustive = exhaustive_mode::never}, [](test_case& c) {
        static_cast<void>(c.draw<int>());
        c.event("size", c.size());
        c.event("half", c.size() / 2.0);
        c.event("half", -1.0F);
      });
  ASSERT_EQ(r.events.size(), 2U);
  EXPECT_EQ(r.events[0].name, "half");
  EXPECT_EQ(r.events[0].numbers, 202U);
  EXPECT_EQ(r.events[0].least, -1);
  EXPECT_EQ(r.events[0].greatest, 50);
  EXPECT_EQ(r.events[1].name, "size");
  EXPECT_EQ(r.events[1].numbers, 101U);
  EXPECT_EQ(r.events[1].least, 0);
  EXPECT_EQ(r.events[1].mean, 50);
  EXPECT_EQ(r.events[1].greatest, 100);
}

TEST(tally_events, texts_are_counted_each_time) {
  const result r = check("texts", random_only, gen::integer(0, 1), [](test_case& c, int n) {
    c.event("side", n == 0 ? "left" : "right");
    c.event("side", "both");
    c.event("flag", n == 0);
    c.event("happened");
    c.event("list", std::vector<int>{n});
  });
  ASSERT_EQ(r.events.size(), 4U);
  EXPECT_EQ(r.events[3].name, "side");
  EXPECT_EQ(r.events[3].texts.at(0).text, "both");
  EXPECT_EQ(r.events[3].texts[0].count, 1000U);
  EXPECT_EQ(r.events[3].texts.size(), 3U);
  EXPECT_EQ(r.events[0].name, "flag");
  EXPECT_EQ(r.events[0].texts.size(), 2U);
  EXPECT_EQ(r.events[1].name, "happened");
  EXPECT_EQ(r.events[2].texts.at(0).text.front(), '[');
}

TEST(tally_targets, keep_the_best_and_its_case) {
  settings s = random_only;
  s.aim = 0;
  const result r = check("target", s, [](test_case& c) {
    static_cast<void>(c.draw<int>());
    c.target(c.size(), "size");
    c.target(-c.size());
  });
  ASSERT_EQ(r.targets.size(), 2U);
  EXPECT_EQ(r.targets[0].name, "");
  EXPECT_EQ(r.targets[0].best, 0);
  EXPECT_EQ(r.targets[0].best_case, 0U);
  EXPECT_EQ(r.targets[1].best, 100);
  EXPECT_EQ(r.targets[1].best_case, 100U); // the first of several
  EXPECT_EQ(r.targets[1].count, 1000U);
}

TEST(tally_merge, chunks_in_order_are_one_tally) {
  // A tally fed case by case, and chunks of any lengths merged: the same, to the last bit of the sums.
  rng engine(5);
  for (int round = 0; round < 50; ++round) {
    detail::tally whole(false);
    detail::tally merged(false);
    detail::tally chunk(true);
    for (std::uint64_t i = 0; i < 200; ++i) {
      const double x = unit_real(engine) * 1e9 - 5e8;
      const std::string label = "label " + std::to_string(below(engine, std::uint64_t{7}));
      for (detail::tally* t : {&whole, &chunk}) {
        const detail::remark remarks[] = {t->on_label(label), t->on_number("x", x), t->on_text("t", label),
                                          t->on_target("best", x), t->on_cover(10, label)};
        t->commit(remarks, i);
        if (i % 3 == 0) {
          t->discarded(label);
        }
      }
      if (below(engine, std::uint64_t{10}) == 0) {
        merged.merge_and_clear(chunk);
      }
    }
    merged.merge_and_clear(chunk);
    result a;
    result b;
    whole.write_to(a, 200);
    merged.write_to(b, 200);
    EXPECT_EQ(as_map(a.labels), as_map(b.labels));
    EXPECT_EQ(as_map(a.discard_reasons), as_map(b.discard_reasons));
    ASSERT_EQ(a.events.size(), 2U);
    EXPECT_EQ(as_map(a.events[0].texts), as_map(b.events[0].texts));
    EXPECT_EQ(a.events[1].mean, b.events[1].mean);
    EXPECT_EQ(a.events[1].least, b.events[1].least);
    EXPECT_EQ(a.events[1].greatest, b.events[1].greatest);
    EXPECT_EQ(a.targets[0].best, b.targets[0].best);
    EXPECT_EQ(a.targets[0].best_case, b.targets[0].best_case);
    ASSERT_EQ(a.coverage.size(), b.coverage.size());
    for (std::size_t i = 0; i < a.coverage.size(); ++i) {
      EXPECT_EQ(a.coverage[i].hits, b.coverage[i].hits);
    }
  }
}

// Duplicates ----------------------------------------------------------------------------------------------------------

TEST(tally_duplicates, are_exact_in_a_normal_run) {
  std::unordered_set<int> different;
  const result r = check("exact", random_only, [&](int n) { different.insert(n); });
  EXPECT_EQ(r.duplicates, 1000U - different.size());
  EXPECT_FALSE(r.duplicates_estimated);
}

TEST(tally_duplicates, look_at_all_values_of_a_case) {
  const result r = check("two", random_only, gen::integer(0, 1), gen::integer(0, 1), [](int, int) {});
  EXPECT_EQ(r.duplicates, 996U);
  const result order = check("order", random_only, [](test_case& c) {
    const bool first = c.draw(gen::boolean());
    static_cast<void>(c.draw(gen::integer(first ? 1 : 0, first ? 1 : 0)));
  });
  EXPECT_EQ(order.duplicates, 998U);
  EXPECT_THAT(order.warnings.at(0).text, testing::HasSubstr("are duplicates"));
}

struct opaque {
  explicit opaque(int n) : hidden(n) {}
  virtual ~opaque() = default;
  opaque(const opaque&) = default;
  opaque& operator=(const opaque&) = default;

  [[nodiscard]] int revealed() const { return hidden; }

private:
  int hidden;
};

struct opaque_gen {
  using value_type = opaque;
  template <class S>
  opaque operator()(S& source) const {
    return opaque(gen::integer(0, 9)(source));
  }
};

TEST(tally_duplicates, of_opaque_types_are_not_counted) {
  const result r = check("opaque", random_only, opaque_gen{}, [](const opaque& o) { return o.revealed() < 10; });
  EXPECT_TRUE(r.passed());
  EXPECT_FALSE(r.duplicates.has_value());
}

TEST(tally_duplicates, exact_up_to_the_limit_and_bounded_beyond) {
  rng engine(7);
  detail::duplicate_counter counter;
  std::vector<std::uint64_t> batch(1000);
  for (int i = 0; i < 4; ++i) {
    for (auto& h : batch) {
      h = engine();
    }
    counter.add(batch);
    counter.add(batch); // each once more
    EXPECT_TRUE(counter.count().exact);
    EXPECT_EQ(counter.count().duplicates, static_cast<std::uint64_t>(i + 1) * 1000);
  }
  for (int i = 0; i < 1000; ++i) {
    for (auto& h : batch) {
      h = engine();
    }
    counter.add(batch);
  }
  EXPECT_FALSE(counter.count().exact);
  EXPECT_LE(counter.memory(), 64U * 1024);
}

TEST(tally_duplicates, estimates_are_near_and_not_biased) {
  // 40 runs of 100,000 inputs of which a known number is different. One estimate has a standard error of about 2 % of
  // the different ones; within 10 % all of them (5 sigma: 2 * 10^-5 for all), and their mean within 1.5 % (5 sigma of a
  // mean of 40). Seeds are fixed.
  for (const std::uint64_t different : {10'000U, 50'000U, 100'000U}) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      detail::duplicate_counter counter;
      rng engine(seed);
      std::vector<std::uint64_t> inputs(different);
      for (auto& h : inputs) {
        h = engine();
      }
      std::vector<std::uint64_t> all;
      for (std::uint64_t i = 0; i < 100'000; ++i) {
        all.push_back(i < different ? inputs[i] : inputs[below(engine, different)]);
      }
      counter.add(all);
      const double truth = static_cast<double>(different);
      const double estimate = 100'000.0 - static_cast<double>(counter.count().duplicates);
      EXPECT_NEAR(estimate, truth, 0.1 * truth);
      sum += estimate;
    }
    if (different < 100'000) { // at the end of the scale estimates are cut at zero duplicates
      EXPECT_NEAR(sum / 40, static_cast<double>(different), 0.015 * static_cast<double>(different));
    }
  }
}

} // namespace
