// SPDX-License-Identifier: BSL-1.0
// The table of settings. A form defines how values of one kind are read from text, limited and written; a row combines
// a form with the two members that hold the setting.
#include "property/settings/setting_table.hpp"

#include "base/json_writer.hpp"

#include <tali/property/case_marks.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace tali::detail {

namespace {

// Forms ---------------------------------------------------------------------------------------------------------------

template <class N, N Least, N Most>
struct number_form {
  static bool parse(std::string_view text, std::optional<N>& out) {
    N value{};
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
      base = 16;
      text.remove_prefix(2);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size() || !valid(value)) {
      return false;
    }
    out = value;
    return true;
  }
  static bool valid(N value) { return value >= Least && value <= Most; }
  static std::string text(N value) { return fmt::format("{}", value); }
};

template <class E>
using word_list = std::array<std::pair<std::string_view, E>, 3>;
template <class E>
constexpr word_list<E> words{};
template <>
constexpr word_list<exhaustive_mode> words<exhaustive_mode>{
    {{"auto", exhaustive_mode::automatic}, {"never", exhaustive_mode::never}, {"always", exhaustive_mode::always}}};
template <>
constexpr word_list<isolation_mode> words<isolation_mode>{
    {{"none", isolation_mode::none}, {"on-demand", isolation_mode::on_demand}, {"always", isolation_mode::always}}};
template <>
constexpr word_list<verbosity_level> words<verbosity_level>{
    {{"quiet", verbosity_level::quiet}, {"normal", verbosity_level::normal}, {"verbose", verbosity_level::verbose}}};
template <>
constexpr word_list<color_mode> words<color_mode>{
    {{"auto", color_mode::automatic}, {"never", color_mode::never}, {"always", color_mode::always}}};

template <class E>
struct word_form {
  static bool parse(std::string_view text, std::optional<E>& out) {
    for (const auto& [word, value] : words<E>) {
      if (text == word) {
        out = value;
        return true;
      }
    }
    return false;
  }
  static bool valid(E /*value*/) { return true; }
  static std::string text(E value) {
    for (const auto& [word, its] : words<E>) {
      if (value == its) {
        return std::string(word);
      }
    }
    return "?";
  }
};

/// Any text that is not empty.
struct text_form {
  static bool parse(std::string_view text, std::optional<std::string>& out) {
    out = text;
    return !text.empty();
  }
  static bool valid(const std::string& /*value*/) { return true; }
  static std::string text(const std::string& value) { return value; }
};
/// The same, or `off`, which the run holds as an empty text.
struct text_or_off_form : text_form {};

/// Whole numbers separated by commas.
struct number_list_form {
  static bool valid(const std::string& value) {
    return !value.empty() && value.find_first_not_of("0123456789,") == std::string::npos && value.front() != ',' &&
           value.back() != ',' && value.find(",,") == std::string::npos;
  }
  static bool parse(std::string_view text, std::optional<std::string>& out) {
    out = text;
    return valid(*out);
  }
  static std::string text(const std::string& value) { return value; }
};

struct unit {
  std::string_view name;
  double factor;
};

/// A number with its unit, as a multiple of the smallest unit.
std::optional<double> parse_quantity(std::string_view text, std::span<const unit> units) {
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  const std::string_view name(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const auto found = std::find_if(units.begin(), units.end(), [&](const unit& u) { return u.name == name; });
  return found == units.end() ? std::nullopt : std::optional(amount * found->factor);
}

/// A time with its unit; `none` is a time of 0 where that is valid.
template <bool OrNone>
struct duration_form {
  static bool parse(std::string_view text, std::optional<duration>& out) {
    if (OrNone && text == "none") {
      out = duration{};
      return true;
    }
    constexpr std::array<unit, 7> units{
        {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"m", 60e9}, {"h", 3600e9}}};
    const double nanoseconds = parse_quantity(text, units).value_or(0);
    if (!(nanoseconds >= 1) || nanoseconds > 9e18) {
      return false;
    }
    out = duration::of_nanoseconds(static_cast<std::int64_t>(nanoseconds));
    return true;
  }
  static bool valid(duration value) { return value.nanoseconds() >= (OrNone ? 0 : 1); }
  static std::string text(duration value) {
    const std::int64_t ns = value.nanoseconds();
    return ns % 1'000'000'000 == 0 ? fmt::format("{}s", ns / 1'000'000'000) : fmt::format("{}ns", ns);
  }
};

/// An amount of memory with its unit; `none` is 0.
struct memory_form {
  static bool parse(std::string_view text, std::optional<std::uint64_t>& out) {
    if (text == "none") {
      out = 0;
      return true;
    }
    constexpr std::array<unit, 6> units{
        {{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}}};
    const double bytes = parse_quantity(text, units).value_or(0);
    if (!(bytes >= 1e6) || bytes > 1e18) {
      return false;
    }
    out = static_cast<std::uint64_t>(bytes);
    return true;
  }
  static bool valid(std::uint64_t /*value*/) { return true; }
  static std::string text(std::uint64_t value) { return fmt::format("{} bytes", value); }
};

// Operations ----------------------------------------------------------------------------------------------------------

/// A member of the object `settings` of the summary. A setting without a value has no member, except for the time
/// budget.
template <class T>
void write_member(json_writer& w, std::string_view name, const T& value) {
  if constexpr (std::is_same_v<T, std::optional<duration>>) {
    w.key(fmt::format("{}_ns", name));
    value ? w.value(value->nanoseconds()) : w.null();
  } else if constexpr (std::is_same_v<T, std::optional<std::uint64_t>>) {
    if (value) {
      w.member(name, *value);
    }
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.empty()) {
      w.member(name, value);
    }
  } else if constexpr (std::is_enum_v<T>) {
    w.member(name, word_form<T>::text(value));
  } else {
    w.member(name, value);
  }
}

enum class summary : bool { no, yes };

/// `Used` is null for a setting that the run does not use.
template <auto Given, auto Used, class Form, summary InSummary = summary::no>
constexpr setting_operations operations() {
  constexpr bool in_run = !std::is_null_pointer_v<decltype(Used)>;
  setting_operations of{
      [](settings& s, std::string_view value) { return Form::parse(value, s.*Given); },
      [](const settings& s) { return (s.*Given).has_value(); },
      [](const settings& s) { return Form::valid((s.*Given).value()); },
      [](const settings& s) { return Form::text((s.*Given).value()); },
      [](settings& s, const settings& stronger) {
        if (stronger.*Given) {
          s.*Given = stronger.*Given;
        }
      },
      [](run_settings& r, const settings& s) {
        if constexpr (in_run) {
          if (s.*Given) {
            r.*Used =
                *(s.*Given); // NOLINT(bugprone-optional-value-conversion): only some settings are optional in a run
            if constexpr (std::is_same_v<Form, text_or_off_form>) {
              if (r.*Used == "off") {
                (r.*Used).clear();
              }
            }
          }
        }
      },
      []() -> std::string {
        if constexpr (in_run) {
          using given = typename std::remove_cvref_t<decltype(std::declval<settings&>().*Given)>::value_type;
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(std::declval<run_settings&>().*Used)>, given>) {
            return Form::text(run_settings{}.*Used);
          }
        }
        return {};
      },
      nullptr,
  };
  if constexpr (InSummary == summary::yes) {
    of.write = [](json_writer& w, std::string_view key, const run_settings& r) { write_member(w, key, r.*Used); };
  }
  return of;
}

// The table -----------------------------------------------------------------------------------------------------------

using s = settings;
using r = run_settings;
constexpr auto any_int64 = std::numeric_limits<std::int64_t>::max();
constexpr auto any_uint64 = std::numeric_limits<std::uint64_t>::max();

constexpr std::array table{
    setting_info{.name = "cases",
                 .field = "cases",
                 .placeholder = "<n>",
                 .expected = "a whole number, 0 for no limit but the time budget",
                 .help = "number of cases that must pass",
                 .of = operations<&s::cases, &r::cases, number_form<std::int64_t, 0, any_int64>, summary::yes>(),
                 .standard = "1000; no limit if there is a time budget"},
    setting_info{.name = "time-budget",
                 .field = "time_budget",
                 .placeholder = "<time>",
                 .expected = "a positive time with its unit, such as 50ms, 1.5s or 2min",
                 .help = "stop each property after this time",
                 .of = operations<&s::time_budget, &r::time_budget, duration_form<false>, summary::yes>(),
                 .standard = "no limit"},
    setting_info{.name = "seed",
                 .field = "seed",
                 .placeholder = "<seed>",
                 .expected = "a whole number from 0 to 2^64 - 1, decimal or with 0x hexadecimal",
                 .help = "seed of the random cases: the same seed gives the same cases",
                 .of = operations<&s::seed, &r::seed, number_form<std::uint64_t, 0, any_uint64>>(),
                 .standard = "a fresh seed, printed in the report"},
    setting_info{
        .name = "case",
        .field = "case_index",
        .placeholder = "<i>",
        .expected = "the number of a case, from 0",
        .help = "run only this case of each property",
        .of = operations<&s::case_index, &r::case_index, number_form<std::uint64_t, 0, any_uint64 - 1>, summary::yes>(),
        .standard = "all cases"},
    setting_info{.name = "only",
                 .field = "only",
                 .placeholder = "<pattern>",
                 .expected = "the name of a property; * matches anything, ? one character, \\ quotes the next one",
                 .help = "run only properties whose name matches; * matches anything",
                 .of = operations<&s::only, nullptr, text_form>(),
                 .standard = "all properties"},
    setting_info{.name = "store",
                 .field = "store",
                 .placeholder = "<folder>",
                 .expected = "the name of a folder, or off",
                 .help = "folder for failing cases; the next run tries them first",
                 .of = operations<&s::store, &r::store, text_or_off_form, summary::yes>(),
                 .standard = ".tali"},
    setting_info{.name = "replay",
                 .field = "replay",
                 .placeholder = "<text>",
                 .expected = "a replay text from the report of a failure: t1-...",
                 .help = "run only the case that this replay text encodes",
                 .of = operations<&s::replay, &r::replay, text_form, summary::yes>(),
                 .standard = "all cases"},
    setting_info{.name = "stats",
                 .field = "stats",
                 .placeholder = "<file>",
                 .expected = "the name of a file or folder, or off",
                 .help = "append a line for each case to this file (OpenPBTStats), for tali report and tali serve",
                 .of = operations<&s::stats, &r::stats, text_or_off_form>(),
                 .standard = "off"},
    setting_info{.name = "weights",
                 .field = "weights",
                 .placeholder = "<file>",
                 .expected = "the name of a file or folder, or off",
                 .help = "weights of labelled branches, as written by tali tune and tali serve",
                 .of = operations<&s::weights, &r::weights, text_or_off_form>(),
                 .standard = "off"},
    setting_info{.name = "training-attempts",
                 .field = "training_attempts",
                 .placeholder = "<n,...>",
                 .expected = "whole numbers separated by commas, 0 for the options of the generator",
                 .help = "training attempts of each gen::valid, in order of first use, without time limit",
                 .of = operations<&s::training_attempts, &r::training_attempts, number_list_form>(),
                 .standard = "the options of the generator"},
    setting_info{.name = "size",
                 .field = "size",
                 .placeholder = "<n>",
                 .expected = "a whole number from 0 to 1000000",
                 .help = "largest size of a case; sizes rise from 0 to n over the cases",
                 .of = operations<&s::size, &r::size, number_form<int, 0, 1'000'000>, summary::yes>()},
    setting_info{
        .name = "threads",
        .field = "threads",
        .placeholder = "<n>",
        .expected = "a whole number from 1 to 64",
        .help = "number of threads that run the cases of a property; the verdict does not depend on it",
        .of = operations<&s::threads, &r::threads, number_form<int, 1, case_marks::most_threads>, summary::yes>()},
    setting_info{.name = "exhaustive",
                 .field = "exhaustive",
                 .placeholder = "<when>",
                 .expected = "one of auto, never, always",
                 .help = "run all inputs instead of random ones: auto (if there are few), never, always",
                 .of = operations<&s::exhaustive, &r::exhaustive, word_form<exhaustive_mode>, summary::yes>()},
    setting_info{
        .name = "discard-ratio",
        .field = "discard_ratio",
        .placeholder = "<n>",
        .expected = "a whole number from 1 to 1000000",
        .help = "give up after n discarded cases for each required one",
        .of =
            operations<&s::discard_ratio, &r::discard_ratio, number_form<std::int64_t, 1, 1'000'000>, summary::yes>()},
    setting_info{.name = "shrink",
                 .field = "shrink",
                 .placeholder = "<runs>",
                 .expected = "a whole number from 0 to 1000000000",
                 .help = "maximum number of shrink runs; 0 disables shrinking",
                 .of = operations<&s::shrink, &r::shrink, number_form<std::int64_t, 0, 1'000'000'000>, summary::yes>()},
    setting_info{.name = "isolation",
                 .field = "isolation",
                 .placeholder = "<when>",
                 .expected = "one of none, on-demand, always",
                 .help =
                     "crash isolation: run cases in forked processes never (none), after a crash (on-demand), always",
                 .of = operations<&s::isolation, &r::isolation, word_form<isolation_mode>>()},
    setting_info{.name = "deadline",
                 .field = "deadline",
                 .placeholder = "<time>",
                 .expected = "a positive time with its unit, such as 500ms or 10s, or none",
                 .help = "time limit of a case; no effect with isolation none",
                 .of = operations<&s::deadline, &r::deadline, duration_form<true>>()},
    setting_info{.name = "memory",
                 .field = "memory",
                 .placeholder = "<size>",
                 .expected = "an amount of at least 1MB with its unit, such as 512MB or 2GiB, or none",
                 .help = "memory limit of a case; no effect with isolation none",
                 .of = operations<&s::memory, &r::memory, memory_form>(),
                 .standard = "half of the physical memory"},
    setting_info{.name = "explain",
                 .field = "explain",
                 .placeholder = "<runs>",
                 .expected = "a whole number from 0 to 1000000",
                 .help = "runs spent explaining a failure; 0 disables it",
                 .of = operations<&s::explain, &r::explain, number_form<std::int64_t, 0, 1'000'000>, summary::yes>()},
    setting_info{.name = "show-shrinks",
                 .field = "show_shrinks",
                 .placeholder = "[n]",
                 .expected = "a whole number from 0 to 10000",
                 .help = "number of intermediate failing cases to report; the flag alone means 20",
                 .of = operations<&s::show_shrinks, &r::show_shrinks, number_form<int, 0, 10'000>, summary::yes>(),
                 .implied = "20"},
    setting_info{.name = "aim",
                 .field = "aim",
                 .placeholder = "<percent>",
                 .expected = "a whole number from 0 to 90",
                 .help = "share of the cases that may be used to raise targets, in percent",
                 .of = operations<&s::aim, &r::aim, number_form<int, 0, 90>, summary::yes>()},
    setting_info{.name = "coverage-factor",
                 .field = "coverage_factor",
                 .placeholder = "<n>",
                 .expected = "a whole number from 1 to 1000000",
                 .help = "decide cover requirements within n times the number of cases",
                 .of = operations<&s::coverage_factor, &r::coverage_factor, number_form<std::int64_t, 1, 1'000'000>,
                                  summary::yes>()},
    setting_info{.name = "verbosity",
                 .field = "verbosity",
                 .placeholder = "<level>",
                 .expected = "one of quiet, normal, verbose",
                 .help = "amount of output: quiet (failures only), normal, verbose",
                 .of = operations<&s::verbosity, &r::verbosity, word_form<verbosity_level>>()},
    setting_info{.name = "color",
                 .field = "color",
                 .placeholder = "<when>",
                 .expected = "one of auto, never, always",
                 .help = "coloured output: auto (on a terminal), never, always",
                 .of = operations<&s::color, &r::color, word_form<color_mode>>()},
    setting_info{.name = "label-rows",
                 .field = "label_rows",
                 .placeholder = "<n>",
                 .expected = "a whole number from 1 to 1000000",
                 .help = "maximum number of rows in a table of labels",
                 .of = operations<&s::label_rows, &r::label_rows, number_form<int, 1, 1'000'000>>()},
};

} // namespace

std::span<const setting_info> setting_table() { return table; }

const setting_info* find_setting(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const setting_info& i) { return i.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::string default_of(const setting_info& setting) {
  return setting.standard.empty() ? setting.of.standard() : std::string(setting.standard);
}

void write_settings(json_writer& w, const run_settings& used) {
  for (const setting_info& info : table) {
    if (info.of.write != nullptr) {
      std::string key(info.name);
      std::replace(key.begin(), key.end(), '-', '_');
      info.of.write(w, key, used);
    }
  }
}

} // namespace tali::detail
