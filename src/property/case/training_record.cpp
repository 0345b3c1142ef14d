// SPDX-License-Identifier: BSL-1.0
#include "property/case/training_record.hpp"

#include <algorithm>
#include <charconv>
#include <new>

#include <fmt/format.h>
#include <sys/mman.h>

namespace tali::detail {

namespace {

std::vector<std::uint64_t> parsed(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    numbers.push_back(0);
    std::from_chars(word.data(), word.data() + word.size(), numbers.back());
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return numbers;
}

} // namespace

training_record::training_record(std::string_view given) : given_(parsed(given)) {
  void* const memory = mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  shared_ = memory == MAP_FAILED ? nullptr : new (memory) shared{};
}

training_record::~training_record() {
  if (shared_ != nullptr) {
    munmap(shared_, sizeof(shared));
  }
}

std::uint32_t training_record::used() const noexcept {
  return shared_ == nullptr ? 0 : std::min(most, shared_->used.load(std::memory_order_acquire));
}

training_record::entry* training_record::entry_of(const void* generator) noexcept {
  for (std::uint32_t i = 0; i < used(); ++i) {
    if (shared_->entries[i].generator.load(std::memory_order_relaxed) == generator) {
      return &shared_->entries[i];
    }
  }
  return nullptr;
}

std::uint64_t training_record::attempts_for(const void* generator) noexcept {
  entry* e = entry_of(generator);
  if (e == nullptr && used() < most && shared_ != nullptr) {
    const std::uint32_t index = shared_->used.fetch_add(1, std::memory_order_acq_rel);
    if (index >= most) {
      return 0;
    }
    e = &shared_->entries[index];
    e->generator.store(generator, std::memory_order_relaxed);
  }
  if (e == nullptr) {
    return 0;
  }
  if (const std::uint64_t before = e->attempts.load(std::memory_order_relaxed); before != 0) {
    return before;
  }
  const auto index = static_cast<std::size_t>(e - shared_->entries);
  return index < given_.size() ? given_[index] : 0;
}

void training_record::trained(const void* generator, training_end end) noexcept {
  static_cast<void>(attempts_for(generator)); // a generator that was trained before this run is registered here
  if (entry* const e = entry_of(generator)) {
    e->cut.store(end.cut_short || e->cut.load(std::memory_order_relaxed), std::memory_order_relaxed);
    e->attempts.store(end.attempts, std::memory_order_relaxed);
  }
}

std::uint64_t training_record::cut_short() const noexcept {
  for (std::uint32_t i = 0; i < used(); ++i) {
    if (shared_->entries[i].cut.load(std::memory_order_relaxed)) {
      return shared_->entries[i].attempts.load(std::memory_order_relaxed);
    }
  }
  return 0;
}

std::string training_record::setting() const {
  std::string text;
  for (std::uint32_t i = 0; i < used(); ++i) {
    const entry& e = shared_->entries[i];
    text += fmt::format("{}{}", i == 0 ? "" : ",", e.cut.load(std::memory_order_relaxed) ? e.attempts.load() : 0);
  }
  return text;
}

} // namespace tali::detail
