// SPDX-License-Identifier: BSL-1.0
// What a run amounts to: coverage, time, warnings.
#include "property/run/coverage_check.hpp"
#include "property/run/engine.hpp"
#include "property/settings/setting_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tali::detail {

bool engine::coverage_decided() {
  counts_.write_to(result_, result_.cases);
  bool decided = true;
  for (coverage_summary& c : result_.coverage) {
    decide_coverage(c);
    if (c.verdict == coverage_verdict::refuted) {
      return true;
    }
    decided = decided && c.verdict != coverage_verdict::undecided;
  }
  return decided;
}

void engine::finish_coverage(bool exhaustive) {
  counts_.write_to(result_, result_.cases);
  for (coverage_summary& c : result_.coverage) {
    if (exhaustive) {
      decide_exhaustive_coverage(c);
    } else {
      decide_coverage(c);
    }
    const double share = c.cases == 0 ? 0 : 100 * static_cast<double>(c.hits) / static_cast<double>(c.cases);
    if (c.verdict == coverage_verdict::refuted) {
      result_.status = run_status::failed;
      result_.message += fmt::format("{}only {:.3g} % of the cases are '{}' ({} of {}), {:.3g} % are required",
                                     result_.message.empty() ? "" : "; ", share, c.label, c.hits, c.cases, c.required);
      if (!exhaustive) {
        result_.message += fmt::format(" (the true share is below {:.3g} %, but for one chance in 10^9)", c.high);
      }
    } else if (c.verdict == coverage_verdict::undecided) {
      warn(warning_kind::coverage_undecided,
           fmt::format(
               "whether {:.3g} % of the cases are '{}' is undecided after {} cases ({:.3g} % were; the true share "
               "is between {:.3g} % and {:.3g} %); a larger coverage-factor or more cases would decide it",
               c.required, c.label, c.cases, share, c.low, c.high));
    }
  }
}

void engine::watch_time(const worker& w, duration took) {
  if (w.ran == 0) {
    return;
  }
  // Chunks of slow cases are short, so that this is near the truth where it matters.
  const duration each = duration::of_nanoseconds(took.nanoseconds() / static_cast<std::int64_t>(w.ran));
  if (each > slowest_) {
    slowest_ = each;
    slowest_case_ = w.begin + w.ran - 1;
  }
  if (w.words > most_words_) {
    most_words_ = w.words;
    most_words_case_ = w.begin + w.ran - 1;
  }
}

void engine::warn(warning_kind kind, std::string text) { result_.warnings.push_back({kind, std::move(text)}); }

duration engine::elapsed() const { return clock::now() - began_; }

bool engine::worth_telling() {
  constexpr duration after = seconds(1);
  constexpr duration every = milliseconds(100);
  const duration now = elapsed();
  if (now < after || now.nanoseconds() - told_.nanoseconds() < every.nanoseconds()) {
    return false;
  }
  told_ = now;
  return true;
}

void engine::finish() {
  if (told_ > duration{}) {
    around_.progress->done();
  }
  result_.elapsed = elapsed();
  if (result_.coverage.empty()) {
    counts_.write_to(result_, result_.cases);
  }
  if (duplicates_known_) {
    const auto estimate = duplicates_.count();
    result_.duplicates = estimate.duplicates;
    result_.duplicates_estimated = !estimate.exact;
  }

  const std::uint64_t tried = result_.cases + result_.discarded;
  if (!result_.all_inputs && tried >= 100 && 3 * result_.discarded > tried) {
    warn(warning_kind::discards,
         fmt::format("{:.0f} % of the cases were discarded: try gen::valid(generator, predicate), or to generate valid "
                     "values directly",
                     100.0 * static_cast<double>(result_.discarded) / static_cast<double>(tried)));
  }
  const duration mean =
      duration::of_nanoseconds(tried == 0 ? 0 : result_.elapsed.nanoseconds() / static_cast<std::int64_t>(tried));
  // The time that a failure took to look into says nothing of cases.
  if (result_.failures.empty() && mean > milliseconds(50)) {
    warn(warning_kind::slow, fmt::format("cases are slow: {} on average; fewer cases, smaller sizes or a time budget "
                                         "keep the run short",
                                         show_duration(mean)));
  } else if (slowest_ > milliseconds(200)) {
    warn(warning_kind::slow, fmt::format("a case took {} (case {})", show_duration(slowest_), slowest_case_));
  }
  if (most_words_ > 100'000) {
    warn(warning_kind::huge_values,
         fmt::format("values are huge: case {} took {} random choices; bound lengths or depths, or lower the size",
                     most_words_case_, most_words_));
  }
  // A number or two repeat by design: the spread of integers prefers limits and small values. They are known by how
  // little randomness a case takes, which is looked at in the first cases only: the same ones for any number of
  // threads.
  const std::uint64_t tolerated = early_words_ <= 8 ? result_.cases / 10 * 9 : result_.cases / 3;
  if (result_.duplicates && result_.cases >= 100 && *result_.duplicates > tolerated) {
    warn(warning_kind::duplicates,
         fmt::format("{:.0f} % of the cases repeat earlier ones: the generators make few different values",
                     100.0 * static_cast<double>(*result_.duplicates) / static_cast<double>(result_.cases)));
  }
  finish_stats();
}

} // namespace tali::detail
