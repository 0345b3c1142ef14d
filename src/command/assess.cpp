// SPDX-License-Identifier: BSL-1.0
// tali assess: generates suites for the three assignments, and grades predicates with them.
#include "command/command.hpp"

#include <CLI/CLI.hpp>

#ifndef TALI_HAVE_ASSESS

namespace tali::command {

CLI::App* add_assess(CLI::App& app, assess_request&) {
  return app.add_subcommand("assess", "Grades predicates. Not available: built without CaDiCaL.")->allow_extras();
}

int assess(const assess_request&) {
  print_error("cannot assess predicates: built without CaDiCaL (Debian: libcadical-dev) or nlohmann-json");
  return wrong_usage;
}

} // namespace tali::command

#else

#include <tali/assess/examples.hpp>
#include <tali/assess/reference.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

namespace tali::command {

namespace {

namespace a = tali::assess;

struct named_problem {
  std::unique_ptr<a::problem> problem;
  std::vector<a::example> examples;
};

/// The assignment with this name, or null.
named_problem assignment(const std::string& name) {
  const auto with_examples = [](auto p) {
    named_problem n;
    n.examples = a::examples_of(*p);
    n.problem = std::move(p);
    return n;
  };
  if (name == "sortacle") {
    return with_examples(a::sortacle());
  }
  if (name == "matcher") {
    return with_examples(a::matcher());
  }
  if (name == "toposortacle") {
    return with_examples(a::toposortacle());
  }
  return {};
}

bool write_file(const std::string& path, const std::string& text) {
  if (path == "-") {
    out(text);
    return true;
  }
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) {
    print_error(fmt::format("cannot write '{}': check that the folder exists and is writable", path));
  }
  return static_cast<bool>(file);
}

a::search_settings settings_of(const assess_request& r, const a::problem& p) {
  a::search_settings s;
  s.by = r.engine == "sat" ? a::engine::sat : (r.engine == "random" ? a::engine::random : a::engine::both);
  s.tests = r.tests;
  s.seed = r.seed;
  if (r.buckets == "focused") {
    s.buckets = a::focused_buckets(p, p.known());
  }
  return s;
}

/// A file, or a command line with words.
a::predicate program(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::string> command{std::istream_iterator<std::string>(words), {}};
  if (command.empty()) {
    return {text, {}, {}};
  }
  std::string name = command.back();
  name = name.substr(name.find_last_of('/') + 1);
  if (command.size() == 1 && command.front().ends_with(".py")) {
    command.insert(command.begin(), "python3");
  } else if (command.size() == 1 && command.front().find('/') == std::string::npos) {
    command.front().insert(0, "./"); // a file in the working directory takes precedence over a command
  }
  return {name, {}, command};
}

a::limits limits_of(const assess_request& r) {
  return {.seconds = r.seconds, .total_seconds = r.total_seconds, .memory = r.memory << 20, .processes = r.processes};
}

/// Compares the reference program with the subproperties on the tests of a suite and on these pairs. Prints each
/// difference; false if there is one.
bool reference_agrees(const assess_request& r, a::table t, const a::problem* p, const std::vector<a::test>& more) {
  const std::size_t tests = t.tests.size();
  for (const a::test& pair : more) {
    t.tests.push_back(a::row_of(*p, pair));
  }
  const a::predicate reference = program(r.reference);
  a::limits l = limits_of(r);
  l.total_seconds *= static_cast<double>(t.tests.size()) / static_cast<double>(std::max<std::size_t>(tests, 1));
  const a::graded g = a::grade_one(t, reference, l);
  const std::string on =
      more.empty() ? fmt::format("{} tests", tests) : fmt::format("{} tests and {} random pairs", tests, more.size());
  if (g.is_right()) {
    out(fmt::format("reference {}: agrees with the subproperties on {}\n", reference.name, on));
    return true;
  }
  out(fmt::format("reference {}: differs from the subproperties on {} of {}\n", reference.name, g.wrong.size(), on));
  for (const std::size_t i : g.wrong) {
    const a::table::row& row = t.tests[i];
    const a::answer& answer = g.answers[i];
    out(fmt::format("  {} -> {}\n    the subproperties {} it ({}); the reference: {}{}{}\n", row.input, row.output,
                    t.valid(row) ? "accept" : "reject", t.describe(row.holds), to_string(answer.is),
                    answer.detail.empty() ? "" : ", ", answer.detail));
  }
  return false;
}

/// Random pairs beyond the tests, on which a reference program is compared.
constexpr std::size_t reference_pairs = 1000;

int make_suite(const assess_request& r) {
  const named_problem n = assignment(r.what);
  if (!n.problem) {
    print_error(fmt::format("unknown assignment '{}': expected sortacle, matcher or toposortacle", r.what));
    return wrong_usage;
  }
  const a::suite s = a::search(*n.problem, settings_of(r, *n.problem));
  const a::table t = a::table_of(*n.problem, s);
  out(fmt::format(
      "{}: {} buckets with {} tests ({} to accept, {} to reject), {} impossible within the bounds, {} open; "
      "{:.1f} s\n",
      t.problem, s.count(a::bucket::state::found), s.tests(), t.positive(), t.tests.size() - t.positive(),
      s.count(a::bucket::state::impossible), s.count(a::bucket::state::unknown), s.seconds));
  if (!t.implications.empty()) {
    out("discovered within the bounds:\n");
  }
  for (const std::string& i : t.implications) {
    out(fmt::format("  {}\n", i));
  }
  bool fine = true;
  fine = (r.json.empty() || write_file(r.json, a::to_json(t))) && fine;
  fine = (r.cpp.empty() || write_file(r.cpp, a::to_cpp(t, *n.problem))) && fine;
  fine = (r.text.empty() || write_file(r.text, a::to_text(t))) && fine;
  if (!fine) {
    return wrong_usage;
  }
  return r.reference.empty() ||
                 reference_agrees(r, t, n.problem.get(), a::pairs_near(*n.problem, s, reference_pairs, r.seed))
             ? done
             : nothing_found;
}

int grade(const assess_request& r) {
  named_problem n = assignment(r.what);
  a::table t;
  std::vector<a::test> more;
  if (n.problem) {
    const a::suite s = a::search(*n.problem, settings_of(r, *n.problem));
    t = a::table_of(*n.problem, s);
    more = a::pairs_near(*n.problem, s, r.reference.empty() ? 0 : reference_pairs, r.seed);
  } else {
    std::ifstream file(r.what);
    if (!file) {
      print_error(fmt::format("'{}' is neither an assignment (sortacle, matcher, toposortacle) nor a file with a suite",
                              r.what));
      return wrong_usage;
    }
    try {
      t = a::table_from_json(std::string(std::istreambuf_iterator<char>(file), {}));
    } catch (const std::invalid_argument& e) {
      print_error(fmt::format("'{}': {}", r.what, e.what()));
      return wrong_usage;
    }
    n = assignment(t.problem);
  }
  std::vector<a::predicate> predicates;
  for (const std::string& p : r.programs) {
    predicates.push_back(program(p));
  }
  if (r.examples) {
    for (const a::example& e : n.examples) {
      predicates.push_back(e.run);
    }
  }
  if (predicates.empty()) {
    print_error("nothing to grade: pass programs, or use --examples");
    return wrong_usage;
  }
  const bool agrees = r.reference.empty() || reference_agrees(r, t, n.problem.get(), more);
  const a::report report = a::grade(t, predicates, limits_of(r));
  out(a::to_text(report));
  bool fine = true;
  fine = (r.json.empty() || write_file(r.json, a::to_json(report))) && fine;
  fine = (r.html.empty() || write_file(r.html, a::to_html(report))) && fine;
  if (!fine) {
    return wrong_usage;
  }
  return agrees && std::all_of(report.predicates.begin(), report.predicates.end(),
                               [](const a::graded& g) { return g.is_right(); })
             ? done
             : nothing_found;
}

} // namespace

CLI::App* add_assess(CLI::App& app, assess_request& r) {
  CLI::App* sub =
      app.add_subcommand("assess", "Grades predicates and shows which part of a specification they get wrong.");
  sub->require_subcommand(1);
  const auto common = [&r](CLI::App* s) {
    s->add_option("--engine", r.engine, "search engine: sat, random or both")
        ->check(CLI::IsMember({"sat", "random", "both"}))
        ->capture_default_str();
    s->add_option("--buckets", r.buckets, "all buckets, or those focused on one subproperty")
        ->check(CLI::IsMember({"all", "focused"}))
        ->capture_default_str();
    s->add_option("--tests", r.tests, "tests in each bucket")->check(CLI::Range(1, 1000))->capture_default_str();
    s->add_option("--seed", r.seed, "seed of the search")->capture_default_str();
    s->add_option("--reference", r.reference,
                  "a program that is known to be right: compare it with the subproperties, and print each difference")
        ->type_name("PROGRAM");
    s->add_option("--json", r.json, "write JSON to this file (- for standard output)")->type_name("FILE");
  };
  const auto limited = [&r](CLI::App* s) {
    s->add_option("--seconds", r.seconds, "time limit for one test")->check(CLI::PositiveNumber)->capture_default_str();
    s->add_option("--total-seconds", r.total_seconds, "time limit for all tests of a predicate")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    s->add_option("--memory", r.memory, "memory limit for each process of a predicate, in megabytes (0: no limit)")
        ->capture_default_str();
    s->add_option("--processes", r.processes, "maximum number of simultaneous processes of a predicate")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
  };
  CLI::App* suite = sub->add_subcommand("suite", "Generates the tests of an assignment.");
  common(suite);
  suite->add_option("assignment", r.what, "sortacle, matcher or toposortacle")->required();
  suite->add_option("--cpp", r.cpp, "write a C++ header with the tests")->type_name("FILE");
  suite->add_option("--text", r.text, "write the tests as readable text")->type_name("FILE");
  suite->footer("Exit status: 0, 1 if the reference differs from the subproperties, 2 after wrong usage or an error.");
  limited(suite);
  suite->callback([&r] { r.grading = false; });
  CLI::App* grading = sub->add_subcommand("grade", "Grades predicates: programs that read tests as JSON lines.");
  common(grading);
  grading->add_option("suite", r.what, "an assignment, or a file that `tali assess suite --json` wrote")->required();
  grading->add_option("programs", r.programs, "programs, or command lines, each as one argument: 'python3 ann.py'");
  grading->add_flag("--examples", r.examples, "also grade the example predicates of the assignment");
  grading->add_option("--html", r.html, "write a report as a single HTML file")->type_name("FILE");
  limited(grading);
  grading->callback([&r] { r.grading = true; });
  grading->footer("Exit status: 0 if all predicates are right, 1 if some are wrong or the reference differs, 2 after "
                  "wrong usage or an error.");
  return sub;
}

int assess(const assess_request& r) { return r.grading ? grade(r) : make_suite(r); }

} // namespace tali::command

#endif
