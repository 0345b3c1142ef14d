// SPDX-License-Identifier: BSL-1.0
// Shrinks a file from a bug report to the relevant part: a package.json, for a program that fails on one version of
// one package. Pass the name of a file, or use the one below.
#include <tali/shrink/shrink.hpp>
#include <tali/tali.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using table = std::vector<std::pair<std::string, std::string>>;
struct scripts {
  std::string start, build, test;
};
struct repository {
  std::string type, url;
};
struct package {
  std::string name, description;
  scripts lines;
  repository place;
  std::vector<std::string> keywords;
  std::string author, license;
  table development, dependencies;
};

// One description of the format serves both directions: a writer prints the parts, a reader parses them.
struct writer {
  std::string out;
  bool text(std::string_view fixed) {
    out += fixed;
    return true;
  }
  bool string(const std::string& s) { return text("\"" + s + "\""); }
  template <class T, class Each>
  bool list(const std::vector<T>& all, char end, const Each& each) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      text(i == 0 ? "" : ",");
      each(all[i]);
    }
    out += end;
    return true;
  }
};
struct reader {
  std::string_view rest;
  bool text(std::string_view fixed) {
    const bool there = rest.starts_with(fixed);
    rest.remove_prefix(there ? fixed.size() : 0);
    return there;
  }
  bool string(std::string& s) {
    const std::size_t end = rest.starts_with('"') ? rest.find('"', 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      return false;
    }
    s = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return true;
  }
  template <class T, class Each>
  bool list(std::vector<T>& all, char end, const Each& each) {
    while (!text(std::string_view(&end, 1))) {
      if ((!all.empty() && !text(",")) || !each(all.emplace_back())) {
        return false;
      }
    }
    return true;
  }
};

template <class Format, class Package>
bool go_through(Format& f, Package& p) {
  const auto words = [&](auto& s) { return f.string(s); };
  const auto entry = [&](auto& e) { return f.string(e.first) && f.text(":") && f.string(e.second); };
  return f.text(R"({"name":)") && f.string(p.name) && f.text(R"(,"description":)") && f.string(p.description) &&
         f.text(R"(,"scripts":{"start":)") && f.string(p.lines.start) && f.text(R"(,"build":)") &&
         f.string(p.lines.build) && f.text(R"(,"test":)") && f.string(p.lines.test) &&
         f.text(R"(},"repository":{"type":)") && f.string(p.place.type) && f.text(R"(,"url":)") &&
         f.string(p.place.url) && f.text(R"(},"keywords":[)") && f.list(p.keywords, ']', words) &&
         f.text(R"(,"author":)") && f.string(p.author) && f.text(R"(,"license":)") && f.string(p.license) &&
         f.text(R"(,"devDependencies":{)") && f.list(p.development, '}', entry) && f.text(R"(,"dependencies":{)") &&
         f.list(p.dependencies, '}', entry) && f.text("}");
}

auto package_json() {
  namespace gen = tali::gen;
  const auto letter = gen::alphabet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ./:-_^~@#+*,;!?()");
  const auto word = gen::string(letter, 1, 200);
  const auto any = gen::string(letter, 0, 200);
  const auto entries = gen::vector(gen::pair(any, word), 0, 100);
  return gen::map(
      gen::build<package>(word, word, gen::build<scripts>(word, word, word), gen::build<repository>(word, word),
                          gen::vector(any, 0, 100), word, word, entries, entries),
      [](const package& p) {
        writer w;
        go_through(w, p);
        return w.out;
      },
      [](const std::string& text) -> std::optional<package> { // backward
        package p;
        reader r{text};
        return go_through(r, p) && r.rest.empty() ? std::optional(p) : std::nullopt;
      });
}

constexpr std::string_view reported =
    R"({"name":"reflective-generators","description":"What a great project","scripts":{"start":"node ./src/server.js",)"
    R"("build":"babel ./src --out-dir ./dist","test":"mocha --compilers js:babel-core/register --require )"
    R"(./test/setup.js --recursive ./test"},"repository":{"type":"git","url":"https://example.com"},)"
    R"("keywords":["reflective",)"
    R"("generators"],"author":"test","license":"mit","devDependencies":{"babel-cli":"^6.24.1","babel-core":"^6.24.1",)"
    R"("babel-preset-es2015":"^6.24.1"},"dependencies":{"express":"^4.15.3","reflective":"^0.0.1"}})";

} // namespace

int main(int argc, char** argv) {
  std::string given(reported);
  if (argc > 1) {
    std::ifstream file(argv[1]);
    if (!file) {
      std::cerr << "cannot read '" << argv[1] << "'\n";
      return 1;
    }
    given.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    while (given.ends_with('\n')) {
      given.pop_back();
    }
  }
  const auto breaks = [](const std::string& text) { return text.find(R"("express":"^4.15.3")") != std::string::npos; };
  const auto least = tali::shrink(package_json(), given, breaks);
  if (!least) {
    std::cerr << "this is not a package.json file of the expected form\n";
    return 1;
  }
  std::cout << given.size() << " characters shrunk to " << least->value.size() << ":\n" << least->value << "\n";
  return least->value.size() == 212 || argc > 1 ? 0 : 1;
}
