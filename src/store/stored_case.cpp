// SPDX-License-Identifier: BSL-1.0
// The text of a stored case: a line with the format, then one "key: value" per line. A value of several lines continues
// in lines that start with two spaces. Unknown keys are skipped, so that the format can grow without a new version.
// Only the property and the replay text, which has a checksum, are required; the rest is for people.
#include <tali/store/encoding.hpp>
#include <tali/store/example_store.hpp>

#include <charconv>

#include <fmt/format.h>

namespace tali::store {

namespace {

constexpr std::string_view first_line = "tali stored case, format ";
constexpr int file_format = 1;

void put(std::string& out, std::string_view key, std::string_view value) {
  out += key;
  out += ": ";
  for (const char c : value) {
    out.push_back(c);
    if (c == '\n') {
      out += "  ";
    }
  }
  out.push_back('\n');
}

/// The next line without its line ending; CR LF is accepted too, in case the file was rewritten that way.
std::string_view take_line(std::string_view& text, bool& crlf, bool first) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (first && line.ends_with('\r')) {
    crlf = true;
  }
  if (crlf && line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

/// The format that the first line of a file states, or 0 if it is not a stored case.
int format_of(std::string_view head) {
  if (!head.starts_with(first_line)) {
    return 0;
  }
  const std::string_view number = head.substr(first_line.size());
  int format = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), format);
  return error == std::errc{} && end == number.data() + number.size() ? format : 0;
}

/// The field of a case that has this key, or null. `argument` and `drawn` begin a value.
std::string* field_of(stored_case& c, std::string_view key) {
  if (key == "property") {
    return &c.property;
  }
  if (key == "found") {
    return &c.found;
  }
  if (key == "cause") {
    return &c.cause;
  }
  if (key == "at") {
    return &c.location;
  }
  if (key == "argument" || key == "drawn") {
    c.values.emplace_back().argument = key == "argument";
    return &c.values.back().name;
  }
  if (c.values.empty()) {
    return nullptr;
  }
  stored_case::value& value = c.values.back();
  return key == "type" ? &value.type : key == "value" ? &value.text : key == "cpp" ? &value.source : nullptr;
}

} // namespace

std::string render_stored_case(const stored_case& c) {
  std::string out = fmt::format("{}{}\n", first_line, file_format);
  put(out, "property", c.property);
  put(out, "replay", choices_to_text(c.choices));
  put(out, "state", c.shrunk ? "shrunk" : "as found");
  const auto put_known = [&out](std::string_view key, std::string_view value) {
    if (!value.empty()) {
      put(out, key, value);
    }
  };
  put_known("found", c.found);
  put_known("cause", c.cause);
  put_known("at", c.location);
  for (const stored_case::value& v : c.values) {
    put(out, v.argument ? "argument" : "drawn", v.name);
    put_known("type", v.type);
    put(out, "value", v.text);
    put_known("cpp", v.source);
  }
  return out;
}

parsed_case parse_stored_case(std::string_view text) {
  parsed_case out;
  bool crlf = false;
  const int found_format = format_of(take_line(text, crlf, true));
  if (found_format <= 0) {
    out.error = "is not a stored case of tali";
    return out;
  }
  if (found_format > file_format) {
    out.error = fmt::format("was written by a newer tali (format {}, this one reads {})", found_format, file_format);
    return out;
  }

  stored_case& c = out.found;
  std::string unread;
  std::string replay;
  bool has_property = false;
  bool has_replay = false;
  std::string* last = &unread; // what a continuation line is appended to
  while (!text.empty()) {
    const std::string_view line = take_line(text, crlf, false);
    if (line.starts_with("  ")) {
      *last += '\n';
      *last += line.substr(2);
      continue;
    }
    const std::size_t colon = line.find(':');
    const std::string_view key = line.substr(0, colon);
    std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' ')) {
      value.remove_prefix(1);
    }
    if (std::string* const field = field_of(c, key)) {
      last = field;
      has_property = has_property || key == "property";
    } else if (key == "replay") {
      last = &replay;
      has_replay = true;
    } else {
      last = &unread;
      if (key == "state") {
        c.shrunk = value == "shrunk";
      }
    }
    *last = value;
  }
  if (!has_property || !has_replay) {
    out.error = fmt::format("is damaged or truncated: it has no line '{}:'", has_property ? "replay" : "property");
    return out;
  }
  decoded_choices choices = choices_from_text(replay);
  if (!choices) {
    out.error = fmt::format("has a replay text that is {}", choices.error);
    return out;
  }
  c.choices = std::move(choices.choices);
  return out;
}

} // namespace tali::store
