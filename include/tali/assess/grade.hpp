// SPDX-License-Identifier: BSL-1.0
// Grading: runs predicates on the tests of a suite, and groups them by their mistakes.
//
// A predicate is a function of this program or a separate program. Either runs in another process under limits: if it
// crashes, hangs, prints without limit or exhausts memory, other predicates are not affected. Each of these counts as a
// wrong answer, with its kind.
//
// A program reads one JSON line for each test, {"id": 7, "input": ..., "output": ...}, and answers each with a line:
// true or false, or {"id": 7, "valid": true}.
#pragma once

#include <tali/assess/table.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tali::assess {

struct limits {
  double seconds = 1;                              ///< for one test
  double total_seconds = 20;                       ///< for all tests of a predicate; the rest counts as not answered
  std::uint64_t memory = std::uint64_t{512} << 20; ///< bytes of address space; 0: no limit
  std::size_t output = std::size_t{64} << 10;      ///< bytes for one answer
  int processes = 16; ///< at the same time, including the first; 1: it cannot start others. Threads do not count
};

struct predicate {
  std::string name;
  std::function<bool(const point&)> function; ///< either this
  std::vector<std::string> command;           ///< or a program and its arguments
};

/// A function of the types of a problem as a predicate. The problem must outlive it.
template <class Space, class F>
[[nodiscard]] predicate predicate_of(const problem_of<Space>& p, std::string name, F f) {
  return {std::move(name),
          [&p, f = std::move(f)](const point& at) {
            const auto [in, out] = p.pair_at(at);
            return static_cast<bool>(f(in, out));
          },
          {}};
}

struct answer {
  enum class kind : unsigned char {
    accepted,
    rejected,
    threw,           ///< an exception escaped
    crashed,         ///< killed by a signal
    exited,          ///< exited without an answer
    too_slow,        ///< no answer in time
    too_much_memory, ///< an allocation failed
    too_much_output, ///< more than one answer to a test, or a very long one
    too_many,        ///< more processes than allowed
    bad_answer,      ///< the output is not a valid answer
    not_run,         ///< not started, or out of total time
  };
  kind is = kind::not_run;
  std::string detail; ///< the signal, the exit status, the exception, the line

  [[nodiscard]] bool given() const { return is == kind::accepted || is == kind::rejected; }
};
[[nodiscard]] const char* to_string(answer::kind k);

/// The diagnosis of a predicate: the conjunction of subproperties that predicts its answers best.
struct diagnosis {
  pattern checks = 0; ///< the subproperties in the conjunction, and those that follow from it
  pattern omits = 0;  ///< the others of the specification
  // Error subproperties in `checks` that do not follow from the checked part of the specification:
  pattern instead = 0;       ///< they follow from the whole specification: too lax
  pattern also_requires = 0; ///< they do not: too strict
  double agreement = 0;      ///< the share of tests with the predicted answer
};

struct graded {
  std::string name;
  std::vector<answer> answers;      ///< one for each test
  std::vector<std::size_t> wrong;   ///< tests with a wrong answer
  std::vector<pattern> fingerprint; ///< the buckets with a wrong answer
  std::size_t right_positive = 0;
  std::size_t right_negative = 0;
  diagnosis seems;
  double seconds = 0;

  [[nodiscard]] bool is_right() const { return wrong.empty(); }
};

/// Predicates that fail in the same buckets.
struct cluster {
  std::vector<pattern> fingerprint;
  std::vector<std::size_t> members; ///< numbers of predicates
  std::size_t distinguishing = 0;   ///< the test that most members and fewest other predicates answer wrong
  std::size_t inside = 0;           ///< the number of members that do
  std::size_t outside = 0;          ///< the number of other predicates that do
};

struct report {
  table tests;
  std::vector<graded> predicates;
  std::vector<cluster> clusters; ///< of wrong ones, largest first
};

[[nodiscard]] graded grade_one(const table& t, const predicate& p, const limits& l = {});
[[nodiscard]] report grade(const table& t, const std::vector<predicate>& predicates, const limits& l = {});
/// Fills in the conclusions from answers that were obtained in another way.
void conclude(const table& t, graded& g);
[[nodiscard]] std::vector<cluster> clusters_of(const table& t, const std::vector<graded>& predicates);

/// In words: "seems to omit unique; checks incoming-edges instead", "also requires stable, which the specification
/// does not".
[[nodiscard]] std::string describe(const table& t, const graded& g);
/// The table of subproperties, the clusters, and one paragraph for each predicate.
[[nodiscard]] std::string to_text(const report& r);
[[nodiscard]] std::string to_json(const report& r);
/// One self-contained file.
[[nodiscard]] std::string to_html(const report& r);

} // namespace tali::assess
