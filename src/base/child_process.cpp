// SPDX-License-Identifier: BSL-1.0
// A confined child leads its own session. A seccomp filter prevents it and its descendants from leaving the process
// group, so one signal reaches all of them, even a fork bomb (a process with a pending signal cannot fork). The number
// of processes is checked while we wait for output, because RLIMIT_NPROC counts all processes of the user and does not
// apply to root. Memory is limited by RLIMIT_AS; there are no core files.
//
// Programs without limits are started by posix_spawn, which does not copy the page tables of a large process.
#include "base/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

// A sanitizer reserves terabytes of address space, so its programs cannot be limited.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TALI_CAN_LIMIT_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TALI_CAN_LIMIT_MEMORY 0
#endif
#endif
#ifndef TALI_CAN_LIMIT_MEMORY
#define TALI_CAN_LIMIT_MEMORY 1
#endif

namespace tali::detail {

namespace {

using clock = std::chrono::steady_clock;

int milliseconds_left(clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(left) + 1;
}

clock::time_point after(double seconds) {
  return clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
}

/// The two ends of a pipe, closed unless released.
struct pipe_ends {
  int read = -1;
  int write = -1;

  pipe_ends() = default;
  pipe_ends(const pipe_ends&) = delete;
  pipe_ends& operator=(const pipe_ends&) = delete;
  ~pipe_ends() {
    for (const int end : {read, write}) {
      if (end >= 0) {
        close(end);
      }
    }
  }
  /// 0, or the error.
  int open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      return errno;
    }
    read = ends[0];
    write = ends[1];
    return 0;
  }
};

std::vector<char*> arguments_of(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str())); // for exec
  }
  arguments.push_back(nullptr);
  return arguments;
}

/// Forbids leaving the process group and, if there may be one process only, new processes, but not new threads. On a
/// kernel without seccomp filters nothing is forbidden.
void filter_calls(bool one_process) {
  constexpr auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  constexpr auto flags = static_cast<std::uint32_t>(offsetof(seccomp_data, args[0])); // low half, on little endian
  constexpr std::uint32_t not_permitted = SECCOMP_RET_ERRNO | EPERM;
  constexpr std::uint32_t not_now = SECCOMP_RET_ERRNO | EAGAIN;
  constexpr std::uint32_t unknown = SECCOMP_RET_ERRNO | ENOSYS; // libc then falls back from clone3 to clone
  constexpr std::uint32_t allowed = SECCOMP_RET_ALLOW;
  std::array program{
      sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_setsid, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, not_permitted),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_setpgid, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, not_permitted),
#ifdef __NR_fork
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fork, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, one_process ? not_now : allowed),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_vfork, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, one_process ? not_now : allowed),
#endif
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, one_process ? unknown : allowed),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
      sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, flags),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
      sock_filter BPF_STMT(BPF_RET | BPF_K, one_process ? not_now : allowed),
      sock_filter BPF_STMT(BPF_RET | BPF_K, allowed),
  };
  sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

/// In the child.
void confine_this_process(const confinement& limits) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (TALI_CAN_LIMIT_MEMORY != 0 && limits.memory != 0) {
    const rlimit memory{limits.memory, limits.memory};
    setrlimit(RLIMIT_AS, &memory);
  }
  for (const int s : {SIGINT, SIGTERM, SIGPIPE, SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
    signal(s, SIG_DFL);
  }
  filter_calls(limits.processes <= 1);
}

/// Blocks SIGPIPE for the calling thread only.
class sigpipe_blocker {
public:
  sigpipe_blocker() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  sigpipe_blocker(const sigpipe_blocker&) = delete;
  sigpipe_blocker& operator=(const sigpipe_blocker&) = delete;
  ~sigpipe_blocker() {
    const timespec now{};
    while (!was_pending_ && sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// Forks. After a fork bomb was killed, its process ids become free only when all its processes are reaped, so this
/// waits and retries.
pid_t fork_patiently() {
  constexpr double patience = 20;
  const clock::time_point give_up = after(patience);
  pid_t child = -1;
  while ((child = fork()) < 0 && errno == EAGAIN && clock::now() < give_up) {
    usleep(20'000);
  }
  return child;
}

} // namespace

int child_process::start(const std::vector<std::string>& command, const stream_options& streams) {
  static_cast<void>(stop());
  buffer_.clear();
  pipe_ends to_child;
  pipe_ends from_child;
  if (const int error = streams.in == stream::pipe ? to_child.open() : 0; error != 0) {
    return error;
  }
  if (const int error = streams.out == stream::pipe ? from_child.open() : 0; error != 0) {
    return error;
  }
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  const auto connect = [&](stream how, int standard, int end, int flags) {
    if (how == stream::pipe) {
      posix_spawn_file_actions_adddup2(&actions, end, standard);
    } else if (how == stream::null) {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", flags, 0);
    }
  };
  connect(streams.in, STDIN_FILENO, to_child.read, O_RDONLY);
  connect(streams.out, STDOUT_FILENO, from_child.write, O_WRONLY);
  connect(streams.err == stream::pipe ? stream::inherited : streams.err, STDERR_FILENO, -1, O_WRONLY);
  const std::vector<char*> arguments = arguments_of(command);
  const int error = posix_spawnp(&id_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    id_ = -1;
    return error;
  }
  owner_ = getpid();
  confined_ = false;
  most_processes_ = 0;
  in_ = std::exchange(to_child.write, -1);
  out_ = std::exchange(from_child.read, -1);
  if (in_ >= 0) {
    fcntl(in_, F_SETFL, O_NONBLOCK);
  }
  if (out_ >= 0) {
    fcntl(out_, F_SETFL, O_NONBLOCK);
  }
  return 0;
}

int child_process::start_confined(const std::vector<std::string>& command, const confinement& limits) {
  return start_confined(&command, nullptr, limits);
}

int child_process::start_confined(const std::function<void(int, int)>& body, const confinement& limits) {
  return start_confined(nullptr, &body, limits);
}

int child_process::start_confined(const std::vector<std::string>* command, const std::function<void(int, int)>* body,
                                  const confinement& limits) {
  static_cast<void>(stop());
  buffer_.clear();
  confined_ = true;
  most_processes_ = std::max(1, limits.processes);
  pipe_ends to_child;
  pipe_ends from_child;
  if (const int error = to_child.open(); error != 0) {
    return error;
  }
  if (const int error = from_child.open(); error != 0) {
    return error;
  }
  const std::vector<char*> arguments = command != nullptr ? arguments_of(*command) : std::vector<char*>{};
  id_ = fork_patiently();
  if (id_ < 0) {
    return errno;
  }
  if (id_ == 0) {
    confine_this_process(limits);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, STDERR_FILENO);
    if (body != nullptr) {
      close(to_child.write);
      close(from_child.read);
      dup2(null, STDIN_FILENO);
      dup2(null, STDOUT_FILENO);
      (*body)(to_child.read, from_child.write);
      _exit(0);
    }
    dup2(to_child.read, STDIN_FILENO);
    dup2(from_child.write, STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    constexpr int cannot_run = 127; // as in shells
    _exit(cannot_run);
  }
  owner_ = getpid();
  in_ = std::exchange(to_child.write, -1);
  out_ = std::exchange(from_child.read, -1);
  fcntl(in_, F_SETFL, O_NONBLOCK);
  fcntl(out_, F_SETFL, O_NONBLOCK);
  return 0;
}

bool child_process::send(const std::string& text, double seconds) {
  const clock::time_point end = after(seconds);
  const sigpipe_blocker blocker; // a child that has closed its input must not kill this process
  std::size_t sent = 0;
  bool open = true;
  while (open && sent < text.size()) {
    const ssize_t n = ::write(in_, text.data() + sent, text.size() - sent);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (n < 0 && errno == EAGAIN) {
      pollfd p{in_, POLLOUT, 0};
      open = poll(&p, 1, milliseconds_left(end)) > 0;
    } else if (n >= 0 || errno != EINTR) {
      open = false;
    }
  }
  return sent == text.size();
}

void child_process::close_input() {
  if (in_ >= 0) {
    close(std::exchange(in_, -1));
  }
}

void child_process::close_output() {
  if (out_ >= 0) {
    close(std::exchange(out_, -1));
  }
}

child_process::received child_process::receive(std::string& line, double seconds, std::size_t most) {
  const clock::time_point end = after(seconds);
  // Milliseconds between two counts of processes: short at first, because a fork bomb grows fast, then longer.
  int interval = 2;
  constexpr int longest_interval = 25;
  for (;;) {
    if (const std::size_t at = buffer_.find('\n'); at != std::string::npos) {
      line = buffer_.substr(0, at);
      buffer_.erase(0, at + 1);
      return line.size() > most ? received::too_long : received::line;
    }
    if (buffer_.size() > most) {
      return received::too_long;
    }
    pollfd p{out_, POLLIN, 0};
    if (poll(&p, 1, std::min(milliseconds_left(end), interval)) == 0) {
      if (most_processes_ != 0 && processes_in_group(id_) > most_processes_) {
        return received::too_many_processes;
      }
      if (milliseconds_left(end) == 0) {
        return received::timed_out;
      }
      interval = std::min(2 * interval, longest_interval);
      continue;
    }
    std::array<char, 4096> part; // written below
    const ssize_t n = ::read(out_, part.data(), part.size());
    if (n > 0) {
      buffer_.append(part.data(), static_cast<std::size_t>(n));
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      return received::closed;
    }
  }
}

bool child_process::has_output() {
  if (!buffer_.empty()) {
    return true;
  }
  pollfd p{out_, POLLIN, 0};
  if (poll(&p, 1, 0) <= 0 || (p.revents & POLLIN) == 0) {
    return false;
  }
  std::array<char, 256> part; // written below
  const ssize_t n = ::read(out_, part.data(), part.size());
  if (n > 0) {
    buffer_.append(part.data(), static_cast<std::size_t>(n));
  }
  return !buffer_.empty();
}

std::string child_process::receive_all() {
  std::string all = std::exchange(buffer_, {});
  std::array<char, 4096> part; // written below
  for (;;) {
    const ssize_t n = ::read(out_, part.data(), part.size());
    if (n > 0) {
      all.append(part.data(), static_cast<std::size_t>(n));
    } else if (n < 0 && errno == EAGAIN) {
      pollfd p{out_, POLLIN, 0};
      poll(&p, 1, -1);
    } else if (n == 0 || errno != EINTR) {
      return all;
    }
  }
}

bool child_process::leave_to_owner() {
  if (id_ <= 0 || owner_ == getpid()) {
    return false;
  }
  id_ = -1;
  close_input();
  close_output();
  return true;
}

process_status child_process::wait() {
  if (leave_to_owner()) {
    return {};
  }
  close_input();
  process_status end;
  if (id_ > 0) {
    end = wait_for_process(std::exchange(id_, -1));
  }
  close_output();
  return end;
}

process_status child_process::stop() {
  if (leave_to_owner()) {
    return {};
  }
  // A child that is about to exit gets a moment to do so. Our ends of the pipes stay open until then: a child that
  // waits for input must not see end of file.
  int status = 0;
  pid_t ended = 0;
  constexpr int attempts = 20;
  for (int i = 0; id_ > 0 && i < attempts && ended == 0; ++i) {
    ended = waitpid(id_, &status, WNOHANG);
    if (ended == 0) {
      usleep(500);
    }
  }
  close_input();
  close_output();
  if (id_ <= 0) {
    return {};
  }
  const pid_t child = std::exchange(id_, -1);
  if (confined_) {
    kill(-child, SIGKILL);
  }
  if (ended != 0) {
    return decode_status(status);
  }
  kill(child, SIGKILL);
  static_cast<void>(wait_for_process(child));
  return {process_status::kind::timed_out, 0};
}

program_output run_and_capture(const std::vector<std::string>& command, const stream_options& streams) {
  program_output result;
  child_process child;
  result.error = child.start(command, {streams.in, stream::pipe, streams.err});
  if (result.error == 0) {
    result.out = child.receive_all();
    result.end = child.wait();
  }
  return result;
}

} // namespace tali::detail
