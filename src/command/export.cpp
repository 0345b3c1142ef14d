// SPDX-License-Identifier: BSL-1.0
// tali export: prints a stored case as an explicit example.
//
// It uses the values if all of them are arguments of the body and the file has a C++ expression for each (files written
// by older versions have none). Otherwise it uses the replay text, which every case has. Both are calls to add to
// tali::property(...).
#include "command/command.hpp"

#include <tali/store/encoding.hpp>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace tali::command {

using namespace store;

namespace {

/// The text as comment lines. Handles several lines, and lines that end with a backslash.
std::string commented(std::string_view text) {
  std::string out = "// ";
  for (const char c : printable(text)) {
    if (c == '\n') {
      out += out.ends_with('\\') ? " \n// " : "\n// ";
    } else {
      out.push_back(c);
    }
  }
  return out + (out.ends_with('\\') ? " \n" : "\n");
}

struct call {
  std::string text;
  std::string missing; // why there is none
};

call by_values(const stored_case& c) {
  std::string arguments;
  if (c.values.empty()) {
    return {"", "it has no values"};
  }
  for (const stored_case::value& v : c.values) {
    if (!v.argument) {
      return {"", fmt::format("'{}' is drawn in the body, but examples can only contain arguments", v.name)};
    }
    if (v.source.empty()) {
      return {"", fmt::format("the stored case has no C++ expression for '{}' of type {}", v.name, v.type)};
    }
    arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", v.source);
  }
  return {fmt::format(".example({})", arguments), ""};
}

} // namespace

int export_cases(const export_request& request) {
  const selection s = select(request.store, request.selector);
  if (s.status != done) {
    return s.status;
  }
  int status = done;
  for (const stored_case& c : s.cases) {
    call written = request.as == "replay" ? call{} : by_values(c);
    if (request.as == "values" && written.text.empty()) {
      print_error(fmt::format("'{}': {}; use --as replay", c.path, written.missing));
      status = wrong_usage;
      continue;
    }
    if (written.text.empty()) {
      written.text = fmt::format(".replayed(\"{}\")", choices_to_text(c.choices));
    }
    std::string about = fmt::format("{}: {}", c.property, c.cause.empty() ? "failed" : c.cause);
    if (written.text.starts_with(".replayed")) {
      for (const stored_case::value& v : c.values) {
        about += fmt::format("\n  {} = {}", v.name, indented(v.text, 2));
      }
    }
    out(fmt::format("{}{}\n", commented(about), written.text));
  }
  return status;
}

} // namespace tali::command
