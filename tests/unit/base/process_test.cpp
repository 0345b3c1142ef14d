// SPDX-License-Identifier: BSL-1.0
// Child processes: starting, communicating, capturing, limits, and complete cleanup.
#include "base/child_process.hpp"
#include "base/process_wait.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace {

using namespace tali::detail;
using received = child_process::received;

constexpr double patience = 20; // seconds; no test waits that long unless it fails

process_status::kind kind_of(const process_status& s) { return s.how; }

/// Forks a child that only calls this function.
template <class F>
pid_t forked(const F& f) {
  const pid_t child = fork();
  if (child == 0) {
    f();
    _exit(0);
  }
  return child;
}

TEST(wait_for_process, tells_exit_status_and_signal) {
  const process_status exited = wait_for_process(forked([] { _exit(7); }));
  EXPECT_EQ(exited.how, process_status::kind::exited);
  EXPECT_EQ(exited.code, 7);
  EXPECT_FALSE(exited.succeeded());
  EXPECT_TRUE(wait_for_process(forked([] {})).succeeded());
  const process_status killed = wait_for_process(forked([] { raise(SIGKILL); }), {.deadline_ns = 20'000'000'000});
  EXPECT_EQ(killed.how, process_status::kind::signalled);
  EXPECT_EQ(killed.code, SIGKILL);
}

TEST(wait_for_process, kills_at_the_deadline) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(kind_of(wait_for_process(forked([] { pause(); }), {.deadline_ns = 50'000'000})),
            process_status::kind::timed_out);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
}

TEST(wait_for_process, kills_above_the_memory_limit) {
  const std::uint64_t before = resident_memory(getpid());
  ASSERT_GT(before, 0U);
  const pid_t child = forked([] {
    std::vector<char> memory(std::size_t{64} << 20U, 'x');
    pause();
    _exit(memory[5]);
  });
  EXPECT_EQ(kind_of(wait_for_process(child, {.memory = before + (std::uint64_t{32} << 20U)})),
            process_status::kind::out_of_memory);
}

TEST(captured_output, keeps_the_end) {
  captured_output output;
  EXPECT_EQ(output.text(10), "");
  for (const std::string text : {"first", "0123456789"}) {
    output.clear();
    ASSERT_TRUE(wait_for_process(forked([&] {
                  output.redirect();
                  static_cast<void>(!write(STDOUT_FILENO, text.data(), text.size() - 1));
                  static_cast<void>(!write(STDERR_FILENO, text.data() + text.size() - 1, 1));
                })).succeeded());
    EXPECT_EQ(output.text(100), text);
    EXPECT_EQ(output.text(3), text.substr(text.size() - 3));
  }
}

TEST(run_and_capture, gives_output_and_status) {
  const program_output fine = run_and_capture({"sh", "-c", "printf 'a\\nb'"});
  EXPECT_EQ(fine.error, 0);
  EXPECT_TRUE(fine.end.succeeded());
  EXPECT_EQ(fine.out, "a\nb");
  const program_output failed = run_and_capture({"sh", "-c", "echo hidden >&2; exit 3"}, {.err = stream::null});
  EXPECT_EQ(failed.end.code, 3);
  EXPECT_EQ(failed.out, "");
  EXPECT_EQ(run_and_capture({"sh", "-c", "kill -9 $$"}).end.how, process_status::kind::signalled);
  EXPECT_EQ(run_and_capture({"cat"}, {.in = stream::null}).out, "");
  EXPECT_EQ(run_and_capture({"/no/such/program"}).error, ENOENT);
  const program_output much = run_and_capture({"sh", "-c", "head -c 1000000 /dev/zero"});
  EXPECT_EQ(much.out.size(), 1'000'000U);
}

TEST(child_process, talks_line_by_line) {
  child_process cat;
  ASSERT_EQ(cat.start({"cat"}, {.in = stream::pipe, .out = stream::pipe}), 0);
  EXPECT_TRUE(cat.running());
  std::string line;
  EXPECT_FALSE(cat.has_output());
  ASSERT_TRUE(cat.send("one\ntwo\n", patience));
  ASSERT_EQ(cat.receive(line, patience), received::line);
  EXPECT_EQ(line, "one");
  EXPECT_TRUE(cat.has_output());
  ASSERT_EQ(cat.receive(line, patience), received::line);
  EXPECT_EQ(line, "two");
  EXPECT_EQ(cat.receive(line, 0.02), received::timed_out);
  ASSERT_TRUE(cat.send("too long\n", patience));
  EXPECT_EQ(cat.receive(line, patience, 3), received::too_long);
  EXPECT_TRUE(cat.wait().succeeded());
  EXPECT_FALSE(cat.running());
}

TEST(child_process, survives_a_child_that_does_not_read) {
  child_process child;
  ASSERT_EQ(child.start({"true"}, {.in = stream::pipe, .out = stream::pipe}), 0);
  std::string line;
  EXPECT_EQ(child.receive(line, patience), received::closed);
  EXPECT_FALSE(child.send(std::string(1'000'000, 'x'), patience)); // no SIGPIPE
}

TEST(child_process, is_killed_when_dropped) {
  const auto start = std::chrono::steady_clock::now();
  {
    child_process child;
    ASSERT_EQ(child.start({"sleep", "1000"}), 0);
    EXPECT_EQ(child.stop().how, process_status::kind::timed_out);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1); // nothing is left to reap
}

TEST(child_process, runs_a_function_confined) {
  child_process child;
  const auto body = [](int in, int out) {
    char c = 0;
    while (read(in, &c, 1) == 1) {
      c = static_cast<char>(c == '\n' ? c : c + 1);
      static_cast<void>(!write(out, &c, 1));
    }
  };
  ASSERT_EQ(child.start_confined(body, {}), 0);
  std::string line;
  ASSERT_TRUE(child.send("abc\n", patience));
  ASSERT_EQ(child.receive(line, patience), received::line);
  EXPECT_EQ(line, "bcd");
}

TEST(child_process, a_confined_child_leaves_nothing_behind) {
  child_process child;
  ASSERT_EQ(child.start_confined(std::vector<std::string>{"sh", "-c", "sleep 1000 & echo $!; wait"}, {.processes = 4}),
            0);
  std::string line;
  ASSERT_EQ(child.receive(line, patience), received::line);
  static_cast<void>(child.stop());
  const pid_t grandchild = std::atoi(line.c_str());
  ASSERT_GT(grandchild, 0);
  for (int i = 0; i < 2000 && kill(grandchild, 0) == 0 && resident_memory(grandchild) > 0; ++i) {
    usleep(10'000); // until init has reaped it
  }
  EXPECT_TRUE(kill(grandchild, 0) != 0 || resident_memory(grandchild) == 0);
}

TEST(child_process, too_many_processes_are_noticed) {
  child_process child;
  const std::vector<std::string> command{"sh", "-c", "for i in 1 2 3 4 5; do sleep 1000 & done; wait"};
  ASSERT_EQ(child.start_confined(command, {.processes = 3}), 0);
  std::string line;
  EXPECT_EQ(child.receive(line, patience), received::too_many_processes);
}

TEST(child_process, a_confined_program_that_does_not_exist_exits_with_127) {
  child_process child;
  ASSERT_EQ(child.start_confined(std::vector<std::string>{"/no/such/program"}, {}), 0);
  std::string line;
  EXPECT_EQ(child.receive(line, patience), received::closed);
  EXPECT_EQ(child.stop().code, 127);
}

TEST(child_process, belongs_to_the_process_that_started_it) {
  auto child = std::make_unique<child_process>();
  ASSERT_EQ(child->start({"cat"}, {.in = stream::pipe, .out = stream::pipe}), 0);
  const pid_t copy = fork();
  ASSERT_GE(copy, 0);
  if (copy == 0) {
    child.reset();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(copy, &status, 0), copy);
  EXPECT_EQ(status, 0);
  std::string line;
  EXPECT_TRUE(child->send("still here\n", patience));
  EXPECT_EQ(child->receive(line, patience), received::line);
  EXPECT_EQ(line, "still here");
}

} // namespace
