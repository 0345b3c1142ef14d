// SPDX-License-Identifier: BSL-1.0
// Merges the layers into one, checks values from code against their limits, and settings against one another. An error
// names the layer of the invalid value.
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

  /// All layers in one. Throws settings_error if one of them has an invalid value.
  [[nodiscard]] settings merged() const {
    settings all;
    for (auto layer = order_.rbegin(); layer != order_.rend(); ++layer) {
      for (const setting_info& info : setting_table()) {
        if (info.of.given(*layer->first) && !info.of.valid(*layer->first)) {
          throw settings_error(fmt::format("setting {}: invalid value {} ({}): expected {}", info.name,
                                           info.of.text(*layer->first), layer->second, info.expected));
        }
        info.of.take(all, *layer->first);
      }
    }
    return all;
  }
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

private:
  std::array<std::pair<const settings*, std::string_view>, 4> order_; // strong to weak
};

/// A case that uses more than this makes the machine unusable.
std::uint64_t half_of_memory() {
#ifdef _SC_PHYS_PAGES
  static const std::uint64_t half = // computed once: it takes as long as thirty cases
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) / 2 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return half;
#else
  return 0;
#endif
}

} // namespace

run_settings resolve(const settings& code, const session& around) {
  const layers all(code, around);
  const settings merged = all.merged();
  run_settings r;
  r.memory = half_of_memory();
  if (merged.time_budget) { // without `cases`, it means as many cases as fit
    r.cases = run_settings::unlimited;
  }
  for (const setting_info& info : setting_table()) {
    info.of.apply(r, merged);
  }
  if (r.cases == run_settings::unlimited && !r.time_budget) {
    throw settings_error(fmt::format("setting cases: 0 ({}) means no limit, and no time budget ends the run; "
                                     "give a positive number of cases, or a time-budget",
                                     all.where(&settings::cases)));
  }
  if (!r.replay.empty()) {
    if (const decoded_choices decoded = choices_from_text(r.replay); !decoded) {
      throw settings_error(fmt::format("setting replay: the text {} ({}) is {}; copy it whole from the report",
                                       quoted_start(r.replay), all.where(&settings::replay), decoded.error));
    }
    if (r.case_index) {
      throw settings_error(fmt::format("settings replay ({}) and case ({}) cannot be combined; set only one of them",
                                       all.where(&settings::replay), all.where(&settings::case_index)));
    }
  }
  if (!merged.seed) { // only if needed: it may call the operating system
    r.seed = fresh_seed();
  }
  // The size of a case depends on `size`, and on `cases` if they are few (size_of_case). The code alone must lead to
  // the same sizes; otherwise the command that reruns a case needs further settings.
  const std::int64_t in_code = code.cases.value_or(around.defaults.cases.value_or(run_settings{}.cases));
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
