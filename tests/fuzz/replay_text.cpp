// SPDX-License-Identifier: BSL-1.0
// Replay texts and bytes from a fuzzer: rejected with a message, or decoded to choices that encode to the same text.
//
// A fuzzer cannot guess checksums, so the input is also used as the part before the checksum.
#include <tali/store/encoding.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

void read_bytes(std::span<const std::uint8_t> bytes) {
  const tali::store::decoded_choices got = tali::store::choices_from_bytes(bytes);
  if (got) {
    const auto again = tali::store::choices_to_bytes(got.choices);
    require(std::vector<std::uint8_t>(bytes.begin(), bytes.end()) == again);
  }
}

std::uint32_t checksum(std::span<const std::uint8_t> bytes) { // a second time, one bit after the other
  std::uint32_t crc = 0xB704CE;
  for (const std::uint8_t byte : bytes) {
    crc ^= std::uint32_t{byte} << 16U;
    for (int i = 0; i < 8; ++i) {
      crc <<= 1U;
      crc ^= (crc & 0x1000000U) != 0 ? 0x1864CFBU : 0U;
    }
  }
  return crc;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  read_bytes(bytes);

  std::vector<std::uint8_t> whole{1};
  whole.insert(whole.end(), bytes.begin(), bytes.end());
  const std::uint32_t sum = checksum(whole);
  for (const unsigned shift : {16U, 8U, 0U}) {
    whole.push_back(static_cast<std::uint8_t>(sum >> shift & 0xFFU));
  }
  read_bytes(whole);

  std::string_view text(reinterpret_cast<const char*>(data), size);
  const tali::store::decoded_choices got = tali::store::choices_from_text(text);
  require(got.error.size() < 200);
  if (got) {
    const std::size_t from = text.find_first_not_of(" \t\r\n");
    const std::size_t to = text.find_last_not_of(" \t\r\n");
    require(tali::store::choices_to_text(got.choices) == text.substr(from, to - from + 1));
  }
  return 0;
}
