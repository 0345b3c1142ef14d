// SPDX-License-Identifier: BSL-1.0
// The purpose of the passes of the second and third stage, one case each.
#include <tali/gen.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/value/show.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tali;
using choices::shrink_result;

/// The result of shrinking a failing value.
template <class G, class Fails>
std::string from(const G& g, const value_of<G>& failing, Fails fails) {
  EXPECT_TRUE(fails(failing));
  const auto found = shrink(g, failing, fails);
  return found ? show(found->value) : "not a value of the generator";
}

TEST(late_passes, a_number_before_a_sequence_of_fixed_length_is_lowered) {
  const auto g = gen::pair(gen::integer<std::uint32_t>(), gen::vector(gen::integer(0, 9), 8));
  EXPECT_EQ(from(g, {4294957289U, {1, 2, 3, 4, 5, 6, 7, 8}}, [](const auto& v) { return v.first >= 1000; }),
            "(1000, [0, 0, 0, 0, 0, 0, 0, 0])");
}

TEST(late_passes, remainders_are_followed_in_long_steps) {
  EXPECT_EQ(from(gen::integer(0, 1000000), 997503, [](int x) { return x >= 1000 && x % 7 == 3; }), "1004");
}

TEST(late_passes, one_number_is_lowered_and_a_later_one_raised) {
  const auto g = gen::pair(gen::integer(0, 1000), gen::integer(0, 1000));
  EXPECT_EQ(from(g, {300, 200}, [](const auto& v) { return 2 * v.first + 3 * v.second == 1200; }), "(0, 400)");
  EXPECT_EQ(from(g, {40, 60}, [](const auto& v) { return v.first + v.second == 100; }), "(0, 100)");
}

TEST(late_passes, elements_move_to_a_later_sequence) {
  const auto g = gen::pair(gen::vector(gen::integer(0, 9), 0, 5), gen::vector(gen::integer(0, 9), 0, 5));
  EXPECT_EQ(from(g, {{3}, {}}, [](const auto& v) { return v.first.size() + v.second.size() == 1; }), "([], [0])");
}

TEST(late_passes, draws_in_a_loop_are_deleted_wherever_they_are) {
  const auto g = gen::compose<std::vector<int>>([](auto& draw) {
    std::vector<int> xs;
    const int n = draw(gen::integer(0, 30));
    for (int i = 0; i < n; ++i) {
      xs.push_back(draw(gen::integer(0, 1000)));
    }
    return xs;
  });
  const auto fails = [](const std::vector<int>& xs) {
    return std::count_if(xs.begin(), xs.end(), [](int x) { return x >= 500; }) >= 2;
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto r = record(g, seed, 100);
    if (fails(r.value)) {
      EXPECT_EQ(show(shrink(g, r.choices, fails).value), "[500, 500]");
    }
  }
}

TEST(late_passes, anagrams_lose_their_letters_in_pairs) {
  const auto g = gen::pair(gen::vector(gen::integer(0, 9), 0, 6), gen::vector(gen::integer(0, 9), 0, 6));
  EXPECT_EQ(from(g, {{5, 2, 7, 7}, {7, 5, 7, 2}},
                 [](const auto& v) {
                   auto a = v.first;
                   auto b = v.second;
                   std::sort(a.begin(), a.end());
                   std::sort(b.begin(), b.end());
                   return a == b && v.first != v.second;
                 }),
            "([0, 1], [1, 0])");
}

TEST(late_passes, reals_have_the_fewest_digits_and_move_in_pairs) {
  const auto g = gen::real(0.0, 1000.0);
  EXPECT_EQ(from(g, 17.3371, [](double x) { return x > 17.1 && x < 17.9; }), "17.5");
  EXPECT_EQ(from(g, 1.1, [](double x) { return x > 1.0 && x < 2.0; }), "1.5");
  const auto two = gen::pair(gen::real(0.0, 1e12), gen::real(0.0, 1e12));
  EXPECT_EQ(from(two, {1e12, 1e12}, [](const auto& v) { return v.first == v.second && v.first >= 7; }), "(7.0, 7.0)");
}

TEST(late_passes, few_simpler_inputs_are_all_tried) {
  const auto fails = [](int x) { return x >= 20 && static_cast<std::uint32_t>(x) * 2654435761U >> 28U == 7; };
  int first = 20;
  while (!fails(first)) {
    ++first;
  }
  int start = 900;
  while (!fails(start)) {
    ++start;
  }
  EXPECT_EQ(from(gen::integer(0, 1000), start, fails), std::to_string(first));
}

TEST(late_passes, two_numbers_keep_their_exclusive_or) {
  const auto g = gen::pair(gen::integer(0, 100000), gen::integer(0, 131071));
  EXPECT_EQ(
      from(g, {90000, 90000 ^ 0x155}, [](const auto& v) { return v.first > 5000 && (v.first ^ v.second) == 0x155; }),
      "(5001, " + std::to_string(5001 ^ 0x155) + ")");
}

TEST(late_passes, an_element_fewer_with_the_others_at_their_limits) {
  const auto product = [](const std::vector<int>& xs) {
    double all = 1;
    for (const int x : xs) {
      all *= x;
    }
    return all >= 1e6;
  };
  EXPECT_EQ(from(gen::vector(gen::integer(2, 10), 0, 20), {4, 5, 7, 8, 9, 10, 10}, product),
            "[10, 10, 10, 10, 10, 10]");
}

TEST(late_passes, equal_steps_are_repeated_not_crept_along) {
  const auto g = gen::pair(gen::integer(0, 2000000000), gen::integer(0, 9));
  shrink_result details;
  const auto fails = [](const auto& v) { return v.first % 2 == 0 && v.first >= 10 && v.second < 5; };
  const auto found = shrink(g, std::pair(1882024346, 2), fails, {}, &details);
  ASSERT_TRUE(found);
  EXPECT_EQ(show(found->value), "(10, 0)");
  EXPECT_LT(details.evaluations, 500);
}

TEST(late_passes, steps_that_a_flag_continues_are_deleted) {
  const auto g = gen::compose<std::vector<int>>([](auto& draw) {
    std::vector<int> xs;
    while (xs.size() < 30 && draw(gen::boolean())) {
      xs.push_back(draw(gen::integer(0, 1000)));
    }
    return xs;
  });
  for (std::uint64_t seed = 0, checked = 0; checked < 10; ++seed) {
    const auto run = record(g, choices::rng::stream(seed, 0), 100);
    const auto fails = [](const std::vector<int>& xs) {
      return std::count_if(xs.begin(), xs.end(), [](int x) { return x >= 300; }) >= 2;
    };
    if (fails(run.value)) {
      ++checked;
      EXPECT_EQ(show(shrink(g, run.choices, fails).value), "[300, 300]");
    }
  }
}

struct node;
using node_ptr = std::shared_ptr<const node>;
struct node {
  int key;
  node_ptr left, right;
};
const auto search_tree = gen::recursive<node_ptr>([](const auto& self, int lo, int hi) {
  auto empty = gen::exact<node_ptr>();
  auto inner = gen::compose<node_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(lo, hi), &node::key);
    auto left = draw(self(lo, key - 1), &node::left);
    auto right = draw(self(key + 1, hi), &node::right);
    return std::make_shared<const node>(node{key, left, right});
  });
  return gen::when(lo > hi, empty, gen::pick<node_ptr>(gen::branch<"empty">(1, empty), gen::branch<"node">(3, inner)));
});
std::string shown(const node_ptr& t) {
  return t ? "(" + shown(t->left) + std::to_string(t->key) + shown(t->right) + ")" : "";
}
node_ptr join(node_ptr left, int key, node_ptr right) {
  return std::make_shared<const node>(node{key, std::move(left), std::move(right)});
}
bool has(const node_ptr& t, int key) { return t && (t->key == key || has(key < t->key ? t->left : t->right, key)); }

TEST(late_passes, a_part_that_moves_up_keeps_its_values_where_bounds_are_passed_down) {
  // 40 has to stay 40, although the bounds of the tree around it change.
  const node_ptr start = join(join({}, 20, join({}, 30, join({}, 40, {}))), 60, join({}, 80, {}));
  const auto found = shrink(search_tree(0, 100), start, [](const node_ptr& t) { return has(t, 40); });
  ASSERT_TRUE(found);
  EXPECT_EQ(shown(found->value), "(40)");
}

} // namespace
