// SPDX-License-Identifier: BSL-1.0
// tali train: runs a test program so that its gen::valid generators train their models and write them to files.
//
// The program does the training, because only it has the generators and predicates. TALI_TRAIN requests the training,
// and the program reports the files written as lines of the file TALI_TRAIN_REPORT.
#include "command/command.hpp"

#include "base/child_process.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace tali::command {

CLI::App* add_train(CLI::App& app, train_request& r) {
  CLI::App* sub =
      app.add_subcommand("train", "Runs a test program so that each gen::valid with a model file trains for longer "
                                  "and writes the file.");
  sub->add_option("--seconds", r.seconds, "training time of each model")
      ->check(CLI::Range(0.01, 86'400.0))
      ->capture_default_str();
  sub->add_option("program", r.program, "the program and its arguments (--only <pattern> selects properties)")
      ->required();
  sub->prefix_command();
  sub->footer("\nExit status: 0 if models were written, 1 if none was, 2 after wrong usage or an error.\n");
  return sub;
}

int train(const train_request& r, const std::vector<std::string>& arguments) {
  std::string report = "/tmp/tali-train-XXXXXX";
  if (const char* folder = std::getenv("TMPDIR"); folder != nullptr && *folder != '\0') {
    report = fmt::format("{}/tali-train-XXXXXX", folder);
  }
  const int file = ::mkstemp(report.data());
  if (file < 0) {
    print_error(fmt::format("cannot create a file for the training report: {}", std::strerror(errno)));
    return wrong_usage;
  }
  ::close(file);
  ::setenv("TALI_TRAIN", fmt::format("{}", r.seconds).c_str(), 1);
  ::setenv("TALI_TRAIN_REPORT", report.c_str(), 1);
  // A case in which a generator trains takes as long as the training, and a few cases reach all generators. The
  // environment and the arguments of the program override these settings.
  ::setenv("TALI_DEADLINE", "none", 0);
  ::setenv("TALI_CASES", "20", 0);
  ::setenv("TALI_STORE", "off", 0);
  std::vector<std::string> words = arguments;
  words.insert(words.begin(), r.program);
  tali::detail::child_process child;
  const int error = child.start(words);
  const tali::detail::process_status end = child.wait();
  std::string written;
  if (std::FILE* in = std::fopen(report.c_str(), "r")) {
    for (int c = std::fgetc(in); c != EOF; c = std::fgetc(in)) {
      written.push_back(static_cast<char>(c));
    }
    std::fclose(in);
  }
  ::unlink(report.c_str());
  if (error != 0) {
    print_error(fmt::format("cannot run {}: {}", r.program, std::strerror(error)));
    return wrong_usage;
  }
  if (end.how == tali::detail::process_status::kind::signalled) {
    print_error(fmt::format("{} was killed by signal {}", r.program, end.code));
  }
  if (written.empty()) {
    print_error(fmt::format("no model was written: {} did not draw from any gen::valid with a model file "
                            "(valid_options::model), or its predicate failed",
                            r.program));
    return nothing_found;
  }
  out("written:\n");
  out(printable(written));
  return done;
}

} // namespace tali::command
