// SPDX-License-Identifier: BSL-1.0
#include "property/phase/random_cases.hpp"
#include "property/phase/requirements.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr duration chunk_time = milliseconds(1);
constexpr std::uint64_t first_milestone = 16;     // cases before compared values are used
constexpr std::uint64_t unlimited_measure = 1000; // the assumed number of requested cases if there is none

} // namespace

random_case_phase::random_case_phase(const phase_context& context, int threads) : context_(context), aimed_(context) {
  for (int i = 0; i < threads; ++i) {
    runners_.push_back(std::make_unique<chunk_runner>(context.state, context.isolated, i, threads > 1));
  }
  if (threads > 1) {
    team_.emplace(threads);
  }
}

void random_case_phase::run() {
  context_.isolated.enter(run_phase::random_cases);
  const run_settings& settings = context_.state.in.settings;
  const result& r = context_.state.result;
  const bool unlimited = settings.cases == run_settings::unlimited;
  const std::uint64_t cases =
      unlimited ? std::numeric_limits<std::uint64_t>::max() : static_cast<std::uint64_t>(settings.cases);
  const auto factor = static_cast<std::uint64_t>(settings.coverage_factor);
  bool over = unlimited ? run_and_aim_unlimited() : run_and_aim(cases);
  std::uint64_t wanted = unlimited ? cases : cases - std::min(cases, r.aimed);
  while (!over && context_.state.counts.has_requirements() && r.cases == wanted &&
         !requirements_decided(context_.state) && wanted / cases < factor) {
    wanted = std::min(wanted * 2, cases * factor);
    over = run_until(wanted);
  }
  if (r.failures.empty()) {
    give_up_or_conclude(cases);
  }
}

void random_case_phase::give_up_or_conclude(std::uint64_t cases) {
  result& r = context_.state.result;
  const bool unlimited = context_.state.in.settings.cases == run_settings::unlimited;
  if (r.cases > 0 && (unlimited || r.cases + r.aimed >= cases || r.budget_ended)) {
    conclude_requirements(context_.state, false);
    return;
  }
  r.status = run_status::gave_up;
  if (r.cases > 0) {
    r.message = fmt::format("{} cases were discarded and only {} passed", r.discarded, r.cases);
  } else if (r.discarded > 0) {
    r.message = fmt::format("all {} cases were discarded", r.discarded);
  } else {
    r.message = "the time budget ended before the first case did";
  }
}

std::uint64_t random_case_phase::aimed_share(std::uint64_t cases) const {
  const auto percent = static_cast<std::uint64_t>(context_.state.in.settings.aim);
  return cases / 100 * percent + cases % 100 * percent / 100;
}

bool random_case_phase::run_and_aim(std::uint64_t cases) {
  const result& r = context_.state.result;
  // Targets are known only after some cases have passed.
  const std::uint64_t share = aimed_share(cases);
  if (run_until(cases - share)) {
    return true;
  }
  if (share > 0 && r.cases == cases - share && context_.state.counts.has_targets() && aimed_.run(share)) {
    return true;
  }
  return run_until(cases - r.aimed);
}

bool random_case_phase::run_and_aim_unlimited() {
  for (std::uint64_t milestone = 1000;; milestone *= 2) {
    if (run_until(milestone) || (context_.state.counts.has_targets() && aimed_.run(aimed_share(milestone)))) {
      return true;
    }
    if (context_.state.result.cases < milestone) { // too many were discarded
      return false;
    }
  }
}

std::uint64_t random_case_phase::discards_left() const {
  const run_settings& settings = context_.state.in.settings;
  const result& r = context_.state.result;
  const std::uint64_t wanted = settings.cases != run_settings::unlimited ? static_cast<std::uint64_t>(settings.cases)
                                                                         : std::max(unlimited_measure, r.cases);
  const std::uint64_t limit = static_cast<std::uint64_t>(settings.discard_ratio) * wanted;
  return limit - std::min(limit, r.discarded);
}

bool random_case_phase::run_until(std::uint64_t wanted) {
  const result& r = context_.state.result;
  const run_settings& settings = context_.state.in.settings;
  const bool unlimited = settings.cases == run_settings::unlimited;
  // The part before targets are raised is not the whole run.
  const std::uint64_t total = unlimited ? wanted : std::max(wanted, static_cast<std::uint64_t>(settings.cases));
  while (r.cases < wanted && discards_left() > 0) {
    if (run_round(std::min(wanted - r.cases, discards_left()))) {
      return true;
    }
    context_.state.report_progress(r.cases, unlimited ? std::nullopt : std::optional(total));
  }
  return false;
}

// For the process that takes over if this one dies.
void random_case_phase::note_round() const {
  if (black_box* const box = context_.isolated.box()) {
    box->passed = context_.state.result.cases;
    box->discarded = context_.state.result.discarded;
    box->round_begin = next_;
    box->round_discarded = 0;
    box->slowest_ns = context_.state.costs.slowest.nanoseconds();
  }
}

// Milestones are numbers of cases, and a round ends at one: the values that a case is drawn from depend only on the
// cases before it, not on time or threads.
std::uint64_t random_case_phase::next_milestone() const { return std::max(first_milestone, std::bit_ceil(next_ + 1)); }

void random_case_phase::use_comparisons() {
  comparison_log all;
  for (const auto& runner : runners_) {
    all.merge(*runner->comparisons());
  }
  all.write_to(*context_.state.in.compared);
}

bool random_case_phase::run_round(std::uint64_t room) {
  const bool compares = context_.state.in.compared != nullptr;
  const std::uint64_t milestone = compares ? next_milestone() : 0;
  room = compares ? std::min(room, milestone - next_) : room;
  note_round();
  const std::size_t threads = runners_.size();
  std::size_t used = 0;
  for (; used < threads && room > 0; ++used) {
    const std::uint64_t fair = (room + (threads - used) - 1) / (threads - used);
    const std::uint64_t count =
        context_.isolated.active() ? 1 : std::min({chunk_size_, runners_[used]->capacity(), fair});
    runners_[used]->assign(next_, count);
    next_ += count;
    room -= count;
  }
  const auto start = std::chrono::steady_clock::now();
  if (context_.isolated.active()) {
    runners_[0]->run_in_copy();
  } else if (used == 1) {
    runners_[0]->run();
  } else {
    team_->run([&](int member) { // NOLINT(bugprone-unchecked-optional-access): several runners have a team
      const auto i = static_cast<std::size_t>(member);
      if (i < used) {
        runners_[i]->run();
      }
    });
  }
  const duration took = std::chrono::steady_clock::now() - start;
  if (merge_round(used, took)) {
    return true;
  }
  adapt_chunk_size(used, took);
  if (compares && next_ == milestone) {
    use_comparisons();
  }
  return false;
}

bool random_case_phase::merge_round(std::size_t used, duration took) {
  for (std::size_t i = 0; i < used; ++i) {
    runners_[i]->merge(took);
    const chunk_result& chunk = runners_[i]->last();
    if (chunk.failed) {
      for (std::size_t later = i + 1; later < used; ++later) {
        runners_[later]->drop(); // cases beyond the failing one do not count
      }
      context_.failures.random_case_failed(chunk.last_case(), chunk.cause);
      return true;
    }
  }
  if (context_.state.clock.budget_spent()) {
    context_.state.result.budget_ended = true;
    return true;
  }
  return false;
}

void random_case_phase::adapt_chunk_size(std::size_t used, duration took) {
  std::uint64_t longest = 1;
  for (std::size_t i = 0; i < used; ++i) {
    longest = std::max(longest, runners_[i]->last().ran);
  }
  const std::int64_t each = std::max<std::int64_t>(1, took.nanoseconds() / static_cast<std::int64_t>(longest));
  chunk_size_ = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(chunk_time.nanoseconds() / each), 1,
                                          std::min(2 * chunk_size_, chunk_runner::longest_chunk));
}

} // namespace tali::detail
