// SPDX-License-Identifier: BSL-1.0
// Settings of a run: what a property says in code, what the environment says, what the command line says.
//
// One type serves all three: every field is optional, and a stronger layer replaces the fields it has. The order, weak
// to strong: tali's defaults, the session's defaults, the property's code, the environment, the command line.
// Nothing is read behind anybody's back: the environment counts only where somebody calls settings::from_environment().
// docs/reference/settings.md lists all of them for users.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tali {

/// A length of time. Takes any std::chrono::duration, without the header that defines them.
class duration {
public:
  constexpr duration() = default;
  template <class D>
    requires requires(const D& d) {
      D::period::num;
      D::period::den;
      d.count();
    }
  // implicit: std::chrono durations are meant to convert
  constexpr duration(const D& d) : nanoseconds_(in_nanoseconds<D::period::num, D::period::den>(d.count())) {}

  [[nodiscard]] static constexpr duration of_nanoseconds(std::int64_t n) {
    duration d;
    d.nanoseconds_ = n;
    return d;
  }
  [[nodiscard]] constexpr std::int64_t nanoseconds() const { return nanoseconds_; }
  [[nodiscard]] constexpr double seconds() const { return static_cast<double>(nanoseconds_) / 1e9; }

  friend constexpr auto operator<=>(const duration&, const duration&) = default;

private:
  // Multiplied or divided by the least that does it: a count of nanoseconds times 10^9 would not fit after 9 s.
  template <std::intmax_t Num, std::intmax_t Den, class N>
  static constexpr std::int64_t in_nanoseconds(N count) {
    constexpr std::intmax_t second = 1'000'000'000;
    if constexpr (Den <= second && second % Den == 0) {
      return static_cast<std::int64_t>(count * static_cast<N>(Num * (second / Den)));
    } else {
      return static_cast<std::int64_t>(static_cast<long double>(count) * Num * second / Den);
    }
  }

  std::int64_t nanoseconds_ = 0;
};

[[nodiscard]] constexpr duration milliseconds(std::int64_t n) { return duration::of_nanoseconds(n * 1'000'000); }
[[nodiscard]] constexpr duration seconds(std::int64_t n) { return duration::of_nanoseconds(n * 1'000'000'000); }

/// Whether all inputs of a property are tried instead of random ones.
enum class exhaustive_mode : std::uint8_t {
  automatic, // if there are no more inputs than cases (or 1024)
  never,
  always, // or the property fails, saying that there are too many
};
/// What stands between a property and the process it runs in.
enum class isolation_mode : std::uint8_t {
  none,      // nothing: a case that kills the process ends the run
  on_demand, // cases run in the process; if one kills it, the rest is done in copies of it and the run goes on. Needs a
             // supervisor in the session (the stand-alone main and the adapters have one); without it, as `none`
  always,    // every case runs in its own copy of the process: nothing it does to memory or globals stays
};
enum class verbosity_level : std::uint8_t { quiet, normal, verbose };
enum class color_mode : std::uint8_t { automatic, never, always };

/// A setting that cannot be understood or that contradicts another. The message names the setting, where it came from
/// and what is legal.
class settings_error : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

struct settings {
  std::optional<std::int64_t> cases{};           // that pass, wanted; 0: as many as the time budget allows
  std::optional<duration> time_budget{};         // for one property
  std::optional<std::uint64_t> seed{};           // without one, a fresh one is taken and reported
  std::optional<int> size{};                     // the largest size; sizes of cases run from 0 to it
  std::optional<int> threads{};                  // the verdict does not depend on it
  std::optional<exhaustive_mode> exhaustive{};   // all inputs instead of random ones
  std::optional<std::int64_t> discard_ratio{};   // give up after so many discarded cases for each wanted one
  std::optional<std::int64_t> shrink{};          // runs to spend on making a failing case simpler; 0: none
  std::optional<int> aim{};                      // percent of the cases that may go to raising targets; 0: none
  std::optional<std::int64_t> explain{};         // runs to spend on what about a failing case matters; 0: none
  std::optional<int> show_shrinks{};             // so many failing cases on the way are kept for the report; 0: none
  std::optional<isolation_mode> isolation{};     // how deaths of the process are met
  std::optional<duration> deadline{};            // of one case, where there is isolation; 0: none
  std::optional<std::uint64_t> memory{};         // bytes, likewise; 0: no limit
  std::optional<std::int64_t> coverage_factor{}; // requirements of `cover` may need so many times `cases`
  std::optional<std::uint64_t> case_index{};     // run this case alone
  std::optional<std::string> only{};             // run only properties whose name matches this pattern
  std::optional<std::string> store{};            // the folder where failing cases are kept, or "off"
  std::optional<std::string> replay{};           // run the case that this text spells, alone
  std::optional<std::string> stats{};            // append a line for each case to this file, or "off"
  std::optional<std::string> weights{};          // of labelled branches: a file, a folder with files, or "off"
  std::optional<verbosity_level> verbosity{};
  std::optional<color_mode> color{};
  std::optional<int> label_rows{}; // rows of a label table in the report

  /// What the variables TALI_CASES, TALI_SEED, ... say. Throws settings_error.
  [[nodiscard]] static settings from_environment();

  /// Sets one field from text: set("time-budget", "50ms", "--time-budget"). `where` is for the message of the
  /// settings_error that is thrown if there is no such setting or the value is not legal.
  void set(std::string_view name, std::string_view value, std::string_view where);

  /// Takes over every field that `stronger` has.
  settings& override_by(const settings& stronger);
};

/// Complete settings, checked against one another: what a run goes by.
struct run_settings {
  static constexpr std::int64_t unlimited = 0;

  std::int64_t cases = 1000; // or unlimited
  std::optional<duration> time_budget{};
  std::uint64_t seed = 0;
  int size = 100;
  int threads = 1;
  exhaustive_mode exhaustive = exhaustive_mode::automatic;
  std::int64_t discard_ratio = 10;
  std::int64_t shrink = 10'000;
  int aim = 50;
  std::int64_t explain = 500;
  int show_shrinks = 0;
  isolation_mode isolation = isolation_mode::on_demand;
  duration deadline = seconds(10);
  std::uint64_t memory = 0;
  std::int64_t coverage_factor = 128;
  std::optional<std::uint64_t> case_index{};
  std::string store{};   // empty: nothing is kept
  std::string replay{};  // empty: all cases
  std::string stats{};   // empty: none are written
  std::string weights{}; // empty: those of the generators
  verbosity_level verbosity = verbosity_level::normal;
  color_mode color = color_mode::automatic;
  int label_rows = 20;
  /// Flags that this run needs beside seed and case to be repeated, because environment or command line changed what
  /// the code says and the sizes of cases depend on it.
  std::optional<std::int64_t> rerun_cases{};
  std::optional<int> rerun_size{};
};

/// A seed nobody has seen before, from the operating system.
[[nodiscard]] std::uint64_t fresh_seed();

/// The size of case `index`. Sizes rise from 0 to the largest and start again: 0, 1, ..., size, 0, 1, ... If fewer
/// cases are wanted than there are sizes, they are spread evenly instead, so that a short run also sees the largest.
[[nodiscard]] int size_of_case(std::uint64_t index, const run_settings& s) noexcept;

} // namespace tali
