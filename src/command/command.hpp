// SPDX-License-Identifier: BSL-1.0
// The command `tali`: code shared by its subcommands. Each subcommand is one file with a function from the request to
// an exit status.
#pragma once

#include <tali/store/example_store.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tali::command {

using namespace store;

inline constexpr int done = 0;
inline constexpr int nothing_found = 1;
inline constexpr int wrong_usage = 2;

void out(std::string_view text);
/// Prints a line on standard error, with the name of the command.
void print_error(std::string_view text);

/// Text from a file, safe for a terminal: control characters other than newlines are escaped.
[[nodiscard]] std::string printable(std::string_view text);
/// Indents each line after the first.
[[nodiscard]] std::string indented(std::string_view text, std::size_t by);
[[nodiscard]] std::string plural(std::size_t n, std::string_view one, std::string_view many);

/// The id of a case: the name of its file without the extension.
[[nodiscard]] std::string id_of(const stored_case& c);

/// The selected cases: by a pattern of property names, by an id or its first characters, or by the name of
/// a file. An empty selector selects all. Reports files that cannot be read.
struct selection {
  std::vector<stored_case> cases;
  std::vector<std::string> warnings;
  int status = done; // nothing_found, after an error message, if no case matches; wrong_usage if there is no store
};
[[nodiscard]] selection select(const std::string& store, const std::string& selector);

struct show_request {
  std::string store;
  std::string selector;
  bool json = false;
};
[[nodiscard]] int show(const show_request& request);

struct export_request {
  std::string store;
  std::string selector;
  std::string as; // auto, values or replay
};
[[nodiscard]] int export_cases(const export_request& request);

struct forget_request {
  std::string store;
  std::string selector;
  bool dry_run = false;
};
[[nodiscard]] int forget(const forget_request& request);

struct report_request {
  std::vector<std::string> files; // statistics files, or folders of them
  std::string output;
  std::string sources; // the folder whose source files may be shown; empty: none
  bool json = false;   // the data alone
};
[[nodiscard]] int report(const report_request& request);

struct serve_request {
  std::vector<std::string> files;
  int port = 0; // 0: any
  std::string sources;
  std::string weights; // the folder where weights files go
};
[[nodiscard]] int serve(const serve_request& request);

/// Statistics files: the given ones, and those in the given folders.
[[nodiscard]] std::vector<std::string> stats_files(const std::vector<std::string>& given);
/// The page, with this JSON in it.
[[nodiscard]] std::string page_with(std::string_view json);

[[nodiscard]] int decode_replay_text(const std::string& text);

struct tune_request {
  std::string program;
  std::vector<std::string> files; // of examples
  std::string generator = "*";
  std::string form; // text, lines, json, elements; empty: the default of the generator
  int context = 0;
  std::vector<std::string> merge; // files of weights
  bool inverted = false;
  std::string output = "weights.json";
  std::string property; // the output is a folder of files by property
  bool list = false;
};
CLI::App* add_tune(CLI::App& app, tune_request& r);
[[nodiscard]] int tune(const tune_request& request);

struct assess_request {
  bool grading = false;
  std::string what; // an assignment, or the file of a suite
  std::vector<std::string> programs;
  std::string reference; // a program
  bool examples = false;
  std::string engine = "both";
  std::string buckets = "all";
  std::size_t tests = 10;
  std::uint64_t seed = 1;
  double seconds = 1;
  double total_seconds = 20;
  std::uint64_t memory = 512;
  int processes = 16;
  std::string json;
  std::string cpp;
  std::string text;
  std::string html;
};
CLI::App* add_assess(CLI::App& app, assess_request& r);
[[nodiscard]] int assess(const assess_request& r);

struct train_request {
  std::string program;
  double seconds = 10;
};
CLI::App* add_train(CLI::App& app, train_request& r);
/// `arguments` are those of the program.
[[nodiscard]] int train(const train_request& r, const std::vector<std::string>& arguments);

} // namespace tali::command
