// SPDX-License-Identifier: BSL-1.0
// The text of structured values and of differences, compared with approved files beside this one. With TALI_APPROVE set
// in the environment, the files are written instead: review the changes before committing them.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "tali/value/diff.hpp"
#include "tali/value/show.hpp"

// The approved files contain names of fields, which Clang provides only from version 18 on.
#if !defined(__clang__) || __clang_major__ >= 18

namespace shop {

enum class state { ordered, paid, shipped };

struct address {
  std::string street;
  std::string city;
  std::array<char, 2> country;
};

struct line {
  std::string article;
  int count;
  double price;
};

struct card {
  std::string number;
};
struct cash {};

struct order {
  std::uint64_t id;
  state current;
  address to;
  std::optional<address> bill_to;
  std::vector<line> lines;
  std::variant<cash, card> payment;
  std::map<std::string, std::vector<int>> ratings;
  std::set<std::string> tags;
  std::unique_ptr<order> replaces;
  std::chrono::milliseconds delay;
  std::vector<std::uint8_t> signature;
};

order make_order() {
  order o{1001,
          state::paid,
          {"12 \"Old\" Mill Lane\n2nd floor", "Sp\u00e5ng\u00e5", {'s', 'e'}},
          std::nullopt,
          {{"hammer", 1, 19.5}, {"nails \xff", 200, 0.01}, {"saw", 1, 1e-9}},
          card{"4000 1234 5678 9010"},
          {{"hammer", {5, 5, 4, 5, 3, 5, 5, 4, 5, 5, 5, 2, 5, 5, 5, 1, 5, 4, 5, 5, 5, 5, 5, 3, 5, 5, 4, 4, 5, 5}},
           {"saw", {}}},
          {"fragile", "gift"},
          nullptr,
          std::chrono::milliseconds(1500),
          {}};
  for (int i = 0; i < 64; ++i) {
    o.signature.push_back(static_cast<std::uint8_t>(i * 37));
  }
  return o;
}

} // namespace shop

namespace {

void expect_approved(const std::string& name, const std::string& text) {
  auto path = std::string(TALI_SOURCE_DIR) + "/tests/golden/value/" + name;
  if (std::getenv("TALI_APPROVE") != nullptr) {
    std::ofstream(path) << text << '\n';
    return;
  }
  std::ifstream file(path);
  std::ostringstream approved;
  approved << file.rdbuf();
  EXPECT_EQ(text + '\n', approved.str()) << "run again with TALI_APPROVE=1 to approve " << path;
}

TEST(value, show) { expect_approved("show.txt", tali::show(shop::make_order())); }

TEST(value, show_pretty) {
  auto o = shop::make_order();
  o.replaces = std::make_unique<shop::order>(shop::make_order());
  o.replaces->signature.clear();
  o.replaces->ratings.clear();
  expect_approved("show_pretty_100.txt", tali::values::show_pretty(o));
  expect_approved("show_pretty_50.txt", tali::values::show_pretty(o, 50));
  expect_approved("show_pretty_limited.txt", tali::values::show_pretty(o, 80, {.max_items = 2, .max_depth = 2}));
}

TEST(value, diff) {
  auto a = shop::make_order(), b = shop::make_order();
  b.current = shop::state::shipped;
  b.to.street += ", ring twice";
  b.bill_to = b.to;
  b.lines.insert(b.lines.begin() + 1, {"pliers", 1, 12});
  b.lines[3].price = 2e-9;
  b.payment = shop::cash{};
  b.ratings["hammer"][3] = 1;
  b.ratings["hammer"].pop_back();
  b.ratings["pliers"] = {3};
  b.tags = {"fragile", "urgent"};
  b.delay *= 2;
  b.signature.erase(b.signature.begin() + 10, b.signature.begin() + 12);
  expect_approved("diff.txt", tali::diff(a, b));
}

} // namespace

#endif
