// SPDX-License-Identifier: BSL-1.0
#include "base/process_wait.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::int64_t check_every_ns = 10'000'000; // limits are checked this often

std::int64_t now_ns() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

/// Waits until the process has ended or the time has passed; true if it has ended.
bool has_ended_within(int pidfd, pid_t child, std::int64_t ns, int& status) {
  if (pidfd >= 0) {
    pollfd p{pidfd, POLLIN, 0};
    const timespec t{0, ns};
    static_cast<void>(ppoll(&p, 1, &t, nullptr));
  } else { // Linux before 5.3 has no pidfd_open
    const timespec t{0, 1'000'000};
    nanosleep(&t, nullptr);
  }
  return waitpid(child, &status, WNOHANG) == child;
}

/// The first bytes of a file, or nothing.
template <std::size_t N>
std::string_view read_start(const char* path, std::array<char, N>& buffer) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return {};
  }
  const ssize_t size = read(file, buffer.data(), buffer.size());
  close(file);
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

/// Calls f with the name of each entry of a folder whose name starts with a digit.
template <class F>
void each_numbered_entry(const char* folder, const F& f) {
  DIR* entries = opendir(folder);
  if (entries == nullptr) {
    return;
  }
  while (const dirent* entry = readdir(entries)) { // this stream belongs to this function
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') {
      f(entry->d_name);
    }
  }
  closedir(entries);
}

} // namespace

process_status decode_status(int status) noexcept {
  if (WIFSIGNALED(status)) {
    return {process_status::kind::signalled, WTERMSIG(status)};
  }
  return {process_status::kind::exited, WEXITSTATUS(status)};
}

process_status wait_for_process(pid_t child, const wait_limits& limits) {
  int status = 0;
  if (limits.deadline_ns == 0 && limits.memory == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return decode_status(status);
  }
  const auto pidfd = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  const std::int64_t start = now_ns();
  process_status end;
  bool killed = false;
  while (!has_ended_within(pidfd, child, check_every_ns, status)) {
    if (killed) {
      continue;
    }
    if (limits.deadline_ns != 0 && now_ns() - start > limits.deadline_ns) {
      end.how = process_status::kind::timed_out;
    } else if (limits.memory != 0 && resident_memory(child) > limits.memory) {
      end.how = process_status::kind::out_of_memory;
    } else {
      continue;
    }
    killed = true;
    kill(child, SIGKILL);
  }
  if (pidfd >= 0) {
    close(pidfd);
  }
  return killed ? end : decode_status(status);
}

std::uint64_t resident_memory(pid_t process) {
  std::array<char, 128> buffer{};
  const std::string_view text = read_start(fmt::format("/proc/{}/statm", process).c_str(), buffer);
  std::uint64_t pages = 0;
  if (const std::size_t space = text.find(' '); space != std::string_view::npos) { // the second number
    std::from_chars(text.data() + space + 1, text.data() + text.size(), pages);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

int processes_in_group(pid_t group) {
  int count = 0;
  each_numbered_entry("/proc", [&](const char* id) {
    std::array<char, 256> buffer{};
    const std::string_view text = read_start(fmt::format("/proc/{}/stat", id).c_str(), buffer);
    // The second field, the name in parentheses, may contain anything; then follow state, parent and group.
    const std::size_t end = text.rfind(')');
    if (end == std::string_view::npos) {
      return;
    }
    const std::string fields(text.substr(end + 1));
    int its_group = 0;
    if (std::sscanf(fields.c_str(), " %*c %*d %d", &its_group) == 1 && its_group == group) {
      ++count;
    }
  });
  return count;
}

int threads_of_process() {
  int count = 0;
  each_numbered_entry("/proc/self/task", [&](const char* /*id*/) { ++count; });
  return std::max(count, 1);
}

captured_output::~captured_output() {
  if (file_ >= 0) {
    close(file_);
  }
}

void captured_output::clear() {
  // Created on first use: most properties never fork, and creating the file takes longer than 100 cases.
  if (file_ < 0) {
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

} // namespace tali::detail
