// SPDX-License-Identifier: BSL-1.0
// The stand-alone runner on the streams of the process. The only place in the library that prints.
#include <tali/isolate/supervisor.hpp>
#include <tali/property/main.hpp>

#include "property/command_line/command_line.hpp"
#include "property/command_line/ctrl_c.hpp"
#include "property/report/progress_bar.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace tali {

using namespace host;

namespace {

bool is_terminal([[maybe_unused]] std::FILE* file) {
#if defined(__unix__) || defined(__APPLE__)
  return isatty(fileno(file)) != 0;
#else
  return false;
#endif
}

void write(std::FILE* file, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

class process_console final : public detail::console {
public:
  void out(std::string_view text) override { write(stdout, text); }
  void err(std::string_view text) override { write(stderr, text); }
  [[nodiscard]] bool colors_wanted() const override {
    return is_terminal(stdout) && std::getenv("NO_COLOR") == nullptr;
  }
  [[nodiscard]] progress_listener* progress() override { return is_terminal(stderr) ? &bar_ : nullptr; }
  [[nodiscard]] std::string default_store() const override { return ".tali"; }
  [[nodiscard]] interrupt_switch* interrupt() override { return &ctrl_c_; }
  [[nodiscard]] supervisor* guard() override { return &guard_; }
  [[nodiscard]] bool write_file(const std::string& path, std::string_view text) override {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
    return file && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size() && std::fflush(file.get()) == 0;
  }

private:
  detail::progress_bar bar_;
  detail::ctrl_c_switch ctrl_c_;
  supervisor guard_;
};

} // namespace

int run_main(int argc, const char* const* argv, registry& properties) {
  const std::vector<std::string_view> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::string_view program = argc > 0 ? argv[0] : "tali";
  process_console console;
  return detail::run_command_line(program, arguments, properties, console);
}

int run_main(int argc, const char* const* argv) { return run_main(argc, argv, registry::of_program()); }

} // namespace tali
