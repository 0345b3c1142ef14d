// SPDX-License-Identifier: BSL-1.0
// Reports of grading: text, JSON, and one HTML file.
#include <tali/assess/grade.hpp>

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tali::assess {

namespace {

using nlohmann::json;

std::vector<std::string> names_of_bits(const table& t, pattern of) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < t.subproperties.size(); ++i) {
    if ((of >> i & 1) != 0) {
      out.push_back(t.subproperties[i].name);
    }
  }
  return out;
}

std::string joined(const std::vector<std::string>& of) { return fmt::format("{}", fmt::join(of, ", ")); }

std::map<std::string, std::size_t> kinds_of(const graded& g) {
  std::map<std::string, std::size_t> kinds;
  for (const answer& a : g.answers) {
    if (!a.given()) {
      ++kinds[to_string(a.is)];
    }
  }
  return kinds;
}

/// How many predicates are wrong about a subproperty, in each way.
struct misconceptions {
  std::size_t omitted = 0;
  std::size_t instead = 0;
  std::size_t also_required = 0;

  [[nodiscard]] std::size_t all() const { return omitted + instead + also_required; }
};

std::vector<misconceptions> misconceptions_of(const report& r) {
  std::vector<misconceptions> out(r.tests.subproperties.size());
  for (const graded& g : r.predicates) {
    for (std::size_t i = 0; i < out.size() && !g.is_right(); ++i) {
      out[i].omitted += g.seems.omits >> i & 1;
      out[i].instead += g.seems.instead >> i & 1;
      out[i].also_required += g.seems.also_requires >> i & 1;
    }
  }
  return out;
}

/// "omitted by 3", "checked instead by 2, also required by 1".
std::string described(const misconceptions& m, bool error) {
  if (!error) {
    return fmt::format("omitted by {}", m.omitted);
  }
  std::vector<std::string> parts;
  if (m.instead > 0 || m.also_required == 0) {
    parts.push_back(fmt::format("checked instead by {}", m.instead));
  }
  if (m.also_required > 0) {
    parts.push_back(fmt::format("also required by {}", m.also_required));
  }
  return joined(parts);
}

/// What is wrong with the output of a test, or that it is right.
std::string right_or_wrong(const table& t, const table::row& r) {
  return r.holds == t.all_hold() ? "is right" : (t.valid(r) ? "is right: " : "") + t.describe(r.holds);
}

std::size_t rejected_buckets(const table& t) {
  const std::vector<pattern> all = t.buckets();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](pattern b) { return !t.valid(b); }));
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

// The colours, the font and the cards of page/src/style.css, so that a report looks like the page.
constexpr const char* html_head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root{--back:#f6f7f9;--card:#fff;--text:#1b1f24;--quiet:#5d6673;--line:#dde1e7;--hover:#eef1f5;--passed:#0072b2;
--failed:#d55e00;--pale:#d9dee6;color-scheme:light}
@media(prefers-color-scheme:dark){:root{--back:#14171c;--card:#1d2127;--text:#e7eaee;--quiet:#9aa4b2;--line:#323842;
--hover:#262b33;--passed:#56b4e9;--failed:#ff8c42;--pale:#39404b;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:14px 20px 40px;
font:14px/1.45 system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;
background:var(--back);color:var(--text)}
code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px;
overflow-wrap:anywhere}
h1{font-size:20px;margin:0}h2{font-size:14px;margin:0 0 6px}.quiet{color:var(--quiet);margin:4px 0 10px;font-size:13px}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 12px;margin:12px 0;min-width:0}
.wrap{overflow-x:auto}table{border-collapse:collapse}
th,td{text-align:left;padding:4px 10px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--quiet);font-weight:normal;font-size:13px}tr:last-child td{border-bottom:0}
td.n{text-align:right;font-variant-numeric:tabular-nums}td.names{max-width:340px;overflow-wrap:anywhere}
.meter{display:inline-block;width:90px;height:8px;border-radius:4px;background:var(--pale);
vertical-align:middle;overflow:hidden}
.meter i{display:block;height:100%;background:var(--failed)}
.map{border-spacing:2px;border-collapse:separate}
.map th{white-space:nowrap;border:0;padding:0 8px 0 0;color:var(--text)}
.map td{padding:0;border:0;min-width:13px;height:16px;border-radius:2px;background:var(--hover)}
.sign{display:inline-grid;place-items:center;min-width:18px;height:18px;border-radius:9px;font-size:11px;
font-weight:700;color:var(--card);background:var(--passed);margin-right:6px}
.sign.no{background:var(--failed);border-radius:3px}
.tag{border:1px solid var(--line);border-radius:8px;padding:0 7px;font-size:12px;color:var(--quiet)}
details{border-bottom:1px solid var(--line);padding:5px 0}details:last-child{border:0}summary{cursor:pointer}
summary:hover{background:var(--hover)}:focus-visible{outline:2px solid var(--passed);outline-offset:1px}
</style>
)";

} // namespace

std::string describe(const table& t, const graded& g) {
  if (g.is_right()) {
    return "right on every test";
  }
  std::vector<std::string> parts;
  if (g.seems.omits != 0) {
    parts.push_back("seems to omit " + joined(names_of_bits(t, g.seems.omits)));
  }
  if (g.seems.instead != 0) {
    parts.push_back("checks " + joined(names_of_bits(t, g.seems.instead)) + " instead");
  }
  if (g.seems.also_requires != 0) {
    parts.push_back(fmt::format("also requires {}, which the specification does not",
                                joined(names_of_bits(t, g.seems.also_requires))));
  }
  if (g.right_positive < t.positive()) {
    parts.push_back(
        fmt::format("does not accept {} of {} right outputs", t.positive() - g.right_positive, t.positive()));
  }
  for (const auto& [kind, n] : kinds_of(g)) {
    parts.push_back(fmt::format("{} {}x", kind, n));
  }
  if (parts.empty()) {
    parts.push_back(fmt::format("wrong only on {} tests, of {} buckets", g.wrong.size(), g.fingerprint.size()));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string to_text(const report& r) {
  const table& t = r.tests;
  const std::size_t negative = t.tests.size() - t.positive();
  std::string out = fmt::format("{}: {} tests to accept, {} to reject in {} buckets\n\n", t.problem, t.positive(),
                                negative, rejected_buckets(t));
  std::size_t width = 10;
  for (const graded& g : r.predicates) {
    width = std::max(width, g.name.size());
  }
  out += fmt::format("{:<{}}  accepts  rejects  agrees  seems\n", "predicate", width);
  for (const graded& g : r.predicates) {
    out += fmt::format("{:<{}}  {:>3}/{:<3}  {:>3}/{:<3}  {:>5.0f}%  {}\n", g.name, width, g.right_positive,
                       t.positive(), g.right_negative, negative, 100 * g.seems.agreement, describe(t, g));
  }
  out += "\nsubproperty           misconceptions\n";
  const std::vector<misconceptions> about = misconceptions_of(r);
  for (std::size_t i = 0; i < about.size(); ++i) {
    const subproperty& s = t.subproperties[i];
    out += fmt::format("{:<20}  {:<21}  {}{}\n", s.name, described(about[i], s.error), s.text,
                       s.error ? " (error subproperty)" : "");
  }
  out += fmt::format("\n{} fingerprints of wrong predicates\n", r.clusters.size());
  for (const cluster& c : r.clusters) {
    std::vector<std::string> names;
    for (const std::size_t m : c.members) {
      names.push_back(r.predicates[m].name);
    }
    const table::row& test = t.tests[c.distinguishing];
    out += fmt::format(
        "  {} bucket(s): {}\n    distinguishing test: {} -> {}  ({}; {} of these and {} others fail it)\n",
        c.fingerprint.size(), joined(names), test.input, test.output, t.describe(test.holds), c.inside, c.outside);
  }
  return out;
}

namespace {

json json_of(const table& t, const graded& g) {
  json one;
  one["name"] = g.name;
  one["right"] = g.is_right();
  one["right_positive"] = g.right_positive;
  one["right_negative"] = g.right_negative;
  one["seems"] = {{"checks", names_of_bits(t, g.seems.checks)},
                  {"omits", names_of_bits(t, g.seems.omits)},
                  {"instead", names_of_bits(t, g.seems.instead)},
                  {"also_requires", names_of_bits(t, g.seems.also_requires)},
                  {"agreement", g.seems.agreement}};
  one["says"] = describe(t, g);
  one["seconds"] = g.seconds;
  one["failures"] = kinds_of(g);
  one["fingerprint"] = json::array();
  for (const pattern p : g.fingerprint) {
    one["fingerprint"].push_back(names_of_bits(t, t.all_hold() & ~p)); // what fails in the bucket
  }
  one["wrong"] = json::array();
  for (const std::size_t test : g.wrong) {
    one["wrong"].push_back(
        {{"test", test}, {"answer", to_string(g.answers[test].is)}, {"detail", g.answers[test].detail}});
  }
  return one;
}

} // namespace

std::string to_json(const report& r) {
  const table& t = r.tests;
  json j;
  j["format"] = "tali-assess-report";
  j["version"] = 2;
  j["problem"] = t.problem;
  j["positive_tests"] = t.positive();
  j["negative_tests"] = t.tests.size() - t.positive();
  const std::vector<misconceptions> about = misconceptions_of(r);
  for (std::size_t i = 0; i < t.subproperties.size(); ++i) {
    j["subproperties"].push_back({{"name", t.subproperties[i].name},
                                  {"text", t.subproperties[i].text},
                                  {"error", t.subproperties[i].error},
                                  {"omitted_by", about[i].omitted},
                                  {"instead_by", about[i].instead},
                                  {"also_required_by", about[i].also_required}});
  }
  j["predicates"] = json::array();
  for (const graded& g : r.predicates) {
    j["predicates"].push_back(json_of(t, g));
  }
  j["clusters"] = json::array();
  for (const cluster& c : r.clusters) {
    json one;
    for (const std::size_t m : c.members) {
      one["members"].push_back(r.predicates[m].name);
    }
    for (const pattern p : c.fingerprint) {
      one["fingerprint"].push_back(names_of_bits(t, t.all_hold() & ~p));
    }
    one["telling"] = {{"test", c.distinguishing},
                      {"input", json::parse(t.tests[c.distinguishing].input)},
                      {"output", json::parse(t.tests[c.distinguishing].output)},
                      {"valid", t.valid(t.tests[c.distinguishing])},
                      {"inside", c.inside},
                      {"outside", c.outside}};
    j["clusters"].push_back(std::move(one));
  }
  return j.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

namespace {

void append_subproperties(std::string& out, const report& r) {
  const table& t = r.tests;
  out += "<section class=card><h2>Subproperties</h2><div class=wrap><table>"
         "<tr><th>subproperty<th>meaning<th colspan=2>misconceptions</tr>\n";
  const std::vector<misconceptions> about = misconceptions_of(r);
  for (std::size_t i = 0; i < about.size(); ++i) {
    const double share =
        r.predicates.empty() ? 0 : static_cast<double>(about[i].all()) / static_cast<double>(r.predicates.size());
    const subproperty& s = t.subproperties[i];
    out += fmt::format("<tr><td>{}<td>{}{}<td>{}<td><span class=meter><i style=\"width:{:.0f}%\"></i></span></tr>\n",
                       escaped(s.name), escaped(s.text), s.error ? " <span class=tag>error subproperty</span>" : "",
                       described(about[i], s.error), 100 * share);
  }
  out += "</table></div></section>\n";
}

void append_clusters(std::string& out, const report& r) {
  const table& t = r.tests;
  out += "<section class=card><h2>Clusters</h2><p class=quiet>Predicates that fail in the same "
         "buckets, and the test that distinguishes them best from the others.</p><div class=wrap><table>"
         "<tr><th>predicates<th>buckets<th>distinguishing test</tr>\n";
  for (const cluster& c : r.clusters) {
    std::vector<std::string> names;
    for (const std::size_t m : c.members) {
      names.push_back(escaped(r.predicates[m].name));
    }
    const table::row& row = t.tests[c.distinguishing];
    out +=
        fmt::format("<tr><td class=names>{}<td class=n>{}<td><code>{} &rarr; {}</code><br><span class=quiet>{} ({} of "
                    "these, {} others)</span></tr>\n",
                    joined(names), c.fingerprint.size(), escaped(row.input), escaped(row.output),
                    escaped(right_or_wrong(t, row)), c.inside, c.outside);
  }
  out += "</table></div></section>\n";
}

void append_map(std::string& out, const report& r) {
  const table& t = r.tests;
  const std::vector<pattern> buckets = t.buckets();
  std::map<pattern, std::size_t> size_of;
  for (const table::row& row : t.tests) {
    ++size_of[row.holds];
  }
  out += "<section class=card><h2>Map</h2><p class=quiet>A column for each bucket; the stronger "
         "the colour, the more tests of it were answered wrong.</p><div class=wrap><table class=map>\n";
  for (const graded& g : r.predicates) {
    std::map<pattern, std::size_t> wrong;
    for (const std::size_t test : g.wrong) {
      ++wrong[t.tests[test].holds];
    }
    out += fmt::format("<tr><th>{}</th>", escaped(g.name));
    for (const pattern b : buckets) {
      const double share = static_cast<double>(wrong[b]) / static_cast<double>(size_of[b]);
      out += fmt::format(
          "<td title=\"{}: {} of {} wrong\"{}></td>", escaped(t.describe(b)), wrong[b], size_of[b],
          share > 0 ? fmt::format(" style=\"background:color-mix(in srgb,var(--failed) {:.0f}%,var(--hover))\"",
                                  100 * (0.2 + 0.8 * share))
                    : "");
    }
    out += "</tr>\n";
  }
  out += "</table></div></section>\n";
}

void append_predicate(std::string& out, const table& t, const graded& g) {
  out +=
      fmt::format("<details><summary><span class=\"sign{}\">{}</span><b>{}</b> {}</summary>\n",
                  g.is_right() ? "" : " no", g.is_right() ? "&#10003;" : "!", escaped(g.name), escaped(describe(t, g)));
  out += fmt::format("<p class=quiet>Accepts {} of {} right outputs, rejects {} of {} wrong ones. The diagnosis "
                     "predicts {:.0f} % of "
                     "its answers.</p><div class=wrap><table>\n",
                     g.right_positive, t.positive(), g.right_negative, t.tests.size() - t.positive(),
                     100 * g.seems.agreement);
  constexpr std::size_t shown = 12;
  for (std::size_t i = 0; i < std::min(shown, g.wrong.size()); ++i) {
    const table::row& row = t.tests[g.wrong[i]];
    const answer& a = g.answers[g.wrong[i]];
    out += fmt::format("<tr><td><code>{} &rarr; {}</code><td>{}<td>{} {}</tr>\n", escaped(row.input),
                       escaped(row.output), escaped(right_or_wrong(t, row)), to_string(a.is), escaped(a.detail));
  }
  out +=
      fmt::format("</table></div>{}</details>\n",
                  g.wrong.size() > shown ? fmt::format("<p class=quiet>and {} more</p>", g.wrong.size() - shown) : "");
}

} // namespace

std::string to_html(const report& r) {
  const table& t = r.tests;
  std::string out = html_head;
  out += fmt::format("<title>{0}</title></head><body>\n<h1>{0}</h1>\n", escaped(t.problem));
  const auto right =
      std::count_if(r.predicates.begin(), r.predicates.end(), [](const graded& g) { return g.is_right(); });
  out += fmt::format(
      "<p class=quiet>{} predicates, {} of them right on all {} tests ({} to accept, {} to reject, {} buckets). Wrong "
      "ones have {} different fingerprints.</p>\n",
      r.predicates.size(), right, t.tests.size(), t.positive(), t.tests.size() - t.positive(), t.buckets().size(),
      r.clusters.size());
  append_subproperties(out, r);
  append_clusters(out, r);
  append_map(out, r);
  out += "<section class=card><h2>Predicates</h2>\n";
  for (const graded& g : r.predicates) {
    append_predicate(out, t, g);
  }
  return out + "</section></body></html>\n";
}

} // namespace tali::assess
