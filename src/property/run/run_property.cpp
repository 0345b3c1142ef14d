// SPDX-License-Identifier: BSL-1.0
// Running one property: its settings are resolved, its run is set up, and the phases run one after the other.
//
// The order of the phases: explicit examples, given as values and as replay texts; stored cases; all inputs if there
// are few; random cases. The first failure ends the run.
#include "property/execute/executor.hpp"
#include "property/execute/isolation.hpp"
#include "property/execute/replayer.hpp"
#include "property/execute/run_inputs.hpp"
#include "property/execute/run_state.hpp"
#include "property/failure/pipeline.hpp"
#include "property/failure/store_stage.hpp"
#include "property/observe/progress_reporter.hpp"
#include "property/phase/all_inputs.hpp"
#include "property/phase/examples.hpp"
#include "property/phase/random_cases.hpp"
#include "property/phase/recovery.hpp"
#include "property/phase/replay.hpp"
#include "property/phase/replayed_examples.hpp"
#include "property/phase/single_case.hpp"
#include "property/phase/stored_cases.hpp"
#include "property/run/conclusion.hpp"
#include "property/settings/resolve.hpp"
#include "stats/weights_file.hpp"

#include <tali/isolate/supervisor.hpp>
#include <tali/property/probe.hpp>

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace tali::detail {

namespace {

/// The number of threads that random cases can run on. Adds a warning if it is less than the setting.
int usable_threads(run_state& state) {
  const int threads = state.in.settings.threads;
  const failure_probe* const probe = state.in.session.probe;
  if (threads > 1 && probe != nullptr && !probe->works_on_threads()) {
    state.warn(warning_kind::one_thread,
               fmt::format("ran on one thread, not {}: the test framework's assertions are not thread-safe; "
                           "use those of test_case, or return bool",
                           threads));
    return 1;
  }
  if (threads > 1 && state.in.settings.isolation == isolation_mode::always) {
    state.warn(warning_kind::one_thread,
               fmt::format("ran on one thread, not {}: with isolation, every case runs in its own process", threads));
    return 1;
  }
  return threads;
}

void run_phases(const phase_context& context, int threads) {
  const run_inputs& in = context.state.in;
  if (in.died) {
    recovery_phase(context).run();
  } else if (in.settings.case_index) {
    single_case_phase(context).run();
  } else if (!in.settings.replay.empty()) {
    replay_phase(context).run();
  } else if (!example_phase(context).run() && !replayed_example_phase(context).run() &&
             !stored_case_phase(context).run() && !all_inputs_phase(context).run()) {
    random_case_phase(context, threads).run();
  }
}

result run_once(run_inputs in) {
  compared_values compared{};
  if (comparisons_are_linked) { // where they survive the process, if possible: they are needed to repeat its last case
    in.compared = in.box != nullptr ? &in.box->compared : &compared;
  }
  run_state state(in);
  const int threads = usable_threads(state);
  isolation isolated(in);
  std::optional<progress_reporter> progress;
  if (in.session.progress != nullptr) {
    state.observers.add(&progress.emplace(*in.session.progress, state.clock.began()));
  }
  std::optional<case_statistics> lines;
  if (in.stats != nullptr) {
    if (!isolated.active() && !in.died) { // after a fork, a thread of the writer could be in any state
      in.stats->writer.start_thread();
    }
    state.observers.add(&lines.emplace(*in.stats));
  }
  case_statistics* const statistics = lines ? &*lines : nullptr;
  executor execute(in, state.clock, isolated, statistics);
  replayer replay(state, execute, isolated);
  failure_pipeline failures(state, replay, isolated, statistics);
  run_phases({state, isolated, execute, replay, failures, statistics}, threads);
  conclude_run(state);
  for (failure_stage* stage : in.session.stages) {
    stage->finished(state.result);
  }
  return std::move(state.result);
}

/// Runs under the session's supervisor, if possible.
result run_supervised(run_inputs in) {
  supervisor* const guard = in.session.guard;
  if (in.settings.isolation != isolation_mode::on_demand || guard == nullptr) {
    return run_once(in);
  }
  // Before the run is set up, because it may start threads, which a fork would lose.
  if (!guard->enter({in.settings.deadline.nanoseconds(), in.settings.memory}, in.died)) {
    return run_once(in);
  }
  const struct departure {
    supervisor& guard;
    explicit departure(supervisor& g) : guard(g) {}
    departure(const departure&) = delete;
    departure& operator=(const departure&) = delete;
    ~departure() { guard.leave(); }
  } at_the_end(*guard);
  in.box = &guard->box();
  return run_once(in);
}

result run_resolved(const property_name& name, const property_code& code, const run_settings& settings,
                    const session& given) {
  session with_store;
  const session* in = &given;
  std::optional<store_stage> store;
  if (!settings.store.empty()) {
    with_store = given;
    with_store.stages.insert(with_store.stages.begin(), &store.emplace(settings.store));
    in = &with_store;
  }
  // Before the supervisor is entered, so that the process that takes over after a crash writes to the same file.
  std::optional<stats_sink> stats;
  if (!settings.stats.empty()) {
    try {
      stats.emplace(settings.stats, name.text, settings.seed);
    } catch (const std::exception& e) {
      throw settings_error(fmt::format("setting stats: {}; pass the name of a writable file", e.what()));
    }
  }
  std::optional<weights> branch_weights;
  if (!settings.weights.empty()) {
    try {
      branch_weights = weights_for(settings.weights, name.text);
    } catch (const std::exception& e) {
      throw settings_error(
          fmt::format("setting weights: {}; pass a file written by tali serve or tali::weights", e.what()));
    }
  }
  return run_supervised(
      {name, code, settings, *in, stats ? &*stats : nullptr, branch_weights ? &*branch_weights : nullptr});
}

} // namespace

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
    return run_resolved(name, code, resolve(s, in), in);
  } catch (const settings_error& e) {
    r.status = run_status::error;
    r.message = e.what();
    return r;
  }
}

} // namespace tali::detail
