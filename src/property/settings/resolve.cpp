// SPDX-License-Identifier: BSL-1.0
// The legal ranges of values given as text are checked where they are read. Here come values from code, and what
// settings mean together; a complaint says which layer the offending one came from.
#include "property/settings/resolve.hpp"
#include "property/settings/setting_table.hpp"

#include <tali/store/encoding.hpp>

#include <array>
#include <string>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

namespace tali {

session session::from_environment() {
  session s;
  s.environment = settings::from_environment();
  return s;
}

namespace detail {

namespace {

class layers {
public:
  layers(const settings& code, const session& around)
      : order_{{{&around.command_line, "on the command line"},
                {&around.environment, "in the environment"},
                {&code, "in the code of the property"},
                {&around.defaults, "in the defaults of the session"}}} {}

  /// The strongest layer's value.
  template <class T>
  [[nodiscard]] std::optional<T> find(std::optional<T> settings::* field) const {
    for (const auto& [layer, where] : order_) {
      if ((layer->*field).has_value()) {
        return layer->*field;
      }
    }
    return std::nullopt;
  }
  template <class T>
  [[nodiscard]] T get(std::optional<T> settings::* field, T otherwise) const {
    return find(field).value_or(otherwise);
  }
  template <class T>
  [[nodiscard]] std::string_view where(std::optional<T> settings::* field) const {
    for (const auto& [layer, where] : order_) {
      if (layer->*field) {
        return where;
      }
    }
    return "by default";
  }
  template <class T>
  [[nodiscard]] bool from_outside(std::optional<T> settings::* field) const {
    return order_[0].first->*field || order_[1].first->*field;
  }

  template <class T>
  void require_at_least(std::optional<T> settings::* field, T least, std::string_view name) const {
    for (const auto& [layer, where] : order_) {
      const T value = (layer->*field).value_or(least);
      if (value < least) {
        throw settings_error(
            fmt::format("setting {}: {} ({}) is not legal; give {}", name, value, where, find_setting(name)->legal));
      }
    }
  }

private:
  std::array<std::pair<const settings*, std::string_view>, 4> order_; // strong to weak
};

/// More than this and the machine is in trouble, whatever the case is about.
std::uint64_t half_of_memory() {
#ifdef _SC_PHYS_PAGES
  static const std::uint64_t half = // asked for once: it takes as long as thirty cases
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) / 2 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return half;
#else
  return 0;
#endif
}

} // namespace

run_settings resolve(const settings& code, const session& around) {
  const layers all(code, around);
  all.require_at_least<std::int64_t>(&settings::cases, 0, "cases");
  all.require_at_least<int>(&settings::size, 0, "size");
  all.require_at_least<int>(&settings::threads, 1, "threads");
  all.require_at_least<std::int64_t>(&settings::discard_ratio, 1, "discard-ratio");
  all.require_at_least<std::int64_t>(&settings::shrink, 0, "shrink");
  all.require_at_least<int>(&settings::aim, 0, "aim");
  all.require_at_least<std::int64_t>(&settings::explain, 0, "explain");
  all.require_at_least<int>(&settings::show_shrinks, 0, "show-shrinks");
  all.require_at_least<std::int64_t>(&settings::coverage_factor, 1, "coverage-factor");
  all.require_at_least<int>(&settings::label_rows, 1, "label-rows");

  run_settings r;
  r.time_budget = all.find(&settings::time_budget);
  if (r.time_budget && r.time_budget->nanoseconds() <= 0) {
    throw settings_error(fmt::format("setting time-budget: {} ns ({}) is not legal; give {}",
                                     r.time_budget->nanoseconds(), all.where(&settings::time_budget),
                                     find_setting("time-budget")->legal));
  }
  // A budget alone means: as many cases as fit.
  r.cases = all.get(&settings::cases, r.time_budget ? run_settings::unlimited : std::int64_t{1000});
  if (r.cases == run_settings::unlimited && !r.time_budget) {
    throw settings_error(
        fmt::format("setting cases: 0 ({}) means no limit, and there is no time budget to end the run; "
                    "give a positive number of cases, or a time-budget",
                    all.where(&settings::cases)));
  }
  r.size = all.get(&settings::size, r.size);
  if (r.size > 1'000'000) {
    throw settings_error(fmt::format("setting size: {} ({}) is not legal; give {}", r.size, all.where(&settings::size),
                                     find_setting("size")->legal));
  }
  r.threads = all.get(&settings::threads, r.threads);
  if (r.threads > case_marks::most_threads) {
    throw settings_error(fmt::format("setting threads: {} ({}) is not legal; give {}", r.threads,
                                     all.where(&settings::threads), find_setting("threads")->legal));
  }
  r.exhaustive = all.get(&settings::exhaustive, r.exhaustive);
  r.discard_ratio = all.get(&settings::discard_ratio, r.discard_ratio);
  r.shrink = all.get(&settings::shrink, r.shrink);
  r.aim = all.get(&settings::aim, r.aim);
  if (r.aim > 90) {
    throw settings_error(fmt::format("setting aim: {} ({}) is not legal; give {}", r.aim, all.where(&settings::aim),
                                     find_setting("aim")->legal));
  }
  r.explain = all.get(&settings::explain, r.explain);
  r.show_shrinks = all.get(&settings::show_shrinks, r.show_shrinks);
  r.isolation = all.get(&settings::isolation, r.isolation);
  r.deadline = all.get(&settings::deadline, r.deadline);
  if (r.deadline.nanoseconds() < 0) {
    throw settings_error(fmt::format("setting deadline: {} ns ({}) is not legal; give {}", r.deadline.nanoseconds(),
                                     all.where(&settings::deadline), find_setting("deadline")->legal));
  }
  r.memory = all.get(&settings::memory, half_of_memory());
  r.coverage_factor = all.get(&settings::coverage_factor, r.coverage_factor);
  r.case_index = all.find(&settings::case_index);
  r.store = all.get(&settings::store, std::string());
  if (r.store == "off") {
    r.store.clear();
  }
  r.stats = all.get(&settings::stats, std::string());
  if (r.stats == "off") {
    r.stats.clear();
  }
  r.weights = all.get(&settings::weights, std::string());
  if (r.weights == "off") {
    r.weights.clear();
  }
  r.replay = all.get(&settings::replay, std::string());
  if (!r.replay.empty()) {
    if (const decoded_choices spelt = choices_from_text(r.replay); !spelt) {
      throw settings_error(fmt::format("setting replay: the text {} ({}) is {}; copy it whole from the report",
                                       quoted_start(r.replay), all.where(&settings::replay), spelt.error));
    }
    if (r.case_index) {
      throw settings_error(fmt::format("settings replay ({}) and case ({}) contradict one another; give one of them",
                                       all.where(&settings::replay), all.where(&settings::case_index)));
    }
  }
  r.verbosity = all.get(&settings::verbosity, r.verbosity);
  r.color = all.get(&settings::color, r.color);
  r.label_rows = all.get(&settings::label_rows, r.label_rows);
  // Asked for last: it may need the operating system.
  const std::optional<std::uint64_t> seed = all.find(&settings::seed);
  r.seed = seed ? *seed : fresh_seed();
  // The size of a case depends on `size`, and on `cases` where they are few (size_of_case). The code alone must lead
  // to the same sizes, or the line that says how to run a case again has to say more.
  const std::int64_t in_code = code.cases.value_or(around.defaults.cases.value_or(1000));
  const bool few_in_code = in_code != run_settings::unlimited && in_code <= r.size;
  const bool few = r.cases != run_settings::unlimited && r.cases <= r.size;
  if (in_code != r.cases && (few || few_in_code)) {
    r.rerun_cases = few ? r.cases : std::int64_t{r.size} + 1;
  }
  if (all.from_outside(&settings::size)) {
    r.rerun_size = r.size;
  }
  return r;
}

bool selected(std::string_view name, const settings& code, const session& around) {
  const auto only = layers(code, around).find(&settings::only);
  return !only || matches(*only, name);
}

} // namespace detail

} // namespace tali
