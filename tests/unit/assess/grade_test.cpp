// SPDX-License-Identifier: BSL-1.0
// Suites as files, grading, and the handling of predicates that misbehave.
#include <tali/assess/examples.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

namespace {

using namespace tali::assess;
using testing::HasSubstr;

template <class P>
table suite_of(const P& p, std::size_t tests = 10) {
  return table_of(p, search(p, {.tests = tests}));
}

const graded& named(const report& r, const std::string& name) {
  for (const graded& g : r.predicates) {
    if (g.name == name) {
      return g;
    }
  }
  throw std::invalid_argument(name);
}

/// All examples of an assignment: the wrong ones are caught, the right ones pass.
template <class P>
report examples_are_told_apart(const P& p) {
  const table t = suite_of(p);
  const std::vector<example> examples = examples_of(p);
  std::vector<predicate> predicates;
  std::size_t wrong = 0;
  for (const example& e : examples) {
    predicates.push_back(e.run);
    wrong += e.right ? 0U : 1U;
  }
  EXPECT_GE(wrong, 25U);
  EXPECT_GE(examples.size() - wrong, 3U);
  // Tests per predicate end early for those that hang.
  report r = grade(t, predicates, {.seconds = 0.25, .total_seconds = 1.5});
  const std::vector<pattern> focused = focused_buckets(p, p.known());
  std::size_t unfocused_only = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const graded& g = r.predicates[i];
    EXPECT_EQ(g.is_right(), examples[i].right) << p.name() << ": " << g.name << ": " << describe(t, g);
    const bool outside = !g.is_right() && std::none_of(g.fingerprint.begin(), g.fingerprint.end(), [&](pattern b) {
      return std::find(focused.begin(), focused.end(), b) != focused.end();
    });
    unfocused_only += outside ? 1U : 0U;
  }
  EXPECT_GE(unfocused_only, 1U) << "no wrong predicate needs the unfocused buckets";
  return r;
}

TEST(Grade, SortacleExamples) {
  const auto p = sortacle();
  const report r = examples_are_told_apart(*p);
  const auto omits = [&](const char* name) { return named(r, name).seems.omits; };
  EXPECT_EQ(omits("permutation-only"), pattern{1} << p->index_of("ordered"));
  EXPECT_NE(omits("sets") >> p->index_of("no-extra-copies") & 1, 0U);
  EXPECT_EQ(named(r, "length-only").seems.instead, pattern{1} << p->index_of("same-size"));
  EXPECT_EQ(r.tests.positive(), 10U);
  EXPECT_EQ(r.tests.tests.size(), 220U);
  EXPECT_EQ(named(r, "always-true").fingerprint.size(), 21U);
}

TEST(Grade, MatcherExamples) {
  const auto p = matcher();
  const report r = examples_are_told_apart(*p);
  EXPECT_EQ(named(r, "no-stability").seems.omits, pattern{1} << p->index_of("stable"));
  EXPECT_EQ(r.tests.tests.size(), 440U);
}

TEST(Grade, ToposortacleExamplesAndTheIncomingEdgeShortcut) {
  const auto p = toposortacle();
  const report r = examples_are_told_apart(*p);
  const pattern incoming = pattern{1} << p->index_of("incoming-edges");
  const pattern unique = pattern{1} << p->index_of("unique");
  for (const graded& g : r.predicates) {
    const bool shortcut = g.name.starts_with("incoming-edges");
    EXPECT_EQ((g.seems.instead & incoming) != 0, shortcut) << g.name << ": " << describe(r.tests, g);
    if (shortcut) {
      EXPECT_NE(g.seems.omits & unique, 0U);
      EXPECT_GT(g.seems.agreement, 0.97);
    }
  }
  EXPECT_EQ(named(r, "length-and-unique").seems.instead, pattern{1} << p->index_of("same-number"));
  EXPECT_EQ(r.tests.tests.size(), 370U);
  // Every wrong one is in one cluster, and its distinguishing test is failed by one of its members.
  std::size_t members = 0;
  for (const cluster& c : r.clusters) {
    members += c.members.size();
    EXPECT_GT(c.inside, 0U);
  }
  EXPECT_EQ(members, static_cast<std::size_t>(std::count_if(r.predicates.begin(), r.predicates.end(),
                                                            [](const graded& g) { return !g.is_right(); })));
  EXPECT_THAT(to_html(r), HasSubstr("checks incoming-edges instead"));
  EXPECT_THAT(to_json(r), HasSubstr("\"instead\""));
  EXPECT_THAT(to_text(r), HasSubstr("distinguishing test"));
}

TEST(Table, SurvivesItsFile) {
  const auto p = toposortacle();
  const table t = suite_of(*p, 3);
  const table again = table_from_json(to_json(t));
  EXPECT_EQ(to_json(again), to_json(t));
  ASSERT_EQ(again.tests.size(), t.tests.size());
  for (std::size_t i = 0; i < t.tests.size(); ++i) {
    EXPECT_EQ(p->pattern_of(again.tests[i].at), t.tests[i].holds);
    EXPECT_EQ(again.tests[i].input, t.tests[i].input);
  }
  std::set<std::string> texts;
  for (const table::row& r : t.tests) {
    EXPECT_TRUE(texts.insert(r.input + r.output).second) << "a duplicate";
  }
  EXPECT_THAT(to_text(t), HasSubstr("Impossible within these bounds"));
  EXPECT_THAT(to_cpp(t, *p), HasSubstr("toposortacle_tests()"));
  EXPECT_THROW(static_cast<void>(table_from_json("[]")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(table_from_json("{\"format\": \"tali-assess-suite\"}")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(table_from_json("nonsense")), std::invalid_argument);
}

constexpr const char* python_program = R"py(
import json, sys
for line in sys.stdin:
    test = json.loads(line)
    place = {v: i for i, v in enumerate(test["output"])}
    vertices = {v for e in test["input"] for v in e}
    ok = set(test["output"]) == vertices and len(place) == len(test["output"])
    ok = ok and all(place[a] < place[b] for a, b in test["input"])
    print(json.dumps({"id": test["id"], "valid": ok}), flush=True)
)py";

// A fork bomb is among them: until it is stopped, other processes get little time.
TEST(GradeAlone, ProgramsOfAllKindsInOneRun) {
  const auto p = toposortacle();
  const table t = table_of(*p, search(*p, {.by = engine::sat, .tests = 1, .buckets = focused_buckets(*p, p->known())}));
  const std::string script = testing::TempDir() + "tali_assess_predicate.py";
  std::ofstream(script) << python_program;
  const std::string program = TALI_PROGRAM_DIR "/assess_predicate";
  const auto own = [&](const char* how) { return predicate{how, {}, {program, how}}; };
  std::vector<predicate> predicates = {
      examples_of(*p).front().run, // a function
      {"python", {}, {"python3", script}},
      own("right"),
      own("threads"),
      own("one-answer"),
      own("fork-bomb"),
      own("endless-output"),
      own("endless-line"),
      own("silent"),
      own("bad-json"),
      own("exits"),
      own("crashes"),
      own("memory"),
      {"missing", {}, {"/no/such/program"}},
      own("right"),
  };
  const limits l{.seconds = 3, .total_seconds = 3, .memory = std::uint64_t{1} << 30};
  const auto start = std::chrono::steady_clock::now();
  const report r = grade(t, predicates, l);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // No more than the limits of the predicates that exhaust them, plus some time for a busy machine.
  EXPECT_LT(seconds, 3 * 14 + 10);
  for (const std::size_t good : {0U, 1U, 2U, 3U, 4U, 14U}) {
    EXPECT_TRUE(r.predicates[good].is_right()) << r.predicates[good].name << ": " << describe(t, r.predicates[good]);
  }
  const auto first = [&](const char* name) { return named(r, name).answers.front().is; };
  using kind = answer::kind;
  EXPECT_EQ(first("fork-bomb"), kind::too_many);
  EXPECT_EQ(named(r, "fork-bomb").answers[1].is, kind::not_run); // once is enough
  EXPECT_EQ(first("endless-line"), kind::too_much_output);
  EXPECT_EQ(first("silent"), kind::too_slow);
  EXPECT_EQ(first("bad-json"), kind::bad_answer);
  EXPECT_EQ(first("exits"), kind::exited);
  EXPECT_EQ(named(r, "exits").answers.front().detail, "status 3");
  EXPECT_EQ(first("crashes"), kind::crashed);
  EXPECT_EQ(first("missing"), kind::exited);
  EXPECT_FALSE(named(r, "endless-output").is_right());
  EXPECT_THAT(describe(t, named(r, "endless-output")), HasSubstr("too much output"));
  EXPECT_FALSE(named(r, "memory").is_right());
  // With one process allowed, forks fail and threads do not.
  EXPECT_TRUE(grade_one(t, own("threads"), {.processes = 1}).is_right());
  EXPECT_EQ(grade_one(t, own("fork-bomb"), {.seconds = 0.2, .total_seconds = 0.3, .processes = 1}).answers.front().is,
            kind::too_slow);
  std::remove(script.c_str());
}

} // namespace
