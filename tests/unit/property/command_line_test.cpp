// SPDX-License-Identifier: BSL-1.0
// The stand-alone runner: flags, exit statuses, error messages; and the progress line.
#include "property/command_line/command_line.hpp"
#include "property/report/progress_bar.hpp"

#include <tali/gen/integer.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>
#include <tali/version.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::host;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class text_console final : public detail::console {
public:
  void out(std::string_view text) override { out_text += text; }
  void err(std::string_view text) override { err_text += text; }
  bool write_file(const std::string& path, std::string_view text) override {
    files[path] = text;
    return path != "unwritable";
  }
  std::string out_text;
  std::string err_text;
  std::map<std::string, std::string> files;
};

struct outcome {
  int status = 0;
  std::string out;
  std::string err;
  std::map<std::string, std::string> files;
};

outcome run(registry& properties, const std::vector<std::string_view>& arguments) {
  text_console console;
  outcome o;
  o.status = detail::run_command_line("program", arguments, properties, console);
  o.out = console.out_text;
  o.err = console.err_text;
  o.files = console.files;
  return o;
}

registry three() {
  registry r;
  r.add(property("good", [](int) {}));
  r.add(property("bad", gen::integer(0, 100'000), [](int n) { return n < 1000; }));
  r.add(property("also good", [](bool) {}));
  return r;
}

registry passing() {
  registry r;
  r.add(property("good", [](int) {}));
  return r;
}

TEST(command_line, exit_statuses) {
  auto properties = three();
  EXPECT_EQ(run(properties, {}).status, 1);
  EXPECT_EQ(run(properties, {"--only", "good"}).status, 0);
  EXPECT_EQ(run(properties, {"--only", "*good"}).status, 0);
  EXPECT_EQ(run(properties, {"--nonsense"}).status, 2);
  EXPECT_EQ(run(properties, {"--help"}).status, 0);
  EXPECT_EQ(run(properties, {"--version"}).status, 0);
  EXPECT_EQ(run(properties, {"--list"}).status, 0);
  registry error;
  error.add(property("error", gen::integer(3, 1), [](int) {}));
  EXPECT_EQ(run(error, {}).status, 1);
  registry gives_up;
  gives_up.add(property("gives up", [](int) { assume(false); }));
  EXPECT_EQ(run(gives_up, {}).status, 1);
}

TEST(command_line, all_properties_run_whatever_fails) {
  auto properties = three();
  const outcome o = run(properties, {"--seed", "7"});
  EXPECT_THAT(o.out, HasSubstr("passed: good — 1000 cases"));
  EXPECT_THAT(o.out, HasSubstr("failed: bad — case "));
  EXPECT_THAT(o.out, HasSubstr("passed: also good — all 2 inputs"));
  EXPECT_THAT(o.out, HasSubstr("3 properties: 2 passed, 1 failed\n"));
  EXPECT_THAT(o.out, HasSubstr("to run this case again: program --only \"bad\" --replay t1-"));
  EXPECT_THAT(run(properties, {"--seed", "7", "--shrink", "0"}).out,
              HasSubstr("to run this case again: program --only \"bad\" --seed 0x7 --case "));
  EXPECT_EQ(o.err, "");
}

TEST(command_line, the_line_to_run_again_does) {
  auto properties = three();
  const outcome first = run(properties, {});
  const std::size_t at = first.out.find("--replay ");
  ASSERT_NE(at, std::string::npos);
  std::vector<std::string> words;
  std::string line = first.out.substr(at, first.out.find('\n', at) - at);
  for (std::size_t from = 0; from < line.size();) {
    const std::size_t end = std::min(line.find(' ', from), line.size());
    words.push_back(line.substr(from, end - from));
    from = end + 1;
  }
  ASSERT_EQ(words.size(), 2U) << line;
  const outcome again = run(properties, {"--only", "bad", words[0], words[1]});
  EXPECT_EQ(again.status, 1);
  const auto value = [](const std::string& out) {
    const std::size_t from = out.find("argument 1 = ");
    return out.substr(from, out.find('\n', from) - from);
  };
  EXPECT_EQ(value(again.out), value(first.out));
}

TEST(command_line, one_seed_for_all) {
  registry two;
  two.add(property("first", [](int) {}));
  two.add(property("second", [](int) {}));
  const outcome o = run(two, {});
  const std::size_t first = o.out.find("seed ");
  const std::size_t second = o.out.find("seed ", first + 1);
  EXPECT_EQ(o.out.substr(first, o.out.find('\n', first) - first),
            o.out.substr(second, o.out.find('\n', second) - second));
}

TEST(command_line, settings_are_flags) {
  auto properties = passing();
  EXPECT_THAT(run(properties, {"--cases", "17"}).out, HasSubstr("17 cases"));
  EXPECT_THAT(run(properties, {"--cases=18"}).out, HasSubstr("18 cases"));
  EXPECT_THAT(run(properties, {"--cases", "5", "--cases", "6"}).out, HasSubstr("6 cases"));
  EXPECT_THAT(run(properties, {"--case", "3"}).out, HasSubstr("only case 3"));
  EXPECT_THAT(run(properties, {"--time-budget", "5ms"}).out, HasSubstr("time budget 5 ms"));
  EXPECT_THAT(run(properties, {"--color", "always"}).out, HasSubstr("\x1b[32mpassed\x1b[0m"));
  EXPECT_EQ(run(properties, {"-q"}).out, "1 property: 1 passed\n");
  EXPECT_THAT(run(properties, {"--threads", "2", "--size", "5", "-v"}).out, HasSubstr("passed: good"));
}

TEST(command_line, flags_win_over_the_environment) {
  auto properties = passing();
  ::setenv("TALI_CASES", "7", 1);
  EXPECT_THAT(run(properties, {}).out, HasSubstr("7 cases"));
  EXPECT_THAT(run(properties, {"--cases", "8"}).out, HasSubstr("8 cases"));
  ::setenv("TALI_CASES", "x", 1);
  const outcome o = run(properties, {});
  EXPECT_EQ(o.status, 2);
  EXPECT_THAT(o.err, HasSubstr("environment variable TALI_CASES"));
  ::unsetenv("TALI_CASES");
}

TEST(command_line, wrong_usage_says_what_is_right) {
  auto properties = three();
  const auto complaint = [&](const std::vector<std::string_view>& arguments) {
    const outcome o = run(properties, arguments);
    EXPECT_EQ(o.status, 2);
    EXPECT_EQ(o.out, "");
    return o.err;
  };
  EXPECT_THAT(complaint({"--sead", "3"}), HasSubstr("unknown flag --sead; did you mean --seed?"));
  EXPECT_THAT(complaint({"--sead=3"}), HasSubstr("did you mean --seed?"));
  EXPECT_THAT(complaint({"--zzzzzzzzzzzzz"}), HasSubstr("--help lists all flags"));
  EXPECT_THAT(complaint({"--cases"}), HasSubstr("--cases needs a value: a whole number"));
  EXPECT_THAT(complaint({"--cases", "-3"}),
              AllOf(HasSubstr("program: --cases: invalid value '-3'"), HasSubstr("a whole number")));
  EXPECT_THAT(complaint({"--list=3"}), HasSubstr("--list takes no value"));
  EXPECT_THAT(complaint({"good"}), HasSubstr("--only good"));
  EXPECT_THAT(complaint({"--only", "goood"}), HasSubstr("no property matches 'goood'; did you mean 'good'?"));
  EXPECT_THAT(complaint({"--cases", "0"}), HasSubstr("time budget"));
  EXPECT_THAT(complaint({"--json", "unwritable", "--bogus"}), HasSubstr("--bogus"));
}

TEST(command_line, registries_must_make_sense) {
  registry empty;
  EXPECT_EQ(run(empty, {}).status, 2);
  EXPECT_THAT(run(empty, {}).err, HasSubstr("no properties"));
  registry twice;
  twice.add(property("same", [](bool) {}));
  twice.add(property("same", [](int) {}));
  EXPECT_EQ(run(twice, {}).status, 2);
  EXPECT_THAT(run(twice, {}).err, HasSubstr("duplicate property name 'same'"));
}

TEST(command_line, list_and_version_and_help) {
  auto properties = three();
  EXPECT_EQ(run(properties, {"--list"}).out, "good\nbad\nalso good\n");
  EXPECT_EQ(run(properties, {"--list", "--only", "*good"}).out, "good\nalso good\n");
  EXPECT_EQ(run(properties, {"--version"}).out, "tali " + std::string(version()) + "\n");
  const std::string help = run(properties, {"--help"}).out;
  for (const char* flag :
       {"--cases", "--seed", "--time-budget", "--json", "--only", "--case ", "-q", "TALI_TIME_BUDGET"}) {
    EXPECT_THAT(help, HasSubstr(flag));
  }
}

TEST(command_line, json_goes_to_a_file_or_to_standard_output) {
  auto properties = passing();
  const outcome file = run(properties, {"--json", "summary.json"});
  EXPECT_EQ(file.status, 0);
  EXPECT_THAT(file.files.at("summary.json"), HasSubstr("\"tali-summary\""));
  EXPECT_THAT(file.out, HasSubstr("passed: good"));
  const outcome out = run(properties, {"--json", "-"});
  EXPECT_EQ(out.out.front(), '{');
  EXPECT_THAT(out.err, HasSubstr("passed: good"));
  const outcome unwritable = run(properties, {"--json", "unwritable"});
  EXPECT_EQ(unwritable.status, 2);
  EXPECT_THAT(unwritable.err, HasSubstr("cannot write 'unwritable'"));
}

TEST(command_line, properties_keep_their_state) {
  registry r;
  std::vector<int> kept{1, 2, 3};
  r.add(property("captures", [kept](int) { return kept.size() == 3; }).example(5));
  EXPECT_THAT(run(r, {"--cases", "10"}).out, HasSubstr("10 cases, 1 example"));
  any_property moved = property("moved", [](int) { return true; });
  any_property target = property("target", [](int) { return false; });
  target = std::move(moved);
  EXPECT_EQ(target.name().text, "moved");
  EXPECT_TRUE(target.run({}));
}

TALI_PROPERTY("registered by macro", [](bool b) { return b || !b; });
const auto registered = register_property("registered by function", gen::integer(0, 3), [](int n) { return n < 4; });

TEST(command_line, registration_fills_the_programs_registry) {
  const char* arguments[] = {"program", "--only", "registered*", "-q"};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_main(4, arguments), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "2 properties: 2 passed\n");
  static_cast<void>(registered);
}

TEST(command_line, main_writes_the_summary) {
  const std::string path = testing::TempDir() + "tali_summary.json";
  const char* arguments[] = {"program", "-q", "--json", path.c_str()};
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_main(4, arguments), 0);
  static_cast<void>(testing::internal::GetCapturedStdout());
  std::FILE* file = std::fopen(path.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(std::fgetc(file), '{');
  std::fclose(file);
  std::remove(path.c_str());
  const char* nowhere[] = {"program", "-q", "--json", "/nowhere/at/all.json"};
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_main(4, nowhere), 2);
  static_cast<void>(testing::internal::GetCapturedStdout());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("cannot write"));
}

TEST(progress_line, says_how_far_it_is) {
  progress p;
  p.property = "reverse";
  p.cases = 250;
  p.wanted = 1000;
  p.elapsed = milliseconds(1500);
  EXPECT_EQ(detail::progress_line(p, 79), "[#####...............] 250 of 1000 cases, 1.5 s: reverse");
  p.wanted.reset();
  p.time_budget = seconds(3);
  EXPECT_EQ(detail::progress_line(p, 79), "[##########..........] 250 cases, 1.5 s: reverse");
  EXPECT_EQ(detail::progress_line(p, 30).size(), 30U);
  progress shrinking = p;
  shrinking.shrinking = shrink_progress{2500, 12, 10'000};
  EXPECT_EQ(
      detail::progress_line(shrinking, 120),
      "[#####...............] shrinking: 12 steps in 2500 runs, 1.5 s (Ctrl-C: stop with the best so far): reverse");
  p.property = "ääääääääääääääääääääää";
  const std::string cut = detail::progress_line(p, 46);
  EXPECT_LE(cut.size(), 46U);
  EXPECT_NE(static_cast<unsigned char>(cut.back()) & 0xc0U, 0xc0U); // not in the middle of a character
}

} // namespace
