// SPDX-License-Identifier: BSL-1.0
// The phases of a run, and the loop over random cases. engine.hpp has the idea.
#include "property/coverage_check.hpp"
#include "property/engine.hpp"
#include "property/resolve.hpp"
#include "property/setting_table.hpp"
#include "property/small_domain.hpp"

#include <tali/source/enumerate.hpp>
#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

namespace tali {

namespace detail {

namespace {

constexpr std::atomic<bool> never = false;
constexpr int flaky_reruns = 10;
constexpr duration chunk_time = milliseconds(1);
constexpr duration progress_after = seconds(1);
constexpr duration progress_every = milliseconds(100);

duration since(std::chrono::steady_clock::time_point start) { return std::chrono::steady_clock::now() - start; }

/// The engine of a source, which has no other use for showing it.
rng engine_of(const random_source& source) {
  struct parts {
    rng engine;
    random_context* context;
  };
  static_assert(sizeof(parts) == sizeof(random_source) && std::is_trivially_copyable_v<random_source>);
  return std::bit_cast<parts>(source).engine;
}

/// How many words an engine has given since its start: its state moves by a constant with each, so that is the
/// distance divided by the constant, modulo 2^64.
std::uint64_t words_given(const rng& start, const rng& now) {
  static_assert(sizeof(rng) == sizeof(std::uint64_t) && std::is_trivially_copyable_v<rng>);
  rng probe = start;
  static_cast<void>(probe());
  const auto from = std::bit_cast<std::uint64_t>(start);
  const std::uint64_t step = std::bit_cast<std::uint64_t>(probe) - from;
  std::uint64_t inverse = step; // Newton's iteration doubles the correct bits, of which an odd number has three
  for (int i = 0; i < 5; ++i) {
    inverse *= 2 - step * inverse;
  }
  return (std::bit_cast<std::uint64_t>(now) - from) * inverse;
}

} // namespace

engine::engine(const property_name& name, const property_code& code, const run_settings& s, const session& around)
    : code_(code), settings_(s), around_(around), time_is_up_(&never) {
  result_.name = name.text;
  result_.where = {name.where.file_name(), name.where.line()};
  result_.settings = s;
  int threads = s.threads;
  if (threads > 1 && around.probe != nullptr && !around.probe->works_on_threads()) {
    warn(warning_kind::one_thread, fmt::format("ran on one thread, not {}: the test framework's assertions do not work "
                                               "on several; use those of test_case, or return bool",
                                               threads));
    threads = 1;
  }
  for (int i = 0; i < threads; ++i) {
    workers_.push_back(std::make_unique<worker>());
    workers_.back()->hashes.resize(s.cases == run_settings::unlimited
                                       ? longest_chunk
                                       : std::min(longest_chunk, static_cast<std::uint64_t>(s.cases)));
  }
  if (threads > 1) {
    crew_ = std::make_unique<crew>(threads);
  }
  if (s.time_budget) {
    alarm_.emplace(began_ + std::chrono::nanoseconds(s.time_budget->nanoseconds()));
    time_is_up_ = &alarm_->flag();
  }
}

result engine::go() {
  if (settings_.case_index) {
    run_case_alone();
  } else if (!run_examples() && !run_stages_first() && !run_all_inputs()) {
    run_random_cases();
  }
  finish();
  for (failure_stage* stage : around_.stages) {
    stage->finished(result_);
  }
  return std::move(result_);
}

// One case ----------------------------------------------------------------------------------------------------------

/// Runs something that ends like a body does, on a handle that has been started.
template <class Body>
case_outcome engine::attempt(const Body& body) {
  test_case& c = workers_[0]->held.c;
  case_outcome outcome;
  if (around_.probe != nullptr) {
    around_.probe->begin_case();
  }
  try {
    body(c);
    outcome.status = case_control::failed(c) ? case_status::failed : case_status::passed;
  } catch (const discard& d) {
    outcome.status = case_control::discarded(c, d, outcome.discard_reason);
  } catch (...) {
    outcome.status = case_control::caught(c);
  }
  if (around_.probe != nullptr) {
    host_message message;
    const host_verdict verdict = around_.probe->end_case(message);
    outcome.status = case_control::host_says(c, verdict, std::move(message), outcome.status, outcome.discard_reason);
  }
  if (outcome.status == case_status::failed) {
    outcome.cause = workers_[0]->held.log.cause;
  }
  workers_[0]->held.memory.reset();
  return outcome;
}

case_outcome engine::run(dynamic_source& source) {
  worker& w = *workers_[0];
  tally unread(true);
  w.held.log.counts = &unread;
  source.build_in(&w.held.memory);
  case_control::start(w.held.c, source, false);
  return attempt([&](test_case& c) { code_.run(code_.object, c); });
}

case_outcome engine::describe(const choice_sequence& choices, failure& out) {
  worker& w = *workers_[0];
  tally unread(true);
  w.held.log.counts = &unread;
  trace recorded;
  replay_source source(choices.choices, choices.size);
  source.limit_choices(std::numeric_limits<std::uint32_t>::max());
  source.record_to(&recorded);
  source.build_in(&w.held.memory);
  case_control::start(w.held.c, source, true);
  case_outcome outcome = attempt([&](test_case& c) { code_.run(code_.object, c); });
  out.cause = outcome.cause;
  out.values = std::move(w.held.log.values);
  out.notes = std::move(w.held.log.notes);
  out.choices = {recorded.choices, choices.size};
  out.recorded = std::move(recorded);
  return outcome;
}

// Examples and stages -------------------------------------------------------------------------------------------------

bool engine::run_examples() {
  worker& w = *workers_[0];
  for (std::size_t i = 0; i < code_.examples; ++i) {
    tally unread(true);
    w.held.log.counts = &unread;
    // A body may draw beside its arguments: an example has a stream too.
    const auto run_again = [&](bool describe, trace& recorded) {
      recorded.clear();
      recording_source source(rng::stream(settings_.seed, i), settings_.size, &recorded);
      source.limit_choices(std::numeric_limits<std::uint32_t>::max());
      source.build_in(&w.held.memory);
      case_control::start(w.held.c, source, describe);
      return attempt([&](test_case& c) { code_.run_example(code_.object, i, c); });
    };
    trace recorded;
    const case_outcome first = run_again(false, recorded);
    if (first.status == case_status::discarded) {
      continue;
    }
    if (first.status == case_status::passed) {
      ++result_.examples;
      continue;
    }
    failure f;
    f.origin = failure_origin::example;
    f.index = i;
    const case_outcome again = run_again(true, f.recorded);
    f.values = std::move(w.held.log.values);
    f.notes = std::move(w.held.log.notes);
    f.choices = {f.recorded.choices, settings_.size};
    f.cause = again.status == case_status::failed ? again.cause : first.cause;
    f.choices_differ = f.recorded.choices != recorded.choices;
    if (again.status != case_status::failed || !again.cause.same_as(first.cause) || f.choices_differ) {
      f.flaky = true;
      for (f.reruns = 0; f.reruns < flaky_reruns; ++f.reruns) {
        f.failed_again += run_again(false, recorded).status == case_status::failed ? 1 : 0;
      }
    }
    report_failure(std::move(f));
    return true;
  }
  return false;
}

bool engine::run_stages_first() {
  for (failure_stage* stage : around_.stages) {
    for (failure& f : stage->before_cases(*this)) {
      f.origin = failure_origin::replayed;
      report_failure(std::move(f));
    }
    if (!result_.failures.empty()) {
      return true;
    }
  }
  return false;
}

// All inputs ----------------------------------------------------------------------------------------------------------

/// Whether there are too many inputs, as far as one run can tell; or all that there is to know, if nothing is drawn.
engine::width engine::probe_width(std::uint64_t limit, tally& counts, case_outcome& outcome) {
  worker& w = *workers_[0];
  w.held.log.counts = &counts;
  width_probe source(settings_.size, limit);
  source.build_in(&w.held.memory);
  case_control::start(w.held.c, source, false);
  bool too_wide = false;
  outcome = attempt([&](test_case& c) {
    try {
      code_.run(code_.object, c);
    } catch (const width_probe::too_wide&) { // caught here to keep it out of the general and slower handler
      too_wide = true;
    }
  });
  if (too_wide || source.passed_limit()) {
    return width::large;
  }
  return source.drawn() == 0 ? width::one : width::small;
}

bool engine::run_all_inputs() {
  if (settings_.exhaustive == exhaustive_mode::never) {
    return false;
  }
  const bool asked_for = settings_.exhaustive == exhaustive_mode::always;
  const std::uint64_t limit =
      asked_for ? std::uint64_t{1} << 24U : std::max<std::uint64_t>(1024, static_cast<std::uint64_t>(settings_.cases));
  worker& w = *workers_[0];
  tally counts(true);
  case_outcome outcome;
  width found = width::small;
  if (!asked_for) {
    found = probe_width(limit, counts, outcome);
    if (found == width::large) {
      return false;
    }
  }
  std::uint64_t inputs = 0;
  std::uint64_t passed = 0;
  trace recorded;
  enumerating_source source(settings_.size, enumeration_order::exhaustive);
  source.build_in(&w.held.memory);
  bool ended = false;
  while (source.next()) {
    if (inputs == limit) {
      if (!asked_for) {
        return false;
      }
      result_.status = run_status::gave_up;
      result_.message = fmt::format("the setting exhaustive asks for all inputs, but there are more than {}; bound the "
                                    "generators, or do not ask for all",
                                    limit);
      break;
    }
    if (time_is_up_->load(std::memory_order_relaxed)) {
      ended = true;
      break;
    }
    if (found != width::one) { // that one was the probe
      recorded.clear();
      source.record_to(&recorded);
      w.held.log.counts = &counts;
      case_control::start(w.held.c, source, false);
      outcome = attempt([&](test_case& c) { code_.run(code_.object, c); });
    }
    if (inputs == 0 && !asked_for && source.width() > limit) {
      return false;
    }
    const std::uint64_t index = inputs++;
    if (outcome.status == case_status::passed) {
      counts.commit(w.held.log.remarks, index);
      ++passed;
    } else if (outcome.status == case_status::discarded) {
      counts.discarded(outcome.discard_reason);
      ++result_.discarded;
    } else {
      failure f;
      f.origin = failure_origin::enumerated;
      f.index = index;
      confirm(f, outcome.cause, {recorded.choices, settings_.size}, true);
      report_failure(std::move(f));
      break;
    }
  }
  counts_.merge_and_clear(counts);
  result_.cases = passed;
  result_.duplicates = 0;
  duplicates_known_ = false; // counted already
  result_.budget_ended = ended;
  result_.all_inputs = !ended && result_.failures.empty() && result_.status == run_status::passed;
  if (result_.all_inputs) {
    finish_coverage(true);
  }
  if (result_.status == run_status::passed && passed == 0) {
    result_.status = run_status::gave_up;
    result_.message = fmt::format("none of the {} inputs is usable", inputs);
  }
  return true;
}

// Random cases --------------------------------------------------------------------------------------------------------

void engine::run_chunk(worker& w, int member) {
  const property_code code = code_;
  const std::uint64_t seed = settings_.seed;
  failure_probe* const probe = around_.probe;
  std::atomic<std::uint64_t>* const mark =
      around_.marks != nullptr ? &around_.marks->index[static_cast<std::size_t>(member)] : nullptr;
  const std::atomic<bool>& time_is_up = *time_is_up_;
  test_case& c = w.held.c;
  arena& memory = w.held.memory;
  w.held.log.counts = crew_ != nullptr ? &w.counts : &counts_;

  w.ran = w.passed = w.discarded = 0;
  w.failed = false;
  w.hashes_known = true;
  w.early_words = 0;

  // size_of_case, without its division.
  const auto largest = static_cast<std::uint64_t>(settings_.size);
  const bool few = settings_.cases != run_settings::unlimited && static_cast<std::uint64_t>(settings_.cases) <= largest;
  int size = size_of_case(w.begin, settings_);

  random_context context(size);
  context.memory = &memory;
  rng engine_after = rng::stream(seed, w.begin);
  std::uint64_t index = w.begin;
  const std::uint64_t end = w.begin + w.count;
  std::uint64_t* hash = w.hashes.data();
  case_control::clear(c);
  for (; index != end && !time_is_up.load(std::memory_order_relaxed); ++index) {
    context.restart(size);
    random_source source(rng::stream(seed, index), context);
    case_control::start(c, source);
    if (mark != nullptr) [[unlikely]] {
      mark->store(index, std::memory_order_relaxed);
    }
    case_status status = case_status::passed;
    if (probe == nullptr) [[likely]] {
      try {
        code.run(code.object, c);
        status = case_control::failed(c) ? case_status::failed : case_status::passed;
      } catch (const discard& d) { // the frequent one: the other handler throws again to learn the type
        status = case_control::discarded(c, d, w.discard_reason);
      } catch (...) {
        status = case_control::caught(c);
      }
    } else {
      probe->begin_case();
      try {
        code.run(code.object, c);
        status = case_control::failed(c) ? case_status::failed : case_status::passed;
      } catch (const discard& d) {
        status = case_control::discarded(c, d, w.discard_reason);
      } catch (...) {
        status = case_control::caught(c);
      }
      host_message message;
      const host_verdict verdict = probe->end_case(message);
      status = case_control::host_says(c, verdict, std::move(message), status, w.discard_reason);
    }
    engine_after = engine_of(source);
    if (index < early_cases) [[unlikely]] {
      w.early_words = std::max(w.early_words, words_given(rng::stream(seed, index), engine_after));
    }
    memory.reset();
    if (status == case_status::passed) [[likely]] {
      *hash++ = case_control::hash(c);
      w.hashes_known = w.hashes_known && case_control::hash_known(c);
      if (case_control::logged(c)) {
        w.held.log.counts->commit(w.held.log.remarks, index);
      }
    } else if (status == case_status::discarded) {
      w.held.log.counts->discarded(w.discard_reason);
      ++w.discarded;
    } else {
      w.failed = true;
      w.cause = std::move(w.held.log.cause);
      ++index;
      break;
    }
    size = few ? size_of_case(index + 1, settings_) : (size == settings_.size ? 0 : size + 1);
  }
  if (mark != nullptr) {
    mark->store(case_marks::idle, std::memory_order_relaxed);
  }
  w.ran = index - w.begin;
  w.passed = static_cast<std::uint64_t>(hash - w.hashes.data());
  w.words = w.ran == 0 ? 0 : words_given(rng::stream(seed, index - 1), engine_after);
}

void engine::merge(worker& w) {
  result_.cases += w.passed;
  result_.discarded += w.discarded;
  early_words_ = std::max(early_words_, w.early_words);
  duplicates_known_ = duplicates_known_ && w.hashes_known;
  if (duplicates_known_) {
    duplicates_.add({w.hashes.data(), static_cast<std::size_t>(w.passed)});
  }
  if (crew_ != nullptr) {
    counts_.merge_and_clear(w.counts);
  }
}

std::uint64_t engine::discards_left() const {
  // Without a number of cases to go by, what has passed so far is the measure, from a thousand on.
  const std::uint64_t wanted = settings_.cases != run_settings::unlimited
                                   ? static_cast<std::uint64_t>(settings_.cases)
                                   : std::max<std::uint64_t>(1000, result_.cases);
  const std::uint64_t limit = static_cast<std::uint64_t>(settings_.discard_ratio) * wanted;
  return limit - std::min(limit, result_.discarded);
}

bool engine::run_until(std::uint64_t wanted) {
  const std::size_t members = workers_.size();
  while (result_.cases < wanted && discards_left() > 0) {
    std::uint64_t room = std::min(wanted - result_.cases, discards_left());
    std::size_t used = 0;
    for (; used < members && room > 0; ++used) {
      worker& w = *workers_[used];
      w.begin = next_;
      w.count = std::min({chunk_, std::uint64_t{w.hashes.size()}, (room + (members - used) - 1) / (members - used)});
      next_ += w.count;
      room -= w.count;
    }
    const clock::time_point start = clock::now();
    if (used == 1) {
      run_chunk(*workers_[0], 0);
    } else {
      crew_->run([&](int member) {
        if (static_cast<std::size_t>(member) < used) {
          run_chunk(*workers_[static_cast<std::size_t>(member)], member);
        }
      });
    }
    const duration took = since(start);

    std::uint64_t longest = 1;
    for (std::size_t i = 0; i < used; ++i) {
      worker& w = *workers_[i];
      merge(w);
      watch_time(w, took);
      longest = std::max(longest, w.ran);
      if (w.failed) {
        // What ran beyond the failing case does not count.
        for (std::size_t j = i + 1; j < used; ++j) {
          tally dropped(false);
          dropped.merge_and_clear(workers_[j]->counts);
        }
        found_random(w.begin + w.ran - 1, w.cause);
        return false;
      }
    }
    if (time_is_up_->load(std::memory_order_relaxed)) {
      result_.budget_ended = true;
      return false;
    }
    const std::int64_t each = std::max<std::int64_t>(1, took.nanoseconds() / static_cast<std::int64_t>(longest));
    chunk_ = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(chunk_time.nanoseconds() / each), 1,
                                       std::min(2 * chunk_, longest_chunk));
    if (around_.progress != nullptr) {
      const duration now = elapsed();
      if (now >= progress_after && now.nanoseconds() - told_.nanoseconds() >= progress_every.nanoseconds()) {
        told_ = now;
        progress p{result_.name, result_.cases, result_.discarded, wanted, now, settings_.time_budget};
        if (settings_.cases == run_settings::unlimited) {
          p.wanted.reset();
        }
        around_.progress->update(p);
      }
    }
  }
  return true;
}

void engine::run_random_cases() {
  constexpr auto all = std::numeric_limits<std::uint64_t>::max();
  const bool unlimited = settings_.cases == run_settings::unlimited;
  const std::uint64_t cases = unlimited ? all : static_cast<std::uint64_t>(settings_.cases);
  std::uint64_t wanted = cases;
  bool going = run_until(wanted);
  while (going && counts_.has_requirements() && result_.cases == wanted && !coverage_decided() &&
         wanted / cases < static_cast<std::uint64_t>(settings_.coverage_factor)) {
    wanted = std::min(wanted * 2, cases * static_cast<std::uint64_t>(settings_.coverage_factor));
    going = run_until(wanted);
  }
  if (!result_.failures.empty()) {
    return;
  }
  if (result_.cases == 0 || (!unlimited && result_.cases < cases && !result_.budget_ended)) {
    result_.status = run_status::gave_up;
    result_.message = result_.cases == 0 && result_.discarded == 0
                          ? fmt::format("the time budget ended before the first case did")
                          : (result_.cases == 0 ? fmt::format("all {} cases were discarded", result_.discarded)
                                                : fmt::format("{} cases were discarded and only {} passed",
                                                              result_.discarded, result_.cases));
    return;
  }
  finish_coverage(false);
}

void engine::run_case_alone() {
  worker& w = *workers_[0];
  w.begin = *settings_.case_index;
  w.count = 1;
  const clock::time_point start = clock::now();
  run_chunk(w, 0);
  merge(w);
  watch_time(w, since(start));
  if (w.failed) {
    found_random(w.begin, w.cause);
  } else if (result_.cases == 0) {
    result_.status = run_status::gave_up;
    result_.message = "the case was discarded";
  }
}

// Failures ------------------------------------------------------------------------------------------------------------

void engine::found_random(std::uint64_t index, const fault& first_cause) {
  failure f;
  f.origin = failure_origin::random_case;
  f.index = index;
  const int size = size_of_case(index, settings_);
  trace recorded;
  recording_source source(rng::stream(settings_.seed, index), size, &recorded);
  source.limit_choices(std::numeric_limits<std::uint32_t>::max());
  const case_outcome again = run(source);
  const bool same = again.status == case_status::failed && again.cause.same_as(first_cause);
  confirm(f, first_cause, {std::move(recorded.choices), size}, same);
  report_failure(std::move(f));
}

// Describes the case from its choices, and compares with what was seen before.
void engine::confirm(failure& f, const fault& first_cause, const choice_sequence& choices, bool same_so_far) {
  const case_outcome described = describe(choices, f);
  const bool failed_now = described.status == case_status::failed;
  f.choices_differ = f.recorded.choices != choices.choices;
  if (same_so_far && failed_now && described.cause.same_as(first_cause) && !f.choices_differ) {
    return;
  }
  f.flaky = true;
  if (!failed_now) {
    f.cause = first_cause;
  }
  for (f.reruns = 0; f.reruns < flaky_reruns; ++f.reruns) {
    if (f.origin == failure_origin::random_case) {
      recording_source source(rng::stream(settings_.seed, f.index), choices.size, nullptr);
      source.limit_choices(std::numeric_limits<std::uint32_t>::max());
      f.failed_again += run(source).status == case_status::failed ? 1 : 0;
    } else {
      replay_source source(choices.choices, choices.size);
      f.failed_again += run(source).status == case_status::failed ? 1 : 0;
    }
  }
}

void engine::report_failure(failure&& f) {
  result_.status = f.cause.kind == failure_kind::generator_error ? run_status::error : run_status::failed;
  if (f.cause.kind == failure_kind::generator_error) {
    result_.message = f.cause.message;
  } else if (!f.flaky && f.origin != failure_origin::example) {
    for (failure_stage* stage : around_.stages) {
      stage->found(*this, f);
    }
  }
  result_.failures.push_back(std::move(f));
}

// The end -------------------------------------------------------------------------------------------------------------

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
         fmt::format("{:.0f} % of the cases were discarded: try to generate valid values directly, or with gen::filter "
                     "or gen::valid",
                     100.0 * static_cast<double>(result_.discarded) / static_cast<double>(tried)));
  }
  const duration mean =
      duration::of_nanoseconds(tried == 0 ? 0 : result_.elapsed.nanoseconds() / static_cast<std::int64_t>(tried));
  if (mean > milliseconds(50)) {
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
}

result run_property(const property_name& name, const settings* code_settings, const property_code& code,
                    const session* around) {
  const settings no_settings{};
  const session no_session{};
  const settings& s = code_settings != nullptr ? *code_settings : no_settings;
  const session& in = around != nullptr ? *around : no_session;
  result r;
  r.name = name.text;
  r.where = {name.where.file_name(), name.where.line()};
  try {
    if (!selected(name.text, s, in)) {
      r.status = run_status::skipped;
      return r;
    }
    return engine(name, code, resolve(s, in), in).go();
  } catch (const settings_error& e) {
    r.status = run_status::error;
    r.message = e.what();
    return r;
  }
}

} // namespace detail

} // namespace tali
