// SPDX-License-Identifier: BSL-1.0
// tali tune: computes weights for a generator of a program from files of examples.
//
// Only the program has the generator. It is started with --tune and prints the weights (tali/property/
// tunable.hpp). This file merges, inverts, shows and writes them.
#include "command/command.hpp"

#include "base/child_process.hpp"
#include "stats/weights_file.hpp"

#include <tali/source/weights.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace tali::command {

namespace {

namespace fs = std::filesystem;

/// The labels and their counts, as text.
std::string table_of(const weights& counts) {
  std::string text;
  std::vector<weights::entry> all = counts.entries();
  std::erase_if(all, [](const weights::entry& e) { return !e.context.empty(); });
  std::ranges::sort(all, [](const weights::entry& a, const weights::entry& b) {
    return a.count != b.count ? a.count > b.count : a.label < b.label;
  });
  std::size_t width = 0;
  for (const weights::entry& e : all) {
    width = std::max(width, e.label.size());
  }
  for (const weights::entry& e : all) {
    text += fmt::format("  {:<{}}  {:>8}\n", printable(e.label), width, e.count);
  }
  return text;
}

} // namespace

CLI::App* add_tune(CLI::App& app, tune_request& r) {
  CLI::App* sub = app.add_subcommand("tune", "Computes the weights of a generator from example values.");
  sub->add_option("program", r.program, "the test program, with generators registered by TALI_TUNABLE")->required();
  sub->add_option("examples", r.files, "files of example values")->type_name("FILE");
  sub->add_option("-g,--generator", r.generator, "the name of the generator, or a pattern that matches only one")
      ->capture_default_str();
  sub->add_option(
         "--as", r.form,
         "text: one value per file; lines: one per line; json: consecutive JSON values; elements: JSON arrays of "
         "values. Default: text for generators of strings and generators with a reader, json for others")
      ->check(CLI::IsMember({"text", "lines", "json", "elements"}));
  sub->add_option("--context", r.context, "number of enclosing labels to count as context")
      ->capture_default_str()
      ->check(CLI::Range(0, 100));
  sub->add_option("--merge", r.merge, "a weights file whose counts are added (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  sub->add_flag("--inverted", r.inverted, "invert the weights, for values different from the examples");
  sub->add_option("-o,--output", r.output,
                  "the weights file to write (- for standard output); with --property, its folder")
      ->capture_default_str()
      ->type_name("FILE");
  sub->add_option("--property", r.property, "name the file after this property, for --weights <folder>");
  sub->add_flag("--list", r.list, "list the generators of the program");
  sub->footer("\nTo use the weights:  <program> --weights <file>\n"
              "\nExit status: 0 on success, 1 if no example was usable, 2 after wrong usage or an error.\n");
  return sub;
}

namespace {

/// How to start the program: as a shell does, but also from the working directory.
std::vector<std::string> command_of(const tune_request& request) {
  std::error_code unknown;
  const bool here = request.program.find('/') == std::string::npos && fs::exists(request.program, unknown);
  std::vector<std::string> command{here ? "./" + request.program : request.program};
  if (request.list) {
    command.emplace_back("--list-tunables");
    return command;
  }
  command.insert(command.end(), {"--tune", request.generator, "--context", std::to_string(request.context)});
  if (!request.form.empty()) {
    command.insert(command.end(), {"--as", request.form});
  }
  command.emplace_back("--");
  command.insert(command.end(), request.files.begin(), request.files.end());
  return command;
}

/// The exit status of `tune` after the program has ended. Prints an error message if it is not `done`.
int status_of(const std::string& program, const tali::detail::program_output& answer) {
  if (answer.error != 0) {
    const std::string why = std::generic_category().message(answer.error);
    print_error(fmt::format("tune: cannot start '{}': {}", program, why));
    return wrong_usage;
  }
  if (answer.end.how == tali::detail::process_status::kind::signalled) {
    print_error(fmt::format("tune: '{}' was killed by signal {} while it read the examples", program, answer.end.code));
    return wrong_usage;
  }
  if (answer.end.code != done) {
    // The program has printed the error. A program without tali may have any exit status.
    return answer.end.code == nothing_found ? nothing_found : wrong_usage;
  }
  return done;
}

bool merge_file(weights& counts, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in) {
    print_error(fmt::format("tune: cannot read '{}'", file));
    return false;
  }
  try {
    counts.merge(weights::from_json(text.str()));
  } catch (const learn::weights_error& e) {
    print_error(fmt::format("tune: '{}': {}", file, e.what()));
    return false;
  }
  return true;
}

int write_result(const tune_request& request, const weights& counts) {
  if (request.output == "-") {
    out(counts.to_json());
    return done;
  }
  std::string file = request.output;
  if (!request.property.empty()) {
    std::error_code unknown;
    fs::create_directories(file, unknown);
    file = tali::detail::weights_file_of(file, request.property);
  }
  std::ofstream to(file, std::ios::binary);
  to << counts.to_json();
  to.close();
  if (!to) {
    print_error(fmt::format("tune: cannot write '{}'", file));
    return wrong_usage;
  }
  out(table_of(counts));
  out(fmt::format("weights written to {}\n", printable(file)));
  return done;
}

} // namespace

int tune(const tune_request& request) {
  if (!request.list && request.files.empty()) {
    print_error("tune: pass files of examples; `tali tune --help` describes the formats");
    return wrong_usage;
  }
  const std::vector<std::string> command = command_of(request);
  const tali::detail::program_output answer = tali::detail::run_and_capture(command);
  if (const int status = status_of(command[0], answer); status != done) {
    return status;
  }
  if (request.list) {
    out(printable(answer.out));
    return done;
  }
  weights counts;
  try {
    counts = weights::from_json(answer.out);
  } catch (const learn::weights_error&) {
    print_error(fmt::format("tune: '{}' did not return weights; it must link with tali::main or call "
                            "tali::run_main",
                            request.program));
    return wrong_usage;
  }
  for (const std::string& file : request.merge) {
    if (!merge_file(counts, file)) {
      return wrong_usage;
    }
  }
  return write_result(request, request.inverted ? counts.inverted() : counts);
}

} // namespace tali::command
