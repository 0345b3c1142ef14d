// SPDX-License-Identifier: BSL-1.0
// The classification of an exception that left a body, other than a discard.
#pragma once

#include <cstdint>
#include <string>

namespace tali::detail {

struct caught_exception {
  enum class kind : std::uint8_t { ended, generator_error, other };
  kind what = kind::other;
  std::string type;    // of an `other`
  std::string message; // what(), or the value of a thrown number or text
};

/// Call it in a handler.
[[nodiscard]] caught_exception read_current_exception();

} // namespace tali::detail
