// SPDX-License-Identifier: BSL-1.0
// Settings from text, and the order of the layers.
#include "property/settings/setting_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <fmt/format.h>

namespace tali {

namespace detail {

namespace {

template <class N>
bool parse_number(std::string_view text, N least, N most, std::optional<N>& out) {
  N value{};
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    return false;
  }
  out = value;
  return true;
}

template <class E>
bool parse_word(std::string_view text, std::initializer_list<std::pair<std::string_view, E>> words,
                std::optional<E>& out) {
  for (const auto& [word, value] : words) {
    if (text == word) {
      out = value;
      return true;
    }
  }
  return false;
}

bool parse_duration(std::string_view text, std::optional<duration>& out) {
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc{}) {
    return false;
  }
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  std::optional<double> factor;
  if (!parse_word<double>(
          unit, {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"m", 60e9}, {"h", 3600e9}}, factor)) {
    return false;
  }
  const double nanoseconds = amount * factor.value_or(0);
  if (!(nanoseconds >= 1) || nanoseconds > 9e18) {
    return false;
  }
  out = duration::of_nanoseconds(static_cast<std::int64_t>(nanoseconds));
  return true;
}

/// 512MB, 2GiB, none
bool parse_memory(std::string_view text, std::optional<std::uint64_t>& out) {
  if (text == "none") {
    out = 0;
    return true;
  }
  double amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc{}) {
    return false;
  }
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  std::optional<double> factor;
  if (!parse_word<double>(
          unit, {{"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}},
          factor)) {
    return false;
  }
  const double bytes = amount * factor.value_or(0);
  if (!(bytes >= 1e6) || bytes > 1e18) {
    return false;
  }
  out = static_cast<std::uint64_t>(bytes);
  return true;
}

/// A setting that is any text but an empty one.
template <auto Setting>
bool take_text(settings& s, std::string_view v) {
  s.*Setting = v;
  return !v.empty();
}

constexpr std::int64_t most_cases = std::numeric_limits<std::int64_t>::max();

constexpr std::array table{
    setting_info{"cases", "<n>", "a whole number, 0 for no limit but the time budget",
                 "stop after n cases have passed (default 1000)",
                 [](settings& s, std::string_view v) { return parse_number<std::int64_t>(v, 0, most_cases, s.cases); }},
    setting_info{"time-budget", "<time>", "a positive time with its unit, such as 50ms, 1.5s or 2min",
                 "stop each property after this time, such as 50ms or 2min; without --cases this alone ends it",
                 [](settings& s, std::string_view v) { return parse_duration(v, s.time_budget); }},
    setting_info{"seed", "<seed>", "a whole number from 0 to 2^64 - 1, decimal or with 0x hexadecimal",
                 "draw the same cases again (default: a fresh seed, reported)",
                 [](settings& s, std::string_view v) {
                   return parse_number<std::uint64_t>(v, 0, std::numeric_limits<std::uint64_t>::max(), s.seed);
                 }},
    setting_info{"case", "<i>", "the number of a case, from 0", "run this case of each property alone",
                 [](settings& s, std::string_view v) {
                   return parse_number<std::uint64_t>(v, 0, std::numeric_limits<std::uint64_t>::max() - 1,
                                                      s.case_index);
                 }},
    setting_info{"only", "<pattern>", "the name of a property; * stands for anything, ? for one character",
                 "run only properties whose name matches; * stands for anything", take_text<&settings::only>},
    setting_info{"store", "<folder>", "the name of a folder, or off",
                 "keep failing cases there and try them first the next time; off: keep none (default .tali)",
                 take_text<&settings::store>},
    setting_info{"replay", "<text>", "a replay text, as a report of a failure has it: t1-...",
                 "run the case that this text spells, and no other", take_text<&settings::replay>},
    setting_info{"stats", "<file>", "the name of a file or folder, or off",
                 "append a line for each case to this file (OpenPBTStats), for tali report and tali serve",
                 take_text<&settings::stats>},
    setting_info{"weights", "<file>", "the name of a file or folder, or off",
                 "take labelled branches as often as this file of weights says (tali serve writes them)",
                 take_text<&settings::weights>},
    setting_info{"size", "<n>", "a whole number from 0 to 1000000",
                 "sizes of values rise from 0 to n over the cases (default 100)",
                 [](settings& s, std::string_view v) { return parse_number<int>(v, 0, 1'000'000, s.size); }},
    setting_info{"threads", "<n>", "a whole number from 1 to 64",
                 "run cases of a property on n threads; the verdict is the same (default 1)",
                 [](settings& s, std::string_view v) { return parse_number<int>(v, 1, 64, s.threads); }},
    setting_info{"exhaustive", "<when>", "one of auto, never, always",
                 "try all inputs where there are few: auto, never, always (default auto)",
                 [](settings& s, std::string_view v) {
                   return parse_word<exhaustive_mode>(v,
                                                      {{"auto", exhaustive_mode::automatic},
                                                       {"never", exhaustive_mode::never},
                                                       {"always", exhaustive_mode::always}},
                                                      s.exhaustive);
                 }},
    setting_info{
        "discard-ratio", "<n>", "a whole number from 1 to 1000000",
        "give up after n discarded cases for each wanted one (default 10)",
        [](settings& s, std::string_view v) { return parse_number<std::int64_t>(v, 1, 1'000'000, s.discard_ratio); }},
    setting_info{
        "shrink", "<runs>", "a whole number from 0 to 1000000000",
        "make a failing case simpler with at most so many runs; 0: leave it as it was found (default 10000)",
        [](settings& s, std::string_view v) { return parse_number<std::int64_t>(v, 0, 1'000'000'000, s.shrink); }},
    setting_info{"isolation", "<when>", "one of none, on-demand, always",
                 "run cases in copies of the process: none, on-demand (after one has died), always (default on-demand)",
                 [](settings& s, std::string_view v) {
                   return parse_word<isolation_mode>(v,
                                                     {{"none", isolation_mode::none},
                                                      {"on-demand", isolation_mode::on_demand},
                                                      {"always", isolation_mode::always}},
                                                     s.isolation);
                 }},
    setting_info{"deadline", "<time>", "a positive time with its unit, such as 500ms or 10s, or none",
                 "a case that takes longer has failed (default 10s; not with isolation none)",
                 [](settings& s, std::string_view v) {
                   if (v == "none") {
                     s.deadline = duration{};
                     return true;
                   }
                   return parse_duration(v, s.deadline);
                 }},
    setting_info{"memory", "<size>", "an amount of at least 1MB with its unit, such as 512MB or 2GiB, or none",
                 "a case that needs more has failed (default: half of the machine's; not with isolation none)",
                 [](settings& s, std::string_view v) { return parse_memory(v, s.memory); }},
    setting_info{"aim", "<percent>", "a whole number from 0 to 90",
                 "spend up to this share of the cases on raising targets, if the property names any (default 50)",
                 [](settings& s, std::string_view v) { return parse_number<int>(v, 0, 90, s.aim); }},
    setting_info{
        "explain", "<runs>", "a whole number from 0 to 1000000",
        "find out with at most so many runs what about a failing case matters; 0: do not (default 500)",
        [](settings& s, std::string_view v) { return parse_number<std::int64_t>(v, 0, 1'000'000, s.explain); }},
    setting_info{"show-shrinks", "[n]", "a whole number from 0 to 10000",
                 "report up to n of the failing cases on the way to the simplest (default 0; 20 if n is left out)",
                 [](settings& s, std::string_view v) { return parse_number<int>(v, 0, 10'000, s.show_shrinks); }, "20"},
    setting_info{
        "coverage-factor", "<n>", "a whole number from 1 to 1000000",
        "decide requirements of cover within n times the cases (default 128)",
        [](settings& s, std::string_view v) { return parse_number<std::int64_t>(v, 1, 1'000'000, s.coverage_factor); }},
    setting_info{"verbosity", "<level>", "one of quiet, normal, verbose",
                 "how much to report: quiet, normal, verbose (default normal)",
                 [](settings& s, std::string_view v) {
                   return parse_word<verbosity_level>(v,
                                                      {{"quiet", verbosity_level::quiet},
                                                       {"normal", verbosity_level::normal},
                                                       {"verbose", verbosity_level::verbose}},
                                                      s.verbosity);
                 }},
    setting_info{"color", "<when>", "one of auto, never, always",
                 "colour the report: auto (on a terminal), never, always (default auto)",
                 [](settings& s, std::string_view v) {
                   return parse_word<color_mode>(
                       v,
                       {{"auto", color_mode::automatic}, {"never", color_mode::never}, {"always", color_mode::always}},
                       s.color);
                 }},
    setting_info{"label-rows", "<n>", "a whole number from 1 to 1000000", "rows of a label table (default 20)",
                 [](settings& s, std::string_view v) { return parse_number<int>(v, 1, 1'000'000, s.label_rows); }},
};

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

std::span<const setting_info> setting_table() { return table; }

const setting_info* find_setting(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const setting_info& s) { return s.name == name; });
  return found == table.end() ? nullptr : &*found;
}

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

} // namespace detail

void settings::set(std::string_view name, std::string_view value, std::string_view where) {
  const detail::setting_info* info = detail::find_setting(name);
  if (info == nullptr) {
    throw settings_error(fmt::format("{}: there is no setting '{}'", where, name));
  }
  if (!info->parse(*this, value)) {
    throw settings_error(fmt::format("{}: {} is not legal for the setting {}; give {}", where,
                                     detail::quoted_start(value), name, info->legal));
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
  const auto take = [](auto& mine, const auto& theirs) {
    if (theirs) {
      mine = theirs;
    }
  };
  take(cases, stronger.cases);
  take(time_budget, stronger.time_budget);
  take(seed, stronger.seed);
  take(size, stronger.size);
  take(threads, stronger.threads);
  take(exhaustive, stronger.exhaustive);
  take(shrink, stronger.shrink);
  take(aim, stronger.aim);
  take(explain, stronger.explain);
  take(show_shrinks, stronger.show_shrinks);
  take(isolation, stronger.isolation);
  take(deadline, stronger.deadline);
  take(memory, stronger.memory);
  take(discard_ratio, stronger.discard_ratio);
  take(coverage_factor, stronger.coverage_factor);
  take(case_index, stronger.case_index);
  take(only, stronger.only);
  take(store, stronger.store);
  take(replay, stronger.replay);
  take(stats, stronger.stats);
  take(weights, stronger.weights);
  take(verbosity, stronger.verbosity);
  take(color, stronger.color);
  take(label_rows, stronger.label_rows);
  return *this;
}

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

} // namespace tali
