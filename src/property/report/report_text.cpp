// SPDX-License-Identifier: BSL-1.0
// The text report: a status line, then the details of failures. The command that reruns a failure is at its end,
// ready to be copied.
#include "base/shell.hpp"
#include "property/report/replay_text.hpp"
#include "property/settings/setting_table.hpp"

#include <tali/property/report.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace tali::report {

namespace {

enum class tint : std::uint8_t { none, good, bad, doubtful, dim };

class writer {
public:
  writer(std::string& out, const report_options& options) : out_(out), options_(options) {}

  void text(std::string_view s) { out_ += s; }
  template <class... A>
  void format(fmt::format_string<A...> f, A&&... arguments) {
    fmt::format_to(std::back_inserter(out_), f, std::forward<A>(arguments)...);
  }
  void colored(tint t, std::string_view s) {
    static constexpr std::string_view codes[] = {"", "32", "31;1", "33", "2"};
    if (options_.color && t != tint::none) {
      format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(t)], s);
    } else {
      text(s);
    }
  }
  /// Text under a heading. Lines after the first are indented as far as the first, or as the heading.
  void paragraph(std::string_view heading, std::string_view body, tint t = tint::none, bool under_text = true) {
    text("  ");
    colored(t, heading);
    const std::string margin(under_text ? 2 + heading.size() : 2, ' ');
    std::size_t from = 0;
    while (true) {
      const std::size_t end = body.find('\n', from);
      text(body.substr(from, end - from));
      text("\n");
      if (end == std::string_view::npos || end + 1 == body.size()) {
        break;
      }
      text(margin);
      from = end + 1;
    }
  }

  [[nodiscard]] const report_options& options() const { return options_; }

private:
  std::string& out_;
  const report_options& options_;
};

std::string plural(std::uint64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.1f} %", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

struct status_word {
  std::string_view word;
  tint color;
};

status_word word_for(const result& r) {
  switch (r.status) {
  case run_status::passed:
    return {"passed", tint::good};
  case run_status::failed:
    return !r.failures.empty() && r.failures.front().flaky ? status_word{"flaky", tint::bad}
                                                           : status_word{"failed", tint::bad};
  case run_status::gave_up:
    return {"gave up", tint::doubtful};
  case run_status::error:
    return {"error", tint::bad};
  case run_status::skipped:
    return {"skipped", tint::dim};
  }
  return {"?", tint::none};
}

std::string reasons(const result& r) {
  std::string out;
  std::size_t shown = 0;
  for (const count_of& reason : r.discard_reasons) {
    if (++shown > 3) {
      out += fmt::format(", {} more reasons", r.discard_reasons.size() - 3);
      break;
    }
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", reason.text, reason.count);
  }
  return out;
}

std::string origin_of(const failure& f, const result& r) {
  switch (f.origin) {
  case failure_origin::random_case:
    return fmt::format("case {}", f.index);
  case failure_origin::example:
    return fmt::format("explicit example {}", f.index + 1);
  case failure_origin::enumerated:
    return fmt::format("input {} of all inputs", f.index);
  case failure_origin::targeted:
    return fmt::format("found by targeting, in run {}", f.index + 1);
  case failure_origin::replayed:
    return r.settings.replay.empty() ? "a stored case from an earlier run" : "the replayed case";
  }
  return {};
}

std::string duplicates_of(const result& r) {
  if (!r.duplicates) {
    return {};
  }
  if (!r.duplicates_estimated) {
    return *r.duplicates > 0 ? plural(*r.duplicates, "duplicate", "duplicates") : "";
  }
  // The estimate has an error of about 2 % of the cases, so less than 5 % is not reported.
  return 20 * *r.duplicates >= r.cases
             ? fmt::format("about {:.0f} % duplicates", 100.0 * static_cast<double>(*r.duplicates) /
                                                            static_cast<double>(std::max<std::uint64_t>(1, r.cases)))
             : "";
}

void status_line(writer& w, const result& r) {
  const auto [word, color] = word_for(r);
  w.colored(color, word);
  w.format(": {} — ", r.name);
  bool first = true;
  const auto item = [&](std::string_view text) {
    w.text(first ? "" : ", ");
    w.text(text);
    first = false;
  };

  const failure* f = r.failures.empty() ? nullptr : &r.failures.front();
  const bool alone = r.settings.case_index.has_value();
  const bool message_is_complete =
      f != nullptr ? f->cause.kind == failure_kind::generator_error : !r.message.empty() && r.cases + r.discarded == 0;
  if (message_is_complete) {
    item(r.message);
  } else if (f != nullptr) {
    if (r.failures.size() > 1) {
      item(fmt::format("{} different failures", r.failures.size()));
    }
    item(origin_of(*f, r));
    if (!alone && f->origin != failure_origin::replayed && f->origin != failure_origin::example) {
      item(fmt::format("after {} passed", r.cases));
    }
  } else if (alone) {
    item(fmt::format("only case {}", *r.settings.case_index));
  } else if (!r.settings.replay.empty()) {
    item("the replayed case");
  } else if (r.all_inputs) {
    item(r.cases + r.discarded == 1 ? "the only input" : fmt::format("all {} inputs", r.cases + r.discarded));
  } else {
    item(plural(r.cases, "case", "cases"));
    if (r.aimed > 0) {
      item(fmt::format("{} targeted", r.aimed));
    }
  }
  if (f == nullptr && r.examples > 0) {
    item(plural(r.examples, "example", "examples"));
  }
  if (r.discarded > 0) {
    item(fmt::format("{} discarded ({})", r.discarded, reasons(r)));
  }
  if (const std::string duplicates = duplicates_of(r); !duplicates.empty()) {
    item(duplicates);
  }
  if (r.budget_ended && r.settings.time_budget) {
    item(fmt::format("time budget {}", detail::show_duration(*r.settings.time_budget)));
  }
  const bool chance =
      !r.all_inputs && r.settings.replay.empty() && !(f != nullptr && f->origin == failure_origin::enumerated);
  if (chance && !(r.status == run_status::error && f == nullptr)) {
    item(fmt::format("seed {}", detail::show_seed(r.settings.seed)));
  }
  if (w.options().verbosity == verbosity_level::verbose) {
    item(detail::show_duration(r.elapsed));
  }
  w.text("\n");
}

void label_table(writer& w, const std::vector<count_of>& rows, std::uint64_t whole, std::string_view margin) {
  const auto limit = w.options().verbosity == verbosity_level::verbose
                         ? rows.size()
                         : static_cast<std::size_t>(w.options().label_rows);
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i < limit) {
      w.format("{}{:>8}  {}\n", margin, percent(rows[i].count, whole), rows[i].text);
    } else {
      rest += rows[i].count;
    }
  }
  if (rows.size() > limit) {
    w.format("{}{:>8}  ({} more)\n", margin, percent(rest, whole), rows.size() - limit);
  }
}

void tables(writer& w, const result& r) {
  label_table(w, r.labels, r.cases, "  ");
  for (const event_summary& e : r.events) {
    if (e.numbers > 0) {
      w.format("  {}: min {:.6g}, mean {:.6g}, max {:.6g} ({})\n", e.name, e.least, e.mean, e.greatest,
               plural(e.numbers, "value", "values"));
    }
    if (!e.texts.empty()) {
      std::uint64_t whole = 0;
      for (const count_of& t : e.texts) {
        whole += t.count;
      }
      if (e.texts.size() == 1 && e.texts.front().text.empty()) {
        w.format("  {}: {}\n", e.name, plural(whole, "time", "times"));
      } else {
        w.format("  {}: {}\n", e.name, plural(whole, "time", "times"));
        label_table(w, e.texts, whole, "    ");
      }
    }
  }
  for (const target_summary& t : r.targets) {
    w.format("  target{}{}: best {:.6g} in case {} ({})", t.name.empty() ? "" : " ", t.name, t.best, t.best_case,
             plural(t.count, "value", "values"));
    w.text(t.aimed ? fmt::format(", {:.6g} after targeting\n", *t.aimed) : "\n");
  }
  const bool decided = r.failures.empty() && !r.settings.case_index &&
                       (r.status == run_status::passed || r.status == run_status::failed);
  for (const coverage_summary& c : r.coverage) {
    if (!decided) {
      break; // the run ended too early to decide
    }
    w.text("  ");
    switch (c.verdict) {
    case coverage_verdict::accepted:
      w.colored(tint::good, "covered");
      break;
    case coverage_verdict::refuted:
      w.colored(tint::bad, "not covered");
      break;
    case coverage_verdict::undecided:
      w.colored(tint::doubtful, "coverage undecided");
      break;
    }
    w.format(": {} {}, required {:.3g} %\n", c.label, percent(c.hits, c.cases), c.required);
  }
}

/// The last lines of the output of a case.
std::string shortened_output(std::string_view text) {
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  constexpr int most_lines = 30;
  std::size_t from = text.size();
  for (int line = 0; line < most_lines && from != std::string_view::npos && from > 0; ++line) {
    from = text.rfind('\n', from - 1);
  }
  return from == std::string_view::npos || from == 0 ? std::string(text) : fmt::format("...{}", text.substr(from));
}

void cause_lines(writer& w, const failure& f) {
  const fault& cause = f.cause;
  switch (cause.kind) {
  case failure_kind::returned_false:
    w.paragraph(cause.message.empty() ? "the property returned false" : "the property failed: ", cause.message,
                tint::bad);
    break;
  case failure_kind::expectation:
    w.paragraph("failed: ", cause.message, tint::bad);
    break;
  case failure_kind::exception:
    w.paragraph(fmt::format("threw {}{}", cause.exception_type, cause.message.empty() ? "" : ": "), cause.message,
                tint::bad);
    break;
  case failure_kind::host_assertion:
  case failure_kind::signal:
  case failure_kind::exited:
  case failure_kind::hang:
  case failure_kind::memory:
  case failure_kind::sanitizer:
    w.paragraph("", cause.message, tint::bad);
    break;
  case failure_kind::generator_error: // printed in the status line
    break;
  }
  constexpr std::size_t most_calls = 12;
  for (std::size_t i = 0; i < f.stack.size(); ++i) {
    if (i == most_calls && f.stack.size() > most_calls + 1) {
      w.format("    and {} more calls\n", f.stack.size() - i);
      break;
    }
    w.format("  {} {}\n", i == 0 ? "in" : "from", f.stack[i]);
  }
  if (!f.output.empty()) {
    w.paragraph("output: ", shortened_output(f.output));
  }
  if (cause.where.line != 0) {
    w.format("  at {}:{}\n", cause.where.file, cause.where.line);
  }
}

void rerun_lines(writer& w, const result& r, const failure& f) {
  const std::string name = detail::shell_double_quoted(detail::literal_pattern(r.name));
  const bool hosted = !w.options().host_command.empty();
  std::string flags = fmt::format("--only {}", name);
  std::string variables = hosted ? "" : fmt::format("TALI_ONLY={}", name);
  const auto add = [&](std::string_view setting, std::string_view value) {
    flags += fmt::format(" {} {}", detail::flag_of(setting), value);
    variables += fmt::format("{}{}={}", variables.empty() ? "" : " ", detail::variable_of(setting), value);
  };
  std::string_view what = "to run this again: ";
  const std::string spelt = detail::replay_text_for_report(f);
  if (!spelt.empty()) {
    what = "to run this case again: ";
    add("replay", spelt);
  } else if (f.origin == failure_origin::targeted) { // only the whole run reproduces it
    add("seed", detail::show_seed(r.settings.seed));
    add("cases", std::to_string(r.settings.cases));
  } else if (f.origin == failure_origin::random_case) {
    what = "to run this case again: ";
    add("seed", detail::show_seed(r.settings.seed));
    add("case", std::to_string(f.index));
    if (r.settings.rerun_cases) {
      add("cases", std::to_string(*r.settings.rerun_cases));
    }
  }
  if (!r.settings.rerun_training.empty() && spelt.empty()) {
    add("training-attempts", r.settings.rerun_training);
  }
  if (r.settings.rerun_size && spelt.empty()) {
    add("size", std::to_string(*r.settings.rerun_size));
  }
  if (hosted) {
    w.format("  {}{}{}{}\n", what, variables, variables.empty() ? "" : " ", w.options().host_command);
    return;
  }
  if (!w.options().program.empty()) {
    flags = fmt::format("{} {}", w.options().program, flags);
  }
  w.format("  {}{}\n", what, flags);
  w.format("  {:>{}}{}\n", "or: ", what.size(), variables);
}

void shrink_lines(writer& w, const shrink_summary& s) {
  const std::string runs = plural(s.runs, "run", "runs");
  const std::string_view end = s.complete ? "" : s.interrupted ? ", interrupted" : ", stopped at the limit";
  if (s.steps == 0) {
    w.format("  nothing simpler fails in the same way ({}{})\n", runs, end);
    return;
  }
  w.format("  shrunk in {} ({}{})\n", plural(s.steps, "step", "steps"), runs, end);
  if (!s.path.empty()) {
    for (const shrink_step& step : s.path) {
      w.format("    {}:\n", step.run == 0 ? "as found" : fmt::format("run {}", step.run));
      for (const drawn_value& v : step.values) {
        w.paragraph(fmt::format("    {} = ", v.name), v.text, tint::dim, true);
      }
    }
  } else if (w.options().verbosity == verbosity_level::verbose) {
    for (const drawn_value& v : s.from) {
      w.paragraph(fmt::format("  from {} = ", v.name), v.text, tint::dim, false);
    }
  }
}

void value_lines(writer& w, const failure& f) {
  for (std::size_t i = 0; i < f.values.size(); ++i) {
    const drawn_value& v = f.values[i];
    constexpr std::size_t most_places = 8;
    bool anything = false;
    std::string places;
    std::size_t more = 0;
    if (f.explained) {
      for (const free_part& p : f.explained->free_parts) {
        if (p.value == i && p.path.empty()) {
          anything = true;
        } else if (p.value == i && more++ < most_places) {
          places += fmt::format("{}{}", places.empty() ? "" : ", ", p.path);
        }
      }
    }
    if (more > most_places) {
      places += fmt::format(" and {} more", more - most_places);
    }
    const bool one_line = v.text.find('\n') == std::string::npos;
    w.paragraph(fmt::format("{} = ", v.name), anything && one_line ? v.text + "   (any value fails)" : v.text,
                tint::none, false);
    if (anything && !one_line) {
      w.text("    (any value fails)\n");
    }
    if (!places.empty()) {
      w.format("    (any value fails at {})\n", places);
    }
    if (w.options().verbosity == verbosity_level::verbose) {
      w.format("    of type {}\n", v.type);
    }
  }
  if (f.explained && f.explained->free_parts.size() > 1 && !f.explained->free_together) {
    w.text("  (each of these is individually irrelevant; together they may matter)\n");
  }
}

/// The smallest known change that makes the case pass.
void nearest_pass_lines(writer& w, const std::vector<passing_difference>& all, const std::vector<drawn_value>& values) {
  constexpr std::size_t short_enough = 60;
  const bool all_short = std::all_of(all.begin(), all.end(), [](const passing_difference& d) {
    return d.passes_with.size() <= short_enough && d.passes_with.find('\n') == std::string::npos;
  });
  for (const passing_difference& d : all) {
    const std::string_view heading = &d == &all.front() ? "passes with: " : "        and: ";
    const std::string& name = values[d.value].name;
    if (all_short || d.difference.empty()) {
      w.paragraph(heading, fmt::format("{} = {}", name, d.passes_with));
    } else {
      w.paragraph(heading, fmt::format("{} changed\n{}", name, d.difference));
    }
  }
}

/// A failure in the predicate of gen::valid, before there is a value: the candidate, and the progress of the search.
void predicate_call_lines(writer& w, const predicate_call& q) {
  w.paragraph("in the predicate of gen::valid, called with: ", q.value);
  if (!q.searched) {
    return;
  }
  const auto [attempts, valid] = *q.searched;
  w.paragraph("earlier calls: ",
              attempts == 0 ? "none"
                            : fmt::format("{}, of which {} valid ({:.3g} %)", plural(attempts, "value", "values"),
                                          valid, 100.0 * static_cast<double>(valid) / static_cast<double>(attempts)));
}

void failure_lines(writer& w, const result& r, const failure& f) {
  if (f.found_while_shrinking) {
    w.text("  ");
    w.colored(tint::bad, "another failure");
    w.text(", found while shrinking:\n");
  }
  value_lines(w, f);
  cause_lines(w, f);
  if (f.flaky) {
    w.text("  ");
    w.colored(tint::doubtful, "flaky: ");
    w.format("{} of {} failed{}; the property depends on something that is not drawn\n", f.failed_again,
             plural(static_cast<std::uint64_t>(f.reruns), "rerun", "reruns"),
             f.choices_differ ? ", and the reruns drew different choices" : "");
  }
  if (f.in_predicate) {
    predicate_call_lines(w, *f.in_predicate);
  }
  for (const std::string& note : f.notes) {
    w.paragraph("note: ", note);
  }
  if (f.explained) {
    nearest_pass_lines(w, f.explained->nearest_pass, f.values);
  }
  if (f.shrunk) {
    shrink_lines(w, *f.shrunk);
  }
  rerun_lines(w, r, f);
}

} // namespace

std::string render_text(const result& r, const report_options& options) {
  std::string out;
  const bool fine = r.passed();
  if (options.verbosity == verbosity_level::quiet && fine) {
    return out;
  }
  if (r.status == run_status::skipped && options.verbosity != verbosity_level::verbose) {
    return out;
  }
  writer w(out, options);
  if (r.status == run_status::skipped) {
    w.colored(tint::dim, "skipped");
    w.format(": {}\n", r.name);
    return out;
  }
  status_line(w, r);
  for (const failure& f : r.failures) {
    failure_lines(w, r, f);
  }
  if (r.failures.empty() && !r.message.empty() && r.cases + r.discarded != 0) {
    w.paragraph("", r.message, tint::bad);
  }
  if (options.verbosity != verbosity_level::quiet) {
    // Labels and events are printed only for passing properties: failing ones have long reports already.
    if (r.failures.empty() || options.verbosity == verbosity_level::verbose) {
      tables(w, r);
    }
    for (const warning& warn : r.warnings) {
      w.paragraph("warning: ", warn.text, tint::doubtful);
    }
  }
  return out;
}

std::string render_text(const result& r) {
  return render_text(r, {r.settings.verbosity, r.settings.color == color_mode::always, r.settings.label_rows, {}});
}

std::string render_totals(std::span<const result> all, const report_options& options) {
  std::string out;
  writer w(out, options);
  const auto count = [&](run_status s) {
    return std::count_if(all.begin(), all.end(), [s](const result& r) { return r.status == s; });
  };
  const auto skipped = count(run_status::skipped);
  w.text(plural(all.size() - static_cast<std::size_t>(skipped), "property", "properties"));
  bool first = true;
  const auto part = [&](run_status s, std::string_view word, tint t) {
    if (const auto n = count(s); n > 0) {
      w.text(first ? ": " : ", ");
      w.colored(t, fmt::format("{} {}", n, word));
      first = false;
    }
  };
  part(run_status::passed, "passed", tint::good);
  part(run_status::failed, "failed", tint::bad);
  part(run_status::gave_up, "gave up", tint::doubtful);
  part(run_status::error, "in error", tint::bad);
  w.text("\n");
  return out;
}

} // namespace tali::report
