// SPDX-License-Identifier: BSL-1.0
// Processes under limits.
//
// The child leads its own process group, and a seccomp filter keeps it and all it starts from leaving that group: one
// signal reaches all of them, also those of a fork bomb (the kernel does not let a process fork that has a signal
// waiting). How many there are is counted while we wait for an answer. RLIMIT_NPROC would not do, as it counts all
// processes of the user and does not bind root. Memory is limited by RLIMIT_AS; there are no core files.
#include "assess/process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace tali::assess {

namespace {

using clock = std::chrono::steady_clock;

int milliseconds_left(clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(left) + 1;
}

clock::time_point after(double seconds) {
  return clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
}

/// Leaving the group fails; if there shall be one process only, so do new processes, but not new threads. Where the
/// kernel does not know filters all stays allowed.
void filter_calls(bool one_process) {
  constexpr auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  constexpr auto flags = static_cast<std::uint32_t>(offsetof(seccomp_data, args[0])); // low half, on little endian
  constexpr std::uint32_t not_permitted = SECCOMP_RET_ERRNO | EPERM;
  constexpr std::uint32_t not_now = SECCOMP_RET_ERRNO | EAGAIN;
  constexpr std::uint32_t unknown = SECCOMP_RET_ERRNO | ENOSYS; // libc then falls back from clone3 to clone
  constexpr std::uint32_t fine = SECCOMP_RET_ALLOW;
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_setsid, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, not_permitted),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_setpgid, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, not_permitted),
#ifdef __NR_fork
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_fork, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, one_process ? not_now : fine),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_vfork, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, one_process ? not_now : fine),
#endif
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, one_process ? unknown : fine),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, flags),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, one_process ? not_now : fine),
      BPF_STMT(BPF_RET | BPF_K, fine),
  };
  sock_fprog filter{static_cast<unsigned short>(sizeof(program) / sizeof(program[0])), program};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

/// Processes of a group. The fifth word of /proc/<id>/stat is the group; the second may hold spaces, but ends the last
/// ')'.
int processes_of(pid_t group) {
  int n = 0;
  DIR* all = opendir("/proc");
  if (all == nullptr) {
    return 0;
  }
  while (const dirent* one = readdir(all)) {
    if (one->d_name[0] < '0' || one->d_name[0] > '9') {
      continue;
    }
    const std::string path = std::string("/proc/") + one->d_name + "/stat";
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      continue;
    }
    char text[256];
    const ssize_t size = ::read(file, text, sizeof(text) - 1);
    close(file);
    text[size > 0 ? size : 0] = '\0';
    const char* end = std::strrchr(text, ')');
    int its_group = 0;
    if (end != nullptr && std::sscanf(end + 1, " %*c %*d %d", &its_group) == 1 && its_group == group) {
      ++n;
    }
  }
  closedir(all);
  return n;
}

void limit_this_process(const limits& l) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
// A sanitizer reserves terabytes of addresses.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define TALI_CAN_LIMIT_MEMORY 1
#endif
#else
#define TALI_CAN_LIMIT_MEMORY 1
#endif
#endif
#ifdef TALI_CAN_LIMIT_MEMORY
  if (l.memory != 0) {
    const rlimit memory{l.memory, l.memory};
    setrlimit(RLIMIT_AS, &memory);
  }
#endif
  for (const int s : {SIGINT, SIGTERM, SIGPIPE, SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
    signal(s, SIG_DFL);
  }
  filter_calls(l.processes <= 1);
}

} // namespace

bool process::start(const std::vector<std::string>& command, const std::function<void(int, int)>& body,
                    const limits& l) {
  static_cast<void>(stop());
  buffer_.clear();
  processes_ = std::max(1, l.processes);
  int to_child[2];
  int from_child[2];
  if (pipe2(to_child, O_CLOEXEC) != 0) {
    return false;
  }
  if (pipe2(from_child, O_CLOEXEC) != 0) {
    close(to_child[0]);
    close(to_child[1]);
    return false;
  }
  std::vector<char*> arguments;
  for (const std::string& a : command) {
    arguments.push_back(const_cast<char*>(a.c_str())); // execvp takes char*
  }
  arguments.push_back(nullptr);
  // A fork bomb that was just killed can leave the machine without process numbers until all its dead are buried.
  constexpr double patience = 20;
  const clock::time_point give_up = after(patience);
  while ((id_ = fork()) < 0 && errno == EAGAIN && clock::now() < give_up) {
    usleep(20'000);
  }
  if (id_ == 0) {
    limit_this_process(l);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    if (body) {
      close(to_child[1]);
      close(from_child[0]);
      dup2(nowhere, STDIN_FILENO);
      dup2(nowhere, STDOUT_FILENO);
      body(to_child[0], from_child[1]);
      _exit(0);
    }
    dup2(to_child[0], STDIN_FILENO);
    dup2(from_child[1], STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    constexpr int no_such_program = 127;
    _exit(no_such_program);
  }
  close(to_child[0]);
  close(from_child[1]);
  in_ = to_child[1];
  out_ = from_child[0];
  if (id_ < 0) {
    static_cast<void>(stop());
    return false;
  }
  fcntl(in_, F_SETFL, O_NONBLOCK);
  fcntl(out_, F_SETFL, O_NONBLOCK);
  return true;
}

bool process::send(const std::string& text, double seconds) {
  const clock::time_point end = after(seconds);
  // A reader that is gone must not end us.
  struct sigaction ignore = {};
  struct sigaction before = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &before);
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
  sigaction(SIGPIPE, &before, nullptr);
  return sent == text.size();
}

process::result process::receive(std::string& line, double seconds, std::size_t most) {
  const clock::time_point end = after(seconds);
  int between_counts =
      2; // milliseconds: a fork bomb grows fast at first, a slow program need not be looked at so often
  for (;;) {
    if (const std::size_t at = buffer_.find('\n'); at != std::string::npos) {
      line = buffer_.substr(0, at);
      buffer_.erase(0, at + 1);
      return line.size() > most ? result::too_long : result::line;
    }
    if (buffer_.size() > most) {
      return result::too_long;
    }
    pollfd p{out_, POLLIN, 0};
    if (poll(&p, 1, std::min(milliseconds_left(end), between_counts)) == 0) {
      if (processes_of(id_) > processes_) {
        return result::too_many;
      }
      if (milliseconds_left(end) == 0) {
        return result::late;
      }
      constexpr int seldom = 25;
      between_counts = std::min(2 * between_counts, seldom);
      continue;
    }
    char some[4096];
    const ssize_t n = ::read(out_, some, sizeof(some));
    if (n > 0) {
      buffer_.append(some, static_cast<std::size_t>(n));
    } else if (n == 0) {
      return result::closed;
    } else if (errno != EAGAIN && errno != EINTR) {
      return result::closed;
    }
  }
}

bool process::has_more() {
  if (!buffer_.empty()) {
    return true;
  }
  pollfd p{out_, POLLIN, 0};
  if (poll(&p, 1, 0) <= 0 || (p.revents & POLLIN) == 0) {
    return false;
  }
  char some[256];
  const ssize_t n = ::read(out_, some, sizeof(some));
  if (n > 0) {
    buffer_.append(some, static_cast<std::size_t>(n));
  }
  return !buffer_.empty();
}

answer process::stop() {
  answer how;
  // What ended by itself says how; a moment for what is about to.
  // (Our ends of the pipes stay open meanwhile: what waits for a test must not take that for the end.)
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; id_ > 0 && i < 20 && ended == 0; ++i) {
    ended = waitpid(id_, &status, WNOHANG);
    if (ended == 0) {
      usleep(500);
    }
  }
  for (int* end : {&in_, &out_}) {
    if (*end >= 0) {
      close(*end);
      *end = -1;
    }
  }
  if (id_ <= 0) {
    return how;
  }
  kill(-id_, SIGKILL);
  if (ended == 0) {
    kill(id_, SIGKILL);
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    how.is = answer::kind::too_slow;
  } else if (WIFSIGNALED(status)) {
    how.is = answer::kind::crashed;
    const char* name = sigabbrev_np(WTERMSIG(status));
    how.detail = name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(WTERMSIG(status));
  } else {
    how.is = answer::kind::exited;
    how.detail = "status " + std::to_string(WEXITSTATUS(status));
  }
  id_ = -1;
  return how;
}

} // namespace tali::assess
