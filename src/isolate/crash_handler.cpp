// SPDX-License-Identifier: BSL-1.0
#include "isolate/crash_handler.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <execinfo.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

// Defined only in a program with a sanitizer.
extern "C" {
[[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)()); // NOLINT(bugprone-reserved-identifier)
// Called by AddressSanitizer before it prints. Weak, so that the program can define its own.
[[gnu::weak]] void __asan_on_error(); // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] void __asan_init();     // NOLINT(bugprone-reserved-identifier)
}

namespace tali::detail {

namespace {

// Global, because signal handlers take no arguments from the caller.
constinit std::atomic<black_box*> box_of_child = nullptr;
constinit bool brief_child = false;
constinit std::atomic<bool> crash_in_progress = false;

constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

/// Whether a bad access was beyond the end of the stack: near the stack pointer, with no room left there.
bool is_stack_overflow(int signal, std::uintptr_t address, const ucontext_t* context) {
  if (signal != SIGSEGV && signal != SIGBUS) {
    return false;
  }
#if defined(__x86_64__)
  const auto stack_pointer = static_cast<std::uintptr_t>(context->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const auto stack_pointer = static_cast<std::uintptr_t>(context->uc_mcontext.sp);
#else
  return false;
#endif
  constexpr std::uintptr_t near = std::uintptr_t{1} << 16U;
  return address + near > stack_pointer && address < stack_pointer + near;
}

void on_crash(int signal, siginfo_t* info, void* context) {
  crash_in_progress = true;
  if (black_box* box = box_of_child.exchange(nullptr); box != nullptr) {
    crash_note& note = box->crash;
    note.code = info->si_code;
    note.address = reinterpret_cast<std::uintptr_t>(info->si_addr); // NOLINT(performance-no-int-to-ptr)
    note.stack_overflow = is_stack_overflow(signal, note.address, static_cast<const ucontext_t*>(context));
    std::array<void*, crash_note::most_frames> frames{};
    note.frame_count = backtrace(frames.data(), static_cast<int>(frames.size()));
    for (int i = 0; i < note.frame_count; ++i) {
      note.frames[i] = reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)]);
    }
    note.signal = signal;
  }
  // Raise it again with the default action: the process ends as it would have without us.
  struct sigaction act = {};
  act.sa_handler = SIG_DFL;
  sigaction(signal, &act, nullptr);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  raise(signal);
  _exit(128 + signal);
}

// The signals that AddressSanitizer always handles itself.
constexpr std::array sanitizer_signals{SIGSEGV, SIGBUS};
constinit std::array<struct sigaction, sanitizer_signals.size()> handlers_before{};

// Runs before the handler of AddressSanitizer or of a test framework, which may take seconds to report.
void on_crash_with_sanitizer(int signal, siginfo_t* info, void* context) {
  crash_in_progress = true;
  if (black_box* box = box_of_child.load(); box != nullptr && brief_child) {
    box->crash.sanitizer = true;
    _exit(1);
  }
  for (std::size_t i = 0; i < sanitizer_signals.size(); ++i) {
    if (sanitizer_signals[i] == signal) {
      const struct sigaction& theirs = handlers_before[i];
      if ((theirs.sa_flags & SA_SIGINFO) != 0) {
        theirs.sa_sigaction(signal, info, context);
      } else {
        theirs.sa_handler(signal);
      }
    }
  }
}

/// Only if there is a handler.
void go_before_the_sanitizer() {
  for (std::size_t i = 0; i < sanitizer_signals.size(); ++i) {
    struct sigaction& theirs = handlers_before[i];
    if (sigaction(sanitizer_signals[i], nullptr, &theirs) != 0 || theirs.sa_sigaction == &on_crash_with_sanitizer ||
        ((theirs.sa_flags & SA_SIGINFO) == 0 && (theirs.sa_handler == SIG_DFL || theirs.sa_handler == SIG_IGN))) {
      continue;
    }
    struct sigaction act = theirs;
    act.sa_flags |= SA_SIGINFO | SA_ONSTACK;
    act.sa_sigaction = &on_crash_with_sanitizer;
    sigaction(sanitizer_signals[i], &act, nullptr);
  }
}

void on_sanitizer_death() {
  crash_in_progress = true;
  if (black_box* box = box_of_child.load(); box != nullptr) {
    box->crash.sanitizer = true;
  }
}

} // namespace

void end_process_with_thread() noexcept {
  if (black_box* box = box_of_child.load(); box != nullptr) {
    box->crash.thread_end = true;
  }
  std::fflush(nullptr);
  _exit(EXIT_FAILURE);
}

bool dying() noexcept { return crash_in_progress.load(); }

bool sanitizer_present() noexcept { return &__sanitizer_set_death_callback != nullptr; }

void prepare_crash_handlers() {
  void* frame = nullptr;
  backtrace(&frame, 1); // loads the unwinder, which takes locks and memory
}

void install_crash_handlers(black_box& box, bool brief) {
  box_of_child = &box;
  brief_child = brief;
  crash_in_progress = false;
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (sanitizer_present()) {
    __sanitizer_set_death_callback(&on_sanitizer_death);
    if (&__asan_init != nullptr) {
      go_before_the_sanitizer();
    }
    return;
  }
  // On a separate stack: the crash may be a stack overflow.
  alignas(16) static std::array<char, std::size_t{1} << 16U> stack;
  stack_t alternate = {};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  sigaltstack(&alternate, nullptr);
  for (const int signal : crash_signals) {
    struct sigaction act = {};
    act.sa_sigaction = &on_crash;
    act.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(signal, &act, nullptr);
  }
}

} // namespace tali::detail

// Symbolising a call stack takes longer than everything else, and runs that only check whether a case fails discard it.
extern "C" void __asan_on_error() { // NOLINT(bugprone-reserved-identifier)
  using namespace tali::detail;
  if (black_box* box = box_of_child.load(); box != nullptr) {
    box->crash.sanitizer = true;
    crash_in_progress = true;
    if (brief_child) {
      _exit(1);
    }
  }
}
