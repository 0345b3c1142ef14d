// SPDX-License-Identifier: BSL-1.0
#include "property/run/conclusion.hpp"
#include "property/settings/setting_table.hpp"

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::uint64_t fewest_cases_for_shares = 100;
constexpr duration slow_on_average = milliseconds(50);
constexpr duration slow_case = milliseconds(200);
constexpr std::uint64_t huge_case = 100'000; // words of randomness

double percent_of(std::uint64_t part, std::uint64_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void warn_about_discards(run_state& state) {
  const result& r = state.result;
  const std::uint64_t tried = r.cases + r.discarded;
  if (!r.all_inputs && tried >= fewest_cases_for_shares && 3 * r.discarded > tried) {
    state.warn(warning_kind::discards,
               fmt::format("{:.0f} % of the cases were discarded: try gen::valid(generator, predicate), or generate "
                           "valid values directly",
                           percent_of(r.discarded, tried)));
  }
}

void warn_about_time(run_state& state) {
  const result& r = state.result;
  const std::uint64_t tried = r.cases + r.discarded;
  const duration mean =
      duration::of_nanoseconds(tried == 0 ? 0 : r.elapsed.nanoseconds() / static_cast<std::int64_t>(tried));
  // After a failure, most of the time went to shrinking.
  if (r.failures.empty() && mean > slow_on_average) {
    state.warn(warning_kind::slow,
               fmt::format("cases are slow: {} on average; use fewer cases, smaller sizes or a time "
                           "budget",
                           show_duration(mean)));
  } else if (state.costs.slowest > slow_case) {
    state.warn(warning_kind::slow,
               fmt::format("a case took {} (case {})", show_duration(state.costs.slowest), state.costs.slowest_case));
  }
}

void warn_about_size(run_state& state) {
  if (state.costs.most_words > huge_case) {
    state.warn(
        warning_kind::huge_values,
        fmt::format("values are huge: case {} took {} random choices; bound lengths or depths, or lower the size",
                    state.costs.most_words_case, state.costs.most_words));
  }
}

// Properties of one or two numbers repeat cases by design, because integers favour limits and small values. They are
// recognised by the few random words that their first cases use. (The first cases are the same for any number of
// threads.)
void warn_about_duplicates(run_state& state) {
  const result& r = state.result;
  const std::uint64_t tolerated = state.costs.early_words <= 8 ? r.cases / 10 * 9 : r.cases / 3;
  if (r.duplicates && r.cases >= fewest_cases_for_shares && *r.duplicates > tolerated) {
    state.warn(warning_kind::duplicates,
               fmt::format("{:.0f} % of the cases are duplicates: the generators produce few distinct values",
                           percent_of(*r.duplicates, r.cases)));
  }
}

void warn_about_training(run_state& state) {
  const training_record& trainings = state.clock.trainings();
  if (const std::uint64_t attempts = trainings.cut_short(); attempts != 0) {
    state.result.settings.rerun_training = trainings.setting();
    state.warn(warning_kind::training,
               fmt::format("gen::valid: a time limit ended training after {} attempts, so the values depend on the "
                           "speed of this machine; {} {} repeats them",
                           attempts, flag_of("training-attempts"), state.result.settings.rerun_training));
  }
}

} // namespace

void conclude_run(run_state& state) {
  result& r = state.result;
  r.elapsed = state.clock.elapsed();
  if (r.coverage.empty()) {
    state.counts.write_to(r, r.cases);
  }
  if (state.duplicates_known) {
    const auto estimate = state.duplicates.count();
    r.duplicates = estimate.duplicates;
    r.duplicates_estimated = !estimate.exact;
  }
  warn_about_discards(state);
  warn_about_time(state);
  warn_about_size(state);
  warn_about_duplicates(state);
  warn_about_training(state);
  state.observers.notify([&](run_observer& o) { o.run_finished(r); });
}

} // namespace tali::detail
