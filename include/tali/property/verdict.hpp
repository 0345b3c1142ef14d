// SPDX-License-Identifier: BSL-1.0
// verdict: a result of a property's body with a reason.
#pragma once

#include <tali/source/error.hpp>

#include <source_location>
#include <string>
#include <string_view>
#include <utility>

namespace tali {

class verdict {
public:
  // implicit, so that a body can return a comparison
  verdict(bool passed) : passed_(passed) {}
  verdict(std::string reason, const std::source_location& where)
      : passed_(false), reason_(std::move(reason)), where_(where) {}

  [[nodiscard]] explicit operator bool() const noexcept { return passed_; }
  [[nodiscard]] const std::string& message() const noexcept { return reason_; }
  /// Line 0 if not known.
  [[nodiscard]] const std::source_location& where() const noexcept { return where_; }

private:
  bool passed_;
  std::string reason_;
  std::source_location where_{};
};

[[nodiscard]] inline verdict pass() { return true; }
[[nodiscard]] inline verdict fail(std::string reason,
                                  const std::source_location& where = std::source_location::current()) {
  return {std::move(reason), where};
}

/// Discards the case unless the condition holds.
inline void assume(bool condition, std::string_view reason = "assumption not met") {
  if (!condition) [[unlikely]] {
    detail::throw_discard(reason);
  }
}

} // namespace tali
