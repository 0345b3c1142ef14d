// SPDX-License-Identifier: BSL-1.0
// Choice sequences as bytes and as one line of text: what is kept in files and what a report gives to be run again.
//
// Kept is what replaying needs, no more: the size, and for each choice its kind and its value, an integer as its
// distance from the simplest value. Ranges are not kept, the generator knows them. Both forms carry a version and a
// checksum; docs/reference/replay-text.md describes them byte by byte.
//
// Reading never throws because of what it reads, and takes memory in proportion to it: what is wrong is said in words.
#pragma once

#include <tali/source/choice.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali {

/// Choices that were read, or why they could not be.
struct decoded_choices {
  choice_sequence choices;
  std::string error; // empty if all is well

  [[nodiscard]] explicit operator bool() const noexcept { return error.empty(); }
};

[[nodiscard]] std::vector<std::uint8_t> choices_to_bytes(const choice_sequence& choices);
[[nodiscard]] decoded_choices choices_from_bytes(std::span<const std::uint8_t> bytes);

/// One line of letters, digits, '-' and '_', to be pasted into any shell without quotes: t1-AAEE...
[[nodiscard]] std::string choices_to_text(const choice_sequence& choices);
/// White space around the text is ignored.
[[nodiscard]] decoded_choices choices_from_text(std::string_view text);

} // namespace tali
