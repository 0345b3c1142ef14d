// SPDX-License-Identifier: BSL-1.0
// Every kind of crash, under a condition on the input: the simplest crashing input is 11. For tests/e2e/deaths, which
// runs these bodies under each framework. Also ten properties that pass.
#pragma once

#include <tali/gen.hpp>

#include <cassert>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define DEATHS_WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DEATHS_WITH_ASAN 1
#endif
#endif

namespace deaths {

constexpr auto input = tali::gen::integer(0, 1000);
constexpr int last_that_lives = 10;

inline volatile int sink = 0;

[[gnu::noinline]] inline int read_through(const volatile int* where) { return *where; }

[[gnu::noinline]] inline int endless_recursion(int n) {
  volatile char room[1024];
  room[0] = static_cast<char>(n);
  if (sink < 0) { // never, but compilers reject unbounded recursion
    return 0;
  }
  return endless_recursion(n + 1) + room[0];
}

inline void bad_access(int n) {
  if (n > last_that_lives) {
    sink = read_through(nullptr);
  }
}
inline void abortion(int n) {
  if (n > last_that_lives) {
    std::abort();
  }
}
inline void division(int n) {
  const volatile int divisor = n > last_that_lives ? 0 : 1;
  sink = 1000 / divisor;
}
inline void stack_overflow(int n) {
  if (n > last_that_lives) {
    sink = endless_recursion(n);
  }
}
inline void exit_status(int n) {
  if (n > last_that_lives) {
    std::exit(3);
  }
}
inline void quick_exit(int n) {
  if (n > last_that_lives) {
    _exit(0);
  }
}
inline void thread_end(int n) {
  if (n > last_that_lives) {
    pthread_exit(nullptr);
  }
}
inline void hang(int n) {
  volatile bool waiting = n > last_that_lives;
  while (waiting) {
  }
}
inline void memory(int n) {
  std::vector<std::vector<char>> held;
  while (n > last_that_lives) {
    held.emplace_back(std::size_t{8} << 20U, 'x');
  }
}
inline void left_thread(int n) {
  if (n > last_that_lives) {
    std::thread([] {
      usleep(2000);
      sink = read_through(nullptr);
    }).detach();
  }
}
inline void uncaught(int n) {
  if (n > last_that_lives) {
    std::thread([] { throw std::runtime_error("nobody catches this"); }).join();
  }
}
inline void exception(int n) {
  if (n > last_that_lives) {
    throw std::out_of_range("too large");
  }
}
#ifdef DEATHS_WITH_ASAN
inline void bad_index(int n) {
  std::vector<int> xs(16);
  const int* const first = xs.data();
  sink = n > last_that_lives ? read_through(first + 16) : 0;
}
#endif

inline void fine(int n) { sink = n; }

} // namespace deaths

// DEATHS_LIST(P, F): P(name, settings...) for each death, F(number) for each of the others, mixed.
#define DEATHS_HANG_SETTINGS (tali::settings{.deadline = tali::milliseconds(300)})
#define DEATHS_MEMORY_SETTINGS (tali::settings{.memory = 300'000'000})
#define DEATHS_PLAIN_SETTINGS (tali::settings{})
#ifdef DEATHS_WITH_ASAN
#define DEATHS_SANITIZER(P) P(bad_index, DEATHS_PLAIN_SETTINGS)
#else
#define DEATHS_SANITIZER(P)
#endif
#define DEATHS_LIST(P, F)                                                                                              \
  F(1)                                                                                                                 \
  P(bad_access, DEATHS_PLAIN_SETTINGS)                                                                                 \
  F(2)                                                                                                                 \
  P(abortion, DEATHS_PLAIN_SETTINGS)                                                                                   \
  F(3)                                                                                                                 \
  P(division, DEATHS_PLAIN_SETTINGS)                                                                                   \
  P(stack_overflow, DEATHS_PLAIN_SETTINGS)                                                                             \
  F(4)                                                                                                                 \
  P(exit_status, DEATHS_PLAIN_SETTINGS)                                                                                \
  F(5)                                                                                                                 \
  P(quick_exit, DEATHS_PLAIN_SETTINGS)                                                                                 \
  P(thread_end, DEATHS_PLAIN_SETTINGS)                                                                                 \
  F(6)                                                                                                                 \
  P(hang, DEATHS_HANG_SETTINGS)                                                                                        \
  P(memory, DEATHS_MEMORY_SETTINGS)                                                                                    \
  F(7)                                                                                                                 \
  P(left_thread, DEATHS_PLAIN_SETTINGS)                                                                                \
  F(8)                                                                                                                 \
  P(uncaught, DEATHS_PLAIN_SETTINGS)                                                                                   \
  P(exception, DEATHS_PLAIN_SETTINGS)                                                                                  \
  DEATHS_SANITIZER(P)                                                                                                  \
  F(9)                                                                                                                 \
  F(10)
