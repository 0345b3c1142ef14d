// SPDX-License-Identifier: BSL-1.0
// The result of a run of a property: a complete value; it prints nothing.
//
// The text report (report.hpp), the JSON summary and the adapters for test frameworks are all made from it. The members
// of `result` that copy and destroy it are compiled once, in src/, to keep its users light.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/property/settings.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/hooks.hpp>
#include <tali/value/tree.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tali {

enum class run_status : std::uint8_t {
  passed,
  failed,  // a case failed, or a requirement of `cover` was refuted
  gave_up, // too few usable cases: the property was not tested
  error,   // a generator or a setting is invalid
  skipped, // its name does not match the setting `only`
};

} // namespace tali

namespace tali::report {

enum class failure_kind : std::uint8_t {
  returned_false,  // the body returned false, or a verdict that is false
  expectation,     // test_case::expect, require or fail
  exception,       // the body threw
  host_assertion,  // an assertion of the surrounding test framework
  generator_error, // an invalid generator, or one that cannot produce values
  // Crashes (settings::isolation).
  signal,    // killed by a signal: a bad memory access, an abort, a division by zero, a stack overflow
  exited,    // called exit or _exit
  hang,      // did not end within the setting `deadline`
  memory,    // used more than the setting `memory`
  sanitizer, // a sanitizer reported an error
};

/// Where the failing input came from, which also determines how to rerun it.
enum class failure_origin : std::uint8_t { random_case, example, enumerated, replayed, targeted };

struct code_location {
  std::string file;
  unsigned line = 0;
  friend bool operator==(const code_location&, const code_location&) = default;
};

/// Why a case failed.
struct fault {
  failure_kind kind = failure_kind::returned_false;
  std::string message;
  std::string exception_type;       // the type of an exception, or the name of a signal
  code_location where;              // if known
  std::uint64_t place = 0;          // after a crash: the address in the program, if known
  choices::search_tally searched{}; // the progress of the search for a valid value

  /// Whether two failures are the same. Messages may differ: they tend to contain addresses and values.
  [[nodiscard]] bool same_as(const fault& other) const noexcept {
    return kind == other.kind && exception_type == other.exception_type && where == other.where && place == other.place;
  }
};

struct drawn_value {
  std::string name; // as given to draw, or "argument 1", or "draw 1"
  std::string type;
  std::string text;
  detail::value_tree tree; // the source of the text
  bool argument = false;   // an argument of the body; otherwise drawn in it
  // The choices it was made of, [begin, end) of those of the case; none for an argument of an explicit example.
  std::uint32_t choices_begin = 0;
  std::uint32_t choices_end = 0;
};

/// A failing case between the original and the simplest one.
struct shrink_step {
  std::uint64_t run = 0; // the run that found it; 0 for the original case
  std::vector<drawn_value> values;
};

/// The shrinking of a failing case.
struct shrink_summary {
  std::uint64_t runs = 0;        // of the property
  std::uint64_t steps = 0;       // simpler failing cases that were found
  bool complete = true;          // nothing simpler was left to try; false if the setting `shrink` or time ended it
  bool interrupted = false;      // the user ended it
  std::vector<drawn_value> from; // the values as they were found
  std::vector<shrink_step> path; // with the setting `show_shrinks`: evenly spaced cases from the original to the result
};

/// An irrelevant part of a failing case: with every value tried in its place, the case failed in the same way.
struct free_part {
  std::size_t value = 0; // the index of the drawn value
  std::string path;      // its path in the value, as in tali::diff: [2].name; empty for the whole value
  std::uint64_t tried = 0;
  bool all = false; // all possible values were tried
};

/// A difference between a failing case and one that passes.
struct passing_difference {
  std::size_t value = 0;   // the index of the drawn value that differs
  std::string difference;  // tali::diff from the failing to the passing value; empty if it finds none
  std::string passes_with; // the text of the passing value
};

/// The explanation of a failing case, from runs on similar cases.
struct explanation {
  std::uint64_t runs = 0;
  bool complete = true; // false if the setting `explain` or time ended it
  std::vector<free_part> free_parts;
  bool free_together = false;                   // they are irrelevant together, too
  std::vector<passing_difference> nearest_pass; // the differences to the nearest passing case; empty if none was found
};

/// A case that ended in the predicate of gen::valid, before it had its value.
struct predicate_call {
  std::string value;                             // the argument of the predicate
  std::optional<choices::search_tally> searched; // the search before; unknown for a replayed case
};

} // namespace tali::report

namespace tali {

/// A failing case with everything known about it.
struct failure {
  report::fault cause;
  report::failure_origin origin = report::failure_origin::random_case;
  std::uint64_t index = 0; // of the case, the example or the enumerated input
  std::vector<report::drawn_value> values;
  std::vector<std::string> notes;
  std::optional<report::predicate_call> in_predicate; // if it ended in the predicate of a search for valid values
  std::vector<std::string> stack;                     // after a crash: the call stack, innermost first, as far as known
  std::string output;                                 // after a crash: the last output of the case
  std::optional<report::shrink_summary> shrunk;       // none if it was not attempted
  std::optional<report::explanation> explained;       // likewise
  bool found_while_shrinking = false; // found while another failure of the same property was being shrunk
  choices::choice_sequence choices;   // the choices to replay
  choices::trace recorded;            // the same with its spans and labels
  bool reflected = false;             // of an explicit example: the generators can produce it, with these choices
  // A failure is flaky if the same input did not fail in the same way each time, or did not draw the same choices.
  bool flaky = false;
  bool choices_differ = false;
  int reruns = 0;       // the number of reruns
  int failed_again = 0; // the number of reruns that failed
};

} // namespace tali

namespace tali::report {

struct count_of {
  std::string text;
  std::uint64_t count = 0;
};

/// The data of an event: a summary of its numbers, and counts of its texts.
struct event_summary {
  std::string name;
  std::uint64_t numbers = 0;
  double least = 0;
  double mean = 0;
  double greatest = 0;
  std::vector<count_of> texts; // most frequent first
};

struct target_summary {
  std::string name;
  double best = 0; // of the random cases
  std::uint64_t best_case = 0;
  std::uint64_t count = 0;
  std::optional<double> aimed{}; // the highest value of the targeted cases
};

enum class coverage_verdict : std::uint8_t { accepted, refuted, undecided };

struct coverage_summary {
  std::string label;
  double required = 0; // percent
  std::uint64_t hits = 0;
  std::uint64_t cases = 0;
  double low = 0; // percent: the interval that contains the true share, except with probability 10^-9
  double high = 0;
  coverage_verdict verdict = coverage_verdict::undecided;
};

enum class warning_kind : std::uint8_t {
  discards,
  slow,
  huge_values,
  duplicates,
  coverage_undecided,
  one_thread,
  store,
  replay,
  training
};

struct warning {
  warning_kind kind;
  std::string text;
};

} // namespace tali::report

namespace tali {

class [[nodiscard]] result {
public:
  result();
  result(const result&);
  result(result&&) noexcept;
  result& operator=(const result&);
  result& operator=(result&&) noexcept;
  ~result();

  std::string name;
  report::code_location where; // of the property
  run_status status = run_status::passed;
  std::string message; // details of the status: why it gave up, what is invalid; or empty
  host::run_settings settings;

  bool all_inputs = false;    // every possible input was tried
  std::uint64_t examples = 0; // explicit examples that passed
  std::uint64_t cases = 0;    // random ones that passed, or all inputs
  std::uint64_t aimed = 0;    // targeted cases that passed; not part of any statistics
  std::uint64_t discarded = 0;
  bool budget_ended = false;               // the time budget ended the run
  std::optional<std::uint64_t> duplicates; // none if some drawn type cannot be compared
  bool duplicates_estimated = false;
  duration elapsed;

  std::vector<report::count_of> discard_reasons;
  std::vector<report::count_of> labels;
  std::vector<report::event_summary> events;
  std::vector<report::target_summary> targets;
  std::vector<report::coverage_summary> coverage;
  std::vector<report::warning> warnings;
  std::vector<failure> failures;

  [[nodiscard]] bool passed() const noexcept { return status == run_status::passed || status == run_status::skipped; }
  [[nodiscard]] explicit operator bool() const noexcept { return passed(); }

  /// The report as plain text (report.hpp has options).
  [[nodiscard]] std::string report() const;
};

} // namespace tali
