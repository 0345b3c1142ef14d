// SPDX-License-Identifier: BSL-1.0
// Labels are kept once for each text, by all threads and processes.
#include <tali/source/error.hpp>
#include <tali/source/kept_label.hpp>

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace {

using tali::choices::kept_label;

TEST(kept_label, outlives_what_it_was_made_of) {
  std::string text = "a label";
  const std::string_view kept = kept_label(text);
  text.replace(0, text.size(), "another");
  EXPECT_EQ(kept, "a label");
  EXPECT_EQ(kept_label("a label").data(), kept.data());
  EXPECT_NE(kept_label("a labe").data(), kept.data());
  EXPECT_EQ(kept_label(""), "");
  EXPECT_EQ(kept_label(std::string_view("with\0zero", 9)), std::string_view("with\0zero", 9));
  EXPECT_NE(kept_label(std::string_view("with\0one!", 9)).data(), kept_label(std::string_view("with\0zero", 9)).data());
}

TEST(kept_label, one_for_which_there_is_no_room_is_refused) {
  const std::string huge((std::size_t{64} << 20U) + 1, 'x');
  EXPECT_THROW(static_cast<void>(kept_label(huge)), tali::generator_error);
  EXPECT_EQ(kept_label("a small one still fits"), "a small one still fits");
}

TEST(kept_label, many_are_told_apart) {
  constexpr int count = 50'000;
  std::vector<std::string_view> kept;
  for (int i = 0; i < count; ++i) {
    kept.push_back(kept_label("number " + std::to_string(i)));
  }
  for (int i = 0; i < count; ++i) {
    const std::string text = "number " + std::to_string(i);
    ASSERT_EQ(kept[static_cast<std::size_t>(i)], text);
    ASSERT_EQ(kept_label(text).data(), kept[static_cast<std::size_t>(i)].data());
  }
}

TEST(kept_label, threads_agree) {
  constexpr std::size_t thread_count = 4;
  constexpr std::size_t count = 2000;
  std::vector<std::vector<std::string_view>> kept(thread_count);
  std::vector<std::thread> threads;
  threads.reserve(thread_count);
  for (std::vector<std::string_view>& mine : kept) {
    threads.emplace_back([&mine] {
      for (std::size_t i = 0; i < count; ++i) {
        mine.push_back(kept_label("of all threads " + std::to_string(i)));
      }
    });
  }
  for (std::thread& t : threads) {
    t.join();
  }
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(kept[0][i], "of all threads " + std::to_string(i));
    for (const std::vector<std::string_view>& other : kept) {
      ASSERT_EQ(other[i].data(), kept[0][i].data());
    }
  }
}

TEST(kept_label, of_a_process_that_is_gone_is_there) {
  tali::detail::share_kept_labels();
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string_view mine = kept_label("made by a child");
    _exit(write(ends[1], &mine, sizeof(mine)) == sizeof(mine) ? 0 : 1);
  }
  ASSERT_GT(child, 0);
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  std::string_view theirs;
  ASSERT_EQ(read(ends[0], &theirs, sizeof(theirs)), static_cast<ssize_t>(sizeof(theirs)));
  close(ends[0]);
  close(ends[1]);
  EXPECT_EQ(theirs, "made by a child");
  EXPECT_EQ(kept_label("made by a child").data(), theirs.data());
}

} // namespace
