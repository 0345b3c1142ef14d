// SPDX-License-Identifier: BSL-1.0
// Examples are read here, in the program that has the generator; `tali tune` (src/command/tune.cpp) starts it with
// --tune.
#include "property/command_line/tune_request.hpp"
#include "property/settings/setting_table.hpp"

#include <tali/property/tunable.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace tali::detail {

void throw_not_read() { throw std::invalid_argument("the reader of the generator rejects this text"); }

namespace {

constexpr int tuned = 0;
constexpr int none_used = 1;
constexpr std::size_t most_messages = 10;
constexpr std::size_t most_context = 100;

struct tune_request {
  std::string_view generator;
  std::string_view form; // empty: the default form for the generator
  std::size_t context = 0;
  std::string output;
  std::vector<std::string_view> files;
  bool list = false;
};

/// Throws settings_error.
tune_request parse_tune_request(std::span<const std::string_view> arguments) {
  tune_request r;
  bool only_files = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view name = arguments[i];
    if (only_files || !name.starts_with("--")) {
      r.files.push_back(name);
      continue;
    }
    if (name == "--") {
      only_files = true;
      continue;
    }
    if (name == "--list-tunables") {
      r.list = true;
      continue;
    }
    std::string_view value;
    if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    } else {
      throw settings_error(fmt::format("{} needs a value", name));
    }
    if (name == "--tune") {
      r.generator = value;
    } else if (name == "--as") {
      if (value != "text" && value != "lines" && value != "json" && value != "elements") {
        throw settings_error(
            fmt::format("invalid value for --as: '{}': expected text, lines, json or elements", value));
      }
      r.form = value;
    } else if (name == "--context") {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), r.context);
      if (error != std::errc{} || end != value.data() + value.size() || r.context > most_context) {
        throw settings_error(
            fmt::format("invalid value for --context: '{}': expected a number from 0 to {}", value, most_context));
      }
    } else if (name == "--output") {
      r.output = value;
    } else {
      throw settings_error(
          fmt::format("unknown flag {} for --tune; expected --as, --context, --output or files", name));
    }
  }
  return r;
}

std::string names_of(const std::vector<tunable>& all) {
  std::string names;
  for (const tunable& t : all) {
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", t.name);
  }
  return names;
}

/// Throws settings_error.
const tunable& meant(const registry& properties, std::string_view pattern) {
  const std::vector<tunable>& all = properties.tunables();
  if (all.empty()) {
    throw settings_error(
        "--tune: no generator is registered; register one with TALI_TUNABLE (tali/property/tunable.hpp)");
  }
  const tunable* found = nullptr;
  for (const tunable& t : all) {
    if (t.name == pattern) {
      return t;
    }
    if (matches(pattern, t.name)) {
      if (found != nullptr) {
        throw settings_error(
            fmt::format("--tune: '{}' matches several generators; select one of {}", pattern, names_of(all)));
      }
      found = &t;
    }
  }
  if (found == nullptr) {
    throw settings_error(fmt::format("--tune: no generator matches '{}'; registered are {}", pattern, names_of(all)));
  }
  return *found;
}

class example_files {
public:
  example_files(const tunable& t, std::size_t context) : tunable_(t), context_(context) {}

  weights counts;
  std::size_t used = 0;
  std::vector<std::string> messages;

  void read(std::string_view file, std::string_view form) {
    file_ = file;
    std::ifstream in(std::string(file), std::ios::binary);
    if (!in) {
      throw settings_error(fmt::format("cannot read '{}'", file));
    }
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (in.bad()) {
      throw settings_error(fmt::format("cannot read '{}'", file));
    }
    if (form == "text") {
      count_text(without_end(text), {});
    } else if (form == "lines") {
      read_lines(text);
    } else {
      read_json_values(text, form == "elements");
    }
  }

private:
  /// Without the final newline, which editors add.
  static std::string_view without_end(std::string_view text) {
    if (text.ends_with('\n')) {
      text.remove_suffix(text.ends_with("\r\n") ? 2 : 1);
    }
    return text;
  }
  void read_lines(std::string_view text) {
    for (std::size_t number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      count_text(without_end(text.substr(0, end)), fmt::format("line {}: ", number));
      text.remove_prefix(end);
    }
  }
  void count_text(std::string_view text, std::string_view where) {
    try {
      note(tunable_.count_text(tunable_.object.get(), text, context_, counts), where);
    } catch (const std::exception& e) {
      add_message(where, e.what());
    }
  }
  void read_json_values(std::string_view text, bool elements) {
    json_reader in(text);
    try {
      if (elements) {
        in.array([&] { count_json(in); });
        in.end();
      } else {
        while (!in.at_end()) {
          count_json(in);
        }
      }
    } catch (const json_error& e) { // invalid JSON: the start of the next value is unknown
      add_message({}, fmt::format("{}; the rest of the file is skipped", e.what()));
    }
  }
  void count_json(json_reader& in) {
    static_cast<void>(in.peek());
    const json_reader::place start = in.here();
    const std::size_t line = in.line();
    try {
      note(tunable_.count_json(tunable_.object.get(), in, context_, counts), fmt::format("line {}: ", line));
    } catch (const json_error& e) {
      in.back_to(start);
      in.skip(); // throws if it is not JSON at all
      add_message({}, e.what());
    } catch (const std::exception& e) {
      in.back_to(start);
      in.skip();
      add_message(fmt::format("line {}: ", line), e.what());
    }
  }
  void note(bool made, std::string_view where) {
    if (made) {
      ++used;
    } else {
      add_message(where, "the generator cannot produce this value");
    }
  }
  void add_message(std::string_view where, std::string_view what) {
    messages.push_back(fmt::format("{}: {}{}", file_, where, what));
  }

  const tunable& tunable_;
  std::size_t context_;
  std::string_view file_;
};

} // namespace

bool requests_tuning(std::span<const std::string_view> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](std::string_view a) {
    return a == "--tune" || a.starts_with("--tune=") || a == "--list-tunables";
  });
}

int tune_by_command_line(std::string_view program, std::span<const std::string_view> arguments,
                         const registry& properties, console& to) {
  const tune_request request = parse_tune_request(arguments);
  if (request.list) {
    for (const tunable& t : properties.tunables()) {
      to.out(fmt::format("{}\n", t.name));
    }
    return tuned;
  }
  const tunable& t = meant(properties, request.generator);
  if (request.files.empty()) {
    throw settings_error("--tune: pass files of examples");
  }
  const std::string_view form = !request.form.empty() ? request.form : t.count_text ? "text" : "json";
  const bool as_text = form == "text" || form == "lines";
  if (as_text && !t.count_text) {
    throw settings_error(fmt::format("--as {}: examples of '{}' are JSON: use --as json or elements, or pass a "
                                     "reader to TALI_TUNABLE",
                                     form, t.name));
  }
  if (!as_text && !t.count_json) {
    throw settings_error(fmt::format("--as {}: '{}' has a reader of text: use --as text or lines", form, t.name));
  }
  example_files examples(t, request.context);
  for (const std::string_view file : request.files) {
    examples.read(file, form);
  }
  for (std::size_t i = 0; i < std::min(examples.messages.size(), most_messages); ++i) {
    to.err(fmt::format("{}\n", examples.messages[i]));
  }
  if (examples.messages.size() > most_messages) {
    to.err(fmt::format("... and {} more\n", examples.messages.size() - most_messages));
  }
  to.err(fmt::format("{}: {} {} used, {} skipped\n", t.name, examples.used, examples.used == 1 ? "example" : "examples",
                     examples.messages.size()));
  if (examples.used == 0) {
    return none_used;
  }
  if (examples.counts.empty()) {
    to.err(fmt::format("{}: no choice of this generator has a label, so there are no weights; label its "
                       "branches (gen::branch<\"...\">, gen::repeated, gen::labelled_letters)\n",
                       t.name));
    return none_used;
  }
  const std::string text = examples.counts.to_json();
  if (request.output.empty()) {
    to.out(text);
  } else if (!to.write_file(request.output, text)) {
    to.err(fmt::format("{}: --output: cannot write '{}'\n", program, request.output));
    return 2;
  }
  return tuned;
}

} // namespace tali::detail
