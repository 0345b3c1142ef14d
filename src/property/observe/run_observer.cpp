// SPDX-License-Identifier: BSL-1.0
#include "property/observe/run_observer.hpp"

#include <fmt/format.h>

namespace tali::detail {

void run_observer::pair(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y) {
  number(fmt::format("{}: {}", name, x_name), x);
  number(fmt::format("{}: {}", name, y_name), y);
}

} // namespace tali::detail
