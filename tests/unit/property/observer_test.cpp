// SPDX-License-Identifier: BSL-1.0
// The observers of a run: each gets the events it needs, and the stream of an isolated case repeats them all.
#include "property/observe/case_description.hpp"
#include "property/observe/case_stream.hpp"
#include "property/observe/progress_reporter.hpp"
#include "property/observe/run_observer.hpp"
#include "property/observe/tally_observer.hpp"

#include <tali/value/show.hpp>

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace tali;
using namespace tali::host;
using namespace tali::report;
using tali::detail::case_description;
using tali::detail::observer_list;
using tali::detail::run_observer;
using tali::detail::tally;
using tali::detail::tally_observer;

/// Writes down the events of a case.
class transcript final : public run_observer {
public:
  void case_started() override { events.emplace_back("start"); }
  void value_described(const drawn_value& v) override {
    events.push_back("value " + v.name + " " + v.text + " " + show(v.tree.bytes) + (v.tree.cut ? " cut" : ""));
    EXPECT_EQ(v.tree.type, &detail::value_type_of<int>::value);
  }
  void value_compared(const detail::value_difference& difference) override {
    add("compared", difference.text + " at " + difference.path);
  }
  void predicate_called(std::string_view value) override { add("called", value); }
  void predicate_returned() override { events.emplace_back("returned"); }
  void label(std::string_view text) override { add("label", text); }
  void number(std::string_view name, double value) override { add(name, std::to_string(value)); }
  void text(std::string_view name, std::string_view payload) override { add(name, payload); }
  void target(std::string_view name, double value) override { add(name, std::to_string(value)); }
  void cover(double percent, std::string_view label, bool hit) override {
    add(label, std::to_string(percent) + (hit ? " hit" : " missed"));
  }
  void note(std::string_view text) override { add("note", text); }
  void failed_again(std::string_view text) override { add("note", text); } // as the stream has it

  std::vector<std::string> events;

private:
  void add(std::string_view what, std::string_view text) {
    events.push_back(std::string(what) + " " + std::string(text));
  }
};

void send_all(run_observer& to) {
  to.value_described({"n", "int", "7", {&detail::value_type_of<int>::value, "bytes", true}, true, 1, 2});
  to.value_compared({"7 -> 8", ".n"});
  to.predicate_called("[1, 2]");
  to.predicate_returned();
  to.label("even");
  to.number("length", 2.5);
  to.text("kind", "leaf");
  to.pair("point", "x", 1, "y", 2);
  to.target("depth", 3);
  to.cover(20, "long", true);
  to.cover(30, "short", false);
  to.note("a note");
  to.failed_again("also: x");
}

case_outcome outcome_of(case_status status) {
  case_outcome o;
  o.status = status;
  return o;
}

TEST(Observers, the_stream_of_a_case_repeats_its_events) {
  transcript expected;
  expected.case_started();
  send_all(expected);

  const detail::shared_box box;
  box->log.clear();
  detail::stream_writer stream(box->log);
  send_all(stream);
  stream.statistics("line");
  stream.figures({11, false, 12, 13});
  case_outcome outcome = outcome_of(case_status::failed);
  outcome.cause = {failure_kind::exception, "too large", "std::out_of_range", {"a.cpp", 3}};
  stream.case_finished({outcome});

  transcript seen;
  observer_list observers;
  observers.add(&seen);
  const detail::stream_end end = detail::replay_stream(box->log, observers);
  EXPECT_EQ(seen.events, expected.events);
  EXPECT_EQ(end.lines, "line");
  ASSERT_TRUE(end.outcome);
  EXPECT_EQ(end.outcome->status, case_status::failed);
  EXPECT_TRUE(end.outcome->cause.same_as(outcome.cause));
  EXPECT_EQ(end.outcome->cause.message, "too large");
  ASSERT_TRUE(end.figures);
  EXPECT_EQ(end.figures->hash, 11U);
  EXPECT_FALSE(end.figures->hash_known);
  EXPECT_EQ(end.figures->words, 12U);
  EXPECT_EQ(end.figures->early_words, 13U);
}

TEST(Observers, the_stream_of_a_case_that_died_has_no_outcome) {
  const detail::shared_box box;
  box->log.clear();
  detail::stream_writer stream(box->log);
  stream.label("even");
  const detail::stream_end end = detail::replay_stream(box->log, {});
  EXPECT_FALSE(end.outcome);
  EXPECT_FALSE(end.figures);
}

TEST(Observers, only_passing_cases_are_counted) {
  tally counts(false);
  tally_observer observer(counts);
  for (const case_status status : {case_status::passed, case_status::failed, case_status::discarded}) {
    observer.case_started();
    observer.label("seen");
    case_outcome outcome = outcome_of(status);
    outcome.discard_reason = "unusable";
    observer.case_finished({outcome, {}, static_cast<std::uint64_t>(status)});
  }
  result r;
  counts.write_to(r, 1);
  ASSERT_EQ(r.labels.size(), 1U);
  EXPECT_EQ(r.labels[0].count, 1U);
  ASSERT_EQ(r.discard_reasons.size(), 1U);
  EXPECT_EQ(r.discard_reasons[0].text, "unusable");
}

TEST(Observers, a_pair_is_two_numbers_unless_overridden) {
  transcript seen;
  seen.pair("point", "x", 1, "y", 2);
  EXPECT_EQ(seen.events, (std::vector<std::string>{"point: x 1.000000", "point: y 2.000000"}));
}

TEST(Observers, the_highest_value_of_a_target) {
  detail::target_observer observer("depth");
  observer.case_started();
  EXPECT_FALSE(observer.highest());
  observer.target("depth", 2);
  observer.target("width", 9);
  observer.target("depth", 1);
  EXPECT_EQ(observer.highest(), 2.0);
  observer.case_started();
  EXPECT_FALSE(observer.highest());
}

TEST(Observers, a_description_forgets_the_case_before) {
  case_description seen;
  send_all(seen);
  seen.case_started();
  seen.value_described({"m", "int", "1", {}, false, 0, 1});
  seen.predicate_called("[3]");
  failure f;
  seen.move_to(f);
  ASSERT_EQ(f.values.size(), 1U);
  EXPECT_EQ(f.values[0].name, "m");
  EXPECT_TRUE(f.notes.empty());
  ASSERT_TRUE(f.in_predicate);
  EXPECT_EQ(f.in_predicate->value, "[3]");
}

class listener final : public progress_listener {
public:
  void update(const progress& p) override { elapsed.push_back(p.elapsed); }
  void done() override { ++ended; }
  std::vector<duration> elapsed;
  int ended = 0;
};

TEST(Observers, progress_is_reported_at_a_bounded_rate) {
  const auto now = std::chrono::steady_clock::now();
  result r;
  listener early;
  detail::progress_reporter young(early, now);
  young.run_advanced({});
  young.run_finished(r);
  EXPECT_TRUE(early.elapsed.empty());
  EXPECT_EQ(early.ended, 0);

  listener late;
  detail::progress_reporter old(late, now - std::chrono::hours(1));
  old.run_advanced({});
  const std::size_t at_once = late.elapsed.size();
  old.run_finished(r);
  ASSERT_EQ(at_once, 1U);
  EXPECT_GE(late.elapsed[0], duration(std::chrono::hours(1)));
  EXPECT_EQ(late.ended, 1);
}

} // namespace
