// SPDX-License-Identifier: BSL-1.0
// The reports as users see them, compared with approved files beside this one. With TALI_APPROVE set in the environment
// the files are written instead: review the changes before committing them.
//
// Seeds are fixed and draws uniform from small ranges, so that the reports do not depend on how tali spreads integers.
#include "property/command_line/command_line.hpp"

#include <tali/gen/element.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>
#include <tali/property/probe.hpp>
#include <tali/property/report.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::host;
using namespace tali::report;

// Most failures are reported as found: the number of shrink runs must not affect reports.
const settings seeded{.seed = 0x2a, .exhaustive = exhaustive_mode::never, .shrink = 0};

constexpr auto digit = gen::integer(0, 9);
constexpr auto number = gen::integer(0, 999);

/// Paths and lines of this file are not part of the approved text.
std::string neutral(std::string text) {
  // As passed to the compiler: absolute, or relative to the build folder when a compile cache is shared.
  const std::string self = __FILE__;
  const std::string root = self.substr(0, self.rfind("tests/golden/property/"));
  for (std::size_t at = root.empty() ? std::string::npos : text.find(root); at != std::string::npos;
       at = text.find(root, at)) {
    text.erase(at, root.size());
  }
  const std::string file = "report_test.cpp:";
  for (std::size_t at = text.find(file); at != std::string::npos; at = text.find(file, at + 1)) {
    std::size_t end = at + file.size();
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) {
      ++end;
    }
    text.replace(at + file.size(), end - at - file.size(), "N");
  }
  for (const char* member : {"\"line\": ", "\"elapsed_ns\": "}) {
    const std::string name = member;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      std::size_t end = at + name.size();
      while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) {
        ++end;
      }
      text.replace(at + name.size(), end - at - name.size(), "1");
    }
  }
  return text;
}

void expect_approved(const std::string& name, std::string text) {
  text = neutral(std::move(text));
  const std::string path = std::string(TALI_SOURCE_DIR "/tests/golden/property/") + name;
  if (std::getenv("TALI_APPROVE") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string approved{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_EQ(text, approved) << "differs from " << path << "; run again with TALI_APPROVE=1 if it is better so";
}

std::vector<result> passing() {
  std::vector<result> all;
  all.push_back(check("reverse twice", seeded, gen::vector(digit), [](const std::vector<int>&) {}));
  all.push_back(check("all inputs", settings{.seed = 1}, digit, gen::boolean(), [](int, bool) {}));
  all.push_back(check("nothing drawn", settings{.seed = 1}, [] {}));
  all.push_back(check("some discarded", seeded, number, [](int n) { assume(n > 11, "size too small"); }));
  all.push_back(check("many reasons", seeded, number, [](int n) {
    assume(n > 100, "small");
    assume(n % 10 != 0, "multiple of ten");
    assume(n % 7 != 0, "multiple of seven");
    assume(n % 13 != 0, "multiple of thirteen");
    assume(n % 17 != 0, "multiple of seventeen");
  }));
  all.push_back(check("most discarded", seeded, number, [](int n) { assume(n < 300, "too large"); }));
  all.push_back(property("with examples", number, [](int) {}).with(seeded).cases(10).example(3).example(4).run());
  all.push_back(check("labels", seeded, number, [](test_case& c, int n) {
    c.classify(n >= 500, "big", "small");
    c.classify(n % 2 == 0, "even");
    c.event("n", n);
    c.event("last digit", n % 10 < 5 ? "low" : "high");
    c.event("seen");
    c.target(n % 100, "two digits");
    c.target(-n);
  }));
  all.push_back(check("many labels", settings{.cases = 500, .seed = 1, .label_rows = 3}, number,
                      [](test_case& c, int n) { c.collect(n % 20); }));
  all.push_back(check("covered", seeded, number, [](test_case& c, int n) {
    c.cover(30, n < 500, "small");
    c.cover(5, n % 10 == 0, "multiple of ten");
  }));
  all.push_back(check("undecided", settings{.cases = 100, .seed = 3, .coverage_factor = 2},
                      gen::integer(0, 2000).uniform(), [](test_case& c, int n) { c.cover(50, n < 1000, "half"); }));
  all.push_back(check("few values", seeded, gen::vector(gen::integer(0, 0), 0, 200), [](const std::vector<int>&) {}));
  return all;
}

class failing_probe final : public failure_probe {
public:
  void begin_case() override {}
  host_verdict end_case(host_message& message) override {
    message = {"Value of: n\n  Actual: 3\nExpected: 4", "test.cpp", 7};
    return host_verdict::failed;
  }
};

std::vector<result> failing() {
  std::vector<result> all;
  all.push_back(check("returns false", seeded, number, gen::boolean(), [](int n, bool) { return n < 900; }));
  all.push_back(check("names, notes and expectations", seeded, named("n", number), [](test_case& c, int n) {
    const auto list = c.draw("list", gen::vector(digit, 3));
    static_cast<void>(c.draw(gen::element<std::string>("a \"text\"", "b")));
    c.note("a note");
    c.note("on\ntwo lines");
    c.expect(n < 900, "n is too large");
    c.expect(list.size() != 3, "the list has three elements");
  }));
  all.push_back(check("long values", seeded, gen::vector(number, 60), [](const std::vector<int>&) { return false; }));
  settings shrinking = seeded;
  shrinking.shrink = 1000;
  all.push_back(
      check("shrunk", shrinking, gen::vector(number), [](const std::vector<int>& v) { return v.size() < 3; }));
  all.push_back(check("throws", seeded, number, [](int) { throw std::out_of_range("index 7 of 3"); }));
  all.push_back(check("throws a number", seeded, number, [](int) { throw 42; }));
  all.push_back(check("verdict", seeded, number, [](int n) { return n < 5 ? pass() : fail("larger than four"); }));
  all.push_back(check("one of all inputs", settings{.seed = 1, .shrink = 0}, digit, [](int n) { return n != 4; }));
  all.push_back(property("an example", [](int n, const std::string& s) { return n != 3 || s != "a"; })
                    .with(seeded)
                    .example(1, "b")
                    .example(3, "a")
                    .run());
  all.push_back(check("name with \"quotes\", $dollars and *stars*", seeded, number, [](int n) { return n < 5; }));
  int calls = 0;
  all.push_back(check("flaky", seeded, number, [&](int) { return ++calls != 5; }));
  all.push_back(check("not covered", seeded, number, [](test_case& c, int n) { c.cover(40, n < 100, "small"); }));
  all.push_back(check("gave up", seeded, number, [](int n) { assume(n < 10, "too large"); }));
  all.push_back(check("bad generator", settings{.seed = 1}, number, gen::integer(5, 1), [](int, int) {}));
  all.push_back(check("bad setting", settings{.seed = 1, .threads = 0}, [](int) {}));
  settings alone = seeded;
  alone.case_index = 17;
  all.push_back(check("one case", alone, number, [](int n) { return n > 1000; }));
  session outside;
  outside.environment = {.cases = 20, .size = 30};
  all.push_back(outside.check("settings from outside", seeded, number, [](int n) { return n < 5; }));
  failing_probe probe;
  session host;
  host.probe = &probe;
  all.push_back(host.check("assertion of a host", seeded, number, [](int) {}));
  // At the end, so that the lines of the ones above do not change.
  shrinking.show_shrinks = 4;
  all.push_back(check("explained", shrinking, named("n", number), gen::vector(number), gen::boolean(),
                      [](int n, const std::vector<int>& v, bool) { return n < 100 || v.size() < 2; }));
  shrinking.show_shrinks = 0;
  shrinking.seed = 44; // shrinking the first failure meets the other one
  all.push_back(check("two failures", shrinking, gen::vector(number), [](test_case& c, const std::vector<int>& v) {
    c.require(v.size() < 6, "too long");
    c.require(v.size() != 4 || v[0] < 10, "starts too high");
  }));
  shrinking.seed = seeded.seed;
  all.push_back(check("not equal", shrinking, gen::vector(number), [](test_case& c, std::vector<int> v) {
    const std::vector<int> before = v;
    std::sort(v.begin(), v.end());
    c.expect_equal(before, v);
  }));
  return all;
}

std::string texts(const std::vector<result>& all, const report_options& options) {
  std::string out;
  for (const result& r : all) {
    out += render_text(r, {options.verbosity, options.color, r.settings.label_rows, options.program});
  }
  return out + render_totals(all, options);
}

TEST(report, passing) { expect_approved("passing.txt", texts(passing(), {})); }

TEST(report, failing) { expect_approved("failing.txt", texts(failing(), {})); }

TEST(report, verbose) {
  auto all = passing();
  all.erase(all.begin(), all.begin() + 7);
  all.resize(2);
  auto failures = failing();
  all.push_back(failures[1]);
  all.push_back(failures[3]);
  for (result& r : all) {
    r.elapsed = milliseconds(12);
  }
  report_options options;
  options.verbosity = verbosity_level::verbose;
  options.program = "./tests";
  expect_approved("verbose.txt", texts(all, options));
}

TEST(report, quiet) {
  auto all = passing();
  all.resize(2);
  all.push_back(failing().front());
  report_options options;
  options.verbosity = verbosity_level::quiet;
  expect_approved("quiet.txt", texts(all, options));
}

TEST(report, colored) {
  auto all = passing();
  all.erase(all.begin(), all.begin() + 9);
  auto failures = failing();
  all.push_back(failures[0]);
  all.push_back(failures[10]);
  all.push_back(failures[12]);
  report_options options;
  options.color = true;
  expect_approved("colored.txt", texts(all, options));
}

TEST(report, json) {
  auto all = passing();
  std::vector<result> some{all[0], all[1], all[7], all[10]};
  for (const result& r : failing()) {
    some.push_back(r);
  }
  expect_approved("summary.json", render_json(some));
}

class text_console final : public detail::console {
public:
  void out(std::string_view t) override { text += t; }
  void err(std::string_view t) override { text += t; }
  bool write_file(const std::string& /*path*/, std::string_view /*text*/) override { return true; }
  std::string text;
};

TEST(report, help) {
  registry none;
  text_console console;
  const std::string_view arguments[] = {"--help"};
  EXPECT_EQ(detail::run_command_line("./tests", arguments, none, console), 0);
  expect_approved("help.txt", console.text);
}

} // namespace
