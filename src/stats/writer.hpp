// SPDX-License-Identifier: BSL-1.0
// Writes lines to a file without keeping anybody waiting, and without losing what was said when the process dies.
//
// Lines go to a ring in memory that is shared with copies of the process; a thread moves them on to the file. If the
// process dies, the copy that takes over (isolate/supervisor) has the same ring and goes on where the dead one was.
// Whether a piece that was being written when it died has reached the file is told by the length of the file.
// Who is faster than the file waits for it: memory stays bounded.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace tali::detail {

class stats_writer {
public:
  /// Opens the file to append to it. A name that ends in a slash, or of a folder that is there, stands for a new file
  /// in that folder. Throws std::runtime_error if that cannot be done.
  explicit stats_writer(const std::string& file);
  stats_writer(const stats_writer&) = delete;
  stats_writer& operator=(const stats_writer&) = delete;
  ~stats_writer();

  /// From here on a thread does the writing. Until then `append` does.
  void start_thread();
  /// Whole lines, each with its end. One thread at a time.
  void append(std::string_view lines);
  /// All that was appended is in the file (or could not be written).
  void flush();

  /// What is wrong with the file, once; empty if nothing is.
  [[nodiscard]] std::string take_error();
  [[nodiscard]] const std::string& path() const { return path_; }

private:
  struct ring;
  struct unmap {
    void operator()(ring* r) const noexcept;
  };
  /// Moves what is there to the file; false if there was nothing.
  bool drain();
  void stop_thread();

  std::string path_;
  int file_ = -1;
  std::unique_ptr<ring, unmap> ring_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::condition_variable less_;
  bool ending_ = false;
  std::thread thread_;
  std::atomic<int> error_ = 0;
  bool told_ = false;
};

} // namespace tali::detail
