// SPDX-License-Identifier: BSL-1.0
// The values that the code under test compares something with.
//
// Code compiled with -fsanitize-coverage=trace-cmp (the CMake function tali_comparisons sets it) calls a hook at every
// comparison of integers. While a case runs, its thread notes the values in a comparison_log. From time to time the
// runner copies them to compared_values, from which integers and texts of later cases are drawn: a magic number that
// the code tests for is then found within a few cases, where a random draw would need billions.
//
// Programs compare far more values than a log keeps. It keeps those with the smallest hashes, so that its contents do
// not depend on the order in which values arrive, nor on the number of threads; constants are kept apart from other
// values, which are usually more.
#pragma once

#include <tali/detail/mix.hpp>
#include <tali/source/variation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tali::detail {

/// Plain data of a fixed size, so that it can lie in memory that outlives the process.
struct compared_values {
  static constexpr std::size_t most_numbers = 256;
  static constexpr std::size_t most_texts = 64;
  static constexpr std::size_t longest_text = 24;

  struct text {
    std::uint32_t length;
    std::array<char32_t, longest_text> characters;
  };

  std::uint32_t number_count;
  std::uint32_t text_count;
  std::array<std::uint64_t, most_numbers> numbers;
  std::array<text, most_texts> texts; // by length
};

class comparison_log {
public:
  /// An integer that was compared, of this many bytes.
  void number(std::uint64_t value, unsigned bytes, bool constant) noexcept;
  /// A text that was compared. Only printable ASCII is kept.
  void text(const char* begin, std::size_t length) noexcept;
  /// Adds what another log has noted.
  void merge(const comparison_log& other);
  void write_to(compared_values& out) const;
  void clear() noexcept;

private:
  /// The entries with the smallest hashes.
  template <class T, std::size_t Most>
  class smallest {
  public:
    void add(std::uint64_t hash, const T& value) noexcept {
      if (count_ == Most && hash >= largest_) {
        return;
      }
      for (std::size_t i = 0; i < count_; ++i) {
        if (entries_[i].hash == hash) {
          return;
        }
      }
      std::size_t at = count_;
      if (count_ < Most) {
        ++count_;
      } else {
        for (at = 0; entries_[at].hash != largest_; ++at) {
        }
      }
      entries_[at] = {hash, value};
      largest_ = 0;
      for (std::size_t i = 0; i < count_; ++i) {
        largest_ = entries_[i].hash > largest_ ? entries_[i].hash : largest_;
      }
    }
    void add_all(const smallest& other) noexcept {
      for (std::size_t i = 0; i < other.count_; ++i) {
        add(other.entries_[i].hash, other.entries_[i].value);
      }
    }
    void clear() noexcept { count_ = 0; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return entries_[i].value; }

  private:
    struct entry {
      std::uint64_t hash;
      T value;
    };
    std::array<entry, Most> entries_;
    std::size_t count_ = 0;
    std::uint64_t largest_ = 0;
  };

  std::array<std::uint64_t, 64> last_{}; // values seen lately: most calls end here
  smallest<std::uint64_t, 128> constants_;
  smallest<std::uint64_t, 64> variables_;
  smallest<compared_values::text, compared_values::most_texts> texts_;
};

/// The log of the case that this thread runs, or null.
extern thread_local comparison_log* current_comparisons;
/// Set by the hooks, which are only linked if some code calls them.
extern bool comparisons_are_linked;

/// A value from those compared, by random bits.
[[nodiscard]] std::uint64_t compared_number(const compared_values& from, std::uint64_t bits) noexcept;
/// A text of this length from those compared; empty if there is none.
[[nodiscard]] std::u32string_view compared_text(const compared_values& from, std::uint64_t length,
                                                std::uint64_t bits) noexcept;

} // namespace tali::detail
