// SPDX-License-Identifier: BSL-1.0
#include "isolate/child.hpp"
#include "isolate/crash_handler.hpp"

#include <tali/source/kept_label.hpp>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>

#include <sys/prctl.h>
#include <unistd.h>

namespace tali::detail {

namespace {

std::int64_t now_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

void sleep_ns(std::int64_t ns) {
  const timespec t{ns / 1'000'000'000, ns % 1'000'000'000};
  nanosleep(&t, nullptr);
}

/// Threads that a case left running may still crash, and such a crash counts for the case. A thread that is crashing
/// gets more time: a sanitizer's report takes long, and some sanitizers continue after an error.
void wait_for_leftover_threads(std::int64_t ns) {
  constexpr std::int64_t report_ns = 20'000'000'000;
  for (std::int64_t start = 0; threads_of_process() > 1; sleep_ns(1'000'000)) {
    const std::int64_t now = now_ns();
    start = start == 0 ? now : start;
    if (now - start >= (dying() ? ns + report_ns : ns)) {
      return;
    }
  }
}

process_end end_of(const process_status& status) {
  switch (status.how) {
  case process_status::kind::signalled:
    return {ending::signalled, status.code};
  case process_status::kind::timed_out:
    return {ending::hung, 0};
  case process_status::kind::out_of_memory:
    return {ending::too_large, 0};
  case process_status::kind::exited:
    break;
  }
  return {ending::exited, status.code};
}

} // namespace

process_end run_in_child(black_box& box, const child_limits& limits, captured_output* output, bool brief,
                         function_ref<void()> work) {
  prepare_crash_handlers();
  box.clear_child();
  if (output != nullptr) {
    output->clear();
  }
  std::fflush(nullptr); // otherwise the child would print the parent's buffers again
  share_kept_labels();
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    return {ending::not_run, errno};
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
      _exit(0);
    }
    setpgid(0, 0); // so that its descendants can be killed with it, and Ctrl-C reaches only the parent
    if (output != nullptr) {
      output->redirect();
    }
    install_crash_handlers(box, brief);
    work();
    wait_for_leftover_threads(limits.linger_ns);
    std::fflush(nullptr);
    box.returned = true;
    _exit(0);
  }
  process_end end = end_of(wait_for_process(child, {limits.deadline_ns, limits.memory}));
  kill(-child, SIGKILL); // all its descendants
  if (end.how == ending::exited && box.returned) {
    return {ending::returned, 0};
  }
  if (box.crash.sanitizer && end.how != ending::hung && end.how != ending::too_large) {
    end.how = ending::sanitizer;
  }
  return end;
}

} // namespace tali::detail
