// SPDX-License-Identifier: BSL-1.0
// Generators derived from recursive types, for every kind of recursion.
#include "tables.hpp"

#include <tali/gen.hpp>

#include <list>
#include <map>
#include <optional>
#include <variant>

namespace conformance {

namespace gen = tali::gen;
using tali::arbitrary;

namespace shapes {

struct list_node { // by unique_ptr
  int value;
  std::unique_ptr<list_node> next;
};
struct tree { // by two pointers
  std::unique_ptr<tree> left;
  std::unique_ptr<tree> right;
  bool mark;
};
struct shared_tree { // by shared_ptr, in an array
  std::array<std::shared_ptr<shared_tree>, 2> children;
};
struct rose { // by vector
  char label;
  std::vector<rose> children;
};
struct listed { // by list
  std::list<listed> items;
};
struct boxed { // by optional, through a vector
  std::optional<std::vector<boxed>> inside;
};

// By variant: expressions.
struct sum;
struct negation;
using expression = std::variant<int, std::unique_ptr<sum>, std::unique_ptr<negation>>;
struct sum {
  expression left;
  expression right;
};
struct negation {
  expression of;
};

// By two types that contain each other.
struct folder;
struct file {
  std::string name;
  std::shared_ptr<folder> link; // shared: Clang cannot count a field that is a vector of what cannot be copied
};
struct folder {
  std::vector<file> files;
  std::vector<folder> folders;
};

// By map.
struct dictionary {
  std::map<std::string, dictionary> entries;
};

// JSON as a type.
struct json {
  std::variant<std::nullptr_t, bool, double, std::string, std::vector<json>, std::map<std::string, json>> value;
};

inline std::size_t count(const list_node& n) { return 1 + (n.next ? count(*n.next) : 0); }
inline std::size_t count(const tree& t) { return 1 + (t.left ? count(*t.left) : 0) + (t.right ? count(*t.right) : 0); }
inline std::size_t count(const shared_tree& t) {
  return 1 + (t.children[0] ? count(*t.children[0]) : 0) + (t.children[1] ? count(*t.children[1]) : 0);
}
inline std::size_t count(const rose& r) {
  std::size_t n = 1;
  for (const rose& child : r.children) {
    n += count(child);
  }
  return n;
}
inline std::size_t count(const listed& l) {
  std::size_t n = 1;
  for (const listed& child : l.items) {
    n += count(child);
  }
  return n;
}
inline std::size_t count(const dictionary& d) {
  std::size_t n = 1;
  for (const auto& [name, child] : d.entries) {
    n += count(child);
  }
  return n;
}
inline std::size_t count(const expression& e) {
  if (const auto* s = std::get_if<1>(&e)) {
    return *s == nullptr ? 1000000 : 1 + count((*s)->left) + count((*s)->right);
  }
  if (const auto* n = std::get_if<2>(&e)) {
    return *n == nullptr ? 1000000 : 1 + count((*n)->of);
  }
  return 1;
}

} // namespace shapes

using namespace shapes;

namespace {

/// "About as many nodes as the size": the last halves that are passed down still make a level of their own.
constexpr auto by_size = [](const auto& v, int size) { return count(v) <= 4 * static_cast<std::size_t>(size) + 3; };

} // namespace

void recursive_types(table& into) {
  SUBJECT(arbitrary<list_node>()).valid(by_size);
  SUBJECT(arbitrary<std::unique_ptr<list_node>>());
  SUBJECT(arbitrary<tree>()).valid(by_size);
  SUBJECT(arbitrary<shared_tree>()).valid(by_size);
  SUBJECT(arbitrary<rose>()).valid(by_size);
  SUBJECT(arbitrary<std::vector<rose>>());
  SUBJECT(arbitrary<listed>()).valid(by_size);
  SUBJECT(arbitrary<boxed>());
  SUBJECT(arbitrary<expression>()).valid(by_size);
  SUBJECT(arbitrary<sum>());
  SUBJECT(arbitrary<folder>());
  SUBJECT(arbitrary<file>());
  SUBJECT(arbitrary<dictionary>()).valid(by_size);
  SUBJECT(arbitrary<tree>().with(&tree::mark, gen::exact(true))).valid([](const tree& t) { return t.mark; });
  SUBJECT(arbitrary<list_node>().with(&list_node::value, gen::integer(0, 3)));
}

} // namespace conformance
