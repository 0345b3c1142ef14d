// SPDX-License-Identifier: BSL-1.0
// Every setting, once: flags, environment variables, limits, help text, error messages, the table in
// docs/reference/settings.md and the settings in the JSON summary are all made from this table. A setting `time-budget`
// is the flag --time-budget, the variable TALI_TIME_BUDGET and the member time_budget of tali::settings. Defaults are
// the initial values of tali::run_settings.
#pragma once

#include <tali/property/settings.hpp>

#include <span>
#include <string>
#include <string_view>

namespace tali::detail {

class json_writer;

/// The operations on the member of `settings` that holds a setting, and on that of `run_settings`.
struct setting_operations {
  bool (*parse)(settings& s, std::string_view value); // false if the value is invalid
  bool (*given)(const settings& s);
  bool (*valid)(const settings& s);                    // whether the given value is within its limits
  std::string (*text)(const settings& s);              // the given value
  void (*take)(settings& s, const settings& stronger); // the value of the other, if it has one
  void (*apply)(run_settings& r, const settings& s);   // the value, if there is one
  std::string (*standard)();                           // the default
  void (*write)(json_writer& w, std::string_view key, const run_settings& r); // in the summary; null if not part of it
};

struct setting_info {
  std::string_view name;
  std::string_view field;       // the member of `settings`
  std::string_view placeholder; // of the value, in the help text
  std::string_view expected;    // the valid values
  std::string_view help;
  setting_operations of;
  std::string_view standard{}; // the default, if it is not the initial value in `run_settings`
  std::string_view implied{};  // the value of the flag alone; empty if it needs one
};

[[nodiscard]] std::span<const setting_info> setting_table();
[[nodiscard]] const setting_info* find_setting(std::string_view name);
[[nodiscard]] std::string flag_of(std::string_view setting);
[[nodiscard]] std::string variable_of(std::string_view setting);
[[nodiscard]] std::string default_of(const setting_info& setting);
/// The settings of a run as members of a JSON object.
void write_settings(json_writer& w, const run_settings& r);

/// The candidate nearest to a misspelt word; empty if none is near.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string> candidates);

/// A pattern with * (anything) and ? (one character); a backslash takes the next character literally.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text) noexcept;
/// The pattern that matches exactly this text.
[[nodiscard]] std::string literal_pattern(std::string_view text);

[[nodiscard]] std::string show_seed(std::uint64_t seed);
/// 1.5 s, 50 ms
[[nodiscard]] std::string show_duration(duration d);
/// A value from outside in quotes. A very long one (such as a replay text) is shortened to its start and its length.
[[nodiscard]] std::string quoted_start(std::string_view text);

} // namespace tali::detail
