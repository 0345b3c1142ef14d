// SPDX-License-Identifier: BSL-1.0
// Runs predicates, and draws conclusions from their answers.
//
// The diagnosis of a predicate: for every set of subproperties, count the answers that equal those of the conjunction
// of the set. The set with the highest count is the diagnosis; among equal sets, the one that implies the most. A set
// implies the subproperties that hold in every bucket of the suite in which the set holds.
#include "base/child_process.hpp"

#include <tali/assess/grade.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <new>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tali::assess {

namespace {

using tali::detail::child_process;
using tali::detail::process_status;
using received = child_process::received;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// In the child: reads lines with the number of a test, and writes lines with the answer.
void answer_by_function(const table& t, const std::function<bool(const point&)>& f, int in, int out) {
  std::string pending;
  for (;;) {
    std::size_t end = 0;
    while ((end = pending.find('\n')) == std::string::npos) {
      char some[64];
      const ssize_t n = ::read(in, some, sizeof(some));
      if (n <= 0) {
        return;
      }
      pending.append(some, static_cast<std::size_t>(n));
    }
    const std::size_t number = std::stoul(pending.substr(0, end));
    pending.erase(0, end + 1);
    std::string line;
    try {
      line = f(t.tests[number].at) ? "true" : "false";
    } catch (const std::bad_alloc&) {
      line = "memory";
    } catch (const std::exception& e) {
      line = std::string("threw ") + e.what();
    } catch (...) {
      line = "threw something";
    }
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    for (std::size_t sent = 0; sent < line.size();) {
      const ssize_t n = ::write(out, line.data() + sent, line.size() - sent);
      if (n <= 0) {
        return;
      }
      sent += static_cast<std::size_t>(n);
    }
  }
}

answer understood(const std::string& line, std::size_t id) {
  const nlohmann::json j = nlohmann::json::parse(line, nullptr, false);
  const auto given = [](bool valid) { return answer{valid ? answer::kind::accepted : answer::kind::rejected, ""}; };
  if (j.is_boolean()) {
    return given(j.get<bool>());
  }
  if (j.is_object() && j.contains("valid") && j["valid"].is_boolean() && (!j.contains("id") || j["id"] == id)) {
    return given(j["valid"].get<bool>());
  }
  constexpr std::size_t shown = 80;
  std::string start;
  for (const char c : line.substr(0, shown)) { // for reports: printable ASCII only
    start += c >= ' ' && c <= '~' ? c : '?';
  }
  return {answer::kind::bad_answer, line.size() > shown ? start + "..." : start};
}

/// The answer of a program that ended without one; too slow if it had to be killed.
answer answer_of(const process_status& end) {
  if (end.how == process_status::kind::signalled) {
    const char* name = sigabbrev_np(end.code);
    return {answer::kind::crashed, name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", end.code)};
  }
  if (end.how == process_status::kind::exited) {
    return {answer::kind::exited, fmt::format("status {}", end.code)};
  }
  return {answer::kind::too_slow, ""};
}

class predicate_process {
public:
  predicate_process(const table& t, const predicate& p, const limits& l) : t_(t), p_(p), l_(l) {}

  answer answer_to(std::size_t number, double seconds) {
    const bool fresh = !child_.running();
    if (fresh && !start()) {
      return {answer::kind::not_run, "fork failed"};
    }
    answer a = answer_once(number, seconds);
    // A program that answers one test and exits is started again for the next.
    if (a.is == answer::kind::exited && a.detail == "status 0" && !fresh && start()) {
      a = answer_once(number, seconds);
    }
    return a;
  }

private:
  bool start() {
    const tali::detail::confinement limits{.memory = l_.memory, .processes = l_.processes};
    if (p_.function) {
      return child_.start_confined([this](int in, int out) { answer_by_function(t_, p_.function, in, out); }, limits) ==
             0;
    }
    return !p_.command.empty() && child_.start_confined(p_.command, limits) == 0;
  }

  answer answer_once(std::size_t number, double seconds) {
    if (child_.has_output()) {
      static_cast<void>(child_.stop());
      return {answer::kind::too_much_output, "it printed something before the test was sent"};
    }
    const table::row& r = t_.tests[number];
    const std::string question =
        p_.function ? fmt::format("{}\n", number)
                    : fmt::format("{{\"id\":{},\"input\":{},\"output\":{}}}\n", number, r.input, r.output);
    const bool sent = child_.send(question, seconds);
    std::string line;
    const received got = child_.receive(line, seconds, l_.output);
    if (got == received::line) {
      return p_.function ? of_function(line) : understood(line, number);
    }
    const answer how = answer_of(child_.stop());
    if (got == received::too_many_processes) {
      return {answer::kind::too_many, ""};
    }
    if (got == received::too_long) {
      return {answer::kind::too_much_output, ""};
    }
    if (got == received::timed_out || !sent) {
      return how.is == answer::kind::crashed || how.is == answer::kind::exited ? how
                                                                               : answer{answer::kind::too_slow, ""};
    }
    return how.is == answer::kind::too_slow ? answer{answer::kind::exited, "it closed its output"} : how;
  }

  static answer of_function(const std::string& line) {
    if (line == "true" || line == "false") {
      return {line == "true" ? answer::kind::accepted : answer::kind::rejected, ""};
    }
    if (line == "memory") {
      return {answer::kind::too_much_memory, ""};
    }
    return {answer::kind::threw, line.substr(line.find(' ') + 1)};
  }

  const table& t_;
  const predicate& p_;
  const limits& l_;
  child_process child_;
};

bool answered_right(const table& t, std::size_t test, const answer& a) {
  return a.is == (t.valid(t.tests[test]) ? answer::kind::accepted : answer::kind::rejected);
}

} // namespace

const char* to_string(answer::kind k) {
  switch (k) {
  case answer::kind::accepted:
    return "accepted";
  case answer::kind::rejected:
    return "rejected";
  case answer::kind::threw:
    return "threw";
  case answer::kind::crashed:
    return "crashed";
  case answer::kind::exited:
    return "exited";
  case answer::kind::too_slow:
    return "too slow";
  case answer::kind::too_much_memory:
    return "too much memory";
  case answer::kind::too_much_output:
    return "too much output";
  case answer::kind::too_many:
    return "too many processes";
  case answer::kind::bad_answer:
    return "bad answer";
  case answer::kind::not_run:
    return "not run";
  }
  return "";
}

graded grade_one(const table& t, const predicate& p, const limits& l) {
  graded g;
  g.name = p.name;
  const auto start = std::chrono::steady_clock::now();
  predicate_process a(t, p, l);
  bool flooded = false; // too many processes: that slows down other predicates, so it is not repeated
  for (std::size_t i = 0; i < t.tests.size(); ++i) {
    const double left = l.total_seconds - seconds_since(start);
    if (flooded) {
      g.answers.push_back({answer::kind::not_run, "it had started too many processes"});
    } else if (left <= 0) {
      g.answers.push_back({answer::kind::not_run, "the time limit for all tests was reached"});
    } else {
      g.answers.push_back(a.answer_to(i, std::min(l.seconds, left)));
      flooded = g.answers.back().is == answer::kind::too_many;
    }
  }
  g.seconds = seconds_since(start);
  conclude(t, g);
  return g;
}

void conclude(const table& t, graded& g) {
  struct counts {
    std::size_t tests = 0;
    std::size_t accepted = 0;
    std::size_t rejected = 0;
  };
  std::map<pattern, counts> buckets;
  g.wrong.clear();
  g.fingerprint.clear();
  g.right_positive = g.right_negative = 0;
  for (std::size_t i = 0; i < t.tests.size(); ++i) {
    counts& c = buckets[t.tests[i].holds];
    ++c.tests;
    c.accepted += g.answers[i].is == answer::kind::accepted ? 1U : 0U;
    c.rejected += g.answers[i].is == answer::kind::rejected ? 1U : 0U;
    if (answered_right(t, i, g.answers[i])) {
      ++(t.valid(t.tests[i]) ? g.right_positive : g.right_negative);
    } else {
      g.wrong.push_back(i);
      if (std::find(g.fingerprint.begin(), g.fingerprint.end(), t.tests[i].holds) == g.fingerprint.end()) {
        g.fingerprint.push_back(t.tests[i].holds);
      }
    }
  }
  std::sort(g.fingerprint.begin(), g.fingerprint.end());

  const auto follows = [&](pattern set) {
    pattern all = t.all_hold();
    for (const auto& [holds, c] : buckets) {
      all &= (holds & set) == set ? holds : all;
    }
    return all;
  };
  std::size_t best = 0;
  bool first = true;
  for (pattern set = 0; set <= t.all_hold(); ++set) {
    std::size_t agree = 0;
    for (const auto& [holds, c] : buckets) {
      agree += (holds & set) == set ? c.accepted : c.rejected;
    }
    const pattern closed = follows(set);
    if (first || agree > best ||
        (agree == best && __builtin_popcountll(closed) > __builtin_popcountll(g.seems.checks))) {
      best = agree;
      g.seems.checks = closed;
      first = false;
    }
  }
  const pattern specification = t.specification();
  g.seems.omits = specification & ~g.seems.checks;
  g.seems.agreement = t.tests.empty() ? 0 : static_cast<double>(best) / static_cast<double>(t.tests.size());
  const pattern mistaken = g.seems.checks & ~specification & ~follows(g.seems.checks & specification);
  g.seems.instead = mistaken & follows(specification);
  g.seems.also_requires = mistaken & ~follows(specification);
}

std::vector<cluster> clusters_of(const table& t, const std::vector<graded>& predicates) {
  std::map<std::vector<pattern>, std::vector<std::size_t>> same;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    if (!predicates[i].is_right()) {
      same[predicates[i].fingerprint].push_back(i);
    }
  }
  std::vector<std::vector<bool>> fails(predicates.size(), std::vector<bool>(t.tests.size()));
  std::vector<std::size_t> failed_by(t.tests.size());
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    for (const std::size_t test : predicates[i].wrong) {
      fails[i][test] = true;
      ++failed_by[test];
    }
  }
  std::vector<cluster> out;
  for (const auto& [fingerprint, members] : same) {
    cluster c{fingerprint, members};
    bool first = true;
    for (std::size_t test = 0; test < t.tests.size(); ++test) {
      std::size_t inside = 0;
      for (const std::size_t m : members) {
        inside += fails[m][test] ? 1U : 0U;
      }
      const std::size_t outside = failed_by[test] - inside;
      // More members, then fewer others; the earlier tests of a bucket are the small ones.
      if (first || inside > c.inside || (inside == c.inside && outside < c.outside)) {
        c.distinguishing = test;
        c.inside = inside;
        c.outside = outside;
        first = false;
      }
    }
    out.push_back(std::move(c));
  }
  std::sort(out.begin(), out.end(), [](const cluster& a, const cluster& b) {
    return a.members.size() != b.members.size() ? a.members.size() > b.members.size() : a.members < b.members;
  });
  return out;
}

report grade(const table& t, const std::vector<predicate>& predicates, const limits& l) {
  report r;
  r.tests = t;
  for (const predicate& p : predicates) {
    r.predicates.push_back(grade_one(t, p, l));
  }
  r.clusters = clusters_of(t, r.predicates);
  return r;
}

} // namespace tali::assess
