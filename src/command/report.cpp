// SPDX-License-Identifier: BSL-1.0
// tali report: statistics as a single-file page that works offline.
#include "command/command.hpp"
#include "command/run_data.hpp"
#include "command/stats_reader.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace tali::command {

/// page/dist/index.html, put into the program by cmake/TaliPage.cmake.
extern const std::string_view page_html;

std::vector<std::string> stats_files(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& name : given) {
    std::error_code wrong;
    if (!std::filesystem::is_directory(name, wrong)) {
      out.push_back(name);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : std::filesystem::directory_iterator(name, wrong)) {
      if (entry.path().extension() == ".jsonl") {
        inside.push_back(entry.path().string());
      }
    }
    std::sort(inside.begin(), inside.end());
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

std::string page_with(std::string_view json) {
  constexpr std::string_view mark = R"(<script id="data" type="application/json">)";
  const std::size_t at = page_html.find(mark);
  if (at == std::string_view::npos) {
    throw std::runtime_error("internal error: the embedded page has no placeholder for data");
  }
  std::string out;
  out.reserve(page_html.size() + json.size() + json.size() / 64);
  out += page_html.substr(0, at + mark.size());
  // In JSON, < occurs only inside strings, where it can be escaped, so that it cannot end the element.
  for (std::size_t i = 0; i < json.size();) {
    const std::size_t next = std::min(json.find('<', i), json.size());
    out += json.substr(i, next - i);
    if (next < json.size()) {
      out += "\\u003c";
    }
    i = next + 1;
  }
  out += page_html.substr(page_html.find("</script>", at));
  return out;
}

#ifdef TALI_HAVE_SIMDJSON

int report(const report_request& request) {
  page_data data;
  data.files = stats_files(request.files);
  if (data.files.empty()) {
    print_error("no statistics files (*.jsonl) found; write them with --stats <file>");
    return nothing_found;
  }
  for (const std::string& file : data.files) {
    try {
      stats_reader(file, data).read(std::numeric_limits<std::uint64_t>::max(), true);
    } catch (const std::runtime_error& e) {
      print_error(e.what());
      return wrong_usage;
    }
  }
  if (data.runs().empty()) {
    print_error(fmt::format("no cases in {}{}", plural(data.files.size(), "that file", "those files"),
                            data.bad_samples.empty()
                                ? ""
                                : fmt::format("; line {}: {}", data.bad_samples[0].line, data.bad_samples[0].why)));
    return nothing_found;
  }
  export_options options;
  options.sources = request.sources;
  const std::string json = page_json(data, options);
  const std::string text = request.json ? json + "\n" : page_with(json);
  if (request.output == "-" || (request.json && request.output == "report.html")) {
    out(text);
  } else {
    std::ofstream to(request.output, std::ios::binary);
    to.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!to.flush()) {
      print_error(fmt::format("cannot write '{}'", printable(request.output)));
      return wrong_usage;
    }
    std::uint64_t cases = 0;
    for (const auto& r : data.runs()) {
      cases += r->rows;
    }
    out(fmt::format("{}: {} of {}{}\n", printable(request.output), plural(cases, "case", "cases"),
                    plural(data.runs().size(), "run", "runs"),
                    data.bad == 0 ? "" : fmt::format(", {} unreadable", plural(data.bad, "line", "lines"))));
  }
  return done;
}

#else

int report(const report_request& /*request*/) {
  print_error("cannot read statistics: built without simdjson (Debian: libsimdjson-dev)");
  return wrong_usage;
}

#endif

} // namespace tali::command
