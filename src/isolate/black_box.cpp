// SPDX-License-Identifier: BSL-1.0
#include "isolate/black_box.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace tali::detail {

message_log::writer::writer(message_log& log, std::uint8_t tag)
    : log_(log), at_(log.size_.load(std::memory_order_relaxed)) {
  put(&tag, sizeof tag);
}

message_log::writer::~writer() {
  if (at_ <= capacity) {
    log_.size_.store(at_, std::memory_order_release);
  }
}

void message_log::writer::put(const void* data, std::size_t size) {
  if (at_ > capacity || size > capacity - at_) {
    at_ = capacity + 1; // does not fit: the whole message is dropped
    return;
  }
  std::memcpy(log_.bytes_ + at_, data, size);
  at_ += size;
}

message_log::writer& message_log::writer::text(std::string_view s) {
  number(s.size());
  put(s.data(), s.size());
  return *this;
}

message_log::writer& message_log::writer::number(std::uint64_t n) {
  put(&n, sizeof n);
  return *this;
}

bool message_log::reader::get(void* data, std::size_t size) {
  if (size > end_ - at_) {
    at_ = end_;
    return false;
  }
  std::memcpy(data, log_.bytes_ + at_, size);
  at_ += size;
  return true;
}

std::optional<std::uint8_t> message_log::reader::next() {
  std::uint8_t tag = 0;
  return get(&tag, sizeof tag) ? std::optional(tag) : std::nullopt;
}

std::string message_log::reader::text() {
  std::string s(std::min<std::uint64_t>(number(), end_ - at_), '\0');
  get(s.data(), s.size());
  return s;
}

std::uint64_t message_log::reader::number() {
  std::uint64_t n = 0;
  get(&n, sizeof n);
  return n;
}

void black_box::clear_child() noexcept {
  running.clear();
  searched.store({});
  log.clear();
  too_wide.store(false, std::memory_order_relaxed);
  returned.store(false, std::memory_order_relaxed);
  crash.signal = 0;
  crash.frame_count = 0;
  crash.stack_overflow = false;
  crash.sanitizer = false;
  crash.thread_end = false;
}

void black_box::clear_run() noexcept {
  clear_child();
  phase = run_phase::idle;
  example = 0;
  input = 0;
  passed = 0;
  discarded = 0;
  round_begin = 0;
  round_discarded = 0;
  slowest_ns = 0;
  compared.number_count = 0;
  compared.text_count = 0;
  has_found = false;
  found.clear();
}

shared_box::shared_box() {
  // Without reserving memory, because most pages are never used. Fresh pages are zero, the initial value of every
  // member.
  void* memory =
      mmap(nullptr, sizeof(black_box), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw std::bad_alloc();
  }
  box_ = static_cast<black_box*>(memory);
}

shared_box::~shared_box() { munmap(box_, sizeof(black_box)); }

} // namespace tali::detail
