// SPDX-License-Identifier: BSL-1.0
// Failing cases stored from one run to the next, and cases given as replay texts.
#include "property/command_line/command_line.hpp"

#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>
#include <tali/property/report.hpp>
#include <tali/store/encoding.hpp>
#include <tali/store/example_store.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::host;
using namespace tali::report;
using namespace tali::store;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

constexpr auto number = gen::integer(0, 100'000);

class kept_cases : public testing::Test {
protected:
  kept_cases() {
    std::string pattern = (fs::temp_directory_path() / "tali_kept_XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    folder_ = root_ + "/.tali";
    here_ = {.cases = 500, .seed = 1, .store = folder_};
  }
  ~kept_cases() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  [[nodiscard]] std::vector<stored_case> kept(std::string_view property = "p") const {
    return example_store(folder_).load(property);
  }
  [[nodiscard]] static std::vector<std::string> texts(const result& r, warning_kind kind) {
    std::vector<std::string> out;
    for (const warning& w : r.warnings) {
      if (w.kind == kind) {
        out.push_back(w.text);
      }
    }
    return out;
  }

  std::string root_;
  std::string folder_;
  settings here_;
};

TEST_F(kept_cases, are_tried_first_and_dropped_when_they_pass) {
  int limit = 1000;
  const auto body = [&](int n) { return n < limit; };
  const result first = check("p", here_, number, body);
  ASSERT_EQ(first.status, run_status::failed);
  ASSERT_THAT(kept(), SizeIs(1));
  const stored_case c = kept()[0];
  EXPECT_TRUE(c.shrunk);
  EXPECT_EQ(c.values.at(0).text, "1000");
  EXPECT_EQ(c.cause, "the property returned false");
  EXPECT_THAT(c.found, HasSubstr("seed 0x1, case "));

  settings other_seed = here_;
  other_seed.seed = 2;
  const result second = check("p", other_seed, number, body);
  ASSERT_EQ(second.status, run_status::failed);
  EXPECT_EQ(second.cases, 0U);
  EXPECT_EQ(second.failures.at(0).origin, failure_origin::replayed);
  EXPECT_EQ(second.failures.at(0).values.at(0).text, "1000");
  EXPECT_THAT(second.report(), HasSubstr("a stored case from an earlier run"));
  ASSERT_THAT(kept(), SizeIs(1));
  EXPECT_EQ(render_stored_case(kept()[0]), render_stored_case(c)); // also its origin

  limit = 1'000'000;
  const result third = check("p", here_, number, body);
  EXPECT_EQ(third.status, run_status::passed);
  EXPECT_EQ(third.cases, 500U);
  EXPECT_THAT(kept(), IsEmpty());
  EXPECT_THAT(texts(third, warning_kind::store), testing::ElementsAre(AllOf(HasSubstr(c.path), HasSubstr("deleted"))));
  EXPECT_THAT(check("p", here_, number, body).warnings, IsEmpty());
}

TEST_F(kept_cases, are_there_before_shrinking_begins) {
  bool kept_when_shrinking = true;
  int failures = 0;
  const result r = check("p", here_, gen::vector(number), [&](const std::vector<int>& v) {
    if (v.size() < 3) {
      return true;
    }
    // Found, recorded, described: from the fourth on it is being shrunk.
    if (++failures > 3) {
      kept_when_shrinking = kept_when_shrinking && !kept().empty();
    }
    return false;
  });
  EXPECT_EQ(r.status, run_status::failed);
  EXPECT_GT(failures, 4);
  EXPECT_TRUE(kept_when_shrinking);
  EXPECT_THAT(kept(), SizeIs(1)); // the other one is gone
}

TEST_F(kept_cases, of_one_kind_are_reported_once_and_all_kept) {
  example_store store(folder_);
  for (const std::uint64_t n : {2000U, 95'000U, 3000U}) {
    stored_case c;
    c.property = "p";
    c.choices = {{{choice_kind::integer, n, n, 0}}, 0};
    ASSERT_TRUE(store.save(c));
  }
  settings unshrunk = here_;
  unshrunk.shrink = 0;
  const result r = check("p", unshrunk, number, [](int n) { return n < 1000; });
  ASSERT_THAT(r.failures, SizeIs(1));
  EXPECT_EQ(r.failures[0].values.at(0).text, "2000");
  EXPECT_THAT(kept(), SizeIs(3));
}

// Shrinking either failure finds the other one.
TEST_F(kept_cases, are_not_reported_twice_because_others_meet_them) {
  const auto body = [](int n) {
    if (n > 5000) {
      throw std::runtime_error("too large");
    }
    return n < 1000;
  };
  const result first = check("p", here_, number, body);
  ASSERT_THAT(first.failures, SizeIs(2));
  ASSERT_THAT(kept(), SizeIs(2));
  const result second = check("p", here_, number, body);
  EXPECT_THAT(second.failures, SizeIs(2)) << second.report();
  EXPECT_THAT(kept(), SizeIs(2));
}

TEST_F(kept_cases, several_are_all_reported) {
  const auto body = [](int n) {
    if (n % 1000 == 7) {
      throw std::runtime_error("seven");
    }
    return n < 90'000;
  };
  settings unshrunk = here_;
  unshrunk.shrink = 0;
  unshrunk.cases = 100'000;
  std::size_t found = 0;
  example_store store(folder_);
  for (const std::uint64_t n : {7U, 95'000U}) {
    stored_case c;
    c.property = "p";
    c.choices = {{{choice_kind::integer, n, n, 0}}, 0};
    ASSERT_TRUE(store.save(c));
    ++found;
  }
  const result r = check("p", unshrunk, number, body);
  EXPECT_THAT(r.failures, SizeIs(found));
  EXPECT_THAT(kept(), SizeIs(found));
  EXPECT_THAT(r.report(), AllOf(HasSubstr("seven"), HasSubstr("95000")));
}

TEST_F(kept_cases, that_no_longer_fit_are_kept_anew_or_dropped) {
  ASSERT_FALSE(check("p", here_, number, [](int n) { return n < 1000; }).passed());
  const std::string before = kept().at(0).path;
  // The generator has changed: the nearest case fails too.
  const result r = check("p", here_, gen::integer(0, 500), [](int n) { return n < 400; });
  EXPECT_EQ(r.failures.at(0).origin, failure_origin::replayed);
  EXPECT_EQ(kept().at(0).values.at(0).text, "400");
  EXPECT_THAT(kept(), SizeIs(1));
  EXPECT_NE(kept().at(0).path, before);
  const result discards = check("p", here_, number, [](int) { assume(false); });
  EXPECT_THAT(texts(discards, warning_kind::store), SizeIs(1));
  EXPECT_THAT(kept(), IsEmpty());
}

TEST_F(kept_cases, only_where_wanted) {
  const auto body = [](int n) { return n < 1000; };
  settings off = here_;
  off.store = "off";
  ASSERT_FALSE(check("p", off, number, body).passed());
  EXPECT_FALSE(fs::exists(folder_));
  EXPECT_FALSE(fs::exists("off"));
  const bool there = fs::exists(".tali"); // left by earlier work in this folder
  ASSERT_FALSE(check("kept nowhere", settings{.seed = 1}, number, body).passed());
  EXPECT_EQ(fs::exists(".tali"), there);
  EXPECT_THAT(example_store(".tali").load("kept nowhere"), IsEmpty());
  int calls = 0;
  const result flaky = check("p", here_, number, [&](int) { return ++calls != 5; });
  EXPECT_TRUE(flaky.failures.at(0).flaky);
  const result example = property("p", number, [](int n) { return n != 3; }).with(here_).example(3).run();
  EXPECT_EQ(example.failures.at(0).origin, failure_origin::example);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(kept_cases, trouble_with_the_store_is_a_warning) {
  std::ofstream(folder_) << "a file";
  const result r = check("p", here_, number, [](int n) { return n < 1000; });
  EXPECT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.failures.at(0).values.at(0).text, "1000");
  EXPECT_THAT(texts(r, warning_kind::store), testing::Each(HasSubstr(folder_)));
  EXPECT_THAT(texts(r, warning_kind::store), SizeIs(2)); // it is not a folder, and nothing could be stored
}

// Replay texts --------------------------------------------------------------------------------------------------------

TEST_F(kept_cases, a_shrunk_case_runs_again_by_its_text) {
  const auto body = [](const std::vector<int>& v) { return v.size() < 3; };
  settings s{.cases = 500, .seed = 1};
  const result first = check("p", s, gen::vector(number), body);
  const std::string text = choices_to_text(first.failures.at(0).choices);
  EXPECT_THAT(first.report(), HasSubstr("--only \"p\" --replay " + text + "\n"));
  EXPECT_THAT(first.report(), HasSubstr("TALI_REPLAY=" + text + "\n"));
  s.replay = text;
  s.seed.reset();
  int calls = 0;
  const result again = check("p", s, gen::vector(number), [&](const std::vector<int>& v) { return ++calls, body(v); });
  EXPECT_EQ(again.status, run_status::failed);
  EXPECT_LE(calls, 5);
  EXPECT_EQ(again.failures.at(0).values.at(0).text, "[0, 0, 0]");
  EXPECT_EQ(again.failures.at(0).choices, first.failures.at(0).choices);
  EXPECT_FALSE(again.failures.at(0).flaky);
  EXPECT_THAT(again.report(), AllOf(HasSubstr("failed: p — the replayed case\n"), HasSubstr("--replay " + text)));
  EXPECT_THAT(again.warnings, IsEmpty());
  const result fixed = check("p", s, gen::vector(number), [](const std::vector<int>&) {});
  EXPECT_EQ(fixed.status, run_status::passed);
  EXPECT_EQ(fixed.cases, 1U);
  EXPECT_EQ(fixed.report(), "passed: p — the replayed case\n");
}

TEST_F(kept_cases, a_text_that_does_not_fit_says_so) {
  settings s;
  s.replay = choices_to_text({{{choice_kind::integer, 50'000, 100'000, 0}}, 10});
  const auto pass = [](const auto&...) {};
  EXPECT_TRUE(check("p", s, number, pass).passed());
  const auto complaint = [](const result& r) {
    EXPECT_EQ(r.status, run_status::error);
    return r.report();
  };
  EXPECT_THAT(complaint(check("p", s, gen::integer(0, 9), pass)),
              AllOf(HasSubstr("does not fit this property"), HasSubstr("other choices")));
  EXPECT_THAT(complaint(check("p", s, gen::boolean(), gen::boolean(), pass)), HasSubstr("does not fit"));
  EXPECT_THAT(complaint(check("p", s, number, number, pass)), HasSubstr("more than the 1 choices"));
  EXPECT_THAT(complaint(check("p", s, [] {})), HasSubstr("0 of the 1 choices"));
  const result failing = check("p", s, gen::integer(0, 9), [](int n) { return n < 9; });
  EXPECT_EQ(failing.status, run_status::failed);
  EXPECT_THAT(texts(failing, warning_kind::replay), SizeIs(1));
  const result discarded = check("p", s, number, [](int) { assume(false, "never"); });
  EXPECT_EQ(discarded.status, run_status::gave_up);
  EXPECT_THAT(discarded.report(), HasSubstr("discarded: never"));
}

TEST_F(kept_cases, a_text_that_is_wrong_is_an_error) {
  const auto message = [](const settings& s) {
    const result r = check("p", s, number, [](int) { FAIL() << "must not run"; });
    EXPECT_EQ(r.status, run_status::error);
    return r.message;
  };
  EXPECT_THAT(message({.replay = "t1-AACm5vX"}), AllOf(HasSubstr("t1-AACm5vX"), HasSubstr("damaged")));
  EXPECT_THAT(message({.replay = "t9-AA"}), HasSubstr("newer tali"));
  EXPECT_THAT(message({.replay = "seven"}), AllOf(HasSubstr("in the code"), HasSubstr("does not start with t1-")));
  EXPECT_THAT(message({.case_index = 3, .replay = "t1-AACm5vU"}), HasSubstr("cannot be combined"));
}

TEST_F(kept_cases, examples_can_be_replay_texts) {
  const std::string text = choices_to_text({{{choice_kind::integer, 7, 7, 0}}, 10});
  std::vector<int> seen;
  const result r = property("p", number, [&](int n) { seen.push_back(n); }).example(3).replayed(text).cases(10).run();
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.examples, 2U);
  EXPECT_EQ(seen.at(0), 3);
  EXPECT_EQ(seen.at(1), 7);

  const result bad = property("p", number, [](int n) { return n != 7; }).example(3).replayed(text).run();
  EXPECT_EQ(bad.failures.at(0).origin, failure_origin::example);
  EXPECT_EQ(bad.failures.at(0).values.at(0).text, "7");
  EXPECT_THAT(bad.report(), HasSubstr("explicit example 2"));

  const result misfit = property("p", gen::integer(0, 5), [](int) {}).replayed(text).run();
  EXPECT_TRUE(misfit.passed());
  EXPECT_THAT(texts(misfit, warning_kind::replay),
              testing::ElementsAre(AllOf(HasSubstr("example 1"), HasSubstr(text))));

  const result damaged = property("p", number, [](int) {}).replayed("t1-nonsense").run();
  EXPECT_EQ(damaged.status, run_status::error);
  EXPECT_THAT(damaged.report(), AllOf(HasSubstr("replayed example 1"), HasSubstr("t1-nonsense")));
}

// The stand-alone runner ----------------------------------------------------------------------------------------------

class text_console final : public detail::console {
public:
  explicit text_console(std::string store) : store_(std::move(store)) {}
  void out(std::string_view t) override { text += t; }
  void err(std::string_view t) override { text += t; }
  [[nodiscard]] std::string default_store() const override { return store_; }
  bool write_file(const std::string& /*path*/, std::string_view /*text*/) override { return true; }
  std::string text;

private:
  std::string store_;
};

TEST_F(kept_cases, of_the_stand_alone_runner) {
  registry two;
  two.add(property("p", number, [](int n) { return n < 1000; }));
  two.add(property("q", [](int) {}));
  const auto run = [&](const std::vector<std::string_view>& arguments) {
    text_console console(folder_);
    static_cast<void>(detail::run_command_line("program", arguments, two, console));
    return console.text;
  };
  EXPECT_THAT(run({"--store", "off"}), HasSubstr("failed: p — case"));
  EXPECT_FALSE(fs::exists(folder_));
  EXPECT_THAT(run({}), HasSubstr("failed: p — case"));
  const std::string again = run({});
  EXPECT_THAT(again, HasSubstr("failed: p — a stored case"));
  const std::size_t at = again.find("--replay ") + 9;
  const std::string text = again.substr(at, again.find('\n', at) - at);
  EXPECT_THAT(run({"--only", "p", "--replay", text}), HasSubstr("failed: p — the replayed case"));
  EXPECT_THAT(run({"--replay", text}), AllOf(HasSubstr("--replay"), HasSubstr("2 are selected"), HasSubstr("--only")));
  EXPECT_THAT(run({"--only", "p", "--replay", "t1-x"}), HasSubstr("program: setting replay: the text 't1-x'"));
  EXPECT_THAT(run({"--store", root_ + "/elsewhere"}), HasSubstr("failed: p — case"));
  EXPECT_TRUE(fs::exists(root_ + "/elsewhere"));
}

} // namespace
