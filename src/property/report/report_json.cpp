// SPDX-License-Identifier: BSL-1.0
// The JSON summary. schema/summary.schema.json defines the format: members may be added within a version of the
// format, but none is removed or changes its meaning.
#include "base/json_writer.hpp"
#include "property/report/names.hpp"
#include "property/report/replay_text.hpp"
#include "property/settings/setting_table.hpp"

#include <tali/property/report.hpp>
#include <tali/version.hpp>

#include <algorithm>

namespace tali::report {

namespace {

using detail::json_writer;
using detail::name_of;

void write_counts(json_writer& w, std::string_view name, const std::vector<count_of>& rows) {
  w.key(name);
  w.open_array();
  for (const count_of& row : rows) {
    w.open_object();
    w.member("text", row.text);
    w.member("count", row.count);
    w.close_object();
  }
  w.close_array();
}

void write_location(json_writer& w, const code_location& where) {
  if (where.line != 0) {
    w.member("file", where.file);
    w.member("line", where.line);
  }
}

void write_values(json_writer& w, const std::vector<drawn_value>& values) {
  w.key("values");
  w.open_array();
  for (const drawn_value& v : values) {
    w.open_object();
    w.member("name", v.name);
    w.member("type", v.type);
    w.member("text", v.text);
    w.close_object();
  }
  w.close_array();
}

void write_shrinking(json_writer& w, const shrink_summary& s) {
  w.key("shrunk");
  w.open_object();
  w.member("runs", s.runs);
  w.member("steps", s.steps);
  w.member("complete", s.complete);
  if (s.interrupted) {
    w.member("interrupted", true);
  }
  if (!s.path.empty()) {
    w.key("path");
    w.open_array();
    for (const shrink_step& step : s.path) {
      w.open_object();
      w.member("run", step.run);
      write_values(w, step.values);
      w.close_object();
    }
    w.close_array();
  }
  w.close_object();
}

void write_explanation(json_writer& w, const explanation& e) {
  w.key("explained");
  w.open_object();
  w.member("runs", e.runs);
  w.member("complete", e.complete);
  w.key("free_parts");
  w.open_array();
  for (const free_part& p : e.free_parts) {
    w.open_object();
    w.member("value", std::uint64_t{p.value});
    w.member("path", p.path);
    w.member("tried", p.tried);
    w.member("all", p.all);
    w.close_object();
  }
  w.close_array();
  w.member("free_together", e.free_together);
  w.key("nearest_pass");
  w.open_array();
  for (const passing_difference& d : e.nearest_pass) {
    w.open_object();
    w.member("value", std::uint64_t{d.value});
    w.member("difference", d.difference);
    w.member("passes_with", d.passes_with);
    w.close_object();
  }
  w.close_array();
  w.close_object();
}

void write_failure(json_writer& w, const failure& f) {
  w.open_object();
  w.member("kind", name_of(f.cause.kind));
  w.member("message", f.cause.message);
  if (!f.cause.exception_type.empty()) {
    w.member("exception_type", f.cause.exception_type);
  }
  write_location(w, f.cause.where);
  w.member("origin", name_of(f.origin));
  w.member("index", f.index);
  if (f.found_while_shrinking) {
    w.member("met_while_shrinking", true);
  }
  write_values(w, f.values);
  w.key("notes");
  w.open_array();
  for (const std::string& note : f.notes) {
    w.value(note);
  }
  w.close_array();
  if (f.in_predicate) {
    w.key("asked");
    w.open_object();
    w.member("value", f.in_predicate->value);
    if (f.in_predicate->searched) {
      w.member("attempts", f.in_predicate->searched->attempts);
      w.member("valid", f.in_predicate->searched->valid);
    }
    w.close_object();
  }
  if (f.shrunk) {
    write_shrinking(w, *f.shrunk);
  }
  if (f.explained) {
    write_explanation(w, *f.explained);
  }
  if (!f.stack.empty()) {
    w.key("stack");
    w.open_array();
    for (const std::string& call : f.stack) {
      w.value(call);
    }
    w.close_array();
  }
  if (!f.output.empty()) {
    w.member("output", f.output);
  }
  w.member("choices", std::uint64_t{f.choices.choices.size()});
  if (const std::string text = detail::replay_text_for_report(f); !text.empty()) {
    w.member("replay", text);
  }
  w.member("flaky", f.flaky);
  if (f.flaky) {
    w.member("choices_differ", f.choices_differ);
    w.member("reruns", f.reruns);
    w.member("failed_again", f.failed_again);
  }
  w.close_object();
}

void write_events(json_writer& w, const result& r) {
  w.key("events");
  w.open_array();
  for (const event_summary& e : r.events) {
    w.open_object();
    w.member("name", e.name);
    w.member("numbers", e.numbers);
    if (e.numbers > 0) {
      w.member("min", e.least);
      w.member("mean", e.mean);
      w.member("max", e.greatest);
    }
    write_counts(w, "texts", e.texts);
    w.close_object();
  }
  w.close_array();
}

void write_targets(json_writer& w, const result& r) {
  w.key("targets");
  w.open_array();
  for (const target_summary& t : r.targets) {
    w.open_object();
    w.member("name", t.name);
    w.member("best", t.best);
    w.member("best_case", t.best_case);
    w.member("count", t.count);
    if (t.aimed) {
      w.member("aimed", *t.aimed);
    }
    w.close_object();
  }
  w.close_array();
}

void write_coverage(json_writer& w, const result& r) {
  w.key("coverage");
  w.open_array();
  for (const coverage_summary& c : r.coverage) {
    w.open_object();
    w.member("label", c.label);
    w.member("required_percent", c.required);
    w.member("hits", c.hits);
    w.member("cases", c.cases);
    w.member("low_percent", c.low);
    w.member("high_percent", c.high);
    w.member("verdict", name_of(c.verdict));
    w.close_object();
  }
  w.close_array();
}

void write_warnings(json_writer& w, const result& r) {
  w.key("warnings");
  w.open_array();
  for (const warning& warn : r.warnings) {
    w.open_object();
    w.member("kind", name_of(warn.kind));
    w.member("text", warn.text);
    w.close_object();
  }
  w.close_array();
}

void write_property(json_writer& w, const result& r) {
  w.open_object();
  w.member("name", r.name);
  write_location(w, r.where);
  w.member("status", name_of(r.status));
  if (r.status == run_status::skipped) {
    w.close_object();
    return;
  }
  if (!r.message.empty()) {
    w.member("message", r.message);
  }
  w.member("seed", detail::show_seed(r.settings.seed));
  w.key("settings");
  w.open_object();
  detail::write_settings(w, r.settings);
  w.close_object();
  w.member("elapsed_ns", r.elapsed.nanoseconds());
  w.member("cases", r.cases);
  w.member("aimed", r.aimed);
  w.member("examples", r.examples);
  w.member("discarded", r.discarded);
  w.member("all_inputs", r.all_inputs);
  w.member("budget_ended", r.budget_ended);
  w.key("duplicates");
  if (r.duplicates) {
    w.value(*r.duplicates);
  } else {
    w.null();
  }
  w.member("duplicates_estimated", r.duplicates_estimated);
  write_counts(w, "discard_reasons", r.discard_reasons);
  write_counts(w, "labels", r.labels);
  write_events(w, r);
  write_targets(w, r);
  write_coverage(w, r);
  write_warnings(w, r);
  w.key("failures");
  w.open_array();
  for (const failure& f : r.failures) {
    write_failure(w, f);
  }
  w.close_array();
  w.close_object();
}

} // namespace

std::string render_json(std::span<const result> all) {
  std::string out;
  json_writer w(out);
  const auto count = [&](run_status s) {
    return static_cast<std::uint64_t>(
        std::count_if(all.begin(), all.end(), [s](const result& r) { return r.status == s; }));
  };
  w.open_object();
  w.member("format", "tali-summary");
  w.member("format_version", 1);
  w.member("tali", version());
  w.member("passed", std::all_of(all.begin(), all.end(), [](const result& r) { return r.passed(); }));
  w.key("totals");
  w.open_object();
  w.member("properties", std::uint64_t{all.size()});
  for (const run_status s :
       {run_status::passed, run_status::failed, run_status::gave_up, run_status::error, run_status::skipped}) {
    w.member(name_of(s), count(s));
  }
  w.close_object();
  w.key("properties");
  w.open_array();
  for (const result& r : all) {
    write_property(w, r);
  }
  w.close_array();
  w.close_object();
  return out;
}

} // namespace tali::report
