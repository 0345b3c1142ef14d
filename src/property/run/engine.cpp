// SPDX-License-Identifier: BSL-1.0
// The order of a run, one case of it, explicit examples and what stages try first. engine.hpp has the idea.
#include "property/run/engine.hpp"
#include "property/failure/store_stage.hpp"
#include "property/settings/resolve.hpp"
#include "stats/weights_file.hpp"

#include <tali/isolate/supervisor.hpp>
#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>
#include <tali/source/weighted.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::atomic<bool> never = false;

} // namespace

engine::engine(const property_name& name, const property_code& code, const run_settings& s, const session& around,
               stats_sink* stats, const weights* by, black_box* box, const std::optional<death>& died)
    : code_(code), settings_(s), around_(around), time_is_up_(&never), stats_(stats), weights_(by), box_(box),
      died_(died) {
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
  child_limits_.deadline_ns = s.deadline.nanoseconds();
  child_limits_.memory = s.memory;
  if (s.isolation == isolation_mode::always) {
    box_ = own_box_.emplace().get();
    isolated_ = true;
    if (threads > 1) {
      warn(warning_kind::one_thread,
           fmt::format("ran on one thread, not {}: with isolation every case is a process of its own", threads));
      threads = 1;
    }
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
  if (stats_ != nullptr && !isolated_ &&
      !died_) { // a copy of the process should not find it in the middle of something
    stats_->writer.start_thread();
    for (std::unique_ptr<worker>& w : workers_) {
      if (coverage_recorder::available()) {
        w->coverage = std::make_unique<coverage_recorder>();
      }
    }
  }
  if (s.time_budget) {
    alarm_.emplace(began_ + std::chrono::nanoseconds(s.time_budget->nanoseconds()));
    // Half of the time for what is learned leaves the other half for cases.
    learn_until_ = (began_.time_since_epoch() + std::chrono::nanoseconds(s.time_budget->nanoseconds() / 2)).count();
    time_is_up_ = &alarm_->flag();
  }
}

result engine::go() {
  if (died_) {
    go_on_after_death();
  } else if (settings_.case_index) {
    enter_phase(run_phase::alone);
    run_case_alone();
  } else if (!settings_.replay.empty()) {
    enter_phase(run_phase::stages);
    run_replay_alone();
  } else if (!run_examples() && !run_replayed_examples() && !run_stages_first() && !run_all_inputs()) {
    run_random_cases();
  }
  finish();
  for (failure_stage* stage : around_.stages) {
    stage->finished(result_);
  }
  return std::move(result_);
}

case_outcome engine::attempt(body_function body) {
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

std::unique_ptr<dynamic_source> engine::source_of_case(std::uint64_t index, int size, trace* recorded) const {
  const rng stream = rng::stream(settings_.seed, index);
  std::unique_ptr<dynamic_source> source;
  if (weights_ != nullptr) {
    source = std::make_unique<weighted_source>(stream, size, *weights_);
    source->record_to(recorded);
  } else {
    source = std::make_unique<recording_source>(stream, size, recorded);
  }
  source->limit_choices(std::numeric_limits<std::uint32_t>::max());
  return source;
}

case_outcome engine::run_body(dynamic_source& source, bool describe, body_function body) {
  worker& w = *workers_[0];
  source.build_in(&w.held.memory);
  source.learn_until(learn_until_);
  std::optional<observation> observed;
  std::swap(observed, observing_);
  if (observed) {
    describe = true;
    if (observed->made == nullptr) {
      w.made.clear();
      source.record_to(&w.made);
      observed->made = &w.made;
    }
    w.held.log.recorder = &w.recorder;
  }
  const struct unhook {
    case_log& log;
    explicit unhook(case_log& l) : log(l) {}
    unhook(const unhook&) = delete;
    unhook& operator=(const unhook&) = delete;
    ~unhook() { log.recorder = nullptr; }
  } at_the_end(w.held.log);
  if (isolated_) {
    return run_body_in_copy(source, describe, body, observed);
  }
  if (box_ != nullptr) {
    box_->running.clear();
    box_->running_size = source.size();
    box_->beat.fetch_add(1, std::memory_order_relaxed);
    source.journal_to(&box_->running);
  }
  case_control::start(w.held.c, source, describe);
  if (observed) {
    begin_observed(w);
  }
  case_outcome outcome = attempt(body);
  outcome.cause.searched = source.searched();
  source.journal_to(nullptr);
  if (observed) {
    write_line(w, *observed, source.size(), outcome);
    commit_lines(w);
  }
  return outcome;
}

case_outcome engine::run(dynamic_source& source) {
  tally unread(true);
  workers_[0]->held.log.counts = &unread;
  return run_body(source, false, [&](test_case& c) { code_.run(code_.object, c); });
}

// How far the search had come is known from the run that found the failure; what describes it makes given choices.
void engine::take_question(case_log& log, failure& out) {
  const std::optional<search_tally> searched = out.asked ? out.asked->searched : std::nullopt;
  out.asked.reset();
  if (log.asked) {
    out.asked = open_question{std::move(*log.asked), searched};
    log.asked.reset();
  }
}

case_outcome engine::describe(const choice_sequence& choices, failure& out) {
  worker& w = *workers_[0];
  tally unread(true);
  w.held.log.counts = &unread;
  trace recorded;
  replay_source source(choices.choices, choices.size);
  source.limit_choices(std::numeric_limits<std::uint32_t>::max());
  source.record_to(&recorded);
  out.stack.clear();
  out.output.clear();
  case_outcome outcome = run_body(source, true, [&](test_case& c) { code_.run(code_.object, c); });
  if (isolated_) {
    describe_death(outcome, out);
  }
  out.cause = outcome.cause;
  out.values = std::move(w.held.log.values);
  out.notes = std::move(w.held.log.notes);
  take_question(w.held.log, out);
  out.choices = {recorded.choices, choices.size};
  out.recorded = std::move(recorded);
  if (!described_as_.empty()) {
    observe_described(out, outcome, described_as_);
  }
  return outcome;
}

case_outcome engine::describe_against(const failure& reference, const choice_sequence& choices, failure& out,
                                      std::vector<std::string>& differences) {
  case_log& log = workers_[0]->held.log;
  log.reference = &reference;
  case_outcome outcome = describe(choices, out);
  log.reference = nullptr;
  differences = std::move(log.differences);
  return outcome;
}

bool engine::run_examples(std::size_t first_example) {
  worker& w = *workers_[0];
  enter_phase(run_phase::examples);
  for (std::size_t i = first_example; i < code_.examples; ++i) {
    if (box_ != nullptr) {
      box_->example = i;
    }
    tally unread(true);
    w.held.log.counts = &unread;
    // A body may draw beside its arguments: an example has a stream too.
    const auto run_again = [&](bool describe, trace& recorded) {
      recorded.clear();
      recording_source source(rng::stream(settings_.seed, i), settings_.size, &recorded);
      source.limit_choices(std::numeric_limits<std::uint32_t>::max());
      return run_body(source, describe, [&](test_case& c) { code_.run_example(code_.object, i, c); });
    };
    trace recorded;
    observe_next("explicit", i, &recorded);
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
    case_outcome again = run_again(true, f.recorded);
    if (isolated_) {
      describe_death(again, f);
    }
    f.values = std::move(w.held.log.values);
    f.notes = std::move(w.held.log.notes);
    take_question(w.held.log, f);
    f.choices = {f.recorded.choices, settings_.size};
    f.cause = again.status == case_status::failed ? again.cause : first.cause;
    f.choices_differ = f.recorded.choices != recorded.choices;
    if (again.status != case_status::failed || !again.cause.same_as(first.cause) || f.choices_differ) {
      f.flaky = true;
      for (f.reruns = 0; f.reruns < flaky_reruns; ++f.reruns) {
        f.failed_again += run_again(false, recorded).status == case_status::failed ? 1 : 0;
      }
    } else {
      find_choices_of_example(f);
    }
    report_failure(std::move(f));
    return true;
  }
  return false;
}

// An example was written down, not drawn: its choices are found by running the generators backward. If they can make
// it, and it fails in the same way when made so, it can be shrunk like any other case.
void engine::find_choices_of_example(failure& f) {
  if (code_.reflect_example == nullptr || settings_.shrink == 0) {
    return;
  }
  constexpr int largest = 1'000'000;
  for (int size = settings_.size;; size = std::min(size, largest / 10) * 10) { // it may be larger than what is drawn
    std::optional<choice_sequence> choices;
    try {
      choices = code_.reflect_example(code_.object, f.index, size);
    } catch (...) { // by a focus or an inverse; what is known of the failure stands
      return;
    }
    if (choices) {
      failure made = f;
      const case_outcome outcome = describe(*choices, made);
      if (outcome.status == case_status::failed && outcome.cause.same_as(f.cause)) {
        made.reflected = true;
        f = std::move(made);
      }
      return;
    }
    if (size <= 0 || size >= largest) {
      return;
    }
  }
}

bool engine::run_stages_first() {
  enter_phase(run_phase::stages);
  for (failure_stage* stage : around_.stages) {
    described_as_ = stats_ != nullptr ? "replayed" : "";
    std::vector<failure> failing = stage->before_cases(*this);
    described_as_ = {};
    for (const failure& f : failing) {
      reported_by_stages_.push_back(f.cause);
    }
    for (failure& f : failing) {
      f.origin = failure_origin::replayed;
      report_failure(std::move(f));
    }
    if (!result_.failures.empty()) {
      return true;
    }
  }
  return false;
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
    const run_settings complete = resolve(s, in);
    std::optional<store_stage> kept;
    session with_store;
    const session* around_it = &in;
    if (!complete.store.empty()) {
      kept.emplace(complete.store);
      with_store = in;
      with_store.stages.insert(with_store.stages.begin(), &*kept);
      around_it = &with_store;
    }
    // Before the guard: who takes over after a death goes on writing.
    std::optional<stats_sink> lines;
    stats_sink* stats = nullptr;
    if (!complete.stats.empty()) {
      try {
        stats = &lines.emplace(complete.stats, name.text, complete.seed);
      } catch (const std::exception& e) {
        throw settings_error(fmt::format("setting stats: {}; give the name of a file that can be written", e.what()));
      }
    }
    std::optional<weights> given;
    if (!complete.weights.empty()) {
      try {
        given = weights_for(complete.weights, name.text);
      } catch (const std::exception& e) {
        throw settings_error(
            fmt::format("setting weights: {}; give a file that tali serve or tali::weights has written", e.what()));
      }
    }
    const weights* by = given ? &*given : nullptr;
    if (complete.isolation != isolation_mode::on_demand || in.guard == nullptr) {
      return engine(name, code, complete, *around_it, stats, by).go();
    }
    // Before the engine is made: it may start threads, which a fork would lose.
    std::optional<death> died;
    if (!in.guard->enter({complete.deadline.nanoseconds(), complete.memory}, died)) {
      return engine(name, code, complete, *around_it, stats, by).go();
    }
    const struct departure {
      supervisor& guard;
      explicit departure(supervisor& g) : guard(g) {}
      departure(const departure&) = delete;
      departure& operator=(const departure&) = delete;
      ~departure() { guard.leave(); }
    } at_the_end(*in.guard);
    return engine(name, code, complete, *around_it, stats, by, &in.guard->box(), died).go();
  } catch (const settings_error& e) {
    r.status = run_status::error;
    r.message = e.what();
    return r;
  }
}

} // namespace tali::detail
