// SPDX-License-Identifier: BSL-1.0
// Every setting that has a name outside of code, once: environment, command line, help text and error messages are all
// made from this table. A setting `time-budget` is the flag --time-budget and the variable TALI_TIME_BUDGET.
#pragma once

#include <tali/property/settings.hpp>

#include <span>
#include <string>
#include <string_view>

namespace tali::detail {

struct setting_info {
  std::string_view name;
  std::string_view placeholder; // of the value, in the help text
  std::string_view legal;       // what a value may be, in error messages
  std::string_view help;
  bool (*parse)(settings& s, std::string_view value); // false if the value is not legal
  std::string_view implied{};                         // what the flag alone means; empty if it needs a value
};

[[nodiscard]] std::span<const setting_info> setting_table();
[[nodiscard]] const setting_info* find_setting(std::string_view name);
[[nodiscard]] std::string flag_of(std::string_view setting);
[[nodiscard]] std::string variable_of(std::string_view setting);

/// What of `candidates` is nearest to a misspelt word, or nothing if none is near.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

/// A pattern with * (anything) and ? (one character); a backslash takes the next character literally.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text) noexcept;
/// The pattern that matches exactly this text.
[[nodiscard]] std::string literal_pattern(std::string_view text);

[[nodiscard]] std::string show_seed(std::uint64_t seed);
/// 1.5 s, 50 ms
[[nodiscard]] std::string show_duration(duration d);
/// A given value in quotes; if it is very long (for example a replay text), only its start and its length.
[[nodiscard]] std::string quoted_start(std::string_view text);

} // namespace tali::detail
