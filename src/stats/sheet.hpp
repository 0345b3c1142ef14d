// SPDX-License-Identifier: BSL-1.0
// The events of a case, as bytes in the form they have in memory: written by the thread that runs the case, as cheaply
// as possible, and formatted as a line of statistics by the thread that writes the file (stats/line.hpp).
//
// A sheet is a sequence of entries, each a tag and its content, the last one `end`. It is read by this process or by
// one forked from the same process, so labels of branches (source/kept_label.hpp) and types of values are given by
// their addresses.
//
// Sheets and texts that are lines already go to the writer in frames: a length, whose highest bit marks a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tali::detail {

enum class sheet_tag : std::uint8_t { value, label, number, text, pair, target, cover, note, coverage, end };

using frame_length = std::uint32_t;
inline constexpr frame_length text_frame = 0x80000000U;

/// A choice in the form used in lines: the address of a label, bits of a real, or the distance from the simplest value.
struct sheet_choice {
  enum class kind : std::uint8_t { above, below, real, label };
  std::uint64_t what;
  std::uint32_t length; // of a label
  kind is;
};

class sheet {
public:
  /// Prepares for another case.
  void clear() noexcept { size_ = 0; }
  /// Appends n bytes, to be filled in by the caller.
  [[nodiscard]] char* room(std::size_t n) {
    if (bytes_.size() - size_ < n) {
      bytes_.resize(2 * (size_ + n));
    }
    char* const at = bytes_.data() + size_;
    size_ += n;
    return at;
  }
  /// Numbers as they are, texts with their lengths before them.
  template <class... T>
  void put(const T&... parts) {
    char* at = room((size_of(parts) + ... + 0));
    ((at = write(at, parts)), ...);
  }
  [[nodiscard]] std::string_view view() const noexcept { return {bytes_.data(), size_}; }
  [[nodiscard]] char* data() noexcept { return bytes_.data(); }

private:
  template <class T>
  static std::size_t size_of(const T& /*part*/) {
    static_assert(std::is_trivially_copyable_v<T>);
    return sizeof(T);
  }
  static std::size_t size_of(const std::string_view& text) { return sizeof(std::uint64_t) + text.size(); }
  template <class T>
  static char* write(char* at, const T& part) {
    std::memcpy(at, &part, sizeof(T));
    return at + sizeof(T);
  }
  static char* write(char* at, const std::string_view& text) {
    at = write(at, std::uint64_t{text.size()});
    if (!text.empty()) {
      std::memcpy(at, text.data(), text.size());
    }
    return at + text.size();
  }

  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

/// Reads values in the order in which they were written.
class sheet_reader {
public:
  explicit sheet_reader(std::string_view bytes) noexcept : at_(bytes.data()) {}

  template <class T>
  [[nodiscard]] T take() {
    if constexpr (std::is_same_v<T, std::string_view>) {
      const auto length = static_cast<std::size_t>(take<std::uint64_t>());
      const std::string_view text(at_, length);
      at_ += length;
      return text;
    } else {
      T part;
      std::memcpy(&part, at_, sizeof(T));
      at_ += sizeof(T);
      return part;
    }
  }

private:
  const char* at_;
};

} // namespace tali::detail
