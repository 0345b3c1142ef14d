// SPDX-License-Identifier: BSL-1.0
// bytes_source: answers from a fuzzer's buffer.
//
// Each choice takes as many bytes as its range needs, little-endian, so that a byte changed by the fuzzer changes one
// choice and the rest of the input keeps its meaning. After the end of the buffer, every choice is the simplest, so
// short inputs are small values. The mapping from bytes to values is part of the corpus format and does not change
// within a major version.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>

#include <cstddef>
#include <span>

namespace tali::choices {

class bytes_source final : public dynamic_source {
public:
  /// The bytes are not copied and must outlive the source.
  explicit bytes_source(std::span<const std::byte> bytes, int size = random_source::default_size)
      : dynamic_source(size), bytes_(bytes) {}

  [[nodiscard]] bool chance() const noexcept override { return next_ < bytes_.size(); }
  [[nodiscard]] std::size_t used() const noexcept { return next_; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  /// The next `count` bytes as a number; missing ones are zero.
  [[nodiscard]] std::uint64_t take(int count) noexcept;
  [[nodiscard]] std::uint64_t take_up_to(std::uint64_t last) noexcept;

  std::span<const std::byte> bytes_;
  std::size_t next_ = 0;
};

} // namespace tali::choices
