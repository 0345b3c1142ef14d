// SPDX-License-Identifier: BSL-1.0
#include "property/execute/chunk_runner.hpp"
#include "property/execute/body.hpp"
#include "property/execute/case_source.hpp"
#include "property/observe/case_stream.hpp"

#include <tali/detail/mix.hpp>
#include <tali/property/case_marks.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace tali::detail {

namespace {

constexpr std::uint64_t early_cases = 128;

/// The number of words that an engine has returned since its start. Each word advances the state by a constant, so this
/// is the distance divided by the constant, modulo 2^64.
std::uint64_t words_given(const rng& start, const rng& now) {
  static_assert(sizeof(rng) == sizeof(std::uint64_t) && std::is_trivially_copyable_v<rng>);
  rng probe = start;
  static_cast<void>(probe());
  const auto from = std::bit_cast<std::uint64_t>(start);
  const std::uint64_t step = std::bit_cast<std::uint64_t>(probe) - from;
  std::uint64_t inverse = step; // Newton's iteration starts with three correct bits and doubles them in each step
  for (int i = 0; i < 5; ++i) {
    inverse *= 2 - step * inverse;
  }
  return (std::bit_cast<std::uint64_t>(now) - from) * inverse;
}

/// Cases with the same choices have the same values.
std::uint64_t hash_of_choices(std::span<const choice> choices) {
  std::uint64_t h = choices.size();
  for (const choice& c : choices) {
    h = mix(h, c.value);
  }
  return h;
}

} // namespace

chunk_runner::chunk_runner(run_state& state, isolation& isolated, int thread, bool apart)
    : state_(state), isolation_(isolated), thread_(thread),
      own_counts_(apart ? std::optional<tally>(true) : std::nullopt),
      remarks_(own_counts_ ? *own_counts_ : state.counts) {
  const std::int64_t cases = state.in.settings.cases;
  hashes_.resize(cases == run_settings::unlimited ? longest_chunk
                                                  : std::min(longest_chunk, static_cast<std::uint64_t>(cases)));
  if (state.in.stats != nullptr) {
    statistics_ = std::make_unique<case_statistics>(*state.in.stats);
    statistics_->write_through(!apart && !isolated.active());
  }
  if (state.in.compared != nullptr) {
    comparisons_ = std::make_unique<comparison_log>();
  }
}

void chunk_runner::assign(std::uint64_t begin, std::uint64_t count) {
  last_ = {};
  last_.begin = begin;
  count_ = count;
}

void chunk_runner::run() {
  current_comparisons = comparisons_.get();
  if (statistics_ != nullptr || state_.in.branch_weights != nullptr) {
    run_recorded();
  } else {
    run_fast();
  }
  current_comparisons = nullptr;
}

void chunk_runner::note_discard() {
  remarks_.discarded(discard_reason_);
  ++last_.discarded;
  if (black_box* const box = isolation_.box()) {
    box->round_discarded.fetch_add(1, std::memory_order_relaxed);
  }
}

// long: everything the loop needs is in local variables, which the compiler keeps in registers.
void chunk_runner::run_fast() {
  const property_code code = state_.in.code;
  const run_settings& settings = state_.in.settings;
  const std::uint64_t seed = settings.seed;
  failure_probe* const probe = state_.in.session.probe;
  std::atomic<std::uint64_t> unused; // an unconditional store is cheaper than a branch
  std::atomic<std::uint64_t>* const given_mark = isolation_.mark_of_thread(thread_);
  std::atomic<std::uint64_t>& mark = given_mark != nullptr ? *given_mark : unused;
  const std::atomic<bool>& budget_spent = state_.clock.budget_flag();
  test_case& c = slot_.c;
  arena& memory = slot_.memory;
  if (!isolation_.active()) { // in a copy of the process the stream is observing
    slot_.log.observers.clear();
    slot_.log.observers.add(&remarks_);
  }
  remarks_.case_started();

  // size_of_case, without its division.
  const int largest = settings.size;
  const bool few = settings.cases != run_settings::unlimited && settings.cases <= largest;
  int size = size_of_case(last_.begin, settings);

  random_context context(size);
  state_.clock.limit_training(slot_.log);
  context.compared = state_.in.compared;
  context.hooks = &slot_.log;
  context.memory = &memory;
  rng engine_after = rng::stream(seed, last_.begin);
  std::uint64_t index = last_.begin;
  const std::uint64_t end = index + count_;
  std::uint64_t* hash = hashes_.data();
  bool hashes_known = true;
  std::uint64_t early_words = 0;
  const auto body = [&code](test_case& in) { code.run(code.object, in); };
  case_control::clear(c);
  for (; index != end && !budget_spent.load(std::memory_order_relaxed); ++index) {
    context.restart(size);
    context.vary(rng::stream(seed, index));
    random_source source(rng::stream(seed, index), context);
    case_control::start(c, source);
    mark.store(index, std::memory_order_relaxed);
    // Two copies of the inlined function: the one without a probe has no branches for it.
    const case_status status =
        probe == nullptr ? call_body(c, nullptr, body, discard_reason_) : call_body(c, probe, body, discard_reason_);
    engine_after = source.engine();
    if (index < early_cases) [[unlikely]] {
      early_words = std::max(early_words, words_given(rng::stream(seed, index), engine_after));
    }
    memory.reset();
    if (status == case_status::passed) [[likely]] {
      *hash++ = case_control::hash(c);
      hashes_known = hashes_known && case_control::hash_known(c);
      if (case_control::logged(c)) {
        remarks_.passed(index);
      }
    } else if (status == case_status::discarded) {
      note_discard();
    } else {
      last_.failed = true;
      last_.cause = std::move(slot_.log.cause);
      ++index;
      break;
    }
    size = few ? size_of_case(index + 1, settings) : (size == largest ? 0 : size + 1);
  }
  mark.store(case_marks::idle, std::memory_order_relaxed);
  last_.ran = index - last_.begin;
  last_.passed = static_cast<std::uint64_t>(hash - hashes_.data());
  last_.words = last_.ran == 0 ? 0 : words_given(rng::stream(seed, index - 1), engine_after);
  last_.early_words = early_words;
  last_.hashes_known = hashes_known;
}

dynamic_source& chunk_runner::open_source(std::uint64_t index, int size) {
  made_.clear();
  dynamic_source* source = nullptr;
  if (state_.in.branch_weights == nullptr) { // in place: the cost of statistics is that of this loop
    source = &recording_.emplace(varied_stream{rng::stream(state_.in.settings.seed, index), state_.in.compared}, size,
                                 nullptr);
    source->limit_choices(std::numeric_limits<std::uint32_t>::max());
  } else {
    weighted_ = source_of_case(state_.in, index, size, nullptr);
    source = weighted_.get();
  }
  source->record_choices_to(&made_);
  source->build_in(&slot_.memory);
  state_.clock.limit_training(slot_.log);
  return *source;
}

void chunk_runner::run_recorded() {
  const run_inputs& in = state_.in;
  std::atomic<std::uint64_t>* const mark = isolation_.mark_of_thread(thread_);
  test_case& c = slot_.c;
  observer_list& observers = slot_.log.observers;
  if (!isolation_.active()) { // in a copy of the process the stream is observing
    observers.clear();
    observers.add(&remarks_);
  }
  observers.add(statistics_.get());
  const std::string_view how = in.branch_weights != nullptr ? "example-based" : "random";
  std::uint64_t index = last_.begin;
  std::uint64_t* hash = hashes_.data();
  for (; index != last_.begin + count_ && !last_.failed && !state_.clock.budget_spent(); ++index) {
    const int size = size_of_case(index, in.settings);
    dynamic_source& source = open_source(index, size);
    if (mark != nullptr) {
      mark->store(index, std::memory_order_relaxed);
    }
    case_control::start(c, source, statistics_ != nullptr);
    observers.notify([](run_observer& o) { o.case_started(); });
    case_outcome outcome;
    outcome.status = call_body(
        c, in.session.probe, [&in](test_case& handle) { in.code.run(in.code.object, handle); }, discard_reason_);
    if (index < early_cases) {
      last_.early_words = std::max(last_.early_words, std::uint64_t{made_.choices.size()});
    }
    if (outcome.status == case_status::passed) {
      *hash++ = statistics_ != nullptr ? statistics_->hash() : hash_of_choices(made_.choices);
      remarks_.passed(index);
    } else if (outcome.status == case_status::discarded) {
      outcome.discard_reason = discard_reason_;
      note_discard();
    } else {
      outcome.cause = slot_.log.cause;
      last_.failed = true;
      last_.cause = std::move(slot_.log.cause);
    }
    if (statistics_ != nullptr) {
      statistics_->case_finished({outcome, how, index, size, &made_});
    }
    slot_.memory.reset();
  }
  if (mark != nullptr) {
    mark->store(case_marks::idle, std::memory_order_relaxed);
  }
  case_control::clear(c);
  last_.ran = index - last_.begin;
  last_.passed = static_cast<std::uint64_t>(hash - hashes_.data());
  last_.words = last_.ran == 0 ? 0 : made_.choices.size();
}

void chunk_runner::run_streamed() {
  stream_writer stream(isolation_.box()->log);
  slot_.log.observers.clear();
  slot_.log.observers.add(&stream);
  count_ = 1;
  run();
  case_outcome outcome;
  outcome.status =
      last_.failed ? case_status::failed : (last_.passed > 0 ? case_status::passed : case_status::discarded);
  outcome.cause = std::move(last_.cause);
  outcome.discard_reason = std::move(discard_reason_);
  if (statistics_ != nullptr) {
    stream.statistics(statistics_->lines());
  }
  stream.figures({hashes_[0], last_.hashes_known, last_.words, last_.early_words});
  stream.case_finished({outcome});
}

void chunk_runner::run_in_copy() {
  // The output of the case goes to the user, as if it had run in this process.
  const process_end ended = isolation_.run_visible([&] { run_streamed(); });
  observer_list observers;
  observers.add(&remarks_);
  stream_end received = replay_stream(isolation_.box()->log, observers);
  if (statistics_ != nullptr) {
    statistics_->lines() = std::move(received.lines);
  }
  last_.ran = 1;
  if (ended.how != ending::returned || !received.outcome || !received.figures) {
    last_.failed = true;
    last_.cause = isolation_.fault_of(ended);
    return;
  }
  hashes_[0] = received.figures->hash;
  last_.hashes_known = received.figures->hash_known;
  last_.words = received.figures->words;
  last_.early_words = received.figures->early_words;
  remarks_.case_finished({*received.outcome, {}, last_.begin});
  last_.passed = received.outcome->status == case_status::passed ? 1 : 0;
  last_.discarded = received.outcome->status == case_status::discarded ? 1 : 0;
  last_.failed = received.outcome->status == case_status::failed;
  last_.cause = std::move(received.outcome->cause);
}

void chunk_runner::merge(duration took) {
  result& r = state_.result;
  case_costs& costs = state_.costs;
  r.cases += last_.passed;
  r.discarded += last_.discarded;
  costs.early_words = std::max(costs.early_words, last_.early_words);
  state_.duplicates_known = state_.duplicates_known && last_.hashes_known;
  if (state_.duplicates_known) {
    state_.duplicates.add({hashes_.data(), static_cast<std::size_t>(last_.passed)});
  }
  if (own_counts_) {
    state_.counts.merge_and_clear(*own_counts_);
  }
  if (statistics_ != nullptr) {
    statistics_->commit();
  }
  if (last_.ran == 0) {
    return;
  }
  // Chunks of slow cases are short, so the mean is accurate where it matters.
  const duration each = duration::of_nanoseconds(took.nanoseconds() / static_cast<std::int64_t>(last_.ran));
  isolation_.case_took(each.nanoseconds());
  if (each > costs.slowest) {
    costs.slowest = each;
    costs.slowest_case = last_.last_case();
  }
  if (last_.words > costs.most_words) {
    costs.most_words = last_.words;
    costs.most_words_case = last_.last_case();
  }
}

void chunk_runner::drop() {
  if (own_counts_) {
    tally dropped(false);
    dropped.merge_and_clear(*own_counts_);
  }
}

} // namespace tali::detail
