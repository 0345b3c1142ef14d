// SPDX-License-Identifier: BSL-1.0
// Lines of statistics: hostile texts survive, values keep their structure, threads do not change the file, and nothing
// that was appended is lost when the writing process dies.
#include "stats/line.hpp"
#include "stats/recorder.hpp"
#include "stats/writer.hpp"

#include <tali/gen/labelled.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using namespace tali;

class temporary_file {
public:
  temporary_file() {
    static std::atomic<int> counter = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("tali_stats_" + std::to_string(getpid()) + "_" + std::to_string(counter++) + ".jsonl"))
                .string();
  }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string text() const {
    std::ifstream in(path_, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
  }
  [[nodiscard]] std::vector<json> lines() const {
    std::vector<json> out;
    std::istringstream in(text());
    for (std::string line; std::getline(in, line);) {
      out.push_back(json::parse(line));
    }
    return out;
  }
  [[nodiscard]] std::vector<json> cases() const {
    std::vector<json> out;
    for (json& line : lines()) {
      if (line["type"] == "test_case") {
        out.push_back(std::move(line));
      }
    }
    return out;
  }

private:
  std::string path_;
};

struct point {
  int x;
  std::vector<std::string> names;
};

settings to_file(const temporary_file& file, std::int64_t cases) {
  settings s;
  s.cases = cases;
  s.seed = 7;
  s.exhaustive = exhaustive_mode::never;
  s.stats = file.path();
  return s;
}

TEST(stats_file, one_line_a_case_with_all_fields) {
  const temporary_file file;
  const result r = check("reverse \"twice\"", to_file(file, 50), [](test_case& c, const point& p) {
    c.assume(p.x != 0, "zero");
    c.event("names", p.names.size());
    c.event("half", 0.5);
    c.event("both", "x", 1, "y", 2.5);
    c.classify(p.x > 0, "positive");
    c.cover(1, true, "all");
    c.target(p.x, "x");
    c.note("a \xff note");
    return true;
  });
  EXPECT_TRUE(r.passed());
  std::uint64_t passed = 0;
  std::uint64_t discarded = 0;
  for (const json& line : file.cases()) {
    for (const char* field : {"type", "run_start", "property", "status", "status_reason", "representation", "arguments",
                              "how_generated", "features", "coverage", "timing", "metadata"}) {
      EXPECT_TRUE(line.contains(field)) << field;
    }
    EXPECT_EQ(line.size(), 12U);
    EXPECT_EQ(line["property"], "reverse \"twice\"");
    EXPECT_TRUE(line["representation"].get<std::string>().starts_with("reverse \"twice\"(argument 1 = point{"));
    const json& value = line["arguments"]["argument 1"];
    ASSERT_TRUE(value.is_object()) << line;
    EXPECT_EQ(line["metadata"]["seed"], "0x7");
    if (line["status"] == "passed") {
      passed += line["how_generated"] == "random" ? 1U : 0U;
      EXPECT_EQ(line["features"]["names"], value["names"].size());
      EXPECT_EQ(line["features"]["half"], 0.5);
      EXPECT_EQ(line["features"]["both"], json::parse(R"([["x",1],["y",2.5]])"));
      EXPECT_EQ(line["features"].contains("positive"), value["x"] > 0);
      EXPECT_EQ(line["features"]["all"], "true");
      EXPECT_EQ(line["features"]["target:x"], value["x"]);
      EXPECT_EQ(line["metadata"]["notes"][0], "a \xef\xbf\xbd note");
    } else {
      ++discarded;
      EXPECT_EQ(line["status_reason"], "zero");
    }
  }
  EXPECT_EQ(passed, r.cases);
  EXPECT_GE(discarded, r.discarded);
}

TEST(stats_file, every_way_of_making_a_case_is_named) {
  const temporary_file file;
  settings s = to_file(file, 100);
  const result r = check("small sums", s, [](test_case& c) { // a random case fails with a chance of 1 in 20,000
    const int a = c.draw("a", gen::integer(0, 1000));
    const int b = c.draw("b", gen::integer(0, 1000));
    c.target(a + b);
    return a + b < 1990;
  });
  EXPECT_EQ(r.status, run_status::failed);
  s.exhaustive = exhaustive_mode::automatic;
  EXPECT_TRUE(check("both", s, [](bool, bool) { return true; }).passed());
  EXPECT_TRUE(check("none", s, [] { return true; }).passed());
  std::map<std::string, int> how;
  std::uint64_t steps = 0;
  for (const json& line : file.cases()) {
    ++how[line["how_generated"]];
    if (line["how_generated"] == "shrinking") {
      EXPECT_EQ(line["metadata"]["shrink_step"], ++steps);
      EXPECT_EQ(line["status"], "failed");
    }
  }
  EXPECT_EQ(how["enumerated"], 5);
  EXPECT_GT(how["random"], 0);
  EXPECT_GT(how["targeted"], 0);
  ASSERT_TRUE(r.failures.at(0).shrunk);
  EXPECT_EQ(steps, r.failures[0].shrunk->steps);
}

TEST(stats_file, the_same_cases_with_and_without_on_any_number_of_threads) {
  const auto body = [](test_case& c, const std::vector<int>& xs) {
    c.assume(xs.size() % 7 != 3, "three");
    c.classify(xs.empty(), "empty");
    return xs.size() < 95;
  };
  const temporary_file one;
  const temporary_file four;
  settings s = to_file(one, 3000);
  const result r1 = check("p", s, body);
  s.stats = four.path();
  s.threads = 4;
  const result r4 = check("p", s, body);
  s.stats = "off";
  const result r0 = check("p", s, body);
  EXPECT_EQ(r1.cases, r4.cases);
  EXPECT_EQ(r1.cases, r0.cases);
  EXPECT_EQ(r1.discarded, r0.discarded);
  EXPECT_EQ(r1.failures.at(0).index, r0.failures.at(0).index);
  const std::vector<json> a = one.cases();
  const std::vector<json> b = four.cases();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i]["representation"], b[i]["representation"]);
    EXPECT_EQ(a[i]["metadata"], b[i]["metadata"]);
  }
}

TEST(stats_file, huge_values_are_cut_with_a_mark) {
  const temporary_file file;
  settings s = to_file(file, 2);
  EXPECT_TRUE(check("huge", s, [](test_case& c) {
                const std::string text = c.draw("text", gen::exact(std::string(10'000'000, 'x') + "\xff\"</script>"));
                c.event("payload", text);
                return !text.empty();
              }).passed());
  const std::vector<json> cases = file.cases();
  ASSERT_FALSE(cases.empty());
  for (const json& line : cases) {
    EXPECT_TRUE(line["metadata"]["truncated"].get<bool>());
    EXPECT_LT(line.dump().size(), 100'000U);
    EXPECT_NE(line["representation"].get<std::string>().find("…"), std::string::npos);
  }
}

TEST(stats_file, a_file_that_cannot_be_written_is_an_error_of_settings) {
  settings s;
  s.stats = "/nonexistent/folder/file.jsonl";
  const result r = check("p", s, [](int) { return true; });
  EXPECT_EQ(r.status, run_status::error);
  EXPECT_NE(r.message.find("setting stats"), std::string::npos) << r.message;
}

TEST(stats_writer, a_folder_gets_a_new_file) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("tali_stats_folder_" + std::to_string(getpid()))).string();
  {
    const detail::stats_run run("p", 1);
    detail::stats_writer writer(folder + "/", run);
    EXPECT_TRUE(writer.path().starts_with(folder));
    EXPECT_TRUE(writer.path().ends_with(".jsonl"));
  }
  std::filesystem::remove_all(folder);
}

// Lines are formatted later than their cases, and elsewhere: with labels of a generator that a body created and that no
// longer exists, in this process or in one that has died.
TEST(stats_line, has_the_labels_as_they_were) {
  const temporary_file file;
  settings s;
  s.cases = 300;
  s.seed = 1;
  s.exhaustive = exhaustive_mode::never;
  s.explain = false;
  s.stats = file.path();
  for (const isolation_mode isolation : {isolation_mode::none, isolation_mode::always}) {
    s.isolation = isolation;
    const result r = check("p", s, gen::integer(0, 9), [&](test_case& c, int k) {
      std::vector<gen::labelled_value<int>> all;
      for (int i = 0; i < 5; ++i) {
        all.push_back({"a label too long to lie in its string, number " + std::to_string(i) + " of " +
                           std::to_string(k) + (i == 3 ? "\"" : ""),
                       1, i});
      }
      const auto g = gen::labelled<int>(std::move(all));
      const int v = c.draw("v", g);
      if (isolation == isolation_mode::always && v == 3 && k == 7) {
        std::_Exit(3);
      }
    });
    EXPECT_EQ(r.passed(), isolation == isolation_mode::none);
  }
  std::map<std::string, int> seen;
  for (const json& line : file.cases()) {
    const int k = line["arguments"]["argument 1"];
    const int v = line["arguments"]["v"];
    EXPECT_EQ(line["metadata"]["choices"].back(), "a label too long to lie in its string, number " + std::to_string(v) +
                                                      " of " + std::to_string(k) + (v == 3 ? "\"" : ""));
    ++seen[line["status"]];
  }
  EXPECT_GE(seen["passed"], 300);
  EXPECT_GE(seen["failed"], 1);
}

/// Case i in its frame: mostly short, sometimes a few hundred bytes, rarely larger than the ring accepts in one piece.
std::string_view sheet_of(detail::stats_recorder& recorder, std::uint64_t i) {
  recorder.begin();
  recorder.text("text", std::string(static_cast<std::size_t>(i % 300), 'x'));
  if (i % 2048 == 2047) {
    recorder.note(std::string(std::size_t{2} << 20U, 'y'));
  }
  recorder.end();
  detail::stats_facts facts;
  facts.how = "random";
  facts.index = i;
  return recorder.finish(facts);
}

std::string case_in(const std::string& line) {
  const std::size_t at = line.find("\"case\":");
  return at == std::string::npos || !line.starts_with('{') || !line.ends_with('}')
             ? "none in " + line.substr(0, 200)
             : line.substr(at + 7, line.find_first_of(",}", at) - at - 7);
}

// The writing process is killed at any moment; another process with the same ring continues, and the file is complete:
// no line lost, none twice, and only lines of megabytes cut.
TEST(stats_writer, nothing_is_lost_or_doubled_when_the_process_dies) {
  for (int round = 0; round < 20; ++round) {
    const temporary_file file;
    const detail::stats_run run("p", 1);
    detail::stats_writer writer(file.path(), run);
    int told[2];
    ASSERT_EQ(pipe(told), 0);
    const pid_t child = fork();
    if (child == 0) {
      writer.start_thread();
      detail::stats_recorder recorder;
      for (std::uint64_t i = 0;; ++i) {
        if (i % 3 == 0) {
          writer.append_lines("{\"case\":" + std::to_string(i) + "}\n");
        } else {
          writer.append(sheet_of(recorder, i));
        }
        // What was appended counts from now on.
        if (i % 64 == 0 && write(told[1], &i, sizeof i) != sizeof i) {
          _exit(1);
        }
      }
    }
    close(told[1]);
    std::uint64_t last = 0;
    for (int i = 0; i < 5 + round * 37; ++i) {
      ASSERT_EQ(read(told[0], &last, sizeof last), static_cast<ssize_t>(sizeof last));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(told[0], &last, sizeof last) == static_cast<ssize_t>(sizeof last)) {
    }
    close(told[0]);
    writer.append_lines("end\n");
    writer.flush();
    std::istringstream in(file.text());
    std::uint64_t expected = 0;
    std::string line;
    for (; std::getline(in, line) && line != "end"; ++expected) {
      if (line.empty()) { // it died at the end of a large one
        ASSERT_TRUE(std::getline(in, line));
        break;
      }
      if (line.size() > 64'000 && !line.ends_with('}')) { // it died in the middle of a large one
        EXPECT_EQ(expected % 2048, 2047U);
        ASSERT_TRUE(std::getline(in, line));
        break;
      }
      ASSERT_EQ(case_in(line), std::to_string(expected)) << "round " << round;
    }
    EXPECT_EQ(line, "end");
    EXPECT_FALSE(std::getline(in, line));
    EXPECT_GT(expected, last) << "round " << round;
  }
}

} // namespace
