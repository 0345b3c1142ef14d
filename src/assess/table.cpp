// SPDX-License-Identifier: BSL-1.0
// Suites as JSON, as text and as C++.
#include <tali/assess/table.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tali::assess {

namespace {

using nlohmann::json;

// Version 1 took a test for valid only if the error subproperties held as well. Its tests are those of version 2:
// whether one is valid is computed from what holds, not read.
constexpr int format_version = 2;
constexpr int oldest_version = 1;

json holding(const table& t, pattern holds) {
  json names = json::array();
  for (std::size_t i = 0; i < t.subproperties.size(); ++i) {
    if ((holds >> i & 1) != 0) {
      names.push_back(t.subproperties[i].name);
    }
  }
  return names;
}

pattern held(const table& t, const json& names) {
  pattern holds = 0;
  for (const json& name : names) {
    const auto found = std::find_if(t.subproperties.begin(), t.subproperties.end(),
                                    [&](const subproperty& s) { return s.name == name.get<std::string>(); });
    if (found == t.subproperties.end()) {
      throw std::invalid_argument(fmt::format("suite: there is no subproperty '{}'", name.get<std::string>()));
    }
    holds |= pattern{1} << (found - t.subproperties.begin());
  }
  return holds;
}

std::string as_identifier(std::string text) {
  for (char& c : text) {
    c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  }
  return text;
}

} // namespace

std::vector<pattern> table::buckets() const {
  std::vector<pattern> out;
  for (const row& r : tests) {
    if (std::find(out.begin(), out.end(), r.holds) == out.end()) {
      out.push_back(r.holds);
    }
  }
  return out;
}

std::size_t table::positive() const {
  return static_cast<std::size_t>(std::count_if(tests.begin(), tests.end(), [&](const row& r) { return valid(r); }));
}

std::string table::describe(pattern holds) const { return describe_pattern(subproperties, holds); }

table::row row_of(const problem& p, const test& t) {
  return {to_json(p.space().input, t.at),
          to_json(p.space().output, t.at),
          t.at,
          t.holds,
          t.small,
          t.found_by == engine::sat ? "sat" : "random"};
}

table table_of(const problem& p, const suite& s) {
  table t;
  t.problem = p.name();
  t.input_bounds = p.space().describe(p.space().input);
  t.output_bounds = p.space().describe(p.space().output);
  t.subproperties = p.subproperties();
  for (const implication& i : implications_of(s.conflicts)) {
    t.implications.push_back(describe(p, i));
  }
  for (const bool accepted : {false, true}) {
    for (const bucket& b : s.buckets) {
      for (const test& found : b.tests) {
        if (p.valid(b.holds) == accepted) {
          t.tests.push_back(row_of(p, found));
        }
      }
    }
  }
  for (const bucket& b : s.buckets) {
    if (b.is == bucket::state::impossible) {
      t.impossible.push_back({b.holds, describe(p, b.because)});
    } else if (b.is == bucket::state::unknown) {
      t.unknown.push_back(b.holds);
    }
  }
  return t;
}

std::string to_json(const table& t) {
  json j;
  j["format"] = "tali-assess-suite";
  j["version"] = format_version;
  j["problem"] = t.problem;
  j["bounds"] = {{"input", t.input_bounds}, {"output", t.output_bounds}};
  for (const subproperty& s : t.subproperties) {
    j["subproperties"].push_back({{"name", s.name}, {"text", s.text}, {"error", s.error}, {"symbolic", s.symbolic}});
  }
  j["implications"] = t.implications;
  j["impossible"] = json::array();
  for (const table::impossible_bucket& b : t.impossible) {
    j["impossible"].push_back({{"holds", holding(t, b.holds)}, {"because", b.because}});
  }
  j["unknown"] = json::array();
  for (const pattern b : t.unknown) {
    j["unknown"].push_back(holding(t, b));
  }
  j["tests"] = json::array();
  for (const table::row& r : t.tests) {
    j["tests"].push_back({{"input", json::parse(r.input)},
                          {"output", json::parse(r.output)},
                          {"valid", t.valid(r)},
                          {"holds", holding(t, r.holds)},
                          {"small", r.small},
                          {"found_by", r.found_by},
                          {"point", r.at}});
  }
  // One line for each test, so that two suites are easy to compare.
  std::string out = "{\n";
  bool first = true;
  for (const auto& [key, value] : j.items()) {
    out += first ? "" : ",\n";
    first = false;
    out += fmt::format("{}: ", json(key).dump());
    if (value.is_array() && !value.empty()) {
      out += "[\n";
      for (std::size_t i = 0; i < value.size(); ++i) {
        out += fmt::format("  {}{}\n", value[i].dump(), i + 1 < value.size() ? "," : "");
      }
      out += "]";
    } else {
      out += value.dump();
    }
  }
  return out + "\n}\n";
}

table table_from_json(std::string_view text) {
  try {
    const json j = json::parse(text);
    if (!j.is_object() || j.value("format", "") != "tali-assess-suite") {
      throw std::invalid_argument("suite: not a suite of tali assess: its member \"format\" is missing or different");
    }
    if (const int version = j.at("version").get<int>(); version < oldest_version || version > format_version) {
      throw std::invalid_argument(
          fmt::format("suite: unknown version {}: this version of tali reads versions {} to {}; "
                      "generate the suite again with `tali assess suite`",
                      version, oldest_version, format_version));
    }
    table t;
    t.problem = j.at("problem").get<std::string>();
    t.input_bounds = j.at("bounds").at("input").get<std::string>();
    t.output_bounds = j.at("bounds").at("output").get<std::string>();
    for (const json& s : j.at("subproperties")) {
      t.subproperties.push_back({s.at("name").get<std::string>(), s.at("text").get<std::string>(),
                                 s.at("error").get<bool>(), s.at("symbolic").get<bool>()});
    }
    if (t.subproperties.empty() || t.subproperties.size() > most_subproperties) {
      throw std::invalid_argument("suite: it must have 1 to 20 subproperties");
    }
    t.implications = j.at("implications").get<std::vector<std::string>>();
    for (const json& b : j.at("impossible")) {
      t.impossible.push_back({held(t, b.at("holds")), b.at("because").get<std::string>()});
    }
    for (const json& b : j.at("unknown")) {
      t.unknown.push_back(held(t, b));
    }
    for (const json& r : j.at("tests")) {
      t.tests.push_back({r.at("input").dump(), r.at("output").dump(), r.at("point").get<point>(),
                         held(t, r.at("holds")), r.at("small").get<bool>(), r.at("found_by").get<std::string>()});
    }
    return t;
  } catch (const json::exception& e) {
    throw std::invalid_argument(fmt::format("suite: {}", e.what()));
  }
}

std::string to_text(const table& t) {
  std::string out = fmt::format("{}\n  input:  {}\n  output: {}\n\n", t.problem, t.input_bounds, t.output_bounds);
  for (const subproperty& s : t.subproperties) {
    out += fmt::format("  {:<20} {}{}\n", s.name, s.text, s.error ? " (error subproperty)" : "");
  }
  out += "\nDiscovered within these bounds:\n";
  for (const std::string& i : t.implications) {
    out += fmt::format("  {}\n", i);
  }
  const pattern none = ~pattern{0};
  pattern last = none;
  for (const table::row& r : t.tests) {
    if (r.holds != last) {
      out += fmt::format("\n{}: {}\n", t.describe(r.holds), t.valid(r) ? "to be accepted" : "to be rejected");
      last = r.holds;
    }
    out += fmt::format("  {} -> {}\n", r.input, r.output);
  }
  if (!t.impossible.empty()) {
    out += "\nImpossible within these bounds:\n";
    for (const table::impossible_bucket& b : t.impossible) {
      out += fmt::format("  {}  (no pair has: {})\n", t.describe(b.holds), b.because);
    }
  }
  if (!t.unknown.empty()) {
    out += "\nNothing found, and nothing proven:\n";
    for (const pattern b : t.unknown) {
      out += fmt::format("  {}\n", t.describe(b));
    }
  }
  return out;
}

std::string to_cpp(const table& t, const problem& p) {
  const std::string name = as_identifier(t.problem);
  std::string out = fmt::format(R"(// Tests for predicates of the problem {0}; made by tali assess, not to be edited.
//
//   for (const auto& test : {0}_tests<your_input, your_output>())
//     EXPECT_EQ(your_predicate(test.input, test.output), test.valid) << test.bucket;
//
// input:  {1}
// output: {2}
#pragma once

#include <vector>

template <class Input, class Output>
struct {0}_test {{
  Input input;
  Output output;
  bool valid;         // whether a predicate has to accept this
  const char* bucket; // which subproperties fail
}};

template <class Input, class Output>
const std::vector<{0}_test<Input, Output>>& {0}_tests() {{
  static const std::vector<{0}_test<Input, Output>> tests = {{
)",
                                name, t.input_bounds, t.output_bounds);
  for (const table::row& r : t.tests) {
    out += fmt::format("      {{{}, {}, {}, \"{}\"}},\n", to_braces(p.space().input, r.at),
                       to_braces(p.space().output, r.at), t.valid(r), t.describe(r.holds));
  }
  return out + "  };\n  return tests;\n}\n";
}

} // namespace tali::assess
