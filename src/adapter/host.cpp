// SPDX-License-Identifier: BSL-1.0
// Code shared by the adapters. Does not depend on any framework.
#include <tali/adapter/host.hpp>
#include <tali/isolate/supervisor.hpp>
#include <tali/property/report.hpp>

#include "base/shell.hpp"
#include "property/case/case_log.hpp"
#include "property/command_line/ctrl_c.hpp"
#include "property/settings/setting_table.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace tali::host {

namespace {

constexpr std::string_view flag_prefix = "--tali-";
constexpr int max_reported_failures = 4; // of one case

/// The session of all properties of this program. The environment is read once, on first use.
struct program {
  session around;
  supervisor guard;
  std::string error; // the reason why no property can run
  std::string name;

  static program& current() {
    static program p;
    return p;
  }

private:
  program() {
#ifdef __GLIBC__
    name = program_invocation_name;
#endif
    try {
      around = session::from_environment();
      around.defaults.store = ".tali";
    } catch (const settings_error& e) {
      error = e.what();
    }
    around.guard = &guard;
  }
};

void without_last_newline(std::string& text) {
  while (text.ends_with('\n')) {
    text.pop_back();
  }
}

std::string command_for(const test& t, const result& r, bool own_name) {
  std::string command = t.narrow ? "\\\n    " : "";
  if (own_name) {
    command += fmt::format("TALI_ONLY={} ", detail::shell_word(detail::literal_pattern(r.name)));
  }
  const std::string& name = program::current().name;
  command += name.empty() ? "<this program>" : detail::shell_word(name);
  if (!t.select.empty()) {
    command += ' ';
    command += t.select;
  }
  return command;
}

} // namespace

void init(int* argc, char** argv) {
  program& p = program::current();
  if (*argc > 0 && argv[0] != nullptr) {
    p.name = argv[0];
  }
  int kept = std::min(*argc, 1);
  for (int i = kept; i < *argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(flag_prefix)) {
      argv[kept++] = argv[i];
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string_view flag = argument.substr(0, equals);
    std::string_view value;
    try {
      const detail::setting_info* info = detail::find_setting(flag.substr(flag_prefix.size()));
      if (equals != std::string_view::npos) {
        value = argument.substr(equals + 1);
      } else if (info != nullptr && !info->implied.empty() &&
                 (i + 1 == *argc || std::string_view(argv[i + 1]).starts_with('-'))) {
        value = info->implied;
      } else if (i + 1 < *argc) {
        value = argv[++i];
      } else {
        throw settings_error(fmt::format("{} needs a value", flag));
      }
      p.around.command_line.set(flag.substr(flag_prefix.size()), value, flag);
    } catch (const settings_error& e) {
      p.error += p.error.empty() ? e.what() : fmt::format("; {}", e.what());
    }
  }
  *argc = kept;
  argv[kept] = nullptr;
}

// Receiving assertions ------------------------------------------------------------------------------------------------

void assertion_log::failure(std::string_view text, std::string_view file, unsigned line) {
  while (text.ends_with('\n')) {
    text.remove_suffix(1);
  }
  if (!failed_) {
    reset(); // discard an earlier skip
    has_message_ = failed_ = true;
    failures_ = 1;
    text_ = text;
    file_ = file;
    line_ = line;
    return;
  }
  if (++failures_ <= max_reported_failures) {
    text_ += line == 0 ? fmt::format("\nand: {}", text) : fmt::format("\nand at {}:{}: {}", file, line, text);
  }
}

void assertion_log::skip(std::string_view reason) {
  if (!has_message_) {
    has_message_ = true;
    text_ = reason.empty() ? "skipped" : reason;
    without_last_newline(text_);
  }
}

void assertion_log::reset() noexcept {
  has_message_ = failed_ = false;
  failures_ = 0;
  text_.clear();
  file_.clear();
  line_ = 0;
}

host_verdict assertion_log::verdict_of_log(host_message& message) const {
  message.text = text_;
  if (failures_ > max_reported_failures) {
    message.text += fmt::format("\nand {} more", failures_ - max_reported_failures);
  }
  message.file = file_;
  message.line = line_;
  return failed_ ? host_verdict::failed : host_verdict::skipped;
}

bool is_control_flow() noexcept {
  try {
    throw;
  } catch (const discard&) {
    return true;
  } catch (const detail::case_ended&) {
    return true;
  } catch (const detail::case_abandoned&) {
    return true;
  } catch (...) {
    return false;
  }
}

// Running -------------------------------------------------------------------------------------------------------------

} // namespace tali::host

namespace tali::detail {

bool run_hosted(framework& in, std::string_view own_name, const std::source_location& where, hosted_run function,
                void* object) {
  const test t = in.current_test();
  const std::string name = own_name.empty() ? t.name : fmt::format("{}: {}", t.name, own_name);
  const program& p = program::current();
  result r;
  if (p.error.empty()) {
    session around = p.around;
    around.probe = &in;
    detail::ctrl_c_switch ctrl_c;
    around.interrupt = &ctrl_c;
    const struct interception {
      framework& in;
      explicit interception(framework& f) : in(f) { in.start(); }
      interception(const interception&) = delete;
      interception& operator=(const interception&) = delete;
      ~interception() { in.stop(); }
    } scope(in);
    r = function(object, around, property_name(name, where));
  } else {
    r.name = name;
    r.status = run_status::error;
    r.message = p.error;
  }

  outcome o{r};
  o.failed = !r.passed();
  o.own_name = own_name;
  o.verbose = r.settings.verbosity == verbosity_level::verbose;
  o.file = where.file_name();
  o.line = where.line();
  const std::string command = command_for(t, r, !own_name.empty());
  o.report = render_text(
      r, {r.settings.verbosity, r.settings.color == color_mode::always, r.settings.label_rows, {}, command});
  without_last_newline(o.report);
  if (!o.failed && r.settings.verbosity != verbosity_level::quiet) {
    for (const warning& w : r.warnings) {
      o.warnings += fmt::format("{}{}: warning: {}", o.warnings.empty() ? "" : "\n", r.name, w.text);
    }
  }
  in.report(o);
  return !o.failed;
}

} // namespace tali::detail
