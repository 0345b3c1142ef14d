// SPDX-License-Identifier: BSL-1.0
#include "property/execute/executor.hpp"
#include "property/execute/body.hpp"
#include "property/observe/case_stream.hpp"

#include <atomic>
#include <optional>
#include <utility>

namespace tali::detail {

namespace {

case_end end_of(const case_outcome& outcome, const dynamic_source& source, const case_options& options) {
  return {outcome, options.how, options.index, source.size(), options.made};
}

} // namespace

case_outcome executor::run(dynamic_source& source, const case_options& options) {
  return run(source, options, [&](test_case& c) { in_.code.run(in_.code.object, c); });
}

case_outcome executor::run(dynamic_source& source, const case_options& options, body_function body) {
  source.build_in(&slot_.memory);
  clock_.limit_training(slot_.log);
  case_options complete = options;
  if (statistics_of(options) != nullptr && options.made == nullptr) {
    made_.clear();
    source.record_to(&made_);
    complete.made = &made_;
  }
  return isolation_.active() ? run_in_copy(source, complete, body) : run_here(source, complete, body);
}

void executor::start(dynamic_source& source, const case_options& options) {
  slot_.log.describes_values = options.description != nullptr;
  slot_.log.reference = options.reference;
  case_control::start(slot_.c, source, options.description != nullptr || statistics_of(options) != nullptr);
  slot_.log.observers.notify([](run_observer& o) { o.case_started(); });
}

case_outcome executor::call(body_function body) {
  case_outcome outcome;
  outcome.status = call_body(slot_.c, in_.session.probe, body, outcome.discard_reason);
  if (outcome.status == case_status::failed) {
    outcome.cause = slot_.log.cause;
  }
  slot_.memory.reset();
  return outcome;
}

case_outcome executor::run_here(dynamic_source& source, const case_options& options, body_function body) {
  if (black_box* const box = isolation_.box()) {
    box->running.clear();
    box->running_size = source.size();
    box->beat.fetch_add(1, std::memory_order_relaxed);
    source.journal_to(&box->running);
  }
  case_statistics* const lines = statistics_of(options);
  observer_list& observers = slot_.log.observers;
  observers.clear();
  observers.add(options.observer);
  observers.add(options.description);
  observers.add(lines);
  start(source, options);
  case_outcome outcome = call(body);
  outcome.cause.searched = slot_.log.search;
  source.journal_to(nullptr);
  observers.notify([&](run_observer& o) { o.case_finished(end_of(outcome, source, options)); });
  if (lines != nullptr) {
    lines->commit();
  }
  return outcome;
}

void executor::run_streamed(dynamic_source& source, const case_options& options, body_function body) {
  black_box& box = *isolation_.box();
  case_statistics* const lines = statistics_of(options);
  stream_writer stream(box.log);
  source.journal_to(&box.running);
  slot_.log.shared_search = &box.searched;
  observer_list& observers = slot_.log.observers;
  observers.clear();
  observers.add(&stream);
  observers.add(lines);
  start(source, options);
  const case_outcome outcome = call(body);
  const case_end end = end_of(outcome, source, options);
  if (lines != nullptr) {
    lines->case_finished(end);
    stream.statistics(lines->lines());
  }
  stream.case_finished(end);
}

case_outcome executor::run_in_copy(dynamic_source& source, const case_options& options, body_function body) {
  const bool describe = options.description != nullptr || statistics_of(options) != nullptr;
  const process_end ended = isolation_.run_captured(describe, [&] { run_streamed(source, options, body); });
  black_box& box = *isolation_.box();
  source.adopt(box.running);
  observer_list observers;
  observers.add(options.observer);
  observers.add(options.description);
  stream_end received = replay_stream(box.log, observers);
  if (case_statistics* const lines = statistics_of(options)) {
    lines->lines() = std::move(received.lines);
    lines->commit();
  }
  case_outcome outcome;
  if (box.running.overflowed()) {
    outcome.status = case_status::discarded;
    outcome.discard_reason = "too many choices for a copy of the process";
  } else if (ended.how == ending::returned && received.outcome) {
    outcome = std::move(*received.outcome);
  } else {
    outcome.status = case_status::failed;
    outcome.cause = isolation_.fault_of(ended);
  }
  outcome.cause.searched = box.searched.load();
  observers.notify([&](run_observer& o) { o.case_finished(end_of(outcome, source, options)); });
  return outcome;
}

} // namespace tali::detail
