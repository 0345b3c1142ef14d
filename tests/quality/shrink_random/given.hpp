// SPDX-License-Identifier: BSL-1.0
// Generators of the library that run backward, for challenges that start from a given value.
//
// A given value has no choices: the generator is run backward to find the simplest ones that make it, and shrinking
// starts from these. The generators have parameters of run time and cover the ways in which a value can have several
// derivations: overlapping alternatives, maps with an inverse, bounds that are passed down.
#pragma once

#include "program.hpp"

#include <tali/gen.hpp>
#include <tali/gen/containers.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace shrink_random {

// A value of the library as nodes, in preorder.

inline void append(value& out, int x) {
  out.push_back({node::kind::number, 0, static_cast<std::uint32_t>(out.size() + 1), static_cast<double>(x)});
}
template <class Parts>
void append_group(value& out, node::kind what, std::uint8_t tag, const Parts& parts) {
  const std::size_t at = out.size();
  out.push_back({what, tag, 0, 0});
  parts();
  out[at].end = static_cast<std::uint32_t>(out.size());
}
template <class A, class B>
void append(value& out, const std::pair<A, B>& p);
template <class T>
void append(value& out, const std::optional<T>& x);
template <class T>
void append(value& out, const std::vector<T>& xs) {
  append_group(out, node::kind::list, 0, [&] {
    for (const T& x : xs) {
      append(out, x);
    }
  });
}
inline void append(value& out, const std::set<int>& xs) { append(out, std::vector<int>(xs.begin(), xs.end())); }
template <class A, class B>
void append(value& out, const std::pair<A, B>& p) {
  append_group(out, node::kind::group, 0, [&] {
    append(out, p.first);
    append(out, p.second);
  });
}
template <class T>
void append(value& out, const std::optional<T>& x) {
  append_group(out, node::kind::group, x ? 1 : 0, [&] {
    if (x) {
      append(out, *x);
    }
  });
}

struct given_tree;
using given_tree_ptr = std::shared_ptr<const given_tree>;
struct given_tree {
  int key;
  given_tree_ptr left, right;
};
inline void append(value& out, const given_tree_ptr& t) {
  append_group(out, node::kind::group, t ? 1 : 0, [&] {
    if (t) {
      append(out, t->key);
      append(out, t->left);
      append(out, t->right);
    }
  });
}
/// A search tree: bounds and a depth are passed down.
inline constexpr auto search_trees =
    tali::gen::recursive<given_tree_ptr>([](const auto& self, int lo, int hi, int depth) {
      auto empty = tali::gen::exact<given_tree_ptr>();
      auto inner = tali::gen::compose<given_tree_ptr>([=](auto& draw) {
        const int key = draw(tali::gen::integer(lo, hi), &given_tree::key);
        auto left = draw(self(lo, key - 1, depth - 1), &given_tree::left);
        auto right = draw(self(key + 1, hi, depth - 1), &given_tree::right);
        return std::make_shared<const given_tree>(given_tree{key, left, right});
      });
      return tali::gen::when(
          depth == 0 || lo > hi, empty,
          tali::gen::pick<given_tree_ptr>(tali::gen::branch<"empty">(1, empty), tali::gen::branch<"node">(2, inner)));
    });

/// A generator that runs in both directions, behind one interface.
class two_way {
public:
  two_way() = default;
  two_way(const two_way&) = delete;
  two_way& operator=(const two_way&) = delete;
  virtual ~two_way() = default;
  virtual void draw(tali::choices::dynamic_source& source, value& out) const = 0;
  /// Makes the value of these choices, forgets them, and runs backward from the value.
  [[nodiscard]] virtual std::optional<tali::choices::trace> reflected(const tali::choices::trace& run) const = 0;
};

template <class G>
class two_way_of final : public two_way {
public:
  explicit two_way_of(const G& g) : generator_(g) {}
  void draw(tali::choices::dynamic_source& source, value& out) const override { append(out, generator_(source)); }
  [[nodiscard]] std::optional<tali::choices::trace> reflected(const tali::choices::trace& run) const override {
    const auto v = tali::parse(generator_, run.choices, run.size);
    return v ? tali::choices::reflect_trace(generator_, *v) : std::nullopt;
  }

private:
  G generator_;
};

inline void interpreter::given(const program& p, tali::choices::dynamic_source& s, value& out) {
  p.library->draw(s, out);
}

inline constexpr std::uint64_t two_way_shapes = 8;

/// One of the shapes with these parameters.
[[nodiscard]] inline std::unique_ptr<two_way> two_way_program(std::uint64_t shape, int a, int b) {
  namespace gen = tali::gen;
  const auto made = [](const auto& g) -> std::unique_ptr<two_way> {
    return std::make_unique<two_way_of<std::decay_t<decltype(g)>>>(g);
  };
  const auto number = gen::integer(0, a);
  switch (shape) {
  case 0:
    return made(gen::pair(gen::vector(gen::integer(-1, 2), 0, 3), gen::integer(0, b)));
  case 1:
    return made(gen::vector(gen::pair(gen::integer(0, 3), gen::integer(0, 4)), 0, 3));
  case 2: // overlapping alternatives
    return made(gen::vector(
        gen::pick<int>(gen::branch<"small">(1, gen::integer(0, 2)), gen::branch<"any">(1, gen::integer(-2, 4))), 0, 3));
  case 3:
    return made(gen::pair(gen::map(
                              number, [](int x) { return 2 * x + 1; },
                              [](int y) { return y % 2 != 0 ? std::optional<int>((y - 1) / 2) : std::nullopt; }),
                          gen::vector(gen::integer(0, 2), 0, 3)));
  case 4:
    return made(search_trees(0, 4, 3));
  case 5:
    return made(gen::pair(gen::optional(gen::pair(number, gen::integer(0, 3))), gen::optional(gen::integer(0, b))));
  case 6:
    return made(gen::pair(gen::set(gen::integer(0, 5), 0U, 3U), gen::integer(0, b)));
  default:
    return made(gen::vector(gen::vector(gen::integer(0, 2), 0, 2), 0, 3));
  }
}

} // namespace shrink_random
