// SPDX-License-Identifier: BSL-1.0
// The loop over random cases. Everything in it that is not the body has to fit in a few nanoseconds: no allocation, no
// clock, no exception, and nothing that one case leaves for the next.
#include "property/run/engine.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr duration chunk_time = milliseconds(1);

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

void engine::run_chunk(worker& w, int member) {
  if (stats_ != nullptr || weights_ != nullptr) {
    run_chunk_observed(w, member);
    return;
  }
  const property_code code = code_;
  const std::uint64_t seed = settings_.seed;
  failure_probe* const probe = around_.probe;
  std::atomic<std::uint64_t> nobody_looks; // a store for nobody costs less than to ask whether somebody looks
  std::atomic<std::uint64_t>& mark =
      around_.marks != nullptr ? around_.marks->index[static_cast<std::size_t>(member)]
                               : (box_ != nullptr ? box_->marks[static_cast<std::size_t>(member)] : nobody_looks);
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
  context.learn_until = learn_until_;
  context.memory = &memory;
  rng engine_after = rng::stream(seed, w.begin);
  std::uint64_t index = w.begin;
  const std::uint64_t end = w.begin + w.count;
  std::uint64_t* hash = w.hashes.data();
  host_message message;
  case_control::clear(c);
  for (; index != end && !time_is_up.load(std::memory_order_relaxed); ++index) {
    context.restart(size);
    random_source source(rng::stream(seed, index), context);
    case_control::start(c, source);
    mark.store(index, std::memory_order_relaxed);
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
      if (const host_verdict verdict = probe->end_case(message); verdict != host_verdict::nothing) [[unlikely]] {
        status = case_control::host_says(c, verdict, std::move(message), status, w.discard_reason);
        message = {};
      }
    }
    engine_after = source.engine();
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
      if (box_ != nullptr) {
        box_->round_discarded.fetch_add(1, std::memory_order_relaxed);
      }
    } else {
      w.failed = true;
      w.cause = std::move(w.held.log.cause);
      ++index;
      break;
    }
    size = few ? size_of_case(index + 1, settings_) : (size == settings_.size ? 0 : size + 1);
  }
  mark.store(case_marks::idle, std::memory_order_relaxed);
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
  commit_lines(w);
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
    if (box_ != nullptr) {
      box_->passed = result_.cases;
      box_->discarded = result_.discarded;
      box_->round_begin = next_;
      box_->round_discarded = 0;
      box_->slowest_ns = slowest_.nanoseconds();
    }
    for (; used < members && room > 0; ++used) {
      worker& w = *workers_[used];
      w.begin = next_;
      w.count =
          isolated_
              ? 1
              : std::min({chunk_, std::uint64_t{w.hashes.size()}, (room + (members - used) - 1) / (members - used)});
      next_ += w.count;
      room -= w.count;
    }
    const clock::time_point start = clock::now();
    if (isolated_) {
      run_case_in_copy(*workers_[0]);
    } else if (used == 1) {
      run_chunk(*workers_[0], 0);
    } else {
      crew_->run([&](int member) {
        if (static_cast<std::size_t>(member) < used) {
          run_chunk(*workers_[static_cast<std::size_t>(member)], member);
        }
      });
    }
    const duration took = duration(clock::now() - start);

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
    if (around_.progress != nullptr && worth_telling()) {
      progress p{result_.name, result_.cases, result_.discarded, wanted, told_, settings_.time_budget, {}};
      if (settings_.cases == run_settings::unlimited) {
        p.wanted.reset();
      }
      around_.progress->update(p);
    }
  }
  return true;
}

bool engine::run_and_aim(std::uint64_t cases) {
  const auto percent = static_cast<std::uint64_t>(settings_.aim);
  const auto part = [&](std::uint64_t n) { return n / 100 * percent + n % 100 * percent / 100; };
  if (settings_.cases == run_settings::unlimited) {
    for (std::uint64_t mark = 1000;; mark *= 2) {
      if (!run_until(mark) || (counts_.has_targets() && !aim_at_targets(part(mark)))) {
        return false;
      }
      if (result_.cases < mark) { // too many were discarded
        return true;
      }
    }
  }
  // Whether there is something to aim at is known when some cases have passed.
  const std::uint64_t share = part(cases);
  if (!run_until(cases - share)) {
    return false;
  }
  if (share > 0 && result_.cases == cases - share && counts_.has_targets() && !aim_at_targets(share)) {
    return false;
  }
  return run_until(cases - result_.aimed);
}

void engine::run_random_cases() {
  enter_phase(run_phase::random_cases);
  constexpr auto all = std::numeric_limits<std::uint64_t>::max();
  const bool unlimited = settings_.cases == run_settings::unlimited;
  const std::uint64_t cases = unlimited ? all : static_cast<std::uint64_t>(settings_.cases);
  bool going = run_and_aim(cases);
  std::uint64_t wanted = unlimited ? cases : cases - std::min(cases, result_.aimed);
  while (going && counts_.has_requirements() && result_.cases == wanted && !coverage_decided() &&
         wanted / cases < static_cast<std::uint64_t>(settings_.coverage_factor)) {
    wanted = std::min(wanted * 2, cases * static_cast<std::uint64_t>(settings_.coverage_factor));
    going = run_until(wanted);
  }
  if (!result_.failures.empty()) {
    return;
  }
  if (result_.cases == 0 || (!unlimited && result_.cases + result_.aimed < cases && !result_.budget_ended)) {
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
  w.begin = settings_.case_index.value_or(0);
  w.count = 1;
  const clock::time_point start = clock::now();
  if (isolated_) {
    run_case_in_copy(w);
  } else {
    run_chunk(w, 0);
  }
  merge(w);
  watch_time(w, duration(clock::now() - start));
  if (w.failed) {
    found_random(w.begin, w.cause);
  } else if (result_.cases == 0) {
    result_.status = run_status::gave_up;
    result_.message = "the case was discarded";
  }
}

} // namespace tali::detail
