// SPDX-License-Identifier: BSL-1.0
// A line on a terminal that shows the progress of a long run, and disappears at its end.
#pragma once

#include <tali/property/progress.hpp>

#include <string>

namespace tali::detail {

/// The line, without control characters, at most `width` wide.
[[nodiscard]] std::string progress_line(const progress& p, int width);

class progress_bar final : public progress_listener {
public:
  void update(const progress& p) override; // writes to standard error
  void done() override;
};

} // namespace tali::detail
