// SPDX-License-Identifier: BSL-1.0
// A name server against a model, tested with three generators of commands. With the good one, names recur and
// lookups succeed. With the flawed one, names seldom recur. With the naive one (any strings), they never do.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gen = tali::gen;

namespace {

// The code under test: entries in a hash table, with a cache for the last lookup.
class name_server {
public:
  void add(const std::string& name, int address) {
    forget(name);
    bucket(name).emplace_back(name, address);
  }
  bool remove(const std::string& name) {
    forget(name);
    auto& b = bucket(name);
    const auto at = std::find_if(b.begin(), b.end(), [&](const auto& e) { return e.first == name; });
    if (at == b.end()) {
      return false;
    }
    std::erase_if(b, [&](const auto& e) { return e.first == name; });
    return true;
  }
  [[nodiscard]] std::optional<int> find(const std::string& name) {
    if (last_ && last_->first == name) {
      return last_->second;
    }
    const auto& b = bucket(name);
    const auto at = std::find_if(b.rbegin(), b.rend(), [&](const auto& e) { return e.first == name; });
    if (at == b.rend()) {
      return std::nullopt;
    }
    last_ = *at;
    return at->second;
  }

private:
  using entry = std::pair<std::string, int>;
  std::vector<entry>& bucket(const std::string& name) { return buckets_[name.size() % buckets_.size()]; }
  void forget(const std::string& name) {
    if (last_ && last_->first == name) {
      last_.reset();
    }
  }
  std::array<std::vector<entry>, 7> buckets_;
  std::optional<entry> last_;
};

enum class action : std::uint8_t { add, remove, find };
struct command {
  action what;
  std::string name;
  int address;
};

template <class Names>
constexpr auto commands_with(const Names& names) {
  return gen::vector(gen::compose<command>([=](auto& draw) {
    command c;
    c.what = draw(gen::element(action::add, action::find, action::remove));
    c.name = draw(names);
    c.address = draw(gen::integer(0, 255));
    return c;
  }));
}
constexpr auto good = commands_with(gen::map(gen::integer(0, 7), [](int n) {
  return std::string(1, static_cast<char>('a' + n)) + (n % 2 == 0 ? ".org" : ".net");
}));
constexpr auto flawed =
    commands_with(gen::map(gen::integer(0, 999).uniform(), [](int n) { return "host" + std::to_string(n) + ".org"; }));
constexpr auto naive = commands_with(tali::arbitrary<std::string>());

constexpr auto as_the_model = [](tali::test_case& c, const std::vector<command>& commands) {
  name_server server;
  std::map<std::string, int> model;
  int found = 0;
  int looked = 0;
  int removed = 0;
  int replaced = 0;
  for (const command& one : commands) {
    switch (one.what) {
    case action::add:
      replaced += model.contains(one.name) ? 1 : 0;
      server.add(one.name, one.address);
      model[one.name] = one.address;
      break;
    case action::remove:
      if (server.remove(one.name) != (model.erase(one.name) > 0)) {
        return false;
      }
      ++removed;
      break;
    case action::find: {
      const auto at = model.find(one.name);
      const int expected = at == model.end() ? -1 : at->second;
      if (server.find(one.name).value_or(-1) != expected) {
        return false;
      }
      ++looked;
      found += expected >= 0 ? 1 : 0;
    }
    }
  }
  c.event("commands", commands.size());
  c.event("lookups that find", found);
  if (looked > 0) {
    c.event("of 100 lookups find", 100 * found / looked);
  }
  c.event("entries replaced", replaced);
  c.event("names at the end", model.size());
  c.event("lookups", "all", looked, "successful", found);
  c.classify(found == 0, "no lookup finds anything");
  c.classify(removed == 0, "nothing is removed");
  return true;
};

TALI_PROPERTY("name server (good)", good, as_the_model);
TALI_PROPERTY("name server (flawed)", flawed, as_the_model);
TALI_PROPERTY("name server (naive)", naive, as_the_model);

} // namespace
