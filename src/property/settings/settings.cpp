// SPDX-License-Identifier: BSL-1.0
// Settings from text, from the environment and from another layer; patterns of names; texts of values.
#include "property/settings/setting_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include <fmt/format.h>

namespace tali::detail {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

} // namespace

std::string flag_of(std::string_view setting) { return fmt::format("--{}", setting); }

std::string variable_of(std::string_view setting) {
  std::string name = "TALI_";
  for (const char c : setting) {
    name.push_back(c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c));
  }
  return name;
}

std::string_view nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

bool matches(std::string_view pattern, std::string_view text) noexcept {
  // On a mismatch the last star takes one more character; earlier stars never need to be reconsidered.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
      continue;
    }
    const bool escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    if (p < pattern.size() && (escaped ? pattern[p + 1] == text[t] : (pattern[p] == '?' || pattern[p] == text[t]))) {
      p += escaped ? 2 : 1;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

std::string literal_pattern(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '*' || c == '?' || c == '\\') {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return out;
}

std::string show_seed(std::uint64_t seed) { return fmt::format("{:#x}", seed); }

std::string show_duration(duration d) {
  const double ns = static_cast<double>(d.nanoseconds());
  if (ns < 1e3) {
    return fmt::format("{:.3g} ns", ns);
  }
  if (ns < 1e6) {
    return fmt::format("{:.3g} us", ns / 1e3);
  }
  if (ns < 1e9) {
    return fmt::format("{:.3g} ms", ns / 1e6);
  }
  return ns < 120e9 ? fmt::format("{:.3g} s", ns / 1e9) : fmt::format("{:.0f} s", ns / 1e9);
}

std::string quoted_start(std::string_view text) {
  constexpr std::size_t readable = 120;
  return text.size() <= readable ? fmt::format("'{}'", text)
                                 : fmt::format("'{}…' ({} characters)", text.substr(0, readable / 2), text.size());
}

} // namespace tali::detail

namespace tali {

void settings::set(std::string_view name, std::string_view value, std::string_view where) {
  const detail::setting_info* info = detail::find_setting(name);
  if (info == nullptr) {
    throw settings_error(fmt::format("{}: there is no setting '{}'", where, name));
  }
  if (!info->of.parse(*this, value)) {
    throw settings_error(
        fmt::format("{}: invalid value {}: expected {}", where, detail::quoted_start(value), info->expected));
  }
}

settings settings::from_environment() {
  settings s;
  for (const detail::setting_info& info : detail::setting_table()) {
    const std::string variable = detail::variable_of(info.name);
    // called once, before there are threads
    if (const char* value = std::getenv(variable.c_str()); value != nullptr && *value != '\0') {
      s.set(info.name, value, fmt::format("environment variable {}", variable));
    }
  }
  return s;
}

settings& settings::override_by(const settings& stronger) {
  for (const detail::setting_info& info : detail::setting_table()) {
    info.of.take(*this, stronger);
  }
  return *this;
}

} // namespace tali

namespace tali::host {

std::uint64_t fresh_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32U | device();
}

int size_of_case(std::uint64_t index, const run_settings& s) noexcept {
  const auto largest = static_cast<std::uint64_t>(s.size);
  if (s.cases != run_settings::unlimited && static_cast<std::uint64_t>(s.cases) <= largest) {
    const auto n = static_cast<std::uint64_t>(s.cases);
    return static_cast<int>(n == 1 ? largest / 2 : (index % n) * largest / (n - 1));
  }
  return static_cast<int>(index % (largest + 1));
}

} // namespace tali::host
