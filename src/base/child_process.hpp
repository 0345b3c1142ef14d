// SPDX-License-Identifier: BSL-1.0
// child_process: starts a program, or a function in a forked copy of this process, optionally under limits; exchanges
// lines with it; kills it together with its descendants.
//
//   child_process p;
//   if (const int error = p.start({"addr2line", "-e", file}, {.in = stream::pipe, .out = stream::pipe}); error == 0) {
//     p.send("0x1234\n", 1);
//     p.receive(line, 1);
//   }
//
// The child belongs to the process that started it: in a copy of that process (fork), its destructor and stop() only
// close the copy's descriptors.
//
// run_and_capture runs a program to its end and returns its output.
#pragma once

#include "base/process_wait.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tali::detail {

/// The target of a standard stream of a child.
enum class stream : std::uint8_t { inherited, null, pipe };

struct stream_options {
  stream in = stream::inherited;
  stream out = stream::inherited;
  stream err = stream::inherited;
};

/// Limits for code that is not trusted. The child leads a process group that neither it nor its children can leave.
struct confinement {
  std::uint64_t memory = 0; // bytes of address space for each process; 0: no limit
  int processes = 1;        // at the same time; checked while receive() waits
};

class child_process {
public:
  static constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

  child_process() = default;
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;
  /// Kills it if it is still running.
  ~child_process() { static_cast<void>(stop()); }

  /// Starts a program, found through PATH. Returns 0, or the error of fork or exec.
  [[nodiscard]] int start(const std::vector<std::string>& command, const stream_options& streams = {});
  /// Starts a program under limits, with pipes for input and output and without standard error. Returns 0, or the error
  /// of fork; a program that does not exist exits with 127.
  [[nodiscard]] int start_confined(const std::vector<std::string>& command, const confinement& limits);
  /// Forks and calls the function in the child with the ends of two pipes, under limits. Returns 0, or the error.
  [[nodiscard]] int start_confined(const std::function<void(int in, int out)>& body, const confinement& limits);
  [[nodiscard]] bool running() const noexcept { return id_ > 0; }

  /// Sends a text. False if the child does not read it in time or has closed its input.
  bool send(const std::string& text, double seconds);
  /// Closes the input of the child.
  void close_input();

  enum class received : std::uint8_t { line, closed, timed_out, too_long, too_many_processes };
  /// The next line, without its end.
  received receive(std::string& line, double seconds, std::size_t most = unlimited);
  /// Whether there is output that was not received yet.
  [[nodiscard]] bool has_output();
  /// All output until the child closes it.
  [[nodiscard]] std::string receive_all();

  /// Waits for the end of the child.
  process_status wait();
  /// Ends the child and, if it is confined, its descendants. Returns how it ended; timed_out if it had to be killed.
  process_status stop();

private:
  int start_confined(const std::vector<std::string>* command, const std::function<void(int, int)>* body,
                     const confinement& limits);
  void close_output();
  /// In a copy of the process that started the child: forgets the child, and returns true.
  bool leave_to_owner();

  pid_t id_ = -1;
  pid_t owner_ = -1; // the process that started it
  bool confined_ = false;
  int most_processes_ = 0; // 0: not counted
  int in_ = -1;            // we write
  int out_ = -1;           // we read
  std::string buffer_;     // received, but not yet returned
};

struct program_output {
  int error = 0; // why it could not be started, an errno; 0 if it was
  process_status end;
  std::string out;
};
/// Runs a program to its end. `streams.out` is ignored.
[[nodiscard]] program_output run_and_capture(const std::vector<std::string>& command,
                                             const stream_options& streams = {});

} // namespace tali::detail
