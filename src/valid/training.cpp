// SPDX-License-Identifier: BSL-1.0
// The training of gen::valid: a deterministic, bounded search. If there is a model file, it
// is read instead, or written by a process that `tali train` has started.
#include "valid/model_file.hpp"

#include <tali/source/journal.hpp>
#include <tali/valid/valid.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <mutex>

#include <fmt/format.h>
#include <sys/resource.h>

namespace tali::detail {

namespace {

/// The constants of training. Its bounds (attempts, values, seconds) are options of the user.
struct training_constants {
  static constexpr double longest_seconds = 86'400; // the maximum for TALI_TRAIN: a day
  /// The sizes of the rounds in turn. Most runs end at the largest size; generators that depend on the size are also
  /// trained at smaller sizes.
  static constexpr std::array sizes{100, 100, 30, 10};
  static constexpr std::uint64_t most_step = 256; // attempts between two readings of the clock; more: later to stop
  static constexpr std::chrono::milliseconds slow_step{2}; // a step that takes longer is followed by one of one attempt
  static constexpr double waiting = 4; // a predicate that waits instead of using the processor may take this many times
                                       // the limit of processor time
};

using wall_clock = std::chrono::steady_clock;

/// The processor time of this thread: other programs do not count.
std::chrono::nanoseconds processor_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

/// The time limits of training. They only decide when it ends, never what it does.
class time_limits {
public:
  /// `deadline`: in nanoseconds of the steady clock.
  time_limits(double seconds, std::int64_t deadline)
      : processor_end_(processor_time() + nanoseconds_of(seconds)),
        waiting_end_(wall_clock::now() + nanoseconds_of(seconds * training_constants::waiting)), deadline_(deadline),
        waits_(waits()) {}

  /// On a busy machine much time passes that the predicate does not use. So the clock counts only against a budget, or
  /// if the predicate waits in at least every other attempt.
  [[nodiscard]] bool reached(std::uint64_t attempts) const {
    const wall_clock::time_point now = wall_clock::now();
    return processor_time() > processor_end_ || now.time_since_epoch() > deadline_ ||
           (now > waiting_end_ && waits() - waits_ >= attempts / 2);
  }

private:
  static std::chrono::nanoseconds nanoseconds_of(double seconds) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
  }
  /// How often this thread gave up the processor.
  static std::uint64_t waits() {
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    return static_cast<std::uint64_t>(used.ru_nvcsw);
  }
  std::chrono::nanoseconds processor_end_;
  wall_clock::time_point waiting_end_;
  std::chrono::nanoseconds deadline_;
  std::uint64_t waits_;
};

/// The training time in seconds requested by `tali train`, or 0.
double requested_training() {
  const char* text = std::getenv("TALI_TRAIN");
  if (text == nullptr || *text == '\0') {
    return 0;
  }
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end != '\0' || !(seconds > 0 && seconds <= training_constants::longest_seconds)) {
    throw_generator_error(
        fmt::format("gen::valid: invalid value for TALI_TRAIN: '{}': expected a number of seconds", text));
  }
  return seconds;
}

/// A line for `tali train` to show.
void report_training(const std::string& file, const valid_statistics& statistics) {
  const char* report = std::getenv("TALI_TRAIN_REPORT");
  if (report == nullptr) {
    return;
  }
  if (std::FILE* out = std::fopen(report, "a")) {
    const std::string line = fmt::format("{}: {}\n", file, statistics.summary());
    std::fwrite(line.data(), 1, line.size(), out);
    std::fclose(out);
  }
}

} // namespace

struct valid_training::state {
  explicit state(const valid_options& o) : options(o) {}

  struct training_limits {
    std::uint64_t attempts = 0; // exactly, without time limits; 0: those of the options
    std::int64_t deadline = source_hooks::no_deadline;
  };
  [[nodiscard]] const valid_model* trained(const valid_subject& subject, const search_observers& observers,
                                           std::vector<choice>& choices);
  [[nodiscard]] const valid_model* learned(const valid_subject& subject, const search_observers& observers,
                                           std::vector<choice>& choices, training_limits given);
  /// Reports to the hooks how training ended.
  void report_trained(const search_observers& observers);

  valid_options options;
  std::mutex mutex;
  owned<valid_model> model;
  valid_statistics statistics;
  std::vector<choice> thrown_on;
  bool threw = false;
  bool cut_short = false; // by a time limit
};

valid_training::valid_training(const valid_options& options) : state_(shared<state>::make(options)) {}

const valid_options& valid_training::options() const noexcept { return state_->options; }

const valid_model* valid_training::model(const valid_subject& subject, const search_observers& observers,
                                         std::vector<choice>& choices) const {
  const std::lock_guard lock(state_->mutex);
  return state_->trained(subject, observers, choices);
}

const valid_model* valid_training::state::trained(const valid_subject& subject, const search_observers& observers,
                                                  std::vector<choice>& choices) {
  if (threw) {
    choices = thrown_on;
    return nullptr;
  }
  if (model != nullptr) {
    report_trained(observers);
    return model.get();
  }
  if (options.method != valid_method::learned) {
    model = owned<valid_model>(new valid_model);
    return model.get();
  }
  const std::int64_t deadline =
      observers.hooks == nullptr ? source_hooks::no_deadline : observers.hooks->learning_deadline();
  const std::uint64_t required = observers.hooks == nullptr ? 0 : observers.hooks->training_attempts(this);
  if (options.model.empty()) {
    return learned(subject, observers, choices, {required, deadline});
  }
  if (const double seconds = requested_training(); seconds > 0) {
    const valid_options before = options;
    options.training = options.enough = std::numeric_limits<std::uint64_t>::max();
    options.training_seconds = seconds;
    const valid_model* const found = learned(subject, observers, choices, {});
    options = before;
    cut_short = false; // the file is the model of all runs
    if (found != nullptr) {
      save_model(*found, statistics, subject.type, options.model);
      report_training(options.model, statistics);
    }
    return found;
  }
  saved_model saved = read_model(options.model, subject);
  if (saved.model == nullptr) {
    return learned(subject, observers, choices, {required, deadline});
  }
  statistics = saved.statistics;
  model = std::move(saved.model);
  return model.get();
}

const valid_model* valid_training::state::learned(const valid_subject& subject, const search_observers& observers,
                                                  std::vector<choice>& choices, training_limits given) {
  valid_search search(options, random_source::default_size);
  search.report_to(observers);
  search.vary_size(training_constants::sizes);
  const std::uint64_t attempts = given.attempts != 0 ? given.attempts : options.training;
  const time_limits limits(options.training_seconds, given.deadline);
  std::uint64_t found = 0;
  std::uint64_t step = 1; // attempts between two readings of the clock
  try {
    while (true) {
      const std::uint64_t before = search.attempts();
      if (before >= attempts || found >= options.enough) {
        break;
      }
      if (given.attempts == 0 && before > 0 && limits.reached(before)) {
        cut_short = true;
        break;
      }
      const wall_clock::time_point start = wall_clock::now();
      const std::uint64_t pause = std::min(attempts, before + step);
      while (search.attempts() < pause && found < options.enough) {
        found += search.next(subject, pause - search.attempts()) && search.is_new_shape() ? 1U : 0U;
      }
      // With a slow predicate, read the clock more often.
      step = wall_clock::now() - start < training_constants::slow_step
                 ? std::min(2 * step, training_constants::most_step)
                 : 1;
    }
  } catch (...) {
    threw = true;
    statistics = search.statistics();
    thrown_on = search.choices();
    choices = thrown_on;
    return nullptr;
  }
  statistics = search.statistics();
  model = search.finish();
  // A rerun of a run with a given number of attempts needs this number too.
  cut_short = cut_short || (given.attempts != 0 && found < options.enough && given.attempts < options.training);
  report_trained(observers);
  return model.get();
}

void valid_training::state::report_trained(const search_observers& observers) {
  if (observers.hooks != nullptr) {
    observers.hooks->trained(this, {statistics.attempts, cut_short});
  }
}

// With rejection, the first valid value. With choice gradients, which sample every alternative of a choice before it is
// made, the first valid value is nearly always the same. So the search makes all choices of a value, and any of the
// valid values found in between is taken.
search_tally valid_training::search_afresh(const valid_subject& subject, std::uint64_t seed, int size,
                                           const search_observers& observers, std::vector<choice>& choices) const {
  valid_options options = state_->options;
  options.seed = seed;
  valid_search search(options, size);
  search.report_to(observers);
  rng pick = rng::stream(seed, 1);
  std::uint64_t found = 0;
  try {
    const bool whole_way = options.method == valid_method::choice_gradient;
    while (search.attempts() < options.training && (found == 0 || (whole_way && search.completions() == 0))) {
      if (search.next(subject, std::min(options.training - search.attempts(), training_constants::most_step)) &&
          below(pick, ++found) == 0) {
        choices = search.choices();
      }
    }
  } catch (...) { // thrown again where the choices are recorded
    found = 1;
    choices = search.choices();
  }
  const valid_statistics seen = search.statistics();
  if (found == 0) {
    give_up(seen);
  }
  return {seen.attempts, seen.valid};
}

valid_statistics valid_training::statistics() const {
  const std::lock_guard lock(state_->mutex);
  return state_->statistics;
}

journal_scope::journal_scope(choice_journal* journal) noexcept
    : journal_(journal), begin_(journal == nullptr ? 0 : journal->count()) {}
journal_scope::~journal_scope() {
  if (journal_ != nullptr) {
    journal_->cut(begin_);
  }
}

void valid_training::give_up(const valid_statistics& seen) {
  throw_discard(fmt::format("gen::valid: no valid value found after training with {}", seen.summary()));
}

void save_model(const valid_model& model, const valid_statistics& statistics, std::string_view type,
                const std::string& file) {
  if (const std::string error = write_model(file, model, statistics, type); !error.empty()) {
    throw_generator_error(error);
  }
}

} // namespace tali::detail
