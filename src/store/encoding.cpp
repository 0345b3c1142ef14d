// SPDX-License-Identifier: BSL-1.0
// The bytes: version, size, number of choices, the choices, three bytes of checksum (CRC-24 of OpenPGP over all
// before). Numbers are varints, seven bits a byte, low ones first. The first byte of a choice holds its kind in two
// bits and five bits of its value; most choices are one byte. Reals are stored with their bytes reversed, so that whole
// numbers, whose low bits are zero, are short.
//
// The text: "t", the version, "-", and the bytes after the version in base64 with '-' and '_' (RFC 4648, section 5).
//
// The encoding of a sequence is unique: decoding and encoding gives the same bytes. The CRC detects any damage within
// 24 bits, hence any changed byte or letter.
#include "base/base64.hpp"

#include <tali/store/encoding.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace tali::store {

using namespace choices;

namespace {

constexpr std::uint8_t encoding_version = 1;
constexpr std::size_t checksum_bytes = 3;

enum class tag : std::uint8_t { integer_above, integer_below, branch, real };

constexpr std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i << 16U;
    for (int bit = 0; bit < 8; ++bit) {
      crc <<= 1U;
      if ((crc & 0x1000000U) != 0) {
        crc ^= 0x1864CFBU;
      }
    }
    table[i] = crc;
  }
  return table;
}

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  static constexpr std::array<std::uint32_t, 256> table = crc_table();
  std::uint32_t crc = 0xB704CEU;
  for (const std::uint8_t byte : bytes) {
    crc = ((crc << 8U) & 0xFFFFFFU) ^ table[((crc >> 16U) ^ byte) & 0xFFU];
  }
  return crc;
}

std::uint64_t reversed_bytes(std::uint64_t x) { return __builtin_bswap64(x); }

// Writing -------------------------------------------------------------------------------------------------------------

/// `head` bits of the value share the first byte with the bits that are already in `low`.
void put(std::vector<std::uint8_t>& out, std::uint64_t value, unsigned head = 7, unsigned low = 0) {
  const std::uint64_t first = value & ((std::uint64_t{1} << head) - 1);
  value >>= head;
  out.push_back(static_cast<std::uint8_t>((value != 0 ? 0x80U : 0U) | (first << (7 - head)) | low));
  while (value != 0) {
    const std::uint64_t part = value & 0x7FU;
    value >>= 7U;
    out.push_back(static_cast<std::uint8_t>((value != 0 ? 0x80U : 0U) | part));
  }
}

void put(std::vector<std::uint8_t>& out, const choice& c) {
  const auto write = [&](tag t, std::uint64_t value) { put(out, value, 5, static_cast<unsigned>(t)); };
  switch (c.kind) {
  case choice_kind::integer:
    if (c.value >= c.origin) {
      write(tag::integer_above, c.value - c.origin);
    } else {
      write(tag::integer_below, c.origin - c.value);
    }
    break;
  case choice_kind::branch:
    write(tag::branch, c.value);
    break;
  case choice_kind::real:
    write(tag::real, reversed_bytes(c.value));
    break;
  }
}

// Reading -------------------------------------------------------------------------------------------------------------

enum class flaw : std::uint8_t { none, truncated, malformed, too_long };

class reader {
public:
  explicit reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  [[nodiscard]] flaw wrong() const { return wrong_; }

  /// 0 after an error.
  std::uint64_t number(unsigned head = 7, unsigned* low = nullptr) {
    const std::uint8_t first = next();
    if (low != nullptr) {
      *low = first & ((1U << (7 - head)) - 1);
    }
    std::uint64_t value = (first & 0x7FU) >> (7 - head);
    unsigned shift = head;
    for (std::uint8_t byte = first; (byte & 0x80U) != 0;) {
      byte = next();
      const std::uint64_t part = byte & 0x7FU;
      if (wrong_ != flaw::none) {
        return 0;
      }
      // More than 64 bits, or longer than necessary: not written by the encoder.
      if (shift >= 64 || (part << shift) >> shift != part || byte == 0) {
        wrong_ = flaw::malformed;
        return 0;
      }
      value |= part << shift;
      shift += 7;
    }
    return value;
  }

  choice next_choice() {
    unsigned low = 0;
    const std::uint64_t value = number(5, &low);
    switch (static_cast<tag>(low)) {
    case tag::integer_above:
      return {choice_kind::integer, value, value, 0};
    case tag::integer_below:
      if (value == 0 && wrong_ == flaw::none) {
        wrong_ = flaw::malformed;
      }
      return {choice_kind::integer, 0, value, value};
    case tag::branch:
      return {choice_kind::branch, value, value, 0};
    case tag::real:
      return {choice_kind::real, reversed_bytes(value), reversed_bytes(value), reversed_bytes(value)};
    }
    return {};
  }

private:
  std::uint8_t next() {
    if (at_ == bytes_.size()) {
      if (wrong_ == flaw::none) {
        wrong_ = flaw::truncated;
      }
      return 0;
    }
    return bytes_[at_++];
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  flaw wrong_ = flaw::none;
};

flaw read_body(std::span<const std::uint8_t> body, choice_sequence& out) {
  reader in(body);
  const std::uint64_t size = in.number();
  const std::uint64_t count = in.number();
  if (in.wrong() != flaw::none) {
    return in.wrong();
  }
  if (size > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
    return flaw::malformed;
  }
  if (count > in.left()) { // a choice has at least one byte: checked before memory is reserved
    return flaw::truncated;
  }
  out.size = static_cast<int>(size);
  out.choices.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count && in.wrong() == flaw::none; ++i) {
    out.choices.push_back(in.next_choice());
  }
  if (in.wrong() != flaw::none) {
    return in.wrong();
  }
  return in.left() == 0 ? flaw::none : flaw::too_long;
}

decoded_choices refused(std::string why) { return {{}, std::move(why)}; }

decoded_choices newer(std::uint64_t found) {
  return refused(fmt::format("written by a newer tali (version {}, this one reads version {}); update tali to read it",
                             found, encoding_version));
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string shown(char c) {
  const auto code = static_cast<unsigned>(static_cast<unsigned char>(c));
  return code >= 0x20 && code < 0x7F ? fmt::format("'{}'", c) : fmt::format("byte 0x{:02x}", code);
}

} // namespace

std::vector<std::uint8_t> choices_to_bytes(const choice_sequence& choices) {
  std::vector<std::uint8_t> out;
  out.reserve(choices.choices.size() + 16);
  out.push_back(encoding_version);
  put(out, static_cast<std::uint64_t>(std::max(choices.size, 0)));
  put(out, choices.choices.size());
  for (const choice& c : choices.choices) {
    put(out, c);
  }
  const std::uint32_t sum = checksum(out);
  for (const unsigned shift : {16U, 8U, 0U}) {
    out.push_back(static_cast<std::uint8_t>(sum >> shift & 0xFFU));
  }
  return out;
}

decoded_choices choices_from_bytes(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) {
    return refused("empty");
  }
  if (bytes[0] > encoding_version) {
    return newer(bytes[0]);
  }
  if (bytes[0] != encoding_version) {
    return refused("not a choice sequence of tali: unknown version");
  }
  if (bytes.size() < 1 + checksum_bytes) {
    return refused("truncated: the end is missing");
  }
  const auto body = bytes.first(bytes.size() - checksum_bytes);
  std::uint32_t sum = 0;
  for (const std::uint8_t byte : bytes.last(checksum_bytes)) {
    sum = sum << 8U | byte;
  }
  decoded_choices out;
  const bool whole = checksum(body) == sum;
  switch (read_body(body.subspan(1), out.choices)) {
  case flaw::none:
    return whole ? std::move(out) : refused("damaged: the checksum does not match");
  case flaw::truncated:
    return refused("truncated: the end is missing");
  case flaw::too_long:
    return refused("damaged: trailing characters");
  case flaw::malformed:
    break;
  }
  return refused(whole ? "malformed" : "damaged: the checksum does not match");
}

std::string choices_to_text(const choice_sequence& choices) {
  const std::vector<std::uint8_t> bytes = choices_to_bytes(choices);
  std::string out = fmt::format("t{}-", encoding_version);
  out.reserve(out.size() + bytes.size() * 4 / 3 + 1);
  detail::append_base64url(out, std::span(bytes).subspan(1));
  return out;
}

decoded_choices choices_from_text(std::string_view text) {
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  if (text.empty()) {
    return refused("empty");
  }
  // The prefix: t, a version without leading zeros, a dash.
  std::size_t at = 1;
  std::uint64_t found = 0;
  while (at < text.size() && at < 8 && text[at] >= '0' && text[at] <= '9') {
    found = found * 10 + static_cast<std::uint64_t>(text[at++] - '0');
  }
  if (text[0] != 't' || at == 1 || at == text.size() || text[at] != '-' || text[1] == '0') {
    return refused(fmt::format("not a replay text of tali: it does not start with t{}-", encoding_version));
  }
  if (found > encoding_version) {
    return newer(found);
  }
  text.remove_prefix(at + 1);

  std::vector<std::uint8_t> bytes{encoding_version};
  const detail::base64_decoded decoded = detail::append_from_base64url(bytes, text);
  if (const std::size_t i = decoded.invalid_at; i != detail::base64_decoded::none) {
    return refused(fmt::format("damaged: unexpected {} at position {}", shown(text[i]), i + at + 2)); // from 1
  }
  decoded_choices out = choices_from_bytes(bytes);
  if (out && !decoded.canonical) {
    return refused("damaged: the last character was changed");
  }
  return out;
}

} // namespace tali::store
