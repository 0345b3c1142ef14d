// SPDX-License-Identifier: BSL-1.0
// The command line of `tali`.
#include "command/command.hpp"

#include "property/settings/setting_table.hpp"

#include <tali/version.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using namespace tali;

constexpr const char* selector_help = "a pattern of property names (* matches any text, ? one character), the id of a "
                                      "case or its first characters, or a file";
constexpr const char* statuses =
    "\nExit status: 0 on success, 1 if no stored case matches, 2 after wrong usage or an error.\n";

std::string default_store() {
  const char* given = std::getenv("TALI_STORE");
  return given != nullptr && *given != '\0' && std::string_view(given) != "off" ? given : ".tali";
}

int run(int argc, char** argv) {
  CLI::App app("Shows stored failing cases, statistics of runs and replay texts; computes weights.", "tali");
  app.set_version_flag("--version", std::string("tali ") + std::string(version()));
  app.require_subcommand(1);
  app.footer(std::string("Use `tali <subcommand> --help` for details.\n") + statuses);

  std::string store = default_store();
  std::string selector;
  const auto add = [&](const char* name, const char* help) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->footer(statuses);
    return sub;
  };
  const auto takes_store = [&](CLI::App* sub) {
    sub->add_option("--store", store, "the folder of stored cases")->capture_default_str()->type_name("FOLDER");
  };

  CLI::App* show = add("show", "Shows stored cases.");
  bool json = false;
  takes_store(show);
  show->add_flag("--json", json, "print JSON");
  show->add_option("which", selector, selector_help);

  CLI::App* exporting = add("export", "Prints stored cases as explicit examples in C++.");
  std::string as = "auto";
  takes_store(exporting);
  exporting
      ->add_option("--as", as,
                   "values: .example(...); replay: .replayed(\"t1-...\"); auto: values if possible, otherwise replay")
      ->check(CLI::IsMember({"auto", "values", "replay"}))
      ->capture_default_str();
  exporting->add_option("which", selector, selector_help)->required();

  CLI::App* forget = add("forget", "Deletes stored cases.");
  bool dry_run = false;
  takes_store(forget);
  forget->add_flag("--dry-run", dry_run, "only list the cases that would be deleted");
  forget->add_option("which", selector, selector_help)->required();

  CLI::App* reporting = add("report", "Creates a page from statistics (written with --stats).");
  std::vector<std::string> files;
  std::string output = "report.html";
  std::string sources = ".";
  bool no_sources = false;
  bool data_only = false;
  constexpr const char* files_help = "statistics files (OpenPBTStats, from any tool), or folders of them";
  const auto takes_sources = [&](CLI::App* sub) {
    sub->add_option("--sources", sources, "show the coverage of source files below this folder")
        ->capture_default_str()
        ->type_name("FOLDER");
    sub->add_flag("--no-sources", no_sources, "do not show source files");
  };
  reporting->add_option("files", files, files_help)->required();
  reporting->add_option("-o,--output", output, "the file to write (- for standard output)")->capture_default_str();
  reporting->add_flag("--json", data_only, "write only the data of the page, as JSON");
  takes_sources(reporting);

  CLI::App* serving = add("serve", "Shows statistics on a local page that follows running tests.");
  int port = 0;
  std::string weights = ".tali/weights";
  serving->add_option("files", files, files_help);
  serving->add_option("--port", port, "port on 127.0.0.1 (0: any free port)")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  serving->add_option("--weights", weights, "the folder for weights chosen on the page")
      ->capture_default_str()
      ->type_name("FOLDER");
  takes_sources(serving);

  CLI::App* replay_text = add("replay-text", "Decodes a replay text.");
  std::string text;
  replay_text->add_option("--decode", text, "print the choices that this text encodes")->required()->type_name("TEXT");

  command::tune_request tuning;
  const CLI::App* tune = command::add_tune(app, tuning);

  command::assess_request assessing;
  const CLI::App* assess = command::add_assess(app, assessing);
  command::train_request training;
  const CLI::App* train = command::add_train(app, training);

  if (argc <= 1) {
    fmt::print(stderr, "{}", app.help());
    return command::wrong_usage;
  }
  // CLI11 would report a missing subcommand.
  if (const std::string_view first = argc > 1 ? argv[1] : ""; !first.empty() && !first.starts_with('-')) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app.get_subcommands({})) {
      names.push_back(sub->get_name());
    }
    if (std::find(names.begin(), names.end(), first) == names.end()) {
      const std::string_view near = detail::nearest(first, names);
      command::complain(fmt::format("unknown subcommand '{}'{}; --help lists the subcommands", first,
                                    near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
      return command::wrong_usage;
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? command::done : command::wrong_usage;
  }
  if (tune->parsed()) {
    return command::tune(tuning);
  }
  if (assess->parsed()) {
    return command::assess(assessing);
  }
  if (train->parsed()) {
    return command::train(training, train->remaining());
  }
  if (show->parsed()) {
    return command::show({store, selector, json});
  }
  if (exporting->parsed()) {
    return command::export_cases({store, selector, as});
  }
  if (forget->parsed()) {
    return command::forget({store, selector, dry_run});
  }
  if (reporting->parsed()) {
    return command::report({files, output, no_sources ? std::string() : sources, data_only});
  }
  if (serving->parsed()) {
    return command::serve({files, port, no_sources ? std::string() : sources, weights});
  }
  return command::decode_replay_text(text);
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    tali::command::complain(std::string("internal error: ") + e.what());
    return tali::command::wrong_usage;
  }
}
