// SPDX-License-Identifier: BSL-1.0
// training_record: how long the generators of a run learned, so that another run can learn exactly as long.
//
// A model depends only on the generator, its options and the number of attempts, never on the clock. If a time limit
// ends training, the number of attempts is all that a rerun needs to make the same model. The setting
// training-attempts contains these numbers, in the order in which the run first uses the generators. The record is in
// memory that forked processes share, so that all processes of a run make the same models.
#pragma once

#include <tali/source/hooks.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

class training_record {
public:
  /// The given numbers, separated by commas; 0 or none: not recorded.
  explicit training_record(std::string_view given);
  training_record(const training_record&) = delete;
  training_record& operator=(const training_record&) = delete;
  ~training_record();

  /// The number of attempts that a generator must train with; 0 if it may train as its options say. Registers it.
  [[nodiscard]] std::uint64_t attempts_for(const void* generator) noexcept;
  void trained(const void* generator, training_end end) noexcept;

  /// The number of attempts after which a time limit first ended training; 0 if that did not happen.
  [[nodiscard]] std::uint64_t cut_short() const noexcept;
  /// The value of the setting for a run that makes the same models.
  [[nodiscard]] std::string setting() const;

private:
  static constexpr std::uint32_t most = 64; // generators; further ones are not recorded
  struct entry {
    std::atomic<const void*> generator;
    std::atomic<std::uint64_t> attempts; // 0: not trained yet
    std::atomic<bool> cut;
  };
  struct shared {
    std::atomic<std::uint32_t> used;
    entry entries[most];
  };
  entry* entry_of(const void* generator) noexcept;
  [[nodiscard]] std::uint32_t used() const noexcept;

  std::vector<std::uint64_t> given_;
  shared* shared_ = nullptr; // null: no memory; nothing is recorded
};

} // namespace tali::detail
