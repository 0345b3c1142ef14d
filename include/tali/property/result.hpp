// SPDX-License-Identifier: BSL-1.0
// What a run of a property gives back: a value that says everything, and prints nothing.
//
// The text for people (report.hpp), the summary for machines and the adapters for test frameworks are all made from
// this. The members of `result` that copy and destroy it are compiled once, in src/, to keep its users light.
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
  error,   // a generator or a setting is wrong
  skipped, // its name does not match the setting `only`
};

} // namespace tali

namespace tali::report {

enum class failure_kind : std::uint8_t {
  returned_false,  // the body returned false, or a verdict that says no
  expectation,     // test_case::expect, require or fail
  exception,       // the body threw
  host_assertion,  // an assertion of the test framework around us
  generator_error, // a generator cannot do what it was asked
  // Deaths of the process, seen from outside (settings::isolation).
  signal,    // killed by a signal: a bad memory access, an abort, a division by zero, a stack overflow
  exited,    // left by exit or _exit
  hang,      // did not end within the setting `deadline`
  memory,    // used more than the setting `memory`
  sanitizer, // a sanitizer reported an error
};

/// Where the failing input came from, and with it how to see it again.
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
  std::string exception_type;       // of an exception; the name of a signal
  code_location where;              // if known
  std::uint64_t place = 0;          // of a death: the address in the program, if known
  choices::search_tally searched{}; // for a valid value, up to then

  /// The same failure met again. Messages may differ: they tend to hold addresses and values.
  [[nodiscard]] bool same_as(const fault& other) const noexcept {
    return kind == other.kind && exception_type == other.exception_type && where == other.where && place == other.place;
  }
};

struct drawn_value {
  std::string name; // as given to draw, or "argument 1", or "draw 1"
  std::string type;
  std::string text;
  detail::value_tree tree; // what the text was made of
  bool argument = false;   // of the body; or drawn in it
  // The choices it was made of, [begin, end) of those of the case; none for an argument of an explicit example.
  std::uint32_t choices_begin = 0;
  std::uint32_t choices_end = 0;
};

/// A failing case on the way to the simplest one.
struct shrink_step {
  std::uint64_t run = 0; // the run that found it; 0 for the case that was found first
  std::vector<drawn_value> values;
};

/// How a failing case was made simpler.
struct shrink_summary {
  std::uint64_t runs = 0;        // of the property
  std::uint64_t steps = 0;       // simpler failing cases on the way
  bool complete = true;          // nothing simpler was left to try; false if the setting `shrink` or time ended it
  bool interrupted = false;      // the user ended it
  std::vector<drawn_value> from; // the values as they were found
  std::vector<shrink_step> path; // if the setting `show_shrinks` asks for it: from there to the result, thinned evenly
};

/// A part of a failing case that does not matter: whatever was put there, the case failed in the same way.
struct free_part {
  std::size_t value = 0; // which of the drawn values it is in
  std::string path;      // where in it, as a difference names it: [2].name; empty for the whole value
  std::uint64_t tried = 0;
  bool all = false; // there are no other values than those tried
};

/// A difference between a failing case and one that passes.
struct passing_difference {
  std::size_t value = 0;   // which of the drawn values differs
  std::string difference;  // tali::diff from the failing to the passing one; empty if that sees none
  std::string passes_with; // the value that passes
};

/// What more runs around a failing case have shown of it.
struct explanation {
  std::uint64_t runs = 0;
  bool complete = true; // false if the setting `explain` or time ended it
  std::vector<free_part> free_parts;
  bool free_together = false;                   // all of them at once do not matter either
  std::vector<passing_difference> nearest_pass; // from the case to the nearest one seen that passes; empty if none was
};

/// A case that ended in the predicate of gen::valid, before it had its value.
struct open_question {
  std::string value;                             // what the predicate was asked about
  std::optional<choices::search_tally> searched; // what it had been asked before; not known of a replayed case
};

} // namespace tali::report

namespace tali {

/// A failing case with all that is known of it.
struct failure {
  report::fault cause;
  report::failure_origin origin = report::failure_origin::random_case;
  std::uint64_t index = 0; // of the case, the example or the enumerated input
  std::vector<report::drawn_value> values;
  std::vector<std::string> notes;
  std::optional<report::open_question> asked; // if it ended in a predicate that valid values are looked for with
  std::vector<std::string> stack;             // of a death: the calls that led to it, innermost first, as far as known
  std::string output;                         // of a death: what the case printed last
  std::optional<report::shrink_summary> shrunk; // none if it was not tried
  std::optional<report::explanation> explained; // likewise
  bool met_while_shrinking = false;             // another failure of the same property was being shrunk and led here
  choices::choice_sequence choices;             // what to replay
  choices::trace recorded;                      // the same with its spans and labels
  bool reflected = false; // of an explicit example: the generators can make it, with these choices
  // A failure is flaky if the same input did not fail in the same way each time, or did not draw the same choices.
  bool flaky = false;
  bool choices_differ = false;
  int reruns = 0;       // how often it was run again
  int failed_again = 0; // how often it failed then
};

} // namespace tali

namespace tali::report {

struct count_of {
  std::string text;
  std::uint64_t count = 0;
};

/// Payloads of an event: numbers in summary, texts counted.
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
  std::optional<double> aimed{}; // the best that was reached by changing the best case
};

enum class coverage_verdict : std::uint8_t { accepted, refuted, undecided };

struct coverage_summary {
  std::string label;
  double required = 0; // percent
  std::uint64_t hits = 0;
  std::uint64_t cases = 0;
  double low = 0; // percent: the interval that holds the true share, but for one chance in 10^9
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
  replay
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
  std::string message; // of the status, where it needs one: why it gave up, what is wrong
  host::run_settings settings;

  bool all_inputs = false;    // every input there is was tried
  std::uint64_t examples = 0; // explicit examples that passed
  std::uint64_t cases = 0;    // random ones that passed, or all inputs
  std::uint64_t aimed = 0;    // cases that passed while targets were being raised; they count for no statistics
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

  /// The report for people, in plain text (report.hpp has options).
  [[nodiscard]] std::string report() const;
};

} // namespace tali
