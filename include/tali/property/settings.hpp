// SPDX-License-Identifier: BSL-1.0
// Settings of a run: from the code of a property, from the environment and from the command line.
//
// One type serves all three: every field is optional, and a stronger layer overrides the fields it has. The order, weak
// to strong: tali's defaults, the session's defaults, the property's code, the environment, the command line.
// The environment is read only by settings::from_environment().
// docs/reference/settings.md lists all of them for users.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tali {

/// A length of time. Converts from any std::chrono::duration without including <chrono>.
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
  // Uses the smallest possible factor: nanoseconds times 10^9 would overflow after 9 s.
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

} // namespace tali

namespace tali::report {

enum class verbosity_level : std::uint8_t { quiet, normal, verbose };
enum class color_mode : std::uint8_t { automatic, never, always };

} // namespace tali::report

namespace tali {

/// Whether all inputs of a property are tried instead of random ones.
enum class exhaustive_mode : std::uint8_t {
  automatic, // if there are no more inputs than cases (or 1024)
  never,
  always, // if there are too many, the property gives up
};
/// The crash isolation mode.
enum class isolation_mode : std::uint8_t {
  none,      // a case that kills the process ends the run
  on_demand, // cases run in the process; if one kills it, a copy of the process takes over and the run continues. Needs
             // a supervisor in the session (the stand-alone main and the adapters have one); otherwise like `none`
  always,    // every case runs in its own copy of the process, so that its changes to memory and globals are lost
};

/// An invalid setting, or one that contradicts another. The message names the setting, its origin
/// and the expected values.
class settings_error : public std::invalid_argument {
public:
  using std::invalid_argument::invalid_argument;
};

struct settings {
  std::optional<std::int64_t> cases{};            // number of passing cases; 0: as many as the time budget allows
  std::optional<duration> time_budget{};          // for one property
  std::optional<std::uint64_t> seed{};            // default: a fresh seed, which is reported
  std::optional<int> size{};                      // maximum size; the sizes of cases range from 0 to it
  std::optional<int> threads{};                   // the verdict does not depend on it
  std::optional<exhaustive_mode> exhaustive{};    // all inputs instead of random ones
  std::optional<std::int64_t> discard_ratio{};    // give up after this many discarded cases per requested case
  std::optional<std::int64_t> shrink{};           // maximum number of shrink runs; 0 disables shrinking
  std::optional<int> aim{};                       // percentage of cases for targets; 0 disables targeting
  std::optional<std::int64_t> explain{};          // maximum number of runs spent explaining a failure; 0 disables it
  std::optional<int> show_shrinks{};              // maximum number of intermediate failing cases in the report
  std::optional<isolation_mode> isolation{};      // crash isolation mode
  std::optional<duration> deadline{};             // time limit of one case, with isolation; 0: none
  std::optional<std::uint64_t> memory{};          // memory limit in bytes, with isolation; 0: none
  std::optional<std::int64_t> coverage_factor{};  // requirements of `cover` may use this many times `cases`
  std::optional<std::uint64_t> case_index{};      // run only this case
  std::optional<std::string> only{};              // run only properties whose name matches this pattern
  std::optional<std::string> store{};             // the folder of stored failing cases, or "off"
  std::optional<std::string> replay{};            // run only the case of this replay text
  std::optional<std::string> stats{};             // append a line for each case to this file, or "off"
  std::optional<std::string> weights{};           // of labelled branches: a file, a folder with files, or "off"
  std::optional<std::string> training_attempts{}; // of gen::valid, in order of first use: "5000,0,1200"
  std::optional<report::verbosity_level> verbosity{};
  std::optional<report::color_mode> color{};
  std::optional<int> label_rows{}; // rows of a label table in the report

  /// Reads the variables TALI_CASES, TALI_SEED, ... Throws settings_error.
  [[nodiscard]] static settings from_environment();

  /// Sets one field from text: set("time-budget", "50ms", "--time-budget"). `where` is for the message of the
  /// settings_error that is thrown for an unknown setting or an invalid value.
  void set(std::string_view name, std::string_view value, std::string_view where);

  /// Overrides every field that `stronger` has.
  settings& override_by(const settings& stronger);
};

} // namespace tali

namespace tali::host {

/// The complete, validated settings of a run.
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
  std::string store{};             // empty: nothing is stored
  std::string replay{};            // empty: all cases
  std::string stats{};             // empty: none are written
  std::string weights{};           // empty: those of the generators
  std::string training_attempts{}; // empty: as the generators' options say
  report::verbosity_level verbosity = report::verbosity_level::normal;
  report::color_mode color = report::color_mode::automatic;
  int label_rows = 20;
  /// Flags that are needed in addition to seed and case to repeat this run, because the environment or the command
  /// line changed the settings in code and the sizes of cases depend on them.
  std::optional<std::int64_t> rerun_cases{};
  std::optional<int> rerun_size{};
  std::string rerun_training{}; // training_attempts, if a time limit ended the training of a generator
};

/// A fresh seed from the operating system.
[[nodiscard]] std::uint64_t fresh_seed();

/// The size of case `index`. Sizes rise from 0 to the maximum repeatedly: 0, 1, ..., size, 0, 1, ... If a run has fewer
/// cases than sizes, they are spread evenly instead, so that a short run also reaches the maximum.
[[nodiscard]] int size_of_case(std::uint64_t index, const run_settings& s) noexcept;

} // namespace tali::host
