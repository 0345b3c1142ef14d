// SPDX-License-Identifier: BSL-1.0
#include <tali/detail/mix.hpp>
#include <tali/isolate/supervisor.hpp>
#include <tali/source/kept_label.hpp>

#include "isolate/black_box.hpp"
#include "isolate/child.hpp"
#include "isolate/runner_end.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

// Defined only in a program with ThreadSanitizer.
extern "C" [[gnu::weak]] void __tsan_acquire(void* address); // NOLINT(bugprone-reserved-identifier)

namespace tali::detail {

/// Messages between supervisor, runner and standby.
struct control_block {
  std::atomic<bool> in_property;
  std::atomic<pid_t> standby;
  std::atomic<std::int64_t> deadline_ns;
  std::atomic<std::uint64_t> memory;
  // Written by the watcher before it wakes the standby.
  ending how;
  int code;
};

} // namespace tali::detail

namespace tali::host {

namespace {

using detail::control_block;
using detail::ending;
using detail::run_phase;

constexpr int watch_every_ms = 50;

bool traced(pid_t process) {
  const std::string path = fmt::format("/proc/{}/status", process);
  std::array<char, 4096> text{};
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  const std::string_view all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  constexpr std::string_view key = "TracerPid:\t";
  const std::size_t at = all.find(key);
  return at != std::string_view::npos && all.substr(at + key.size(), 2) != "0\n";
}

// The watcher ---------------------------------------------------------------------------------------------------------

constinit std::atomic<pid_t> runner_to_signal = 0; // for the signal handler

void pass_on(int signal) {
  if (const pid_t runner = runner_to_signal; runner > 0) {
    kill(runner, signal);
  }
}

class watcher {
public:
  watcher(control_block& control, detail::black_box& box, pid_t runner, int wake)
      : control_(control), box_(box), runner_(runner), wake_(wake) {}

  [[noreturn]] void run() {
    prctl(PR_SET_NAME, "tali watcher");
    handle_signals();
    while (true) {
      int status = 0;
      wait_for_runner(status);
      const bool interrupted = !killed_ && WIFSIGNALED(status) && is_interrupt(WTERMSIG(status));
      if (control_.in_property && !interrupted && control_.standby > 0) {
        hand_over(status);
      } else {
        end_as(status);
      }
    }
  }

private:
  static bool is_interrupt(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
  }

  void handle_signals() {
    runner_to_signal = runner_;
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    for (const int signal :
         {SIGINT, SIGQUIT, SIGPIPE, SIGTTIN, SIGTTOU}) { // the terminal sends these to the runner too
      sigaction(signal, &ignore, nullptr);
    }
    struct sigaction forward = {};
    forward.sa_handler = &pass_on;
    forward.sa_flags = SA_RESTART;
    for (const int signal : {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM}) {
      sigaction(signal, &forward, nullptr);
    }
  }

  void wait_for_runner(int& status) {
    const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, runner_, 0));
    killed_ = false;
    std::uint64_t seen = 0;
    std::int64_t unchanged_ms = 0;
    while (true) {
      pollfd p{descriptor, POLLIN, 0};
      static_cast<void>(poll(&p, descriptor >= 0 ? 1 : 0, watch_every_ms));
      pid_t gone = 0;
      while ((gone = waitpid(-1, &status, WNOHANG)) > 0) { // orphans are reparented to this process
        if (gone == runner_) {
          if (descriptor >= 0) {
            close(descriptor);
          }
          return;
        }
      }
      if (gone < 0 && errno == ECHILD) { // already reaped elsewhere: its status is unknown
        _exit(EXIT_FAILURE);
      }
      // Time is counted in polls, not by the clock: a run that is stopped (Ctrl-Z) does not time out.
      const std::uint64_t now = signs_of_life();
      unchanged_ms = now == seen ? unchanged_ms + watch_every_ms : 0;
      seen = now;
      if (control_.in_property && !killed_) {
        const std::int64_t deadline_ms = control_.deadline_ns / 1'000'000;
        if (control_.deadline_ns != 0 && unchanged_ms > deadline_ms && !traced(runner_)) {
          kill_runner(ending::hung);
        } else if (control_.memory != 0 && detail::resident_memory(runner_) > control_.memory) {
          kill_runner(ending::too_large);
        }
      }
    }
  }

  void kill_runner(ending why) {
    killed_ = true;
    killed_for_ = why;
    kill(runner_, SIGKILL);
  }

  /// A number that changes whenever a case begins.
  [[nodiscard]] std::uint64_t signs_of_life() const {
    std::uint64_t sum = box_.beat + static_cast<std::uint64_t>(control_.in_property ? 1 : 0);
    for (const std::atomic<std::uint64_t>& mark : box_.marks) {
      sum = detail::mix(sum, mark);
    }
    return sum;
  }

  void hand_over(int status) {
    control_.how = killed_ ? killed_for_ : (WIFSIGNALED(status) ? ending::signalled : ending::exited);
    control_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    runner_ = control_.standby;
    runner_to_signal = runner_;
    control_.standby = 0;
    control_.in_property = false;
    const char go = 1;
    if (write(wake_, &go, 1) != 1) {
      end_as(status);
    }
  }

  [[noreturn]] void end_as(int status) {
    if (const pid_t standby = control_.standby; standby > 0) {
      kill(standby, SIGKILL);
      waitpid(standby, nullptr, 0);
    }
    if (WIFSIGNALED(status)) {
      const rlimit no_core{0, 0}; // the runner has written one
      setrlimit(RLIMIT_CORE, &no_core);
      struct sigaction act = {};
      act.sa_handler = SIG_DFL;
      sigaction(WTERMSIG(status), &act, nullptr);
      raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
  }

  control_block& control_;
  detail::black_box& box_;
  pid_t runner_;
  int wake_;
  bool killed_ = false;
  ending killed_for_ = ending::hung;
};

} // namespace

struct supervisor::state {
  detail::shared_box box;
  control_block* control = nullptr;
  bool started = false;
  bool refused = false;
  int wake = -1; // read end of the pipe on which the standby waits
  pid_t watcher_process = 0;

  [[nodiscard]] static bool possible() {
    return &__tsan_acquire == nullptr && !traced(getpid()) && detail::threads_of_process() == 1;
  }

  bool start() {
    std::array<int, 2> ends{};
    void* memory = mmap(nullptr, sizeof(control_block), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || pipe2(ends.data(), O_CLOEXEC) != 0) {
      return false;
    }
    control = static_cast<control_block*>(memory);
    std::fflush(nullptr);
    watcher_process = getpid();
    prctl(PR_SET_CHILD_SUBREAPER, 1); // a standby whose runner has died is reparented to this process; not inherited
    const pid_t runner = fork();
    if (runner < 0) {
      prctl(PR_SET_CHILD_SUBREAPER, 0);
      close(ends[0]);
      close(ends[1]);
      return false;
    }
    if (runner > 0) {
      close(ends[0]);
      watcher(*control, *box, runner, ends[1]).run();
    }
    close(ends[1]);
    wake = ends[0];
    die_with_watcher();
    started = true;
    return true;
  }

  void die_with_watcher() const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != watcher_process) {
      _exit(EXIT_FAILURE);
    }
  }

  void retire_standby() const {
    if (const pid_t standby = control->standby.exchange(0); standby > 0) {
      kill(standby, SIGKILL);
      waitpid(standby, nullptr, 0);
    }
  }

  /// Returns when this process has to take over.
  void stand_by() const {
    const std::array signals{SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> before{};
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaction(signals[i], &ignore, &before[i]);
    }
    char go = 0;
    ssize_t got = 0;
    do {
      got = read(wake, &go, 1);
    } while (got < 0 && errno == EINTR);
    if (got != 1) {
      _exit(EXIT_SUCCESS); // the watcher has died
    }
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaction(signals[i], &before[i], nullptr);
    }
    die_with_watcher();
  }
};

supervisor::supervisor() = default;
supervisor::~supervisor() = default;

detail::black_box& supervisor::box() const noexcept { return *state_->box; }

bool supervisor::enter(const limits& l, std::optional<detail::runner_end>& died) {
  if (!state_) {
    try {
      state_ = detail::owned<state>(new state);
    } catch (const std::bad_alloc&) {
      return false;
    }
    state_->refused = !state::possible() || !state_->start();
  }
  state& s = *state_;
  if (s.refused) {
    return false;
  }
  s.retire_standby();
  s.control->in_property = false;
  if (detail::threads_of_process() != 1) {
    return false;
  }
  s.box->clear_run();
  for (std::atomic<std::uint64_t>& mark : s.box->marks) {
    mark = ~std::uint64_t{0};
  }
  s.control->deadline_ns = l.deadline_ns;
  s.control->memory = l.memory;
  detail::share_kept_labels();
  std::fflush(nullptr); // otherwise both processes would print the same buffers
  const pid_t standby = fork();
  if (standby < 0) {
    return false;
  }
  if (standby == 0) {
    s.stand_by();
    died = detail::runner_end{{s.control->how, s.control->code}};
    return true;
  }
  s.control->standby = standby;
  s.control->in_property = true;
  return true;
}

void supervisor::leave() noexcept {
  if (state_ && state_->started) {
    state_->control->in_property = false;
  }
}

} // namespace tali::host
