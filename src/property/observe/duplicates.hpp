// SPDX-License-Identifier: BSL-1.0
// duplicate_counter: counts the cases whose inputs were tried before, in bounded memory.
//
// Fingerprints of inputs go into an open-addressing table. The count is exact for at most `most` different ones. Beyond
// that the table keeps only fingerprints whose topmost bit is 0, later whose two topmost bits are 0, and so on: at
// level k it is a sample of a 2^-k share of all inputs, independent of their order, and 2^k times its size is an
// unbiased estimate of the number of different inputs (Wegman's adaptive sampling; Flajolet, "On adaptive sampling",
// Computing 1990: standard error about 1.2 / sqrt(most), here about 2 %).
//
// Time: one probe per case, usually one cache line of a table of 64 KiB at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tali::detail {

class duplicate_counter {
public:
  static constexpr std::size_t most = std::size_t{1} << 12U;

  void add(std::span<const std::uint64_t> fingerprints);

  struct estimate {
    std::uint64_t duplicates = 0;
    bool exact = true;
  };
  [[nodiscard]] estimate count() const;
  [[nodiscard]] std::size_t memory() const { return slots_.size() * sizeof(std::uint64_t); }

private:
  void grow();

  std::vector<std::uint64_t> slots_; // a power of two, at most half full; 0 is empty
  std::size_t used_ = 0;
  unsigned level_ = 0;
  std::uint64_t seen_ = 0;
};

} // namespace tali::detail
