// SPDX-License-Identifier: BSL-1.0
#include "isolate/child.hpp"
#include "isolate/crash_handler.hpp"

#include <tali/source/kept_label.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::int64_t watch_every_ns = 10'000'000;

std::int64_t now_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

void sleep_ns(std::int64_t ns) {
  const timespec t{ns / 1'000'000'000, ns % 1'000'000'000};
  nanosleep(&t, nullptr);
}

// Threads that a case has left behind may still crash, and that is its doing. One that does is waited for: what a
// sanitizer has to say takes its time, and those that go on after an error are not left alone for ever.
void linger(std::int64_t ns) {
  constexpr std::int64_t last_words_ns = 20'000'000'000;
  for (std::int64_t start = 0; threads_of_process() > 1; sleep_ns(1'000'000)) {
    const std::int64_t now = now_ns();
    start = start == 0 ? now : start;
    if (now - start >= (dying() ? ns + last_words_ns : ns)) {
      return;
    }
  }
}

/// Waits until the process has ended or so much time has passed; true if it has ended.
bool wait_for(int descriptor, pid_t child, std::int64_t ns, int& status) {
  if (descriptor >= 0) {
    pollfd p{descriptor, POLLIN, 0};
    const timespec t{ns / 1'000'000'000, ns % 1'000'000'000};
    static_cast<void>(ppoll(&p, 1, ns < 0 ? nullptr : &t, nullptr));
  } else { // an old kernel
    sleep_ns(std::min<std::int64_t>(ns < 0 ? watch_every_ns : ns, 1'000'000));
  }
  return waitpid(child, &status, WNOHANG) == child;
}

process_end watch(pid_t child, const child_limits& limits) {
  int status = 0;
  process_end end;
  if (limits.deadline_ns == 0 && limits.memory == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  } else {
    const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    const std::int64_t start = now_ns();
    bool killed = false;
    while (!wait_for(descriptor, child, watch_every_ns, status)) {
      if (killed) {
        continue;
      }
      if (limits.deadline_ns != 0 && now_ns() - start > limits.deadline_ns) {
        end.how = ending::hung;
      } else if (limits.memory != 0 && resident_memory(child) > limits.memory) {
        end.how = ending::too_large;
      } else {
        continue;
      }
      killed = true;
      kill(child, SIGKILL);
    }
    if (descriptor >= 0) {
      close(descriptor);
    }
    if (killed) {
      return end;
    }
  }
  if (WIFSIGNALED(status)) {
    return {ending::signalled, WTERMSIG(status)};
  }
  return {ending::exited, WEXITSTATUS(status)};
}

} // namespace

std::uint64_t resident_memory(int process) {
  std::array<char, 128> text{};
  const int file = open(fmt::format("/proc/{}/statm", process).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return 0;
  }
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  const char* const end = text.data() + std::max<ssize_t>(size, 0);
  const char* at = std::find(static_cast<const char*>(text.data()), end, ' ');
  std::uint64_t pages = 0;
  if (at != end) {
    std::from_chars(at + 1, end, pages);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

int threads_of_process() {
  DIR* tasks = opendir("/proc/self/task");
  if (tasks == nullptr) {
    return 1;
  }
  int count = 0;
  while (const dirent* entry = readdir(tasks)) { // a stream of our own
    count += entry->d_name[0] != '.' ? 1 : 0;
  }
  closedir(tasks);
  return count;
}

captured_output::~captured_output() {
  if (file_ >= 0) {
    close(file_);
  }
}

void captured_output::clear() {
  if (file_ <
      0) { // not before it is needed: most properties never fork, and making the file takes longer than 100 cases
    file_ = memfd_create("tali output", MFD_CLOEXEC);
  }
  if (file_ >= 0) {
    static_cast<void>(ftruncate(file_, 0));
    lseek(file_, 0, SEEK_SET);
  }
}

void captured_output::redirect() const {
  if (file_ >= 0) {
    dup2(file_, STDOUT_FILENO);
    dup2(file_, STDERR_FILENO);
  }
}

std::string captured_output::text(std::size_t most) const {
  const off_t size = file_ < 0 ? 0 : lseek(file_, 0, SEEK_END);
  if (size <= 0) {
    return {};
  }
  std::string out(std::min(most, static_cast<std::size_t>(size)), '\0');
  const ssize_t got = pread(file_, out.data(), out.size(), size - static_cast<off_t>(out.size()));
  out.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return out;
}

process_end run_in_child(black_box& box, const child_limits& limits, captured_output* output, bool brief,
                         function_ref<void()> work) {
  prepare_crash_handlers();
  box.clear_child();
  if (output != nullptr) {
    output->clear();
  }
  std::fflush(nullptr); // or the child would print our buffers too
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
    setpgid(0, 0); // what it starts can be killed with it, and an interrupt from the keyboard is for us
    if (output != nullptr) {
      output->redirect();
    }
    install_crash_handlers(box, brief);
    work();
    linger(limits.linger_ns);
    std::fflush(nullptr);
    box.returned = true;
    _exit(0);
  }
  process_end end = watch(child, limits);
  kill(-child, SIGKILL); // what it may have started
  if (end.how == ending::exited && box.returned) {
    return {ending::returned, 0};
  }
  if (box.crash.sanitizer && end.how != ending::hung && end.how != ending::too_large) {
    end.how = ending::sanitizer;
  }
  return end;
}

} // namespace tali::detail
