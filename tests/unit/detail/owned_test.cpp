// SPDX-License-Identifier: BSL-1.0
// The pointers that replace those of <memory> in the umbrella: every object is deleted once, when its last owner ends.
#include <tali/detail/hold.hpp>
#include <tali/detail/owned.hpp>
#include <tali/detail/shared.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using tali::detail::hold;
using tali::detail::owned;
using tali::detail::shared;

/// Counts the objects that exist.
struct counted {
  explicit counted(int& objects, int number = 0) : alive(objects), n(number) { ++alive; }
  counted(const counted& other) : alive(other.alive), n(other.n) { ++alive; }
  counted& operator=(const counted&) = delete;
  ~counted() { --alive; }

  int& alive;
  int n;
};

TEST(owned, deletes_its_object) {
  int alive = 0;
  {
    const owned<counted> one(new counted(alive, 7));
    EXPECT_EQ(one->n, 7);
    EXPECT_EQ((*one).n, 7);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(owned, without_an_object_is_null) {
  const owned<int> none;
  EXPECT_FALSE(none);
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(none.get(), nullptr);
}

TEST(owned, moves_its_object) {
  int alive = 0;
  owned<counted> one(new counted(alive, 1));
  owned<counted> two(std::move(one));
  EXPECT_EQ(one, nullptr); // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(two->n, 1);
  owned<counted> three(new counted(alive, 3));
  three = std::move(two);
  EXPECT_EQ(alive, 1);
  EXPECT_EQ(three->n, 1);
  owned<counted>& same = three;
  three = std::move(same);
  EXPECT_EQ(three->n, 1);
  three = owned<counted>();
  EXPECT_EQ(alive, 0);
}

TEST(shared, copies_share_one_object_until_the_last_ends) {
  int alive = 0;
  {
    shared<const counted> kept;
    EXPECT_FALSE(kept);
    {
      const auto one = shared<const counted>::make(alive, 5);
      const std::vector<shared<const counted>> copies(3, one);
      EXPECT_EQ(alive, 1);
      EXPECT_EQ(copies[2].get(), one.get());
      kept = copies[1];
    }
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(kept->n, 5);
    shared<const counted> moved = std::move(kept);
    EXPECT_FALSE(kept); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ((*moved).n, 5);
    shared<const counted>& same = moved;
    moved = same;
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(shared, forgets_the_type_but_not_how_to_destroy_it) {
  int alive = 0;
  {
    const shared<const void> any = shared<const counted>::make(alive, 9);
    EXPECT_EQ(static_cast<const counted*>(any.get())->n, 9);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

TEST(hold, creates_every_kind_of_holder) {
  EXPECT_EQ(*hold<std::unique_ptr<int>>(1), 1);
  EXPECT_EQ(*hold<std::unique_ptr<const std::string>>(std::string("text")), "text");
  EXPECT_EQ(*hold<std::shared_ptr<int>>(2), 2);
  EXPECT_EQ(*hold<std::shared_ptr<const std::string>>(std::string("text")), "text");
  EXPECT_EQ(hold<std::optional<int>>(3), 3);
  static_assert(std::is_same_v<tali::detail::unique_ptr_to<int>, std::unique_ptr<int>>);
  static_assert(std::is_same_v<tali::detail::shared_ptr_to<const int>, std::shared_ptr<const int>>);
}

} // namespace
