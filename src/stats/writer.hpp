// SPDX-License-Identifier: BSL-1.0
// Writes lines of statistics to a file in the background, without losing data when the process dies.
//
// Cases append their events (stats/sheet.hpp) to a ring in memory that is shared with forked processes. A thread
// formats them as lines and writes the lines to the file. If the process dies, the standby that takes over
// (isolate/supervisor) has the same ring and continues: it formats the same lines again, and the length of the file
// shows how many bytes of them were already written. Producers wait if the ring is full, which bounds the memory.
#pragma once

#include "stats/line.hpp"

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
  /// Opens the file for appending. If the name ends in a slash or is an existing folder, a new file is created in that
  /// folder. Throws std::runtime_error if that fails.
  stats_writer(const std::string& file, const stats_run& run);
  stats_writer(const stats_writer&) = delete;
  stats_writer& operator=(const stats_writer&) = delete;
  ~stats_writer();

  /// Starts the thread that writes. Before this, `append` writes.
  void start_thread();
  /// Appends whole frames (stats/sheet.hpp). One thread at a time.
  void append(std::string_view frames);
  /// Appends whole lines, each with its line ending. One thread at a time.
  void append_lines(std::string_view lines);
  /// Waits until everything appended is in the file (or could not be written).
  void flush();

  /// The error of the file, reported once; empty if there is none.
  [[nodiscard]] std::string take_error();
  [[nodiscard]] const std::string& path() const { return path_; }

private:
  struct ring;
  struct unmap {
    void operator()(ring* r) const noexcept;
  };
  /// Moves the contents of the ring to the file; false if it was empty.
  bool drain();
  /// Formats the bytes [begin, end) of the ring as lines.
  void make_lines(std::uint64_t begin, std::uint64_t end);
  /// Writes the formatted lines without their first `but` bytes.
  void write_lines(std::size_t but);
  void end_line();
  void append_frame(std::string_view frame);
  void copy_in(std::uint64_t to, std::string_view bytes);
  void copy_out(std::uint64_t from, void* to, std::size_t n) const;
  void wait_for_room();
  void stop_thread();

  const stats_run& run_;
  std::string path_;
  int file_ = -1;
  std::unique_ptr<ring, unmap> ring_;
  stats_line line_;    // used by the draining thread
  std::string frames_; // the frames being drained, if they are not contiguous
  std::string lines_;  // made from the frames
  std::mutex mutex_;
  std::condition_variable more_;
  std::condition_variable less_;
  bool ending_ = false;
  std::thread thread_;
  std::atomic<int> error_ = 0;
  bool error_reported_ = false;
};

} // namespace tali::detail
