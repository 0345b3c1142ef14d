// SPDX-License-Identifier: BSL-1.0
// Models in files: a model that is read back draws as before, one that does not fit is refused with the reason.
#include "../../../bench/valid/subjects.hpp"
#include "valid/model_file.hpp"

#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/property/check.hpp>
#include <tali/valid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::learn;

class model_file : public testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("tali-model-test-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string file(const char* name = "model") const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

bool is_avl(const subjects::tree_ptr& t) { return subjects::avl::valid(t); }
bool is_small_avl(const subjects::tree_ptr& t) { return is_avl(t) && subjects::size(t) < 3; }

valid_options options(const std::string& model = {}, std::uint64_t training = 10'000) {
  valid_options o;
  o.training = training;
  o.training_seconds = 60; // counted in attempts, on a slow machine too
  o.model = model;
  return o;
}

template <class G>
std::string why_refused(const G& g) {
  try {
    static_cast<void>(sample(g, 1));
  } catch (const generator_error& e) {
    return e.what();
  }
  return "not refused";
}

TEST_F(model_file, draws_as_what_was_saved) {
  const auto trained = gen::valid(subjects::avl::generator(), &is_avl, options());
  trained.save(file());
  const auto loaded = gen::valid(subjects::avl::generator(), &is_avl, options(file()));
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    EXPECT_EQ(subjects::hash(sample(loaded, seed)), subjects::hash(sample(trained, seed)));
    EXPECT_EQ(subjects::hash(record(loaded, seed).value), subjects::hash(sample(trained, seed)));
  }
  EXPECT_EQ(loaded.statistics().summary(), trained.statistics().summary());
}

TEST_F(model_file, is_learned_where_there_is_none) {
  const auto g = gen::valid(subjects::avl::generator(), &is_avl, options(file("none")));
  EXPECT_TRUE(is_avl(sample(g, 1)));
  EXPECT_GT(g.statistics().attempts, 1000U);
  EXPECT_FALSE(std::filesystem::exists(file("none")));
}

TEST_F(model_file, needs_little_of_a_small_budget) {
  gen::valid(subjects::avl::generator(), &is_avl, options({}, 30'000)).save(file());
  const auto loaded = gen::valid(subjects::avl::generator(), &is_avl, options(file()));
  bool enough = false;
  for (int i = 0; i < 20 && !enough; ++i) { // another process may occupy the processor
    std::uint64_t large = 0;
    const result r = check("avl", settings{.time_budget = milliseconds(50), .seed = 1, .store = "off"}, loaded,
                           [&](const subjects::tree_ptr& t) {
                             large += subjects::size(t) >= 4 ? 1U : 0U;
                             return is_avl(t);
                           });
    EXPECT_TRUE(r.passed());
    enough = r.cases >= 20 && large >= 5;
  }
  EXPECT_TRUE(enough);
  EXPECT_LT(std::filesystem::file_size(file()), 4'000'000U);
}

TEST_F(model_file, of_another_generator_or_predicate_is_refused) {
  gen::valid(subjects::avl::generator(), &is_avl, options()).save(file());
  // Another type.
  const auto lists = gen::valid(
      gen::vector(gen::integer(0, 9), 0, 9), [](const std::vector<int>& xs) { return xs.empty(); }, options(file()));
  EXPECT_NE(why_refused(lists).find("it was trained for values of type"), std::string::npos) << why_refused(lists);
  // The same type, other ranges.
  const auto wider = gen::valid(subjects::tree_of<true>(5, 9, 10), &is_avl, options(file()));
  EXPECT_NE(why_refused(wider).find("the generator makes different choices than during"), std::string::npos)
      << why_refused(wider);
  // The same ranges, less in a node.
  const auto bare = gen::valid(subjects::tree_of<false>(5, 9, 9), &is_avl, options(file()));
  EXPECT_NE(why_refused(bare).find("the generator makes different choices"), std::string::npos) << why_refused(bare);
  // A stricter predicate, and a weaker one.
  const auto strict = gen::valid(subjects::avl::generator(), &is_small_avl, options(file()));
  EXPECT_NE(why_refused(strict).find("a value that was valid during training"), std::string::npos)
      << why_refused(strict);
  const auto loose =
      gen::valid(subjects::avl::generator(), [](const subjects::tree_ptr&) { return true; }, options(file()));
  EXPECT_NE(why_refused(loose).find("a value that was invalid during training"), std::string::npos)
      << why_refused(loose);
  EXPECT_NE(why_refused(loose).find("tali train"), std::string::npos);
  // In a run it is an error, not a failure of the property.
  const result r =
      check("stale", settings{.seed = 1, .store = "off"}, strict, [](const subjects::tree_ptr& /*t*/) { return true; });
  EXPECT_EQ(r.status, run_status::error);
  EXPECT_NE(r.report().find("the predicate has changed"), std::string::npos) << r.report();
}

TEST_F(model_file, that_is_none_is_refused) {
  const auto g = gen::valid(subjects::avl::generator(), &is_avl, options(file()));
  const auto with = [&](const std::string& content) {
    std::ofstream(file(), std::ios::binary) << content;
    return why_refused(g);
  };
  EXPECT_NE(with("").find("it is not a tali model file"), std::string::npos);
  EXPECT_NE(with("a text that is long enough to be one").find("it is not a tali model file"), std::string::npos);
  EXPECT_NE(
      with(std::string("tali-valid\n\3\0\0\0________", 23)).find("it has format 3, but this version of tali reads"),
      std::string::npos);
  EXPECT_NE(with(std::string("tali-valid\n\2\0\0\0________", 23)).find("it is damaged"), std::string::npos);
  std::filesystem::remove(file());
  std::filesystem::create_directory(file());
  EXPECT_NE(why_refused(g).find("gen::valid: cannot use the model '" + file() + "'"), std::string::npos)
      << why_refused(g);
  EXPECT_THROW(g.save("/nowhere/model"), generator_error);
}

// Any bytes: no crash, and never a model that was not written.
template <class G, class Predicate>
void expect_damage_is_seen(const G& g, const Predicate& predicate, const std::string& file) {
  gen::valid(g, predicate, options()).save(file);
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> content((std::istreambuf_iterator<char>(in)), {});
  std::vector<std::uint8_t> bytes(content.begin(), content.end());
  ASSERT_TRUE(detail::model_from_bytes(bytes).error.empty());
  rng engine(7);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::uint8_t> damaged = bytes;
    damaged[below(engine, damaged.size())] ^= static_cast<std::uint8_t>(1 + below(engine, std::uint64_t{255}));
    EXPECT_FALSE(detail::model_from_bytes(damaged).error.empty());
    // With a correct checksum it may be a model, but a harmless one.
    const std::uint64_t sum = detail::model_checksum(std::span(damaged).first(damaged.size() - 8));
    for (std::size_t b = 0; b < 8; ++b) {
      damaged[damaged.size() - 8 + b] = static_cast<std::uint8_t>(sum >> (8 * b));
    }
    const detail::saved_model read_back = detail::model_from_bytes(damaged);
    if (read_back.model != nullptr) {
      detail::valid_attempt<G, Predicate> attempt{&g, &predicate, std::nullopt};
      static_cast<void>(detail::difference_to(*read_back.model, attempt.subject()));
      std::vector<choice> choices;
      static_cast<void>(detail::draw_valid(*read_back.model, attempt.subject(), rng(1), 100, 20, nullptr, {}, choices));
    }
    damaged.resize(below(engine, damaged.size()));
    EXPECT_FALSE(detail::model_from_bytes(damaged).error.empty());
  }
}

TEST_F(model_file, damage_is_seen) {
  expect_damage_is_seen(
      gen::vector(gen::integer(0, 9), 0, 9),
      [](const std::vector<int>& xs) { return std::is_sorted(xs.begin(), xs.end()); }, file());
  expect_damage_is_seen(subjects::avl::generator(), [](const subjects::tree_ptr& t) { return is_avl(t); }, file());
}

} // namespace
