// SPDX-License-Identifier: BSL-1.0
// Command line of the stand-alone runner. Settings come from the table that the environment also uses, so that a flag,
// its variable and its message are consistent. This file adds a few flags that are not settings.
#include "property/command_line/command_line.hpp"
#include "property/command_line/tune_request.hpp"
#include "property/settings/resolve.hpp"
#include "property/settings/setting_table.hpp"

#include <tali/property/report.hpp>
#include <tali/version.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr int all_passed = 0;
constexpr int some_failed = 1;
constexpr int wrong_usage = 2;

struct flag {
  std::string_view name;
  std::string_view placeholder;
  std::string_view help;
};
constexpr flag own_flags[] = {
    {"--help", "", "show this help (also -h)"},
    {"--list", "", "list the names of the properties"},
    {"--json", "<file>", "write a JSON summary (- for standard output)"},
    {"--tune", "<generator> <files>", "compute weights from example values (see tali tune --help)"},
    {"--list-tunables", "", "list the names of the generators for --tune"},
    {"--version", "", "print the version of tali"},
    {"-v", "", "the same as --verbosity verbose"},
    {"-q", "", "the same as --verbosity quiet: report failures only"},
};

struct request {
  settings given;
  bool help = false;
  bool list = false;
  bool version = false;
  std::optional<std::string> json;
};

std::string help_text(std::string_view program) {
  std::string out = fmt::format("Usage: {} [flags]\n\nRuns properties and reports the results.\n\n", program);
  const auto line = [&out](std::string_view name, std::string_view placeholder, std::string_view help) {
    out += fmt::format("  {:<28} {}\n", fmt::format("{} {}", name, placeholder), help);
  };
  for (const setting_info& s : setting_table()) {
    line(flag_of(s.name), s.placeholder, fmt::format("{} (default: {})", s.help, default_of(s)));
  }
  out += '\n';
  for (const flag& f : own_flags) {
    line(f.name, f.placeholder, f.help);
  }
  out += "\nEvery flag of the first group has an environment variable, such as TALI_TIME_BUDGET for --time-budget.\n"
         "Flags override variables, and variables override settings in code.\n"
         "\nExit status: 0 if all properties passed, 1 if some did not, 2 after wrong usage or an internal error.\n";
  return out;
}

std::string unknown_flag(std::string_view given) {
  std::vector<std::string> known;
  for (const setting_info& s : setting_table()) {
    known.push_back(flag_of(s.name));
  }
  for (const flag& f : own_flags) {
    known.emplace_back(f.name);
  }
  if (!given.starts_with('-')) {
    return fmt::format("unexpected argument '{}'; to run one property, use --only {}", given, given);
  }
  const std::string_view near = nearest(given, known);
  return near.empty() ? fmt::format("unknown flag {}; --help lists all flags", given)
                      : fmt::format("unknown flag {}; did you mean {}?", given, near);
}

/// Throws settings_error.
request parse(std::span<const std::string_view> arguments) {
  request r;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view name = arguments[i];
    std::string_view value;
    bool has_value = false;
    if (const std::size_t equals = name.find('='); name.starts_with("--") && equals != std::string_view::npos) {
      value = name.substr(equals + 1);
      has_value = true;
      name = name.substr(0, equals);
    }
    const setting_info* setting = name.starts_with("--") ? find_setting(name.substr(2)) : nullptr;
    const bool takes_value = setting != nullptr || name == "--json";
    if (takes_value && !has_value) {
      if (setting != nullptr && !setting->implied.empty() &&
          (i + 1 == arguments.size() || arguments[i + 1].starts_with('-'))) {
        r.given.set(setting->name, setting->implied, name);
        continue;
      }
      if (i + 1 == arguments.size()) {
        throw settings_error(
            fmt::format("{} needs a value: {}", name,
                        setting != nullptr ? setting->expected : std::string_view("the name of a file")));
      }
      value = arguments[++i];
    }
    if (setting != nullptr) {
      r.given.set(setting->name, value, name);
    } else if (name == "--json") {
      r.json = value;
    } else if (has_value) {
      const bool known =
          std::any_of(std::begin(own_flags), std::end(own_flags), [&](const flag& f) { return f.name == name; });
      throw settings_error(known ? fmt::format("{} takes no value", name) : unknown_flag(name));
    } else if (name == "--help" || name == "-h") {
      r.help = true;
    } else if (name == "--list") {
      r.list = true;
    } else if (name == "--version") {
      r.version = true;
    } else if (name == "-v") {
      r.given.verbosity = verbosity_level::verbose;
    } else if (name == "-q") {
      r.given.verbosity = verbosity_level::quiet;
    } else {
      throw settings_error(unknown_flag(name));
    }
  }
  return r;
}

void require_distinct_names(registry& properties) {
  std::set<std::string_view> names;
  for (const any_property& p : properties.properties()) {
    if (!names.insert(p.name().text).second) {
      const auto first = std::find_if(properties.properties().begin(), properties.properties().end(),
                                      [&](const any_property& q) { return q.name().text == p.name().text; });
      throw settings_error(fmt::format("duplicate property name '{}' ({}:{} and {}:{}): rename one, so that each "
                                       "can be run alone",
                                       p.name().text, first->name().where.file_name(), first->name().where.line(),
                                       p.name().where.file_name(), p.name().where.line()));
    }
  }
}

/// The pattern of `only`, or one that matches everything.
std::string selection(const session& around) {
  return around.command_line.only.value_or(around.environment.only.value_or("*"));
}

void require_some(registry& properties, const session& around) {
  if (properties.properties().empty()) {
    throw settings_error("no properties to run; register some with TALI_PROPERTY");
  }
  const std::string only = selection(around);
  std::vector<std::string> names;
  for (const any_property& p : properties.properties()) {
    if (matches(only, p.name().text)) {
      return;
    }
    names.emplace_back(p.name().text);
  }
  const std::string_view near = nearest(only, names);
  throw settings_error(fmt::format("{}: no property matches '{}'{}; --list lists them",
                                   around.command_line.only ? "--only" : "environment variable TALI_ONLY", only,
                                   near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

/// A replay text belongs to one property.
void require_one_to_replay(registry& properties, const session& around) {
  const bool on_command_line = around.command_line.replay.has_value();
  if (!on_command_line && !around.environment.replay) {
    return;
  }
  const std::string only = selection(around);
  const auto chosen = std::count_if(properties.properties().begin(), properties.properties().end(),
                                    [&](const any_property& p) { return matches(only, p.name().text); });
  if (chosen > 1) {
    throw settings_error(
        fmt::format("{}: a replay text belongs to one property, but {} are selected; select it with --only",
                    on_command_line ? "--replay" : "environment variable TALI_REPLAY", chosen));
  }
}

int run_requested(std::string_view program, const request& wanted, registry& properties, console& to) {
  session around = session::from_environment();
  around.command_line = wanted.given;
  require_distinct_names(properties);
  if (wanted.list) {
    const std::string only = selection(around);
    for (const any_property& p : properties.properties()) {
      if (matches(only, p.name().text)) {
        to.out(fmt::format("{}\n", p.name().text));
      }
    }
    return all_passed;
  }
  require_some(properties, around);
  require_one_to_replay(properties, around);
  // One seed for all properties, so that a single flag repeats the whole run.
  around.defaults.seed = fresh_seed();
  if (std::string folder = to.default_store(); !folder.empty()) {
    around.defaults.store = std::move(folder);
  }
  const run_settings general = resolve({}, around); // reports errors before anything has run
  if (general.verbosity != verbosity_level::quiet) {
    around.progress = to.progress();
  }
  around.interrupt = to.interrupt();
  around.guard = to.guard();
  report_options options{general.verbosity, general.color == color_mode::always, general.label_rows, program};
  if (general.color == color_mode::automatic) {
    options.color = to.colors_wanted();
  }

  const bool json_on_out = wanted.json == "-";
  const auto say = [&](std::string_view text) { json_on_out ? to.err(text) : to.out(text); };
  std::vector<result> results;
  for (any_property& p : properties.properties()) {
    results.push_back(p.run(around));
    say(render_text(results.back(), options));
  }
  say(render_totals(results, options));
  if (wanted.json) {
    const std::string summary = render_json(results);
    if (json_on_out) {
      to.out(summary);
    } else if (!to.write_file(*wanted.json, summary)) {
      to.err(fmt::format("{}: --json: cannot write '{}'\n", program, *wanted.json));
      return wrong_usage;
    }
  }
  return std::all_of(results.begin(), results.end(), [](const result& r) { return r.passed(); }) ? all_passed
                                                                                                 : some_failed;
}

} // namespace

int run_command_line(std::string_view program, std::span<const std::string_view> arguments, registry& properties,
                     console& to) {
  try {
    if (requests_tuning(arguments)) {
      return tune_by_command_line(program, arguments, properties, to);
    }
    const request wanted = parse(arguments);
    if (wanted.help) {
      to.out(help_text(program));
      return all_passed;
    }
    if (wanted.version) {
      to.out(fmt::format("tali {}\n", version()));
      return all_passed;
    }
    return run_requested(program, wanted, properties, to);
  } catch (const settings_error& e) {
    to.err(fmt::format("{}: {}\n", program, e.what()));
  } catch (const std::exception& e) {
    to.err(fmt::format("{}: internal error: {}\n", program, e.what()));
  }
  return wrong_usage;
}

} // namespace tali::detail
