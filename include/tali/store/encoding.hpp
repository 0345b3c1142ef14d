// SPDX-License-Identifier: BSL-1.0
// Choice sequences as bytes and as one line of text: the content of stored cases, and the replay text of reports.
//
// The encoding holds only what a replay needs: the size, and the kind and value of each choice, an integer as its
// distance from the simplest value. Ranges are left out, because the generator determines them. Both forms have a
// version and a checksum; docs/reference/replay-text.md describes them byte by byte.
//
// Decoding accepts untrusted input: it never throws on invalid input, uses memory in proportion to its size, and
// returns an error message.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/choice.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali::store {

/// Decoded choices, or the reason why decoding failed.
struct decoded_choices {
  choices::choice_sequence choices;
  std::string error; // empty on success

  [[nodiscard]] explicit operator bool() const noexcept { return error.empty(); }
};

[[nodiscard]] std::vector<std::uint8_t> choices_to_bytes(const choices::choice_sequence& choices);
[[nodiscard]] decoded_choices choices_from_bytes(std::span<const std::uint8_t> bytes);

/// One line of letters, digits, '-' and '_', which needs no quotes in a shell: t1-AAEE...
[[nodiscard]] std::string choices_to_text(const choices::choice_sequence& choices);
/// White space around the text is ignored.
[[nodiscard]] decoded_choices choices_from_text(std::string_view text);

} // namespace tali::store
