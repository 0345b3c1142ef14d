// SPDX-License-Identifier: BSL-1.0
// The setting `weights`: labelled branches are taken by the weights of a file, and everything else of a run is
// unchanged.
#include "stats/weights_file.hpp"

#include <tali/tali.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

namespace {

using namespace tali;

constexpr auto letter = gen::pick(gen::branch<"a">(9, gen::exact('a')), gen::branch<"b">(1, gen::exact('b')));

struct folder {
  folder()
      : path((std::filesystem::temp_directory_path() / ("tali_weights_" + std::to_string(getpid()))).string() + "/") {
    std::filesystem::create_directories(path);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() { std::filesystem::remove_all(path); }
  void write(std::string_view property, const std::string& text) const {
    std::ofstream(detail::weights_file_of(path, property)) << text;
  }
  std::string path;
};

settings with(const folder& f, int threads = 1) {
  settings s;
  s.cases = 1000;
  s.seed = 5;
  s.size = 20;
  s.exhaustive = exhaustive_mode::never;
  s.weights = f.path;
  s.threads = threads;
  return s;
}

result run(const settings& s, std::string_view name = "letters") {
  return check(std::string(name), s, gen::vector(letter), [](test_case& c, const std::vector<char>& xs) {
    for (const char x : xs) {
      c.event("letter", x == 'b' ? 1 : 0);
    }
    return true;
  });
}

TEST(weights_setting, branches_follow_the_file) {
  const folder f;
  EXPECT_NEAR(run(with(f)).events.at(0).mean, 0.1, 0.05); // no file for this property: the weights of the generator
  weights w;
  w.set("a", 1);
  w.set("b", 9);
  f.write("letters", w.to_json());
  // About 5000 letters: the mean is within 0.05 of 0.9, except with probability below 10^-20.
  EXPECT_NEAR(run(with(f)).events.at(0).mean, 0.9, 0.05);
  EXPECT_EQ(run(with(f)).events.at(0).mean, run(with(f, 3)).events.at(0).mean);
  EXPECT_NEAR(run(with(f), "another property").events.at(0).mean, 0.1, 0.05);
}

TEST(weights_setting, a_name_has_the_file_of_its_name_in_statistics) {
  const auto file = [](std::string_view property) { return detail::weights_file_of("w", property); };
  EXPECT_EQ(file("a\xff\xc0 b"), file("a\xef\xbf\xbd\xef\xbf\xbd b"));
  EXPECT_NE(file("a b"), file("a_b"));
  EXPECT_NE(file("a\"b"), file("a'b"));
}

TEST(weights_setting, failing_cases_are_found_again_and_shrunk) {
  const folder f;
  weights w;
  w.set("a", 0.001);
  w.set("b", 1000);
  f.write("few b", w.to_json());
  const result r = check("few b", with(f), gen::vector(letter),
                         [](const std::vector<char>& xs) { return std::count(xs.begin(), xs.end(), 'b') < 3; });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_FALSE(r.failures.at(0).flaky);
  EXPECT_EQ(r.failures[0].values.at(0).text, "['b', 'b', 'b']");
}

TEST(weights_setting, a_file_that_is_none_is_an_error) {
  const folder f;
  f.write("letters", "{");
  const result r = run(with(f));
  EXPECT_EQ(r.status, run_status::error);
  EXPECT_NE(r.message.find("setting weights"), std::string::npos) << r.message;
}

} // namespace
