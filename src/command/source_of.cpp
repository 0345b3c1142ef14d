// SPDX-License-Identifier: BSL-1.0
// From a shown value back to C++ source: the type says what to expect, the text is read along it. What does not fit,
// such as a value that was cut because it is long, has no source; then the replay text serves.
#include "command/command.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

namespace tali::command {

namespace {

struct integer_type {
  std::string_view name;
  std::string_view suffix; // of a literal
  bool cast;               // there is no literal of this type
  std::string_view least;  // has no literal
};
constexpr std::array integer_types{
    integer_type{"int", "", false, "-2147483648"},
    integer_type{"unsigned int", "U", false, ""},
    integer_type{"long", "L", false, "-9223372036854775808"},
    integer_type{"unsigned long", "UL", false, ""},
    integer_type{"long long", "LL", false, "-9223372036854775808"},
    integer_type{"unsigned long long", "ULL", false, ""},
    integer_type{"short", "", true, ""},
    integer_type{"unsigned short", "", true, ""},
    integer_type{"signed char", "", true, ""},
    integer_type{"unsigned char", "", true, ""},
};

constexpr std::array<std::string_view, 9> sequences{
    "std::array",         "std::vector",       "std::deque",
    "std::list",          "std::set",          "std::multiset",
    "std::unordered_set", "std::forward_list", "std::unordered_multiset"};
constexpr std::array<std::string_view, 4> maps{"std::map", "std::multimap", "std::unordered_map",
                                               "std::unordered_multimap"};

struct template_type {
  std::string_view name;
  std::vector<std::string_view> arguments;
};

std::string_view trimmed(std::string_view s) {
  while (s.starts_with(' ')) {
    s.remove_prefix(1);
  }
  while (s.ends_with(' ')) {
    s.remove_suffix(1);
  }
  return s;
}

/// std::vector<int> taken apart.
std::optional<template_type> as_template(std::string_view type) {
  const std::size_t open = type.find('<');
  if (open == std::string_view::npos || !type.ends_with('>')) {
    return std::nullopt;
  }
  template_type t{type.substr(0, open), {}};
  const std::string_view inside = type.substr(open + 1, type.size() - open - 2);
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    depth += inside[i] == '<' || inside[i] == '(' ? 1 : 0;
    depth -= inside[i] == '>' || inside[i] == ')' ? 1 : 0;
    if (inside[i] == ',' && depth == 0) {
      t.arguments.push_back(trimmed(inside.substr(from, i - from)));
      from = i + 1;
    }
  }
  t.arguments.push_back(trimmed(inside.substr(from)));
  return t;
}

/// Without the arguments that everybody leaves out: std::vector<int, std::allocator<int>> is std::vector<int>.
std::string without_defaults(std::string_view type) {
  constexpr std::array<std::string_view, 4> defaults{", std::allocator<", ", std::less<", ", std::hash<",
                                                     ", std::equal_to<"};
  std::string out;
  while (!type.empty()) {
    const auto found =
        std::find_if(defaults.begin(), defaults.end(), [&](std::string_view start) { return type.starts_with(start); });
    if (found == defaults.end()) {
      out.push_back(type.front());
      type.remove_prefix(1);
      continue;
    }
    std::size_t i = found->size();
    for (int depth = 1; i < type.size() && depth > 0; ++i) {
      depth += type[i] == '<' ? 1 : (type[i] == '>' ? -1 : 0);
    }
    type.remove_prefix(i);
  }
  return out;
}

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class translation {
public:
  explicit translation(std::string_view shown) : rest_(shown) {}

  /// Appends one value of this type. False if there is none.
  bool value(std::string_view type, std::string& out) {
    skip_space();
    for (const integer_type& i : integer_types) {
      if (i.name == type) {
        return integer(i, out);
      }
    }
    if (type == "bool") {
      const bool truth = take("true");
      out += truth ? "true" : "false";
      return truth || take("false");
    }
    if (type == "double" || type == "float") {
      return real(type == "float", out);
    }
    if (type == "char") {
      return quoted('\'', out);
    }
    if (type == "std::string") {
      out += "std::string(";
      const bool fine = quoted('"', out);
      while (fine && (skip_space(), rest_.starts_with('"'))) { // literals in a row are one
        out += ' ';
        if (!quoted('"', out)) {
          return false;
        }
      }
      out += ')';
      return fine;
    }
    const std::optional<template_type> t = as_template(type);
    if (!t) {
      return false;
    }
    if (contains(sequences, t->name)) {
      return sequence(type, *t, out);
    }
    if (t->name == "std::optional") {
      const bool nothing = take("nullopt");
      out += fmt::format("{}({}", type, nothing ? "std::nullopt" : "");
      const bool fine = nothing || value(t->arguments.front(), out);
      out += ')';
      return fine;
    }
    if (contains(maps, t->name)) {
      return map(type, *t, out);
    }
    if (t->name == "std::pair" || t->name == "std::tuple") {
      return product(type, *t, out);
    }
    return false;
  }

  bool at_end() {
    skip_space();
    return rest_.empty();
  }

private:
  void skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) {
      rest_.remove_prefix(1);
    }
  }
  bool take(std::string_view word) {
    skip_space();
    if (!rest_.starts_with(word)) {
      return false;
    }
    rest_.remove_prefix(word.size());
    return true;
  }
  std::string_view take_while(std::string_view characters) {
    const std::size_t end = std::min(rest_.find_first_not_of(characters), rest_.size());
    const std::string_view taken = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return taken;
  }

  bool integer(const integer_type& type, std::string& out) {
    const std::string_view sign = rest_.starts_with('-') ? rest_.substr(0, 1) : std::string_view();
    rest_.remove_prefix(sign.size());
    const std::string_view digits = take_while("0123456789");
    if (digits.empty()) {
      return false;
    }
    const std::string literal = fmt::format("{}{}", sign, digits);
    if (type.cast) {
      out += fmt::format("static_cast<{}>({})", type.name, literal);
    } else if (!type.least.empty() && literal == type.least) { // minus applies to a number one too large
      std::string near = literal;
      --near.back();
      out += fmt::format("({}{} - 1)", near, type.suffix);
    } else {
      out += literal;
      out += type.suffix;
    }
    return true;
  }

  bool real(bool single, std::string& out) {
    const std::string_view text = take_while("-+.0123456789e");
    if (text.find_first_of("0123456789") == std::string_view::npos) {
      return false; // infinities and what is no number
    }
    out += text;
    if (text.find_first_of(".e") == std::string_view::npos) {
      out += ".0";
    }
    out += single ? "F" : "";
    return true;
  }

  /// A literal is shown as C++ writes it. One with a zero in it would end there.
  bool quoted(char quote, std::string& out) {
    if (!rest_.starts_with(quote)) {
      return false;
    }
    std::size_t i = 1;
    while (i < rest_.size() && rest_[i] != quote) {
      if (quote == '"' && rest_.substr(i).starts_with("\\x00")) {
        return false;
      }
      i += rest_[i] == '\\' ? 2U : 1U;
    }
    if (i >= rest_.size()) {
      return false;
    }
    out += rest_.substr(0, i + 1);
    rest_.remove_prefix(i + 1);
    return true;
  }

  template <class Part>
  bool parts(std::string_view open, std::string_view close, std::string& out, Part part) {
    if (!take(open)) {
      return false;
    }
    for (std::size_t i = 0; !take(close); ++i) {
      if (i > 0 && !take(",")) {
        return false;
      }
      if (i > 0 && take(close)) { // after a comma at the end of a line
        break;
      }
      out += i > 0 ? ", " : "";
      if (!part(i)) {
        return false;
      }
    }
    return true;
  }

  bool sequence(std::string_view type, const template_type& t, std::string& out) {
    out += fmt::format("{}{{", type);
    const auto element = [&](std::size_t) { return value(t.arguments.front(), out); };
    skip_space();
    const bool fine = rest_.starts_with('[') ? parts("[", "]", out, element) : parts("{", "}", out, element);
    out += '}';
    return fine;
  }

  bool map(std::string_view type, const template_type& t, std::string& out) {
    if (t.arguments.size() < 2) {
      return false;
    }
    out += fmt::format("{}{{", type);
    const bool fine = parts("{", "}", out, [&](std::size_t) {
      out += '{';
      if (!value(t.arguments[0], out) || !take(":")) {
        return false;
      }
      out += ", ";
      const bool second = value(t.arguments[1], out);
      out += '}';
      return second;
    });
    out += '}';
    return fine;
  }

  bool product(std::string_view type, const template_type& t, std::string& out) {
    out += fmt::format("{}(", type);
    std::size_t count = 0;
    const bool fine = parts("(", ")", out, [&](std::size_t i) {
      count = i + 1;
      return i < t.arguments.size() && value(t.arguments[i], out);
    });
    out += ')';
    return fine && count == t.arguments.size();
  }

  std::string_view rest_;
};

} // namespace

std::string source_of(std::string_view type, std::string_view shown) {
  translation t(shown);
  std::string out;
  return t.value(without_defaults(type), out) && t.at_end() ? out : std::string();
}

} // namespace tali::command
