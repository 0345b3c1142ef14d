// SPDX-License-Identifier: BSL-1.0
// The runner of one property.
//
// Order of a run: explicit examples, as values and as replay texts; what stages want tried first; all inputs if there
// are few; random cases. The first failure ends it. Case i draws from stream i of the seed at the size that belongs to
// i, so nothing a case does depends on what ran before it or beside it.
//
// Random cases run in chunks of consecutive indices. One thread runs one chunk after the other; several run a round of
// chunks side by side, which are then merged in order, and only up to the first failing case. A round never holds more
// cases than are still wanted, nor more than may still be discarded, so no round can overshoot where one thread would
// have stopped. Hence everything reported is the same for any number of threads.
//
// The clock is read once a chunk; chunks grow until they take a millisecond or 4096 cases. A time budget raises a flag
// from an alarm thread, which the loop over cases looks at: the budget holds to within one case, however slow cases
// become. (Where it strikes is a matter of time; only then may two runs differ.)
//
// A failing case is run again with a recording source, which draws the same choices from the same stream, and
// described; and once more, to see whether it is the same again. If not it is flaky, and reported so.
//
// isolated.cpp has what is done in copies of the process, and after a death.
#pragma once

#include "property/case/case_log.hpp"
#include "property/case/tally.hpp"
#include "property/run/duplicates.hpp"
#include "property/run/workers.hpp"

#include "stats/coverage.hpp"
#include "stats/recorder.hpp"
#include "stats/writer.hpp"

#include "isolate/black_box.hpp"
#include "isolate/child.hpp"
#include "isolate/death.hpp"

#include <tali/property/check.hpp>
#include <tali/property/probe.hpp>
#include <tali/property/progress.hpp>
#include <tali/property/result.hpp>
#include <tali/property/session.hpp>
#include <tali/property/stage.hpp>
#include <tali/source/weights.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

/// Where lines of statistics go, and what those of one run share.
struct stats_sink {
  stats_sink(const std::string& file, std::string_view property, std::uint64_t seed)
      : run(property, seed), writer(file, run) {}
  stats_sink(const stats_sink&) = delete;
  stats_sink& operator=(const stats_sink&) = delete;
  ~stats_sink() = default;
  stats_run run;
  stats_writer writer;
};

class engine final : public case_runner {
public:
  /// `box`: where to write what is being done, for the process that takes over if this one dies. `died`: this is that
  /// process.
  engine(const property_name& name, const property_code& code, const run_settings& s, const session& around,
         stats_sink* stats = nullptr, const weights* by = nullptr, black_box* box = nullptr,
         const std::optional<death>& died = std::nullopt);

  [[nodiscard]] result go();

  // For stages.
  case_outcome run(dynamic_source& source) override;
  case_outcome describe(const choice_sequence& choices, failure& out) override;

  // For shrinking and explaining.
  /// Describes, and says for each drawn value how it differs from that of another case.
  case_outcome describe_against(const failure& reference, const choice_sequence& choices, failure& out,
                                std::vector<std::string>& differences);
  /// Runs a case on the way to a higher target; what it reached, if it passed. `made` is what the source records to.
  [[nodiscard]] std::optional<double> run_aimed(dynamic_source& source, std::string_view target, const trace& made,
                                                bool& over);
  /// What random case `index` draws from, recorded: the stream of the seed, by weights if there are some.
  [[nodiscard]] std::unique_ptr<dynamic_source> source_of_case(std::uint64_t index, int size, trace* recorded) const;
  /// Whether lines of statistics are written, and one of a case on the way to a simpler one.
  [[nodiscard]] bool observed() const { return stats_ != nullptr; }
  void observe_step(const choice_sequence& choices, std::uint64_t step, std::uint64_t run, std::uint64_t which);
  [[nodiscard]] bool interrupted() const;
  void tell_shrinking(const shrink_progress& how_far);

  [[nodiscard]] std::string_view name() const override { return result_.name; }
  [[nodiscard]] const run_settings& settings() const override { return settings_; }
  void warn(warning_kind kind, std::string text) override;

private:
  using clock = std::chrono::steady_clock;
  static constexpr std::uint64_t longest_chunk = 4096;
  static constexpr std::uint64_t early_cases = 128;
  static constexpr int flaky_reruns = 10;

  /// One thread's part, and what came of the chunk it has run.
  struct worker {
    case_control::held held;
    tally counts{true};
    std::uint64_t begin = 0;
    std::uint64_t count = 0; // to run
    std::uint64_t ran = 0;
    std::uint64_t passed = 0;
    std::uint64_t discarded = 0;
    bool failed = false; // in its last case, begin + ran - 1
    bool hashes_known = true;
    std::uint64_t words = 0;       // of randomness, of its last case
    std::uint64_t early_words = 0; // the most of any case among the first of the run
    fault cause;
    std::string discard_reason;
    std::vector<std::uint64_t> hashes; // of the cases that passed
    // If statistics are written:
    stats_recorder recorder;
    std::unique_ptr<coverage_recorder> coverage; // if there is instrumented code
    trace made;
    std::string lines;
    std::string covered;
  };

  /// What a body did, or what it said before it died.
  using body_function = function_ref<void(test_case&)>;

  // The phases; each returns whether the run is over.
  [[nodiscard]] bool run_examples(std::size_t first = 0);
  void find_choices_of_example(failure& f);
  [[nodiscard]] bool run_replayed_examples();
  [[nodiscard]] bool run_stages_first();
  [[nodiscard]] bool run_all_inputs();
  void run_random_cases();
  void run_case_alone();
  /// Random cases until so many have passed, and a share of them aimed at targets if there are any. False if a case
  /// failed or time is up.
  [[nodiscard]] bool run_and_aim(std::uint64_t cases);
  /// Spends so many runs on raising the targets that were met (aim.cpp). False likewise.
  [[nodiscard]] bool aim_at_targets(std::uint64_t runs);
  void run_replay_alone();

  // Parts of them.
  void run_chunk(worker& w, int member);
  /// Runs something that ends like a body does, on a handle that has been started.
  [[nodiscard]] case_outcome attempt(body_function body);
  /// The same from the start: here, or in a copy of the process if that is asked for.
  [[nodiscard]] case_outcome run_body(dynamic_source& source, bool describe, body_function body);
  enum class width : std::uint8_t { one, small, large };
  [[nodiscard]] width probe_width(std::uint64_t limit, tally& counts, case_outcome& outcome);
  /// False if a case failed or time is up.
  [[nodiscard]] bool run_until(std::uint64_t wanted);
  [[nodiscard]] std::uint64_t discards_left() const;
  void merge(worker& w);
  void found_random(std::uint64_t index, const fault& first_cause);
  void confirm(failure& f, const fault& first_cause, const choice_sequence& choices, bool same_so_far);
  /// Makes a failure as simple as it can be, and explains it; returns other failures met on the way, likewise.
  [[nodiscard]] std::vector<failure> shrink_failure(failure& f);
  void explain_failure(failure& f);
  /// Whether the run is long enough, and the last word long enough ago, to say how far it is.
  [[nodiscard]] bool worth_telling();
  void report_failure(failure&& f);
  [[nodiscard]] bool coverage_decided();
  void finish_coverage(bool exhaustive);
  void finish();
  void watch_time(const worker& w, duration took);
  [[nodiscard]] duration elapsed() const;

  // Statistics (observe.cpp).
  struct observation {
    std::string_view how;
    std::uint64_t index = 0;
    const trace* made = nullptr;
  };
  void run_chunk_observed(worker& w, int member);
  /// The next run of the body is one that statistics are about. `made`: what its source records to, if it does.
  void observe_next(std::string_view how, std::uint64_t index, const trace* made = nullptr) {
    if (stats_ != nullptr) {
      observing_ = {how, index, made};
    }
  }
  static void begin_observed(worker& w) {
    w.recorder.begin();
    if (w.coverage != nullptr) {
      w.coverage->begin();
    }
  }
  /// What is known of the case that has just ended, as a frame that stays until the next one begins.
  [[nodiscard]] static std::string_view sheet_of(worker& w, const observation& o, int size,
                                                 const case_outcome& outcome);
  static void write_line(worker& w, const observation& o, int size, const case_outcome& outcome);
  void observe_described(const failure& f, const case_outcome& outcome, std::string_view how, std::uint64_t step = 0,
                         std::uint64_t run = 0, std::uint64_t which = 0);
  void observe_found(const failure& f);
  void commit_lines(worker& w);
  void finish_stats();

  // Isolation (isolated.cpp).
  void enter_phase(run_phase p) {
    if (box_ != nullptr) {
      box_->phase = p;
    }
  }
  [[nodiscard]] case_outcome run_body_in_copy(dynamic_source& source, bool describe, body_function body,
                                              const std::optional<observation>& observed);
  void run_case_in_copy(worker& w);
  [[nodiscard]] fault fault_of(const process_end& end) const;
  static void take_question(case_log& log, failure& out);
  void describe_death(case_outcome& outcome, failure& out) const;
  void note_found(const failure& f);
  /// While it lives, runs in copies are cut short, if asked for.
  class hurry {
  public:
    hurry(engine& e, bool wanted) : engine_(e) { engine_.hurried_ = wanted; }
    hurry(const hurry&) = delete;
    hurry& operator=(const hurry&) = delete;
    ~hurry() { engine_.hurried_ = false; }

  private:
    engine& engine_;
  };
  void go_on_after_death();

  const property_code& code_;
  const run_settings settings_;
  const session& around_;
  result result_;
  tally counts_{false};
  duplicate_counter duplicates_;
  bool duplicates_known_ = true;
  std::vector<std::unique_ptr<worker>> workers_;
  std::unique_ptr<crew> crew_;
  std::optional<alarm_clock> alarm_;
  const std::atomic<bool>* time_is_up_;
  clock::time_point began_ = clock::now();

  std::int64_t learn_until_ = random_context::no_hurry;
  stats_sink* stats_;
  const weights* weights_;
  std::optional<observation> observing_;
  std::string_view described_as_; // if not empty, what stages describe is a case of the run
  bool line_missing_ = false;     // of the failure that is looked for after a death

  black_box* box_;
  std::optional<shared_box> own_box_;
  captured_output output_;
  child_limits child_limits_;
  bool isolated_ = false; // every run of the body is in a copy of the process
  bool hurried_ = false;
  std::optional<death> died_;

  std::vector<fault> reported_by_stages_; // not worth being met again while another one is shrunk
  std::uint64_t next_ = 0;                // the next random case
  std::uint64_t aimed_runs_ = 0;
  std::uint64_t chunk_ = 1;
  duration slowest_;
  std::uint64_t slowest_case_ = 0;
  std::uint64_t most_words_ = 0;
  std::uint64_t most_words_case_ = 0;
  std::uint64_t early_words_ = 0;
  duration told_; // when progress was last reported
};

} // namespace tali::detail
