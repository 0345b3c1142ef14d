// SPDX-License-Identifier: BSL-1.0
// A process that answers, under limits, and that we can always get rid of.
#pragma once

#include <tali/assess/grade.hpp>

#include <sys/types.h>

#include <functional>
#include <string>

namespace tali::assess {

class process {
public:
  process() = default;
  process(const process&) = delete;
  process& operator=(const process&) = delete;
  ~process() { stop(); }

  /// A program, or if `body` is given a copy of this process that calls it with the ends of two pipes. False if the
  /// system does not let us; a program that does not exist shows when it is asked.
  bool start(const std::vector<std::string>& command, const std::function<void(int in, int out)>& body,
             const limits& l);
  [[nodiscard]] bool running() const { return id_ > 0; }

  enum class result : unsigned char { line, closed, late, too_long, too_many };
  /// Sends a text. False if nobody reads it.
  bool send(const std::string& text, double seconds);
  /// The next line, without its end.
  result receive(std::string& line, double seconds, std::size_t most);
  /// Whether there is something to read that nobody asked for.
  bool has_more();
  /// Kills it and all it has started, and says how it ended: what was it that ended it, if it was not us.
  answer stop();

private:
  pid_t id_ = -1;
  int processes_ = 0; // at most
  int in_ = -1;       // we write
  int out_ = -1;      // we read
  std::string buffer_;
};

} // namespace tali::assess
