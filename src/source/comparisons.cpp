// SPDX-License-Identifier: BSL-1.0
#include "source/comparisons.hpp"

#include <algorithm>

namespace tali::detail {

thread_local comparison_log* current_comparisons = nullptr;
bool comparisons_are_linked = false;

namespace {

constexpr std::uint64_t least_number = 16; // smaller ones are drawn often enough

bool printable(unsigned char c) { return c >= 0x20 && c < 0x7f; }

} // namespace

void comparison_log::number(std::uint64_t value, unsigned bytes, bool constant) noexcept {
  const std::uint64_t place = fibonacci_hash(value) >> 58U;
  if (last_[place] == value) {
    return;
  }
  last_[place] = value;
  const unsigned unused = 64 - 8 * bytes;
  const auto extended = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
  for (const std::uint64_t v : {value, extended}) {
    if (v <= least_number || 0 - v <= least_number) {
      continue;
    }
    const std::uint64_t hash = splitmix64(v);
    if (constant) {
      constants_.add(hash, v);
    } else {
      variables_.add(hash, v);
    }
    if (value == extended) {
      break;
    }
  }
  // A short text is often compared as one word.
  std::array<char, 8> characters{};
  std::size_t length = 0;
  for (; length < bytes && printable(static_cast<unsigned char>(value >> (8 * length))); ++length) {
    characters[length] = static_cast<char>(value >> (8 * length));
  }
  if (length == bytes && bytes >= 2) {
    text(characters.data(), length);
  }
}

void comparison_log::text(const char* begin, std::size_t length) noexcept {
  if (length < 2 || length > compared_values::longest_text) {
    return;
  }
  compared_values::text entry{};
  entry.length = static_cast<std::uint32_t>(length);
  std::uint64_t hash = length;
  for (std::size_t i = 0; i < length; ++i) {
    const auto c = static_cast<unsigned char>(begin[i]);
    if (!printable(c)) {
      return;
    }
    entry.characters[i] = c;
    hash = mix(hash, c);
  }
  texts_.add(hash, entry);
}

void comparison_log::merge(const comparison_log& other) {
  constants_.add_all(other.constants_);
  variables_.add_all(other.variables_);
  texts_.add_all(other.texts_);
}

void comparison_log::clear() noexcept {
  last_ = {};
  constants_.clear();
  variables_.clear();
  texts_.clear();
}

void comparison_log::write_to(compared_values& out) const {
  std::uint32_t numbers = 0;
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    out.numbers[numbers++] = constants_[i];
  }
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    out.numbers[numbers++] = variables_[i];
  }
  // Sorted, so that nothing depends on the order of the comparisons. Constants appear twice if they are also variables.
  std::sort(out.numbers.begin(), out.numbers.begin() + numbers);
  out.number_count = numbers;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    out.texts[i] = texts_[i];
  }
  out.text_count = static_cast<std::uint32_t>(texts_.size());
  std::sort(out.texts.begin(), out.texts.begin() + out.text_count,
            [](const compared_values::text& a, const compared_values::text& b) {
              return a.length != b.length ? a.length < b.length : a.characters < b.characters;
            });
}

std::uint64_t compared_number(const compared_values& from, std::uint64_t bits) noexcept {
  return from.numbers[bits % from.number_count];
}

std::u32string_view compared_text(const compared_values& from, std::uint64_t length, std::uint64_t bits) noexcept {
  const auto begin = from.texts.begin();
  const auto [first, last] =
      std::ranges::equal_range(begin, begin + from.text_count, length, {},
                               [](const compared_values::text& t) { return std::uint64_t{t.length}; });
  if (first == last) {
    return {};
  }
  const compared_values::text& chosen =
      first[static_cast<std::ptrdiff_t>(bits % static_cast<std::uint64_t>(last - first))];
  return {chosen.characters.data(), chosen.length};
}

} // namespace tali::detail
