// SPDX-License-Identifier: BSL-1.0
#include "stats/writer.hpp"

#include "stats/sheet.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <new>
#include <stdexcept>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace tali::detail {

struct stats_writer::ring {
  static constexpr std::size_t capacity = std::size_t{4} << 20U;
  std::atomic<std::uint64_t> appended; // bytes in total
  std::atomic<std::uint64_t> written;
  // The write in progress: the number of bytes, their position, and the length of the file before.
  std::atomic<std::uint64_t> piece;
  std::atomic<std::uint64_t> piece_begin;
  std::atomic<std::uint64_t> length_before;
  std::atomic<bool> in_line; // a line of several pieces is being appended
  char bytes[capacity];      // lies in shared memory
};

void stats_writer::unmap::operator()(ring* r) const noexcept { munmap(r, sizeof(ring)); }

namespace {

constexpr std::chrono::milliseconds latest(20); // the longest delay until a line is in the file

std::string new_file_in(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return (folder / fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}-{}.jsonl", parts.tm_year + 1900, parts.tm_mon + 1,
                               parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, getpid()))
      .string();
}

std::uint64_t length_of(int file) {
  struct stat s{};
  return fstat(file, &s) == 0 ? static_cast<std::uint64_t>(s.st_size) : 0;
}

} // namespace

stats_writer::stats_writer(const std::string& file, const stats_run& run) : run_(run), line_(run) {
  std::error_code ignored;
  path_ = file.ends_with('/') || std::filesystem::is_directory(file, ignored) ? new_file_in(file) : file;
  file_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw std::runtime_error(fmt::format("cannot write statistics to '{}': {}", path_, std::strerror(errno)));
  }
  void* memory = mmap(nullptr, sizeof(ring), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) { // NOLINT(performance-no-int-to-ptr)
    close(file_);
    throw std::runtime_error("cannot write statistics: no memory for them");
  }
  ring_.reset(new (memory) ring);
}

stats_writer::~stats_writer() {
  flush();
  stop_thread();
  close(file_);
}

void stats_writer::start_thread() {
  if (thread_.joinable()) {
    return;
  }
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    while (true) {
      lock.unlock();
      const bool moved = drain();
      lock.lock();
      if (moved) {
        less_.notify_all();
      } else if (ending_) {
        return;
      } else {
        more_.wait_for(lock, latest);
      }
    }
  });
}

void stats_writer::stop_thread() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    more_.notify_all();
    thread_.join();
    ending_ = false;
  }
}

void stats_writer::wait_for_room() {
  if (thread_.joinable()) {
    std::unique_lock lock(mutex_);
    more_.notify_one();
    less_.wait_for(lock, latest);
  } else {
    drain();
  }
}

void stats_writer::copy_in(std::uint64_t to, std::string_view bytes) {
  const std::size_t offset = to % ring::capacity;
  const std::size_t first = std::min(bytes.size(), ring::capacity - offset);
  std::memcpy(ring_->bytes + offset, bytes.data(), first);
  std::memcpy(ring_->bytes, bytes.data() + first, bytes.size() - first);
}

void stats_writer::append_frame(std::string_view frame) {
  ring& r = *ring_;
  const std::uint64_t begin = r.appended.load(std::memory_order_relaxed);
  while (ring::capacity - (begin - r.written.load(std::memory_order_acquire)) < frame.size()) {
    wait_for_room();
  }
  copy_in(begin, frame);
  // From here on the frame counts as appended, even if this process dies.
  const std::uint64_t end = begin + frame.size();
  r.appended.store(end, std::memory_order_release);
  constexpr std::size_t worth_waking = ring::capacity / 4;
  if (thread_.joinable() && end - r.written.load(std::memory_order_relaxed) >= worth_waking &&
      end / worth_waking != begin / worth_waking) {
    more_.notify_one();
  }
}

// A process that died while writing a line has left its start, so the next text starts a new line.
void stats_writer::end_line() {
  if (ring_->in_line.exchange(false, std::memory_order_relaxed)) {
    append_lines("\n");
  }
}

void stats_writer::append(std::string_view frames) {
  end_line();
  constexpr std::size_t largest = ring::capacity / 4;
  while (!frames.empty()) {
    frame_length length = 0;
    std::memcpy(&length, frames.data(), sizeof(length));
    const std::size_t whole = sizeof(length) + (length & ~text_frame);
    if (whole <= largest) {
      append_frame(frames.substr(0, whole));
    } else { // does not fit: a text may be split
      std::string lines;
      stats_line(run_).append_frames(lines, frames.substr(0, whole));
      append_lines(lines);
    }
    frames.remove_prefix(whole);
  }
  if (!thread_.joinable()) {
    while (drain()) {
    }
  }
}

void stats_writer::append_lines(std::string_view lines) {
  constexpr std::size_t most = std::size_t{1} << 16U;
  std::string frame;
  end_line();
  while (!lines.empty()) {
    const std::string_view piece = lines.substr(0, most);
    if (piece.size() < lines.size()) {
      ring_->in_line.store(true, std::memory_order_relaxed);
    }
    const frame_length length = text_frame | static_cast<frame_length>(piece.size());
    frame.resize(sizeof(length));
    std::memcpy(frame.data(), &length, sizeof(length));
    frame += piece;
    append_frame(frame);
    lines.remove_prefix(piece.size());
  }
  ring_->in_line.store(false, std::memory_order_relaxed);
  if (!thread_.joinable()) {
    while (drain()) {
    }
  }
}

void stats_writer::copy_out(std::uint64_t from, void* to, std::size_t n) const {
  const std::size_t offset = from % ring::capacity;
  const std::size_t first = std::min(n, ring::capacity - offset);
  std::memcpy(to, ring_->bytes + offset, first);
  std::memcpy(static_cast<char*>(to) + first, ring_->bytes, n - first);
}

void stats_writer::make_lines(std::uint64_t begin, std::uint64_t end) {
  const auto n = static_cast<std::size_t>(end - begin);
  const std::size_t offset = begin % ring::capacity;
  lines_.clear();
  if (n <= ring::capacity - offset) {
    line_.append_frames(lines_, {ring_->bytes + offset, n});
  } else {
    frames_.resize(n);
    copy_out(begin, frames_.data(), n);
    line_.append_frames(lines_, frames_);
  }
}

void stats_writer::write_lines(std::size_t but) {
  std::string_view rest = std::string_view(lines_).substr(std::min(but, lines_.size()));
  while (!rest.empty() && error_ == 0) {
    const ssize_t done = write(file_, rest.data(), rest.size());
    if (done < 0 && errno != EINTR) {
      error_ = errno; // further text is dropped, because a full disk must not stop the tests
    }
    rest.remove_prefix(done > 0 ? static_cast<std::size_t>(done) : 0);
  }
}

bool stats_writer::drain() {
  ring& r = *ring_;
  if (const std::uint64_t piece = r.piece.load(std::memory_order_acquire); piece != 0) {
    // A process died during this write. The growth of the file is the number of bytes that were written.
    const std::uint64_t begin = r.piece_begin.load(std::memory_order_relaxed);
    const std::uint64_t before = r.length_before.load(std::memory_order_relaxed);
    const std::uint64_t now = length_of(file_);
    if (r.written.load(std::memory_order_relaxed) < begin + piece) { // otherwise the write was complete
      make_lines(begin, begin + piece);
      write_lines(static_cast<std::size_t>(now - std::min(now, before)));
      r.written.store(begin + piece, std::memory_order_release);
    }
    r.piece.store(0, std::memory_order_release);
  }
  const std::uint64_t written = r.written.load(std::memory_order_relaxed);
  const std::uint64_t appended = r.appended.load(std::memory_order_acquire);
  if (written == appended) {
    return false;
  }
  // Not all at once: the bytes being written occupy room in the ring.
  constexpr std::uint64_t enough = ring::capacity / 16;
  std::uint64_t end = written;
  while (end != appended && end - written < enough) {
    frame_length length = 0;
    copy_out(end, &length, sizeof(length));
    end += sizeof(length) + (length & ~text_frame);
  }
  make_lines(written, end);
  r.length_before.store(length_of(file_), std::memory_order_relaxed);
  r.piece_begin.store(written, std::memory_order_relaxed);
  r.piece.store(end - written, std::memory_order_release);
  write_lines(0);
  r.written.store(end, std::memory_order_release);
  r.piece.store(0, std::memory_order_release);
  return true;
}

void stats_writer::flush() {
  if (!thread_.joinable()) {
    while (drain()) {
    }
    return;
  }
  std::unique_lock lock(mutex_);
  while (ring_->written.load(std::memory_order_acquire) != ring_->appended.load(std::memory_order_relaxed)) {
    more_.notify_one();
    less_.wait_for(lock, std::chrono::milliseconds(1));
  }
}

std::string stats_writer::take_error() {
  if (error_ == 0 || error_reported_) {
    return {};
  }
  error_reported_ = true;
  return fmt::format("statistics are incomplete: writing to '{}' failed: {}", path_, std::strerror(error_));
}

} // namespace tali::detail
