// SPDX-License-Identifier: BSL-1.0
#include "command/command.hpp"

#include "property/settings/setting_table.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace tali::command {

using namespace store;

namespace fs = std::filesystem;

namespace {

constexpr std::size_t shortest_id = 4;

bool is_file(const std::string& name) {
  std::error_code unknown;
  return fs::is_regular_file(name, unknown);
}

bool matches_selector(const stored_case& c, const std::string& selector) {
  return selector.empty() || tali::detail::matches(selector, c.property) ||
         (selector.size() >= shortest_id && id_of(c).starts_with(selector));
}

} // namespace

void out(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_error(std::string_view text) {
  std::fflush(stdout);
  const std::string line = fmt::format("tali: {}\n", printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string printable(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const auto code = static_cast<unsigned>(static_cast<unsigned char>(c));
    if ((code < 0x20 && c != '\n') || code == 0x7F) {
      safe += fmt::format("\\x{:02x}", code);
    } else {
      safe.push_back(c);
    }
  }
  return safe;
}

std::string indented(std::string_view text, std::size_t by) {
  std::string moved;
  for (const char c : text) {
    moved.push_back(c);
    if (c == '\n') {
      moved.append(by, ' ');
    }
  }
  return moved;
}

std::string plural(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string id_of(const stored_case& c) { return fs::path(c.path).stem().string(); }

selection select(const std::string& store, const std::string& selector) {
  selection s;
  if (selector.find('/') != std::string::npos && is_file(selector)) {
    std::ifstream file(selector, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    parsed_case parsed = parse_stored_case(text);
    if (!parsed) {
      print_error(fmt::format("'{}' {}", selector, parsed.error));
      s.status = wrong_usage;
      return s;
    }
    // Load it through its store, so that it can also be deleted.
    const std::string folder = fs::path(selector).parent_path().parent_path().string();
    for (stored_case& c : example_store(folder.empty() ? "." : folder).load(parsed.found.property)) {
      std::error_code unknown;
      if (fs::equivalent(c.path, selector, unknown)) {
        c.path = selector;
        s.cases.push_back(std::move(c));
        return s;
      }
    }
    parsed.found.path = selector;
    s.cases.push_back(std::move(parsed.found));
    return s;
  }
  std::error_code unknown;
  if (fs::exists(store, unknown) && !fs::is_directory(store, unknown)) {
    print_error(fmt::format("'{}' is not a folder; pass the folder of stored cases with --store", store));
    s.status = wrong_usage;
    return s;
  }
  example_store from(store);
  std::vector<std::string> names;
  for (stored_case& c : from.load_all()) {
    names.push_back(c.property);
    if (matches_selector(c, selector)) {
      s.cases.push_back(std::move(c));
    }
  }
  s.warnings = from.take_warnings();
  for (const std::string& text : s.warnings) {
    print_error(fmt::format("warning: {}", text));
  }
  if (s.cases.empty() && !selector.empty()) {
    const std::string_view near = tali::detail::nearest(selector, names);
    print_error(names.empty() ? fmt::format("no stored cases in '{}'", store)
                              : fmt::format("no stored case in '{}' matches '{}'{}; `tali show` lists them", store,
                                            selector, near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    s.status = nothing_found;
  }
  return s;
}

} // namespace tali::command
