// SPDX-License-Identifier: BSL-1.0
// Types for the tests of the value layer.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tali/value/fields.hpp"

namespace zoo {

struct empty {};

struct point {
  int x;
  int y;
};

enum class color { red, green, blue };

struct item {
  int id;
  std::string name;
};

struct document {
  std::vector<item> items;
  std::map<std::string, int> ages;
  std::set<std::string> tags;
  std::optional<int> version;
  std::variant<int, std::string> key;
  std::unique_ptr<item> extra;
};

struct tree {
  int value;
  std::vector<tree> children;
};

/// A list whose destructor does not recurse, so that long ones can be made.
struct node {
  int value;
  std::unique_ptr<node> next;
};

inline std::unique_ptr<node> make_list(int length) {
  std::unique_ptr<node> head;
  for (int i = length; i > 0; --i) {
    head = std::make_unique<node>(node{i, std::move(head)});
  }
  return head;
}

inline void destroy_list(std::unique_ptr<node>& head) {
  while (head) {
    head = std::move(head->next);
  }
}

/// A graph: may be cyclic.
struct vertex {
  int value = 0;
  std::shared_ptr<vertex> first;
  std::shared_ptr<vertex> second;
};

template <class T>
struct box {
  T value;
  std::vector<T> more;
};

struct flags {
  unsigned low : 3;
  unsigned high : 5;
  bool set : 1;
};

/// Not an aggregate; its fields are listed below.
class account {
public:
  account(std::string owner, long balance) : owner_(std::move(owner)), balance_(balance) {}
  long twice() const { return 2 * balance_; }

private:
  friend struct tali::fields_of<account>;
  std::string owner_;
  long balance_;
};

/// Has an operator<< and nothing else.
class money {
public:
  explicit money(long cents) : cents_(cents) {}
  bool operator==(const money&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const money& m) { return out << '$' << m.cents_; }

private:
  long cents_;
};

/// Can be compared but not be looked into.
class secret {
public:
  explicit secret(int number) : number_(number) {}
  bool operator==(const secret&) const = default;

private:
  int number_;
};

/// Can be neither compared nor looked into.
class sealed {
public:
  explicit sealed(int number) : number_(number) {}
  int number() const { return number_; }

private:
  int number_;
};

} // namespace zoo

template <>
struct tali::fields_of<zoo::account> {
  static constexpr auto value = fields(field("owner", &zoo::account::owner_), field("balance", &zoo::account::balance_),
                                       field("twice", [](const zoo::account& a) { return a.twice(); }));
};
