// SPDX-License-Identifier: BSL-1.0
#include "property/observe/case_statistics.hpp"

#include <tali/store/encoding.hpp>

#include <utility>

#include <fmt/format.h>

namespace tali::detail {

namespace {

stats_status stats_status_of(case_status s) {
  switch (s) {
  case case_status::failed:
    return stats_status::failed;
  case case_status::discarded:
    return stats_status::gave_up;
  default:
    return stats_status::passed;
  }
}

std::string stats_reason_of(const fault& f) {
  std::string text = f.exception_type.empty() ? f.message : fmt::format("{}: {}", f.exception_type, f.message);
  if (text.empty()) {
    text = "returned false";
  }
  return f.where.line == 0 ? text : fmt::format("{} ({}:{})", text, f.where.file, f.where.line);
}

std::string stats_reason_of(const case_outcome& outcome) {
  switch (outcome.status) {
  case case_status::failed:
    return stats_reason_of(outcome.cause);
  case case_status::discarded:
    return outcome.discard_reason;
  default:
    return {};
  }
}

std::string_view stats_name_of(failure_origin o) {
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

} // namespace

case_statistics::case_statistics(stats_sink& sink) : sink_(sink) {
  if (coverage_recorder::available()) {
    coverage_ = std::make_unique<coverage_recorder>();
  }
}

void case_statistics::case_started() {
  recorder_.begin();
  if (coverage_ != nullptr) {
    coverage_->begin();
  }
}

void case_statistics::case_finished(const case_end& end) {
  recorder_.end();
  if (coverage_ != nullptr) {
    coverage_->end();
    recorder_.coverage(coverage_->places());
  }
  const std::string reason = stats_reason_of(end.outcome); // empty, and so free, if it passed
  const std::string replay = end.outcome.status == case_status::failed && end.made != nullptr
                                 ? choices_to_text({end.made->choices, end.size})
                                 : std::string();
  stats_facts facts;
  facts.status = stats_status_of(end.outcome.status);
  facts.reason = reason;
  facts.how = end.how;
  facts.index = end.index;
  facts.size = end.size;
  facts.made = end.made;
  facts.replay = replay;
  const std::string_view frame = recorder_.finish(facts);
  if (write_through_) {
    sink_.writer.append(frame);
  } else {
    lines_ += frame;
  }
}

void case_statistics::add_described(const failure& f, const case_outcome& outcome, std::string_view how,
                                    shrink_position at) {
  recorder_.begin();
  for (const drawn_value& v : f.values) {
    recorder_.drawn(v.name, v.tree);
  }
  for (const std::string& n : f.notes) {
    recorder_.note(n);
  }
  const std::string reason = stats_reason_of(outcome);
  const std::string replay = choices_to_text({f.recorded.choices, f.choices.size});
  stats_facts facts;
  facts.status = stats_status_of(outcome.status);
  facts.reason = reason;
  facts.how = how;
  facts.index = f.index;
  facts.size = f.choices.size;
  facts.made = &f.recorded;
  facts.replay = replay;
  facts.shrink_step = at.step;
  facts.shrink_run = at.run;
  facts.failure = at.failure;
  recorder_.end();
  lines_ += recorder_.finish(facts);
  commit();
}

void case_statistics::add_failure(const failure& f) {
  case_outcome outcome;
  outcome.status = case_status::failed;
  outcome.cause = f.cause;
  add_described(f, outcome, stats_name_of(f.origin));
}

void case_statistics::commit() {
  if (!lines_.empty()) {
    sink_.writer.append(lines_);
    lines_.clear();
  }
}

void case_statistics::run_finished(result& r) {
  std::string messages;
  for (const warning& w : r.warnings) {
    append_stats_message(messages, sink_.run, "alert", "warning", w.text);
  }
  for (const coverage_summary& c : r.coverage) {
    if (c.verdict == coverage_verdict::refuted) {
      append_stats_message(messages, sink_.run, "alert", fmt::format("coverage of '{}'", c.label),
                           fmt::format("{} of {} cases ({:.1f} % to {:.1f} %), {} % required", c.hits, c.cases, c.low,
                                       c.high, c.required));
    }
  }
  if (!r.message.empty()) {
    append_stats_message(messages, sink_.run, "alert", "result", r.message);
  }
  append_stats_message(messages, sink_.run, "info", "settings",
                       fmt::format("cases {}, size {}, seed {:#x}, threads {}; {}:{}", r.settings.cases,
                                   r.settings.size, r.settings.seed, r.settings.threads, r.where.file, r.where.line));
  sink_.writer.append_lines(messages);
  sink_.writer.flush();
  if (std::string error = sink_.writer.take_error(); !error.empty()) {
    r.warnings.push_back({warning_kind::store, std::move(error)});
  }
}

} // namespace tali::detail
