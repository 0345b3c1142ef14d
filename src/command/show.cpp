// SPDX-License-Identifier: BSL-1.0
// tali show: prints stored cases as text or as JSON.
#include "command/command.hpp"

#include "base/json_writer.hpp"

#include <tali/store/encoding.hpp>

#include <set>

#include <fmt/format.h>

namespace tali::command {

using namespace store;

namespace {

void show_case(const stored_case& c) {
  out(fmt::format("  {}  {}{}\n", id_of(c), c.shrunk ? "shrunk" : "as found",
                  c.found.empty() ? "" : fmt::format(", {}", printable(c.found))));
  for (const stored_case::value& v : c.values) {
    out(fmt::format("    {} = {}\n", printable(v.name), indented(printable(v.text), 4)));
  }
  if (!c.cause.empty()) {
    out(fmt::format("    {}\n", indented(printable(c.cause), 4)));
  }
  if (!c.location.empty()) {
    out(fmt::format("    at {}\n", printable(c.location)));
  }
  out(fmt::format("    replay: {}\n", choices_to_text(c.choices)));
}

int show_json(const show_request& request, const selection& s) {
  std::string text;
  tali::detail::json_writer w(text);
  w.open_object();
  w.member("format", "tali-store");
  w.member("format_version", 1);
  w.member("store", request.store);
  w.key("cases");
  w.open_array();
  for (const stored_case& c : s.cases) {
    w.open_object();
    w.member("property", c.property);
    w.member("id", id_of(c));
    w.member("file", c.path);
    w.member("replay", choices_to_text(c.choices));
    w.member("state", c.shrunk ? "shrunk" : "as found");
    w.member("found", c.found);
    w.member("cause", c.cause);
    w.member("at", c.location);
    w.member("size", c.choices.size);
    w.member("choices", std::uint64_t{c.choices.choices.size()});
    w.key("values");
    w.open_array();
    for (const stored_case::value& v : c.values) {
      w.open_object();
      w.member("name", v.name);
      w.member("type", v.type);
      w.member("text", v.text);
      w.member("argument", v.argument);
      w.close_object();
    }
    w.close_array();
    w.close_object();
  }
  w.close_array();
  w.key("warnings");
  w.open_array();
  for (const std::string& warning : s.warnings) {
    w.value(warning);
  }
  w.close_array();
  w.close_object();
  out(text);
  return s.status;
}

} // namespace

int show(const show_request& request) {
  const selection s = select(request.store, request.selector);
  if (request.json && s.status != wrong_usage) {
    return show_json(request, s);
  }
  if (s.status != done) {
    return s.status;
  }
  if (s.cases.empty()) {
    out(fmt::format("no stored cases in '{}'\n", request.store));
    return done;
  }
  std::set<std::string_view> properties;
  const std::string* last = nullptr;
  for (const stored_case& c : s.cases) {
    if (last == nullptr || *last != c.property) {
      out(fmt::format("{}{}\n", last == nullptr ? "" : "\n", printable(c.property)));
    }
    last = &c.property;
    properties.insert(c.property);
    show_case(c);
  }
  out(fmt::format("\n{} of {}\n", plural(s.cases.size(), "case", "cases"),
                  plural(properties.size(), "property", "properties")));
  return done;
}

} // namespace tali::command
