// SPDX-License-Identifier: BSL-1.0
// A run that writes statistics, one line for each case (stats/recorder.hpp) in the order of the cases; or that draws by
// weights; or both.
//
// Cases then run from the recording source, which draws the same values from the same stream as the fast path, and
// their values are shown. Threads keep the lines of their chunk until it is merged; one thread alone gives each line
// away at once, so that nothing is missing if the next case kills the process.
#include "property/run/engine.hpp"

#include <tali/source/record.hpp>
#include <tali/store/encoding.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace tali::detail {

namespace {

stats_status status_of(case_status s) {
  switch (s) {
  case case_status::failed:
    return stats_status::failed;
  case case_status::discarded:
    return stats_status::gave_up;
  default:
    return stats_status::passed;
  }
}

std::string reason_of(const fault& f) {
  std::string text = f.exception_type.empty() ? f.message : fmt::format("{}: {}", f.exception_type, f.message);
  if (text.empty()) {
    text = "returned false";
  }
  return f.where.line == 0 ? text : fmt::format("{} ({}:{})", text, f.where.file, f.where.line);
}

std::string reason_of(const case_outcome& outcome) {
  switch (outcome.status) {
  case case_status::failed:
    return reason_of(outcome.cause);
  case case_status::discarded:
    return outcome.discard_reason;
  default:
    return {};
  }
}

std::string_view origin_name(failure_origin o) {
  switch (o) {
  case failure_origin::example:
    return "explicit";
  case failure_origin::enumerated:
    return "enumerated";
  case failure_origin::replayed:
    return "replayed";
  case failure_origin::targeted:
    return "targeted";
  default:
    return "random";
  }
}

/// Cases with the same choices have the same values.
std::uint64_t hash_of(std::span<const choice> choices) {
  std::uint64_t h = choices.size();
  for (const choice& c : choices) {
    h = (h ^ c.value) * 0x9e3779b97f4a7c15ULL;
    h ^= h >> 29U;
  }
  return h;
}

bool is_death(failure_kind k) { return k >= failure_kind::signal; }

} // namespace

void engine::run_chunk_observed(worker& w, int member) {
  std::atomic<std::uint64_t>* const mark =
      around_.marks != nullptr ? &around_.marks->index[static_cast<std::size_t>(member)]
                               : (box_ != nullptr ? &box_->marks[static_cast<std::size_t>(member)] : nullptr);
  test_case& c = w.held.c;
  w.held.log.counts = crew_ != nullptr ? &w.counts : &counts_;
  w.held.log.recorder = stats_ != nullptr ? &w.recorder : nullptr;
  w.ran = w.passed = w.discarded = 0;
  w.failed = false;
  w.hashes_known = true;
  w.early_words = 0;
  w.lines.clear();
  std::uint64_t index = w.begin;
  std::uint64_t* hash = w.hashes.data();
  host_message message;
  const bool at_once = crew_ == nullptr && !isolated_;
  const std::string_view how = weights_ != nullptr ? "example-based" : "random";
  for (; index != w.begin + w.count && !time_is_up_->load(std::memory_order_relaxed); ++index) {
    const int size = size_of_case(index, settings_);
    w.made.clear();
    std::optional<recording_source> plain;
    std::unique_ptr<dynamic_source> by_weights;
    if (weights_ == nullptr) { // on the stack: this is the loop that statistics are judged by
      plain.emplace(rng::stream(settings_.seed, index), size, nullptr);
      plain->limit_choices(std::numeric_limits<std::uint32_t>::max());
    } else {
      by_weights = source_of_case(index, size, nullptr);
    }
    dynamic_source* const source = plain ? &*plain : by_weights.get();
    source->record_choices_to(&w.made);
    source->build_in(&w.held.memory);
    source->learn_until(learn_until_);
    if (mark != nullptr) {
      mark->store(index, std::memory_order_relaxed);
    }
    case_control::start(c, *source, stats_ != nullptr);
    begin_observed(w);
    case_outcome outcome;
    if (around_.probe != nullptr) {
      around_.probe->begin_case();
    }
    try {
      code_.run(code_.object, c);
      outcome.status = case_control::failed(c) ? case_status::failed : case_status::passed;
    } catch (const discard& d) {
      outcome.status = case_control::discarded(c, d, w.discard_reason);
    } catch (...) {
      outcome.status = case_control::caught(c);
    }
    if (around_.probe != nullptr) {
      const host_verdict verdict = around_.probe->end_case(message);
      outcome.status = case_control::host_says(c, verdict, std::move(message), outcome.status, w.discard_reason);
      message = {};
    }
    if (index < early_cases) {
      w.early_words = std::max(w.early_words, std::uint64_t{w.made.choices.size()});
    }
    if (outcome.status == case_status::passed) {
      *hash++ = stats_ != nullptr ? w.recorder.hash() : hash_of(w.made.choices);
      w.held.log.counts->commit(w.held.log.remarks, index);
    } else if (outcome.status == case_status::discarded) {
      outcome.discard_reason = w.discard_reason;
      w.held.log.counts->discarded(w.discard_reason);
      ++w.discarded;
      if (box_ != nullptr) {
        box_->round_discarded.fetch_add(1, std::memory_order_relaxed);
      }
    } else {
      outcome.cause = w.held.log.cause;
      w.failed = true;
      w.cause = std::move(w.held.log.cause);
    }
    if (stats_ != nullptr) {
      const std::string_view frame = sheet_of(w, {how, index, &w.made}, size, outcome);
      if (at_once) {
        stats_->writer.append(frame);
      } else {
        w.lines += frame;
      }
    }
    w.held.memory.reset();
    if (w.failed) {
      ++index;
      break;
    }
  }
  if (mark != nullptr) {
    mark->store(case_marks::idle, std::memory_order_relaxed);
  }
  w.held.log.recorder = nullptr;
  case_control::clear(c);
  w.ran = index - w.begin;
  w.passed = static_cast<std::uint64_t>(hash - w.hashes.data());
  w.words = w.ran == 0 ? 0 : w.made.choices.size();
}

std::string_view engine::sheet_of(worker& w, const observation& o, int size, const case_outcome& outcome) {
  w.recorder.end();
  if (w.coverage != nullptr) {
    w.coverage->end();
    w.covered.clear();
    w.coverage->append_json(w.covered);
    w.recorder.coverage(w.covered, w.coverage->places());
  }
  const std::string reason = reason_of(outcome); // empty, and so free, if it passed
  const std::string replay = outcome.status == case_status::failed && o.made != nullptr
                                 ? choices_to_text({o.made->choices, size})
                                 : std::string();
  stats_facts facts;
  facts.status = status_of(outcome.status);
  facts.reason = reason;
  facts.how = o.how;
  facts.index = o.index;
  facts.size = size;
  facts.made = o.made;
  facts.replay = replay;
  return w.recorder.finish(facts);
}

void engine::write_line(worker& w, const observation& o, int size, const case_outcome& outcome) {
  w.lines += sheet_of(w, o, size, outcome);
}

void engine::commit_lines(worker& w) {
  if (stats_ != nullptr && !w.lines.empty()) {
    stats_->writer.append(w.lines);
    w.lines.clear();
  }
}

void engine::observe_described(const failure& f, const case_outcome& outcome, std::string_view how, std::uint64_t step,
                               std::uint64_t run, std::uint64_t which) {
  worker& w = *workers_[0];
  w.recorder.begin();
  for (const drawn_value& v : f.values) {
    w.recorder.shown(v.name, v.text);
  }
  for (const std::string& n : f.notes) {
    w.recorder.note(n);
  }
  const std::string reason = reason_of(outcome);
  const std::string replay = choices_to_text({f.recorded.choices, f.choices.size});
  stats_facts facts;
  facts.status = status_of(outcome.status);
  facts.reason = reason;
  facts.how = how;
  facts.index = f.index;
  facts.size = f.choices.size;
  facts.made = &f.recorded;
  facts.replay = replay;
  facts.shrink_step = step;
  facts.shrink_run = run;
  facts.failure = which;
  w.recorder.end();
  w.lines += w.recorder.finish(facts);
  commit_lines(w);
}

void engine::observe_step(const choice_sequence& choices, std::uint64_t step, std::uint64_t run, std::uint64_t which) {
  failure f;
  const case_outcome outcome = describe(choices, f);
  observe_described(f, outcome, "shrinking", step, run, which);
}

// A case that killed its process could not write its line itself.
void engine::observe_found(const failure& f) {
  if (stats_ == nullptr || (!is_death(f.cause.kind) && !line_missing_)) {
    return;
  }
  line_missing_ = false;
  case_outcome outcome;
  outcome.status = case_status::failed;
  outcome.cause = f.cause;
  observe_described(f, outcome, origin_name(f.origin));
}

void engine::finish_stats() {
  if (stats_ == nullptr) {
    return;
  }
  std::string lines;
  for (const warning& w : result_.warnings) {
    append_stats_message(lines, stats_->run, "alert", "warning", w.text);
  }
  for (const coverage_summary& c : result_.coverage) {
    if (c.verdict == coverage_verdict::refuted) {
      append_stats_message(lines, stats_->run, "alert", fmt::format("coverage of '{}'", c.label),
                           fmt::format("{} of {} cases ({:.1f} % to {:.1f} %), and {} % are required", c.hits, c.cases,
                                       c.low, c.high, c.required));
    }
  }
  if (!result_.message.empty()) {
    append_stats_message(lines, stats_->run, "alert", "result", result_.message);
  }
  append_stats_message(lines, stats_->run, "info", "settings",
                       fmt::format("cases {}, size {}, seed {:#x}, threads {}; {}:{}", settings_.cases, settings_.size,
                                   settings_.seed, settings_.threads, result_.where.file, result_.where.line));
  stats_->writer.append_lines(lines);
  stats_->writer.flush();
  if (std::string wrong = stats_->writer.take_error(); !wrong.empty()) {
    warn(warning_kind::store, std::move(wrong));
  }
}

} // namespace tali::detail
