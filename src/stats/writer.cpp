// SPDX-License-Identifier: BSL-1.0
#include "stats/writer.hpp"

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
  std::atomic<std::uint64_t> appended; // bytes, ever
  std::atomic<std::uint64_t> written;
  // What is being written now: so many bytes, from there on, to a file of that length.
  std::atomic<std::uint64_t> piece;
  std::atomic<std::uint64_t> piece_begin;
  std::atomic<std::uint64_t> length_before;
  char bytes[capacity]; // NOLINT(modernize-avoid-c-arrays): lies in shared memory
};

void stats_writer::unmap::operator()(ring* r) const noexcept { munmap(r, sizeof(ring)); }

namespace {

constexpr std::chrono::milliseconds latest(20); // until a line is in the file

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

stats_writer::stats_writer(const std::string& file) {
  std::error_code ignored;
  path_ = file.ends_with('/') || std::filesystem::is_directory(file, ignored) ? new_file_in(file) : file;
  file_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666); // NOLINT(*-vararg)
  if (file_ < 0) {
    throw std::runtime_error(fmt::format("cannot write statistics to '{}': {}", path_, std::strerror(errno))); // NOLINT
  }
  void* memory = mmap(nullptr, sizeof(ring), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) { // NOLINT(*-int-to-ptr,*-cstyle-cast)
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

void stats_writer::append(std::string_view lines) {
  ring& r = *ring_;
  while (!lines.empty()) {
    const std::uint64_t end = r.appended.load(std::memory_order_relaxed);
    const std::size_t room = ring::capacity - (end - r.written.load(std::memory_order_acquire));
    const std::size_t offset = end % ring::capacity;
    const std::size_t n = std::min({lines.size(), room, ring::capacity - offset});
    if (n == 0) {
      if (thread_.joinable()) {
        std::unique_lock lock(mutex_);
        more_.notify_one();
        less_.wait_for(lock, latest);
      } else {
        drain();
      }
      continue;
    }
    std::memcpy(r.bytes + offset, lines.data(), n);
    // From here on the piece counts, whatever becomes of this process.
    r.appended.store(end + n, std::memory_order_release);
    lines.remove_prefix(n);
    constexpr std::size_t worth_waking = ring::capacity / 4;
    if (thread_.joinable() && end + n - r.written.load(std::memory_order_relaxed) >= worth_waking &&
        (end + n) / worth_waking != end / worth_waking) {
      more_.notify_one();
    }
  }
  if (!thread_.joinable()) {
    while (drain()) {
    }
  }
}

bool stats_writer::drain() {
  ring& r = *ring_;
  std::uint64_t written = r.written.load(std::memory_order_relaxed);
  if (const std::uint64_t piece = r.piece.load(std::memory_order_acquire); piece != 0) {
    // A process died here. If the file has grown, this was in it.
    const std::uint64_t before = r.length_before.load(std::memory_order_relaxed);
    const std::uint64_t now = length_of(file_);
    written = r.piece_begin.load(std::memory_order_relaxed) + std::min(piece, now - std::min(now, before));
    r.written.store(written, std::memory_order_release);
    r.piece.store(0, std::memory_order_release);
  }
  const std::uint64_t end = r.appended.load(std::memory_order_acquire);
  if (written == end) {
    return false;
  }
  while (written != end) {
    const std::size_t offset = written % ring::capacity;
    const std::size_t n = std::min<std::uint64_t>(end - written, ring::capacity - offset);
    r.length_before.store(length_of(file_), std::memory_order_relaxed);
    r.piece_begin.store(written, std::memory_order_relaxed);
    r.piece.store(n, std::memory_order_release);
    const ssize_t done = error_ == 0 ? write(file_, r.bytes + offset, n) : static_cast<ssize_t>(n);
    if (done < 0 && errno != EINTR) {
      error_ = errno; // what follows is dropped: a full disk is no reason to stop testing
    }
    written += done > 0 ? static_cast<std::uint64_t>(done) : (error_ != 0 ? n : 0);
    r.written.store(written, std::memory_order_release);
    r.piece.store(0, std::memory_order_release);
  }
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
  if (error_ == 0 || told_) {
    return {};
  }
  told_ = true;
  return fmt::format("statistics are incomplete: writing to '{}' failed: {}", path_, std::strerror(error_)); // NOLINT
}

} // namespace tali::detail
