// SPDX-License-Identifier: BSL-1.0
// The store on disk: what is stored, what is left alone, and the warnings.
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>
#include <tali/store/encoding.hpp>
#include <tali/store/example_store.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::store;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

/// A separate folder for each test, removed at its end.
class example_store_on_disk : public testing::Test {
protected:
  example_store_on_disk() {
    std::string pattern = (fs::temp_directory_path() / "tali_store_XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    folder_ = root_ + "/.tali";
  }
  ~example_store_on_disk() override {
    std::error_code ignored;
    fs::permissions(folder_, fs::perms::owner_all, ignored);
    fs::remove_all(root_, ignored);
  }

  static void write(const std::string& path, std::string_view text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> out;
    std::error_code missing;
    for (fs::recursive_directory_iterator it(folder_, missing), end; it != end; ++it) {
      if (!it->is_directory()) {
        out.push_back(it->path().string());
      }
    }
    return out;
  }

  std::string root_;
  std::string folder_;
};

stored_case case_of(std::uint64_t number, std::string property = "a property") {
  stored_case c;
  c.property = std::move(property);
  c.choices = {{{choice_kind::integer, number, number, 0}}, 3};
  c.shrunk = true;
  c.found = "seed 0x2a, case 7";
  c.cause = "threw std::out_of_range: index 7\nof 3";
  c.location = "file.cpp:12";
  c.values = {{"argument 1", "std::string", "\"a\n  b\"\n\n", true}, {"n = : x", "int", ""}};
  return c;
}

std::vector<std::uint64_t> numbers(const std::vector<stored_case>& cases) {
  std::vector<std::uint64_t> out;
  out.reserve(cases.size());
  for (const stored_case& c : cases) {
    out.push_back(c.choices.choices.at(0).value);
  }
  return out;
}

bool same(const stored_case& a, const stored_case& b) {
  return a.property == b.property && a.choices == b.choices && a.shrunk == b.shrunk && a.found == b.found &&
         a.cause == b.cause && a.location == b.location && a.values == b.values;
}

// The text ------------------------------------------------------------------------------------------------------------

TEST(stored_case_text, there_and_back) {
  const parsed_case back = parse_stored_case(render_stored_case(case_of(5)));
  EXPECT_EQ(back.error, "");
  EXPECT_TRUE(same(back.found, case_of(5)));
  const result r = check("any text", settings{.cases = 500, .seed = 1},
                         [](const std::string& property, const std::string& value, bool shrunk) {
                           stored_case c = case_of(1, property);
                           c.shrunk = shrunk;
                           c.values[0].text = value;
                           c.cause = value;
                           const parsed_case again = parse_stored_case(render_stored_case(c));
                           return again && same(again.found, c);
                         });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(stored_case_text, survives_other_ends_of_lines_and_missing_descriptions) {
  std::string text = render_stored_case(case_of(5));
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, "\r");
  }
  EXPECT_TRUE(same(parse_stored_case(text).found, case_of(5)));
  text = render_stored_case(case_of(5));
  EXPECT_TRUE(parse_stored_case(text.substr(0, text.find("state:"))));
  EXPECT_TRUE(parse_stored_case(text + "a key of tomorrow: 3\n  and more\n"));
}

TEST(stored_case_text, damage_is_described) {
  const auto error = [](std::string_view t) { return parse_stored_case(t).error; };
  EXPECT_THAT(error(""), HasSubstr("is not a stored case"));
  EXPECT_THAT(error("hello"), HasSubstr("is not a stored case"));
  EXPECT_THAT(error("tali stored case, format x\n"), HasSubstr("is not a stored case"));
  EXPECT_THAT(error("tali stored case, format 2\n"), HasSubstr("newer tali (format 2"));
  EXPECT_THAT(error("tali stored case, format 1\n"), HasSubstr("no line 'property:'"));
  EXPECT_THAT(error("tali stored case, format 1\nproperty: x\n"), HasSubstr("no line 'replay:'"));
  EXPECT_THAT(error("tali stored case, format 1\nproperty: x\nreplay: t1-AA\n"), HasSubstr("truncated"));
}

// Cut anywhere, changed anywhere: an error or the very same choices, never others.
TEST(stored_case_text, damage_never_gives_other_choices) {
  const std::string text = render_stored_case(case_of(5));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const parsed_case cut = parse_stored_case(text.substr(0, i));
    ASSERT_TRUE(!cut || cut.found.choices == case_of(5).choices) << i;
    for (int c = 0; c < 256; ++c) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(c);
      const parsed_case got = parse_stored_case(damaged);
      ASSERT_TRUE(!got || got.found.choices == case_of(5).choices) << i << " with " << c;
    }
  }
}

// The folder ----------------------------------------------------------------------------------------------------------

TEST_F(example_store_on_disk, keeps_cases_by_property) {
  example_store store(folder_);
  EXPECT_THAT(store.load("a property"), IsEmpty());
  EXPECT_FALSE(fs::exists(folder_)); // reading makes nothing
  for (const std::uint64_t n : {500U, 3U, 70U}) {
    stored_case c = case_of(n);
    ASSERT_TRUE(store.save(c));
    EXPECT_TRUE(fs::exists(c.path));
  }
  stored_case other = case_of(9, "another");
  ASSERT_TRUE(store.save(other));
  const auto loaded = example_store(folder_).load("a property");
  EXPECT_THAT(numbers(loaded), ElementsAre(3, 70, 500)); // simplest first
  EXPECT_TRUE(same(loaded[0], [] {
    stored_case c = case_of(3);
    return c;
  }()));
  EXPECT_THAT(example_store(folder_).load_all(), SizeIs(4));
  EXPECT_THAT(store.take_warnings(), IsEmpty());
}

TEST_F(example_store_on_disk, names_are_readable_and_distinct) {
  const example_store store("x");
  EXPECT_THAT(store.folder_of("reverse twice / is: identity"), testing::StartsWith("x/reverse_twice_is_identity-"));
  EXPECT_NE(store.folder_of("a b"), store.folder_of("a_b"));
  EXPECT_THAT(store.folder_of("../../etc"), testing::StartsWith("x/etc-"));
  EXPECT_THAT(store.folder_of("☃"), testing::MatchesRegex("x/[0-9a-f]+"));
  EXPECT_LT(store.folder_of(std::string(10'000, 'a')).size(), 80U);
}

TEST_F(example_store_on_disk, the_same_case_is_one_file) {
  example_store store(folder_);
  for (int i = 0; i < 3; ++i) {
    stored_case c = case_of(3);
    ASSERT_TRUE(store.save(c));
  }
  EXPECT_THAT(files(), SizeIs(1));
}

TEST_F(example_store_on_disk, drops_what_it_has_read) {
  example_store store(folder_);
  stored_case c = case_of(3);
  ASSERT_TRUE(store.save(c));
  EXPECT_TRUE(store.drop(store.load("a property").at(0)));
  EXPECT_THAT(store.load("a property"), IsEmpty());
  EXPECT_FALSE(store.drop(c));
  EXPECT_THAT(store.take_warnings(), IsEmpty());
  ASSERT_TRUE(store.save(c));
  EXPECT_THAT(store.load("a property"), SizeIs(1));
}

// Process A has read a case; B finds it failing and saves it again; A, for which it has passed, must not remove it.
TEST_F(example_store_on_disk, does_not_drop_what_was_saved_again) {
  example_store a(folder_);
  example_store b(folder_);
  stored_case c = case_of(3);
  ASSERT_TRUE(b.save(c));
  const auto read_by_a = a.load("a property");
  ::usleep(20'000); // more than a tick of the file system's clock
  stored_case same_text = case_of(3);
  ASSERT_TRUE(b.save(same_text));
  EXPECT_FALSE(a.drop(read_by_a.at(0)));
  stored_case other_text = case_of(3);
  other_text.cause = "something else";
  const auto read_again = a.load("a property");
  ASSERT_TRUE(b.save(other_text));
  EXPECT_FALSE(a.drop(read_again.at(0)));
  EXPECT_THAT(a.load("a property"), SizeIs(1));
}

TEST_F(example_store_on_disk, keeps_the_simplest_and_the_newest) {
  example_store store(folder_, 3);
  for (const std::uint64_t n : {9'000'000U, 5U, 700U, 6U, 80'000U}) {
    stored_case c = case_of(n);
    ASSERT_TRUE(store.save(c));
    EXPECT_THAT(numbers(store.load("a property")), testing::Contains(n));
  }
  EXPECT_THAT(numbers(store.load("a property")), ElementsAre(5, 6, 700, 80'000));
  stored_case c = case_of(4);
  ASSERT_TRUE(store.save(c));
  EXPECT_THAT(numbers(store.load("a property")), ElementsAre(4, 5, 6));
}

TEST_F(example_store_on_disk, what_it_does_not_understand_is_named_and_left_alone) {
  example_store store(folder_);
  stored_case c = case_of(3);
  ASSERT_TRUE(store.save(c));
  const std::string place = store.folder_of("a property") + "/";
  const std::string good = read(c.path);
  write(place + "newer.case", "tali stored case, format 7\nproperty: a property\n");
  write(place + "foreign.case", std::string("\x7f"
                                            "ELF\0\0\x01",
                                            7));
  write(place + "empty.case", "");
  write(place + "cut.case", good.substr(0, good.find("replay:") + 12));
  write(place + "other.case", render_stored_case(case_of(1, "another property")));
  write(place + "notes.txt", "mine");
  write(place + ".hidden", "mine");
  fs::create_directory(place + "folder.case");
  ASSERT_EQ(::mkfifo((place + "pipe.case").c_str(), 0600), 0);
  const auto before = files();
  EXPECT_THAT(numbers(store.load("a property")), ElementsAre(3));
  const auto warnings = store.take_warnings();
  EXPECT_THAT(warnings, SizeIs(8));
  for (const char* name : {"newer.case", "foreign.case", "empty.case", "cut.case", "other.case", "notes.txt",
                           "folder.case", "pipe.case"}) {
    EXPECT_THAT(warnings, testing::Contains(HasSubstr(place + name))) << name;
  }
  EXPECT_THAT(warnings, testing::Contains(AllOf(HasSubstr("newer.case"), HasSubstr("newer tali"))));
  EXPECT_THAT(numbers(store.load("a property")), ElementsAre(3));
  EXPECT_THAT(store.take_warnings(), IsEmpty()); // reported once
  EXPECT_EQ(files(), before);
}

TEST_F(example_store_on_disk, places_that_cannot_be_written) {
  write(root_ + "/a_file", "");
  stored_case c = case_of(3);
  for (const std::string& place : {root_ + "/a_file", root_ + "/a_file/below", std::string("/proc/tali")}) {
    example_store store(place);
    EXPECT_FALSE(store.save(c));
    EXPECT_THAT(store.take_warnings(), ElementsAre(AllOf(HasSubstr("cannot store"), HasSubstr(place)))) << place;
    EXPECT_THAT(store.load("a property"), IsEmpty());
  }
  example_store store(root_ + "/a_file");
  EXPECT_THAT(store.load("a property"), IsEmpty());
  EXPECT_THAT(store.take_warnings(), ElementsAre(HasSubstr("is not a folder")));
}

TEST_F(example_store_on_disk, works_read_only) {
  example_store store(folder_);
  stored_case c = case_of(3);
  ASSERT_TRUE(store.save(c));
  const std::string place = store.folder_of("a property");
  fs::permissions(root_, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  fs::permissions(place,
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  const pid_t child = ::fork();
  if (child == 0) {
    // Nothing is read-only for root.
    bool good = ::geteuid() != 0 || (::setgid(65534) == 0 && ::setuid(65534) == 0);
    good = numbers(store.load("a property")) == std::vector<std::uint64_t>{3} && good;
    good = store.save(c) && good; // it is stored already
    good = store.take_warnings().empty() && good;
    stored_case other = case_of(4);
    good = !store.save(other) && !store.drop(c) && good;
    const auto warnings = store.take_warnings();
    good = warnings.size() == 2 && warnings[0].find(place) != std::string::npos &&
           warnings[1].find(c.path) != std::string::npos && good;
    ::_exit(good ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  fs::permissions(place, fs::perms::owner_all);
}

TEST_F(example_store_on_disk, what_a_killed_process_left_goes_after_a_while) {
  example_store store(folder_);
  stored_case c = case_of(3);
  ASSERT_TRUE(store.save(c));
  const std::string place = store.folder_of("a property") + "/";
  write(place + ".new-1-0", "half a ca");
  write(place + ".new-1-1", "half a ca");
  fs::last_write_time(place + ".new-1-0", fs::file_time_type::clock::now() - std::chrono::hours(2));
  EXPECT_THAT(store.load("a property"), SizeIs(1));
  EXPECT_FALSE(fs::exists(place + ".new-1-0"));
  EXPECT_TRUE(fs::exists(place + ".new-1-1")); // may still be written
  EXPECT_THAT(store.take_warnings(), IsEmpty());
}

// Processes and threads that save and drop in one folder, which is created and removed: the case saved last is present.
TEST_F(example_store_on_disk, many_at_once) {
  constexpr int processes = 4;
  constexpr std::uint64_t rounds = 60;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    const pid_t child = ::fork();
    if (child == 0) {
      example_store store(folder_, 1000);
      bool good = true;
      for (std::uint64_t i = 0; i < rounds; ++i) {
        stored_case c = case_of(1 + i % 3);
        c.cause = std::to_string(p);
        good = store.save(c) && good;
        for (const stored_case& seen : store.load("a property")) {
          good = seen.property == "a property" && good;
        }
        store.drop(c);
      }
      stored_case last = case_of(100 + static_cast<std::uint64_t>(p));
      good = store.save(last) && good;
      ::_exit(good && store.take_warnings().empty() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  example_store store(folder_);
  const auto left = numbers(store.load("a property"));
  for (std::uint64_t p = 0; p < processes; ++p) {
    EXPECT_THAT(left, testing::Contains(100 + p));
  }
  EXPECT_THAT(store.take_warnings(), IsEmpty());
}

} // namespace
