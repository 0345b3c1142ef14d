// SPDX-License-Identifier: BSL-1.0
#include "property/report/progress_bar.hpp"

#include "base/utf8.hpp"
#include "property/settings/setting_table.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace tali::detail {

std::string progress_line(const progress& p, int width) {
  constexpr int cells = 20;
  double part = 0;
  if (p.wanted && *p.wanted > 0) {
    part = static_cast<double>(p.cases) / static_cast<double>(*p.wanted);
  }
  if (p.time_budget) {
    part = std::max(part, p.elapsed.seconds() / p.time_budget->seconds());
  }
  if (p.shrinking) {
    part = static_cast<double>(p.shrinking->runs) / static_cast<double>(std::max<std::uint64_t>(1, p.shrinking->most));
  }
  const int filled = static_cast<int>(std::clamp(part, 0.0, 1.0) * cells);
  const std::string bar = fmt::format("[{:#<{}}{:.<{}}]", "", filled, "", cells - filled);
  const std::string time = show_duration(duration::of_nanoseconds(p.elapsed.nanoseconds()));
  std::string line = p.shrinking
                         ? fmt::format("{} shrinking: {} steps in {} runs, {} (Ctrl-C: stop with the best so far): {}",
                                       bar, p.shrinking->steps, p.shrinking->runs, time, p.property)
                         : fmt::format("{} {}{} cases, {}: {}", bar, p.cases,
                                       p.wanted ? fmt::format(" of {}", *p.wanted) : "", time, p.property);
  if (line.size() > static_cast<std::size_t>(width)) {
    line.resize(cut_at_character(line, static_cast<std::size_t>(width)));
  }
  return line;
}

void progress_bar::update(const progress& p) {
  fmt::print(stderr, "\r{}\x1b[K", progress_line(p, 79));
  std::fflush(stderr);
}

void progress_bar::done() {
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

} // namespace tali::detail
