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

/// The subcommands and the variables of their options.
class command_line {
public:
  command_line() {
    app_.set_version_flag("--version", std::string("tali ") + std::string(version()));
    app_.require_subcommand(1);
    app_.footer(std::string("Use `tali <subcommand> --help` for details.\n") + statuses);
    // In the order of the help.
    add_case_commands();
    add_page_commands();
    CLI::App* replay_text = add("replay-text", "Decodes a replay text.");
    replay_text->add_option("--decode", text_, "print the choices that this text encodes")
        ->required()
        ->type_name("TEXT");
    tune_ = command::add_tune(app_, tuning_);
    assess_ = command::add_assess(app_, assessing_);
    train_ = command::add_train(app_, training_);
  }

  int run(int argc, char** argv) {
    if (argc <= 1) {
      fmt::print(stderr, "{}", app_.help());
      return command::wrong_usage;
    }
    if (!is_known(argv[1])) {
      return command::wrong_usage;
    }
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      return app_.exit(e) == 0 ? command::done : command::wrong_usage;
    }
    return dispatch();
  }

private:
  CLI::App* add(const char* name, const char* help) {
    CLI::App* sub = app_.add_subcommand(name, help);
    sub->footer(statuses);
    return sub;
  }

  void add_case_commands() {
    const auto takes_store = [&](CLI::App* sub) {
      sub->add_option("--store", store_, "the folder of stored cases")->capture_default_str()->type_name("FOLDER");
    };
    show_ = add("show", "Shows stored cases.");
    takes_store(show_);
    show_->add_flag("--json", json_, "print JSON");
    show_->add_option("which", selector_, selector_help);

    export_ = add("export", "Prints stored cases as explicit examples in C++.");
    takes_store(export_);
    export_
        ->add_option("--as", as_,
                     "values: .example(...); replay: .replayed(\"t1-...\"); auto: values if possible, otherwise replay")
        ->check(CLI::IsMember({"auto", "values", "replay"}))
        ->capture_default_str();
    export_->add_option("which", selector_, selector_help)->required();

    forget_ = add("forget", "Deletes stored cases.");
    takes_store(forget_);
    forget_->add_flag("--dry-run", dry_run_, "only list the cases that would be deleted");
    forget_->add_option("which", selector_, selector_help)->required();
  }

  void add_page_commands() {
    constexpr const char* files_help = "statistics files (OpenPBTStats, from any tool), or folders of them";
    const auto takes_sources = [&](CLI::App* sub) {
      sub->add_option("--sources", sources_, "show the coverage of source files below this folder")
          ->capture_default_str()
          ->type_name("FOLDER");
      sub->add_flag("--no-sources", no_sources_, "do not show source files");
    };
    report_ = add("report", "Creates a page from statistics (written with --stats).");
    report_->add_option("files", files_, files_help)->required();
    report_->add_option("-o,--output", output_, "the file to write (- for standard output)")->capture_default_str();
    report_->add_flag("--json", data_only_, "write only the data of the page, as JSON");
    takes_sources(report_);

    serve_ = add("serve", "Shows statistics on a local page that follows running tests.");
    serve_->add_option("files", files_, files_help);
    serve_->add_option("--port", port_, "port on 127.0.0.1 (0: any free port)")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    serve_->add_option("--weights", weights_, "the folder for weights chosen on the page")
        ->capture_default_str()
        ->type_name("FOLDER");
    takes_sources(serve_);
  }

  /// False, after an error message, for an unknown subcommand. CLI11 would report a missing one.
  [[nodiscard]] bool is_known(std::string_view first) const {
    if (first.empty() || first.starts_with('-')) {
      return true;
    }
    std::vector<std::string> names;
    for (const CLI::App* sub : app_.get_subcommands({})) {
      names.push_back(sub->get_name());
    }
    if (std::find(names.begin(), names.end(), first) != names.end()) {
      return true;
    }
    const std::string_view near = detail::nearest(first, names);
    command::print_error(fmt::format("unknown subcommand '{}'{}; --help lists the subcommands", first,
                                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return false;
  }

  [[nodiscard]] int dispatch() const {
    if (tune_->parsed()) {
      return command::tune(tuning_);
    }
    if (assess_->parsed()) {
      return command::assess(assessing_);
    }
    if (train_->parsed()) {
      return command::train(training_, train_->remaining());
    }
    if (show_->parsed()) {
      return command::show({store_, selector_, json_});
    }
    if (export_->parsed()) {
      return command::export_cases({store_, selector_, as_});
    }
    if (forget_->parsed()) {
      return command::forget({store_, selector_, dry_run_});
    }
    if (report_->parsed()) {
      return command::report({files_, output_, no_sources_ ? std::string() : sources_, data_only_});
    }
    if (serve_->parsed()) {
      return command::serve({files_, port_, no_sources_ ? std::string() : sources_, weights_});
    }
    return command::decode_replay_text(text_);
  }

  CLI::App app_{"Shows stored failing cases, statistics of runs and replay texts; computes weights.", "tali"};
  CLI::App* show_ = nullptr;
  CLI::App* export_ = nullptr;
  CLI::App* forget_ = nullptr;
  CLI::App* report_ = nullptr;
  CLI::App* serve_ = nullptr;
  const CLI::App* tune_ = nullptr;
  const CLI::App* assess_ = nullptr;
  const CLI::App* train_ = nullptr;
  // show, export, forget
  std::string store_ = default_store();
  std::string selector_;
  std::string as_ = "auto";
  bool json_ = false;
  bool dry_run_ = false;
  // report, serve
  std::vector<std::string> files_;
  std::string output_ = "report.html";
  std::string sources_ = ".";
  std::string weights_ = ".tali/weights";
  int port_ = 0;
  bool no_sources_ = false;
  bool data_only_ = false;
  // the others
  std::string text_;
  command::tune_request tuning_;
  command::assess_request assessing_;
  command::train_request training_;
};

} // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): without memory for the message, the program ends
int main(int argc, char** argv) {
  try {
    return command_line().run(argc, argv);
  } catch (const std::exception& e) {
    tali::command::print_error(std::string("internal error: ") + e.what());
    return tali::command::wrong_usage;
  }
}
