// SPDX-License-Identifier: BSL-1.0
// package.json: fixed keys in a fixed order, as text. The case of "Reflective Generators" in which a user sends a file.
#pragma once

#include <tali/gen/map.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/text.hpp>
#include <tali/gen/tuple.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reflective {

struct package {
  using table = std::vector<std::pair<std::string, std::string>>;
  struct script_lines {
    std::string start;
    std::string build;
    std::string test;
  };
  struct place {
    std::string type;
    std::string url;
  };
  std::string name;
  std::string description;
  script_lines scripts;
  place repository;
  std::vector<std::string> keywords;
  std::string author;
  std::string license;
  table development;
  table dependencies;
};

inline std::string print_package(const package& p) {
  const auto quoted = [](const std::string& s) { return '"' + s + '"'; };
  const auto table = [&](const package::table& t) {
    std::string out = "{";
    for (const auto& [key, value] : t) {
      out += (out.size() > 1 ? "," : "") + quoted(key) + ":" + quoted(value);
    }
    return out + "}";
  };
  std::string keywords = "[";
  for (const std::string& k : p.keywords) {
    keywords += (keywords.size() > 1 ? "," : "") + quoted(k);
  }
  return "{\"name\":" + quoted(p.name) + ",\"description\":" + quoted(p.description) +
         ",\"scripts\":{\"start\":" + quoted(p.scripts.start) + ",\"build\":" + quoted(p.scripts.build) +
         ",\"test\":" + quoted(p.scripts.test) + "},\"repository\":{\"type\":" + quoted(p.repository.type) +
         ",\"url\":" + quoted(p.repository.url) + "},\"keywords\":" + keywords + "],\"author\":" + quoted(p.author) +
         ",\"license\":" + quoted(p.license) + ",\"devDependencies\":" + table(p.development) +
         ",\"dependencies\":" + table(p.dependencies) + "}";
}

class package_parser {
public:
  explicit package_parser(std::string_view text) : rest_(text) {}

  std::optional<package> parse() {
    package p;
    const bool good = take("{\"name\":") && string(p.name) && take(",\"description\":") && string(p.description) &&
                      take(",\"scripts\":{\"start\":") && string(p.scripts.start) && take(",\"build\":") &&
                      string(p.scripts.build) && take(",\"test\":") && string(p.scripts.test) &&
                      take("},\"repository\":{\"type\":") && string(p.repository.type) && take(",\"url\":") &&
                      string(p.repository.url) && take("},\"keywords\":[") && keywords(p.keywords) &&
                      take(",\"author\":") && string(p.author) && take(",\"license\":") && string(p.license) &&
                      take(",\"devDependencies\":") && table(p.development) && take(",\"dependencies\":") &&
                      table(p.dependencies) && take("}") && rest_.empty();
    return good ? std::optional<package>(std::move(p)) : std::nullopt;
  }

private:
  bool take(std::string_view what) {
    const bool there = rest_.starts_with(what);
    rest_.remove_prefix(there ? what.size() : 0);
    return there;
  }
  bool string(std::string& into) {
    const std::size_t end = rest_.starts_with('"') ? rest_.find('"', 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      return false;
    }
    into = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool keywords(std::vector<std::string>& into) {
    while (!take("]")) {
      if ((!into.empty() && !take(",")) || !string(into.emplace_back())) {
        return false;
      }
    }
    return true;
  }
  bool table(package::table& into) {
    if (!take("{")) {
      return false;
    }
    while (!take("}")) {
      const bool more = into.empty() || take(",");
      auto& [key, value] = into.emplace_back();
      if (!more || !string(key) || !take(":") || !string(value)) {
        return false;
      }
    }
    return true;
  }

  std::string_view rest_;
};

/// Texts of package.json files. All strings have at least one letter, except for keywords and the keys of tables.
inline auto package_json() {
  namespace gen = tali::gen;
  const auto letter = gen::alphabet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ./:-_^~@#+*,;!?()");
  const auto word = gen::string(letter, 1, 200);
  const auto any = gen::string(letter, 0, 200);
  const auto table = gen::vector(gen::pair(any, word), 0, 100);
  return gen::map(
      gen::build<package>(word, word, gen::build<package::script_lines>(word, word, word),
                          gen::build<package::place>(word, word), gen::vector(any, 0, 100), word, word, table, table),
      [](const package& p) { return print_package(p); },
      [](const std::string& text) { return package_parser(text).parse(); });
}

} // namespace reflective
