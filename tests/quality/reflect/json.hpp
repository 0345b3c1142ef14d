// SPDX-License-Identifier: BSL-1.0
// JSON documents as text, with and without a checksum: every choice of the grammar has a label.
//
//   payload()    the text of an array or an object
//   document()   {"payload":P,"checksum":H}: H is a hash of the text P, so no grammar describes it
//
// The generator makes a tree and prints it; backward it parses the text (and verifies the checksum) and takes the tree
// apart.
#pragma once

#include <tali/gen/compose.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/labelled.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/recursive.hpp>
#include <tali/gen/tuple.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reflective {

namespace gen = tali::gen;

enum class json_kind : std::uint8_t { null, no, yes, number, string, array, object };

/// Numbers are kept as they are written.
struct json_number {
  std::string whole;    // with its sign
  std::string fraction; // digits, without the point
  std::string exponent; // with its sign; without the e
};

struct json_member;

struct json {
  json_kind kind = json_kind::null;
  json_number number;
  std::string text; // as it is written, with escapes
  std::vector<json> items;
  std::vector<json_member> members;
};

struct json_member {
  std::string key;
  json value;
};

inline void print(const json& j, std::string& out) {
  switch (j.kind) {
  case json_kind::null:
    out += "null";
    break;
  case json_kind::no:
    out += "false";
    break;
  case json_kind::yes:
    out += "true";
    break;
  case json_kind::number:
    out += j.number.whole;
    out += j.number.fraction.empty() ? "" : "." + j.number.fraction;
    out += j.number.exponent.empty() ? "" : "e" + j.number.exponent;
    break;
  case json_kind::string:
    out += '"' + j.text + '"';
    break;
  case json_kind::array: {
    char before = '[';
    for (const json& item : j.items) {
      out += before;
      print(item, out);
      before = ',';
    }
    out += j.items.empty() ? "[]" : "]";
    break;
  }
  case json_kind::object: {
    char before = '{';
    for (const auto& [key, value] : j.members) {
      out += before;
      out += '"' + key + "\":";
      print(value, out);
      before = ',';
    }
    out += j.members.empty() ? "{}" : "}";
    break;
  }
  }
}
inline std::string printed(const json& j) {
  std::string out;
  print(j, out);
  return out;
}

class json_parser {
public:
  explicit json_parser(std::string_view text) : rest_(text) {}

  /// Parses the whole text as one value, without white space; nothing if it is not one.
  std::optional<json> parse() {
    json made;
    return value(made, 0) && rest_.empty() ? std::optional<json>(std::move(made)) : std::nullopt;
  }

private:
  static constexpr int deepest = 500;

  bool take(std::string_view what) {
    const bool there = rest_.starts_with(what);
    rest_.remove_prefix(there ? what.size() : 0);
    return there;
  }
  std::string digits(bool sign) {
    std::size_t n = sign && (rest_.starts_with('-') || rest_.starts_with('+')) ? 1 : 0;
    while (n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9') {
      ++n;
    }
    std::string made(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return made;
  }
  bool string(std::string& made) {
    if (!take("\"")) {
      return false;
    }
    std::size_t n = 0;
    while (n < rest_.size() && rest_[n] != '"') {
      n += rest_[n] == '\\' ? 2U : 1U;
    }
    if (n >= rest_.size()) {
      return false;
    }
    made = rest_.substr(0, n);
    rest_.remove_prefix(n + 1);
    return true;
  }
  bool value(json& made, int depth) {
    if (depth > deepest) {
      return false;
    }
    if (take("null")) {
      return true;
    }
    if (take("false")) {
      made.kind = json_kind::no;
      return true;
    }
    if (take("true")) {
      made.kind = json_kind::yes;
      return true;
    }
    if (rest_.starts_with('"')) {
      made.kind = json_kind::string;
      return string(made.text);
    }
    if (take("[")) {
      made.kind = json_kind::array;
      if (take("]")) {
        return true;
      }
      do {
        if (!value(made.items.emplace_back(), depth + 1)) {
          return false;
        }
      } while (take(","));
      return take("]");
    }
    if (take("{")) {
      made.kind = json_kind::object;
      if (take("}")) {
        return true;
      }
      do {
        auto& [key, inner] = made.members.emplace_back();
        if (!string(key) || !take(":") || !value(inner, depth + 1)) {
          return false;
        }
      } while (take(","));
      return take("}");
    }
    made.kind = json_kind::number;
    made.number.whole = digits(true);
    if (take(".")) {
      made.number.fraction = digits(false);
    }
    if (take("e")) {
      made.number.exponent = digits(true);
    }
    return !made.number.whole.empty();
  }

  std::string_view rest_;
};

/// The first eight decimal digits of |h|.
inline std::string checksum(std::string_view payload) {
  std::uint64_t h = 5381;
  for (const char c : payload) {
    h = (33 * h) ^ static_cast<unsigned char>(c);
  }
  const auto magnitude = static_cast<std::int64_t>(h) < 0 ? 0 - h : h;
  return std::to_string(magnitude).substr(0, 8);
}

// The generators ------------------------------------------------------------------------------------------------------

inline auto is(json_kind kind) {
  return [kind](const json& j) { return j.kind == kind; };
}

/// The characters of a string: letters, and escapes that are two letters in the text and one byte here.
inline constexpr std::string_view json_escapes = "\\bfnrt";
inline auto json_letters() {
  std::vector<tali::gen::labelled_value<char>> all;
  for (const char c :
       std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+:@$!'(,.)-#_")) {
    all.push_back({std::string(1, c), 1, c});
  }
  for (std::size_t i = 0; i < json_escapes.size(); ++i) {
    all.push_back({std::string("\\") + json_escapes[i], 1, static_cast<char>(i + 1)});
  }
  return gen::labelled<char>(std::move(all));
}

inline auto json_string() {
  static const auto letters = json_letters();
  return gen::map(
      gen::repeated<std::string, "string ends", "character">(letters, 1, 4),
      [](const std::string& coded) {
        std::string text;
        for (const char c : coded) {
          if (static_cast<unsigned char>(c) <= json_escapes.size()) {
            text += '\\';
            text += json_escapes[static_cast<unsigned char>(c) - 1U];
          } else {
            text += c;
          }
        }
        return text;
      },
      [](const std::string& text) -> std::optional<std::string> {
        std::string coded;
        for (std::size_t i = 0; i < text.size(); ++i) {
          if (text[i] != '\\') {
            coded += text[i];
            continue;
          }
          const std::size_t which = ++i < text.size() ? json_escapes.find(text[i]) : std::string_view::npos;
          if (which == std::string_view::npos) {
            return std::nullopt;
          }
          coded += static_cast<char>(which + 1);
        }
        return coded;
      });
}

/// At least one digit, the first of them not 0 unless it is the only one (`leading`).
inline auto json_digits(bool leading) {
  static const auto any = gen::labelled_letters("0123456789");
  static const auto first = gen::labelled_letters("123456789");
  struct pieces {
    char first;
    std::string rest;
  };
  const auto split = [](const std::string& s) -> std::optional<pieces> {
    return s.empty() ? std::nullopt : std::optional<pieces>({s[0], s.substr(1)});
  };
  const auto glue = [](const pieces& p) { return p.first + p.rest; };
  const auto rest = gen::repeated<std::string, "number ends", "digit">(any, 2, 1);
  return gen::pick(gen::branch<"zero">(leading ? 1 : 0, gen::exact(std::string("0"))),
                   gen::branch<"digits">(leading ? 3 : 0, gen::map(gen::build<pieces>(first, rest), glue, split)),
                   gen::branch<"any digits">(leading ? 0 : 1, gen::map(gen::build<pieces>(any, rest), glue, split)));
}

inline auto json_numbers() {
  const auto signed_digits =
      gen::pick(gen::branch<"positive">(3, json_digits(true)),
                gen::branch<"negative">(1, gen::map(
                                               json_digits(true), [](const std::string& s) { return "-" + s; },
                                               [](const std::string& s) {
                                                 return s.starts_with('-') ? std::optional<std::string>(s.substr(1))
                                                                           : std::nullopt;
                                               })));
  const auto none = gen::exact(std::string());
  return gen::build<json_number>(
      signed_digits, gen::pick(gen::branch<"no fraction">(3, none), gen::branch<"fraction">(1, json_digits(false))),
      gen::pick(gen::branch<"no exponent">(3, none), gen::branch<"exponent">(1, signed_digits)));
}

/// Trees; an array or an object on top if `container`.
inline constexpr auto json_trees = gen::recursive<json>([](auto self, bool container) {
  const auto array = gen::compose<json>(is(json_kind::array), [=](auto& draw) {
    json j;
    j.kind = json_kind::array;
    j.items = draw(gen::pick(gen::branch<"empty array">(1, gen::exact<std::vector<json>>()),
                             gen::branch<"elements">(
                                 1, gen::repeated_once<std::vector<json>, "array ends", "element">(self(false), 2, 1))),
                   &json::items);
    return j;
  });
  const auto object = gen::compose<json>(is(json_kind::object), [=](auto& draw) {
    json j;
    j.kind = json_kind::object;
    using members = std::vector<json_member>;
    j.members =
        draw(gen::pick(gen::branch<"empty object">(1, gen::exact<members>()),
                       gen::branch<"members">(1, gen::repeated_once<members, "object ends", "member">(
                                                     gen::build<json_member>(json_string(), self(false)), 2, 1))),
             &json::members);
    return j;
  });
  const auto number = gen::compose<json>(is(json_kind::number), [=](auto& draw) {
    json j;
    j.kind = json_kind::number;
    j.number = draw(json_numbers(), &json::number);
    return j;
  });
  const auto string = gen::compose<json>(is(json_kind::string), [=](auto& draw) {
    json j;
    j.kind = json_kind::string;
    j.text = draw(json_string(), &json::text);
    return j;
  });
  const auto word = [](json_kind kind) {
    return gen::compose<json>(is(kind), [=](auto& /*draw*/) {
      json j;
      j.kind = kind;
      return j;
    });
  };
  const std::uint32_t inner = container ? 0 : 1;
  return gen::pick(gen::branch<"null">(inner, word(json_kind::null)), gen::branch<"false">(inner, word(json_kind::no)),
                   gen::branch<"true">(inner, word(json_kind::yes)), gen::branch<"number">(inner, number),
                   gen::branch<"string">(inner, string), gen::branch<"array">(1, array),
                   gen::branch<"object">(1, object));
});

inline auto payload() {
  return gen::map(
      json_trees(true), [](const json& j) { return printed(j); },
      [](const std::string& text) { return json_parser(text).parse(); });
}

inline std::string with_checksum(const std::string& payload) {
  return "{\"payload\":" + payload + ",\"checksum\":" + checksum(payload) + "}";
}

inline auto document() {
  return gen::map(
      json_trees(true), [](const json& j) { return with_checksum(printed(j)); },
      [](const std::string& text) -> std::optional<json> {
        constexpr std::string_view head = "{\"payload\":";
        const std::size_t at = text.rfind(",\"checksum\":");
        if (!text.starts_with(head) || at == std::string::npos || at < head.size()) {
          return std::nullopt;
        }
        const std::string inside = text.substr(head.size(), at - head.size());
        return with_checksum(inside) == text ? json_parser(inside).parse() : std::nullopt;
      });
}

} // namespace reflective
