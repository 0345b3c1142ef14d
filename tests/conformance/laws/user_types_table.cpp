// SPDX-License-Identifier: BSL-1.0
// Generators as a user writes them: search trees, heaps, expressions, JSON.
#include "tables.hpp"

#include <tali/gen.hpp>

#include <algorithm>
#include <map>
#include <variant>

namespace conformance {

namespace gen = tali::gen;

namespace user {

// A binary search tree: the keys of every subtree lie in a range that its parent leaves to it.
struct bst {
  int key;
  std::unique_ptr<bst> left;
  std::unique_ptr<bst> right;
};
using bst_ptr = std::unique_ptr<bst>;

constexpr auto search_tree = gen::recursive<bst_ptr>([](auto self, int lo, int hi) {
  auto node = gen::compose<bst_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(lo, hi), &bst::key);
    bst_ptr left = draw(self(lo, key - 1), &bst::left);
    bst_ptr right = draw(self(key + 1, hi), &bst::right);
    return std::make_unique<bst>(bst{key, std::move(left), std::move(right)});
  });
  return gen::when(lo > hi, gen::exact<bst_ptr>(),
                   gen::pick<bst_ptr>(gen::branch<"leaf">(1, gen::exact<bst_ptr>()), gen::branch<"node">(2, node)));
});

bool is_ordered(const bst_ptr& t, int lo, int hi) {
  return t == nullptr ||
         (t->key >= lo && t->key <= hi && is_ordered(t->left, lo, t->key - 1) && is_ordered(t->right, t->key + 1, hi));
}

// A heap in an array: every element is at least its parent.
constexpr auto heap_of = [](int length) {
  return gen::compose<std::vector<int>>([length](auto& draw) {
    std::vector<int> items;
    for (int i = 0; i < length; ++i) {
      const int parent = i == 0 ? 0 : items[static_cast<std::size_t>(i - 1) / 2];
      const auto nth = [i](const std::vector<int>& v) -> const int* {
        return static_cast<std::size_t>(i) < v.size() ? &v[static_cast<std::size_t>(i)] : nullptr;
      };
      items.push_back(draw(gen::integer(parent, 20), nth));
    }
    return items;
  });
};

// Well-typed expressions.
struct expression;
using expression_ptr = std::shared_ptr<const expression>;
enum class type { number, truth };
struct literal {
  int value;
};
struct operation {
  char symbol;
  expression_ptr left;
  expression_ptr right;
};
struct expression {
  std::variant<literal, operation> what;
};

const literal* as_literal(const expression_ptr& e) { return e == nullptr ? nullptr : std::get_if<literal>(&e->what); }
const operation* as_operation(const expression_ptr& e) {
  return e == nullptr ? nullptr : std::get_if<operation>(&e->what);
}

constexpr auto typed_expression = gen::recursive<expression_ptr>([](auto self, type wanted, int depth) {
  auto leaf = gen::compose<expression_ptr>([=](auto& draw) {
    const int value = draw(gen::integer(0, wanted == type::truth ? 1 : 9), as_literal, &literal::value);
    return std::make_shared<const expression>(expression{literal{value}});
  });
  auto node = gen::compose<expression_ptr>([=](auto& draw) {
    const char symbol = draw(gen::alphabet(wanted == type::truth ? "<&" : "+*"), as_operation, &operation::symbol);
    const type inner = symbol == '&' ? type::truth : type::number;
    expression_ptr left = draw(self(inner, depth - 1), as_operation, &operation::left);
    expression_ptr right = draw(self(inner, depth - 1), as_operation, &operation::right);
    return std::make_shared<const expression>(expression{operation{symbol, std::move(left), std::move(right)}});
  });
  return gen::when(depth == 0, leaf,
                   gen::pick<expression_ptr>(gen::branch<"literal">(1, leaf), gen::branch<"operation">(2, node)));
});

bool has_type(const expression_ptr& e, type wanted) {
  if (const literal* l = as_literal(e)) {
    return l->value >= 0 && l->value <= (wanted == type::truth ? 1 : 9);
  }
  const operation* o = as_operation(e);
  if (o == nullptr) {
    return false;
  }
  const bool fits = wanted == type::truth ? o->symbol == '<' || o->symbol == '&' : o->symbol == '+' || o->symbol == '*';
  const type inner = o->symbol == '&' ? type::truth : type::number;
  return fits && has_type(o->left, inner) && has_type(o->right, inner);
}

// JSON, bounded by depth.
struct json {
  std::variant<std::monostate, bool, double, std::string, std::vector<json>, std::map<std::string, json>> value;
};

constexpr auto into = [](auto v) { return json{{std::move(v)}}; };
template <class T>
constexpr auto out_of = [](const json& j) { return std::get_if<T>(&j.value); };

template <class T, class G>
auto kind_of_json(const G& g) {
  return gen::map(g, into, out_of<T>);
}

const auto json_value = gen::recursive<json>([](auto self, int depth) {
  auto scalar =
      gen::one_of(kind_of_json<std::monostate>(gen::exact(std::monostate())), kind_of_json<bool>(gen::boolean()),
                  kind_of_json<double>(gen::finite_real<double>()), kind_of_json<std::string>(gen::text(0, 5)));
  auto array = kind_of_json<std::vector<json>>(gen::vector(self(depth - 1), 0, 3));
  using object = std::map<std::string, json>;
  auto map = kind_of_json<object>(gen::distinct<object>(gen::pair(gen::ascii(0, 3), self(depth - 1)), 0, 3));
  return gen::when(
      depth == 0, scalar,
      gen::pick<json>(gen::branch<"scalar">(3, scalar), gen::branch<"array">(1, array), gen::branch<"object">(1, map)));
});

int depth_of(const json& j) {
  int deepest = 0;
  if (const auto* array = std::get_if<std::vector<json>>(&j.value)) {
    for (const json& inner : *array) {
      deepest = std::max(deepest, 1 + depth_of(inner));
    }
  }
  if (const auto* object = std::get_if<std::map<std::string, json>>(&j.value)) {
    for (const auto& [name, inner] : *object) {
      deepest = std::max(deepest, 1 + depth_of(inner));
    }
  }
  return deepest;
}

} // namespace user

void user_types(table& into) {
  using namespace user;
  SUBJECT(search_tree(0, 9))
      .valid([](const bst_ptr& t) { return is_ordered(t, 0, 9); })
      .outside(std::make_unique<bst>(bst{10, nullptr, nullptr}),
               std::make_unique<bst>(bst{3, std::make_unique<bst>(bst{4, nullptr, nullptr}), nullptr}));
  SUBJECT(search_tree(0, 1)).sequences(1 + 2 * 2).valid([](const bst_ptr& t) { return is_ordered(t, 0, 1); });
  SUBJECT(search_tree(1, 0)).sequences(1).outside(std::make_unique<bst>(bst{0, nullptr, nullptr}));
  SUBJECT(gen::vector(search_tree(-100, 100), 0, 3));

  SUBJECT(heap_of(7))
      .valid([](const auto& v) { return v.size() == 7 && std::is_heap(v.begin(), v.end(), std::greater<>()); })
      .outside(std::vector<int>{1, 0, 1, 1, 1, 1, 1});
  SUBJECT(typed_expression(type::number, 4))
      .valid([](const expression_ptr& e) { return has_type(e, type::number); })
      .outside(nullptr, std::make_shared<const expression>(expression{literal{10}}));
  SUBJECT(typed_expression(type::truth, 3)).valid([](const expression_ptr& e) { return has_type(e, type::truth); });
  SUBJECT(typed_expression(type::truth, 0)).sequences(2);
  SUBJECT(json_value(3)).valid([](const json& j) { return depth_of(j) <= 3; });
}

} // namespace conformance
