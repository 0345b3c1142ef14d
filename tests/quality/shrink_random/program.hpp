// SPDX-License-Identifier: BSL-1.0
// Generators that are made at run time: a tree of small generators, interpreted over a dynamic source.
//
// Thousands of different generators cannot be compiled, so a generator is data here. Each node asks for the same
// choices and opens the same spans as the combinator of the library that it stands for. The value is a flat list of
// nodes in preorder, which predicates (predicate.hpp) read.
//
// A number has a narrow range and a wide one. The narrow range makes the domain small enough to enumerate; with `wide`
// the same generator draws from ranges of the size that real properties have.
#pragma once

#include <tali/source/dynamic.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shrink_random {

/// One node of a value; its parts are the nodes up to `end`.
struct node {
  enum class kind : std::uint8_t { number, real, group, list };
  kind what = kind::number;
  std::uint8_t tag = 0;  // of a group: which alternative made it
  std::uint32_t end = 0; // one past the last node of its parts
  double number = 0;     // of a number or a real
};
using value = std::vector<node>;

class two_way; // given.hpp

/// One generator.
struct program {
  enum class op : std::uint8_t {
    integer,     // a number in [lo, hi], simplest `origin`
    real,        // a real in [lo, hi]
    tuple,       // all parts in a span
    list,        // a length up to `hi`, then elements
    fixed,       // `lo` elements without a length
    counted,     // bind(integer, fixed length): the length in front of the span of its elements
    ranged,      // a number n, then a number in [0, n], or in [n, hi]
    indexed,     // a list of at least one element, then an index into it
    loop,        // n, then n times the parts, as a test body draws them
    until,       // the parts while a flag says so, as a test body draws them
    pick,        // one of the parts
    mapped,      // a * x + b
    filtered,    // at most three attempts at a part that satisfies a modular condition
    distinct,    // a list without equal elements: repeated ones are dropped
    search_tree, // bounds passed down
    heap,        // a lower bound passed down, and a height
    plain_tree,  // leaf or two trees
    typed,       // well-typed terms over two types
    avl,         // search trees with bounds and a height passed down
    red_black,   // search trees with bounds, a black height and a colour passed down
    lambda,      // lambda terms with a type to inhabit and an environment passed down
    given,       // a generator of the library
  };
  op what = op::integer;
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  std::int64_t origin = 0;
  std::int64_t wide_hi = 0; // 0: as `hi`
  std::int64_t a = 1;
  std::int64_t b = 0;
  bool bare = false;                      // of a loop: the parts are not in spans of their own
  std::shared_ptr<const two_way> library; // of `given`
  std::vector<std::unique_ptr<program>> parts;
  std::deque<tali::choices::span_info> infos; // spans are identified by addresses

  [[nodiscard]] const program& part(std::size_t i) const { return *parts[i]; }
};

/// Runs programs on a source.
class interpreter {
public:
  explicit interpreter(bool wide) : wide_(wide) {}

  void run(const program& p, tali::choices::dynamic_source& source, value& out) {
    out.clear();
    draw(p, source, out);
  }

private:
  using scope = tali::choices::dynamic_source::scope;

  [[nodiscard]] std::int64_t upper(const program& p) const { return wide_ && p.wide_hi != 0 ? p.wide_hi : p.hi; }

  static std::int64_t integer(tali::choices::dynamic_source& s, std::int64_t lo, std::int64_t hi, std::int64_t origin) {
    const auto last = static_cast<std::uint64_t>(hi - lo);
    const auto simplest = static_cast<std::uint64_t>(origin - lo);
    const auto zero = static_cast<std::uint64_t>(0) - static_cast<std::uint64_t>(lo);
    return lo + static_cast<std::int64_t>(s.integer({last, simplest, zero, tali::choices::spread::automatic}));
  }
  static std::uint32_t branch(tali::choices::dynamic_source& s, std::size_t n) {
    static constexpr std::uint32_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    return s.branch(tali::choices::branch_request{std::span(ones, n), {}});
  }
  static void number(value& out, double x, node::kind what = node::kind::number) {
    out.push_back({what, 0, static_cast<std::uint32_t>(out.size() + 1), x});
  }
  static std::size_t begin(value& out, node::kind what, std::uint8_t tag = 0) {
    out.push_back({what, tag, 0, 0});
    return out.size() - 1;
  }
  static void end(value& out, std::size_t at) { out[at].end = static_cast<std::uint32_t>(out.size()); }

  void elements(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t n) {
    static constexpr tali::choices::span_info element{tali::choices::span_kind::element, {}, nullptr};
    for (std::int64_t i = 0; i < n; ++i) {
      const scope one(s, element);
      draw(p.part(0), s, out);
    }
  }

  void draw(const program& p, tali::choices::dynamic_source& s, value& out);
  void draw_sequence(const program& p, tali::choices::dynamic_source& s, value& out);
  void draw_body(const program& p, tali::choices::dynamic_source& s, value& out);
  void search_tree(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo, std::int64_t hi,
                   int depth);
  void heap(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo, int depth);
  void plain_tree(const program& p, tali::choices::dynamic_source& s, value& out, int depth);
  void typed(const program& p, tali::choices::dynamic_source& s, value& out, bool boolean, int depth);
  void avl(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo, std::int64_t hi,
           int height);
  void red_black(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo, std::int64_t hi,
                 int height, bool red_allowed);
  void lambda(const program& p, tali::choices::dynamic_source& s, value& out, int type, int depth);
  void lambda_application(const program& p, tali::choices::dynamic_source& s, value& out, int type, int depth);
  void given(const program& p, tali::choices::dynamic_source& s, value& out);

  std::vector<int> environment_; // of a lambda term: the types of its variables
  bool wide_;
};

inline void interpreter::draw(const program& p, tali::choices::dynamic_source& s, value& out) {
  switch (p.what) {
  case program::op::integer:
    number(out, static_cast<double>(integer(s, p.lo, upper(p), p.origin)));
    return;
  case program::op::real:
    number(out, s.real({static_cast<double>(p.lo), static_cast<double>(upper(p)), false, wide_}), node::kind::real);
    return;
  case program::op::tuple: {
    const scope all(s, p.infos[0]);
    const std::size_t at = begin(out, node::kind::group);
    for (const auto& part : p.parts) {
      draw(*part, s, out);
    }
    end(out, at);
    return;
  }
  case program::op::list:
  case program::op::fixed:
  case program::op::counted:
  case program::op::indexed:
  case program::op::distinct:
    draw_sequence(p, s, out);
    return;
  case program::op::ranged: {
    const std::size_t at = begin(out, node::kind::group);
    const std::int64_t n = integer(s, p.lo, upper(p), p.lo);
    number(out, static_cast<double>(n));
    const std::int64_t other = p.bare ? integer(s, n, upper(p), n) : integer(s, 0, n, 0);
    number(out, static_cast<double>(other));
    end(out, at);
    return;
  }
  case program::op::loop:
  case program::op::until:
    draw_body(p, s, out);
    return;
  case program::op::pick: {
    const scope one(s, p.infos[0]);
    const std::uint32_t chosen = branch(s, p.parts.size());
    const std::size_t at = begin(out, node::kind::group, static_cast<std::uint8_t>(chosen));
    draw(p.part(chosen), s, out);
    end(out, at);
    return;
  }
  case program::op::mapped: {
    const std::size_t first = out.size();
    draw(p.part(0), s, out);
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].number = static_cast<double>(p.a) * out[i].number + static_cast<double>(p.b);
    }
    return;
  }
  case program::op::filtered: {
    for (int attempts = 0; attempts < 3; ++attempts) {
      const scope one(s, p.infos[0]);
      const std::size_t first = out.size();
      draw(p.part(0), s, out);
      std::int64_t sum = 0;
      for (std::size_t i = first; i < out.size(); ++i) {
        sum += static_cast<std::int64_t>(out[i].number);
      }
      if (((sum % p.a) + p.a) % p.a != p.b) {
        return;
      }
      out.resize(first);
      if (!s.chance()) {
        break;
      }
    }
    throw tali::discard{"filtered"};
  }
  case program::op::search_tree: {
    search_tree(p, s, out, p.lo, upper(p), static_cast<int>(p.a));
    return;
  }
  case program::op::heap:
    heap(p, s, out, p.lo, static_cast<int>(p.a));
    return;
  case program::op::plain_tree:
    plain_tree(p, s, out, static_cast<int>(p.a));
    return;
  case program::op::typed:
    typed(p, s, out, p.bare, static_cast<int>(p.a));
    return;
  case program::op::avl:
    avl(p, s, out, p.lo, upper(p), static_cast<int>(integer(s, 0, p.a, 0)));
    return;
  case program::op::red_black:
    red_black(p, s, out, p.lo, upper(p), static_cast<int>(integer(s, 0, p.a, 0)), true);
    return;
  case program::op::lambda:
    environment_.clear();
    lambda(p, s, out, static_cast<int>(p.lo), static_cast<int>(p.a));
    return;
  case program::op::given:
    given(p, s, out);
    return;
  }
}

inline void interpreter::draw_sequence(const program& p, tali::choices::dynamic_source& s, value& out) {
  if (p.what == program::op::fixed) {
    const scope all(s, p.infos[0]);
    const std::size_t at = begin(out, node::kind::list);
    elements(p, s, out, p.lo);
    end(out, at);
  } else if (p.what == program::op::counted) {
    const scope whole(s, p.infos[1]);
    const std::int64_t n = integer(s, p.lo, p.hi, p.lo);
    const scope all(s, p.infos[0]);
    const std::size_t at = begin(out, node::kind::list);
    elements(p, s, out, n);
    end(out, at);
  } else if (p.what == program::op::indexed) {
    const scope whole(s, p.infos[1]);
    const std::size_t group = begin(out, node::kind::group);
    std::int64_t n = 0;
    {
      const scope all(s, p.infos[0]);
      const std::size_t at = begin(out, node::kind::list);
      n = integer(s, 1, p.hi, 1);
      elements(p, s, out, n);
      end(out, at);
    }
    number(out, static_cast<double>(integer(s, 0, n - 1, 0)));
    end(out, group);
  } else {
    const scope all(s, p.infos[0]);
    const std::size_t at = begin(out, node::kind::list);
    elements(p, s, out, integer(s, p.lo, p.hi, p.lo));
    if (p.what == program::op::distinct) { // elements that are single numbers: keep the first of equal ones
      std::size_t kept = at + 1;
      for (std::size_t i = at + 1; i < out.size(); ++i) {
        bool seen = false;
        for (std::size_t j = at + 1; j < kept; ++j) {
          seen = seen || out[j].number == out[i].number;
        }
        if (!seen) {
          out[kept] = out[i];
          out[kept].end = static_cast<std::uint32_t>(kept + 1);
          ++kept;
        }
      }
      out.resize(kept);
    }
    end(out, at);
  }
}

inline void interpreter::draw_body(const program& p, tali::choices::dynamic_source& s, value& out) {
  const std::size_t at = begin(out, node::kind::list);
  const auto step = [&] {
    const bool grouped = p.parts.size() > 1;
    const std::size_t group = grouped ? begin(out, node::kind::group) : 0;
    for (std::size_t i = 0; i < p.parts.size(); ++i) {
      if (p.bare) {
        draw(p.part(i), s, out);
      } else {
        const scope one(s, p.infos[i]);
        draw(p.part(i), s, out);
      }
    }
    if (grouped) {
      end(out, group);
    }
  };
  if (p.what == program::op::loop) {
    const std::int64_t n = integer(s, p.lo, p.hi, p.lo);
    for (std::int64_t i = 0; i < n; ++i) {
      step();
    }
  } else {
    for (std::int64_t i = 0; i < p.hi && branch(s, 2) == 1; ++i) {
      step();
    }
  }
  end(out, at);
}

// At the end of a recursion, too, an alternative is requested, the only one: a case with fewer nodes then has fewer
// choices, and therefore is simpler.
inline void interpreter::search_tree(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo,
                                     std::int64_t hi, int depth) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[1]);
  const std::uint32_t tag = branch(s, depth == 0 || lo > hi ? 1 : 2);
  const std::size_t at = begin(out, node::kind::group, static_cast<std::uint8_t>(tag));
  if (tag == 1) {
    const std::int64_t key = integer(s, lo, hi, lo);
    number(out, static_cast<double>(key));
    search_tree(p, s, out, lo, key - 1, depth - 1);
    search_tree(p, s, out, key + 1, hi, depth - 1);
  }
  end(out, at);
}

inline void interpreter::heap(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo,
                              int depth) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[1]);
  const std::uint32_t tag = branch(s, depth == 0 ? 1 : 2);
  const std::size_t at = begin(out, node::kind::group, static_cast<std::uint8_t>(tag));
  if (tag == 1) {
    const std::int64_t key = integer(s, lo, upper(p), lo);
    number(out, static_cast<double>(key));
    heap(p, s, out, key, depth - 1);
    heap(p, s, out, key, depth - 1);
  }
  end(out, at);
}

inline void interpreter::plain_tree(const program& p, tali::choices::dynamic_source& s, value& out, int depth) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[1]);
  const std::uint32_t tag = branch(s, depth == 0 ? 1 : 2);
  const std::size_t at = begin(out, node::kind::group, static_cast<std::uint8_t>(tag));
  if (tag == 0) {
    number(out, static_cast<double>(integer(s, p.lo, upper(p), p.lo)));
  } else {
    plain_tree(p, s, out, depth - 1);
    plain_tree(p, s, out, depth - 1);
  }
  end(out, at);
}

/// Numbers: 0 literal, 1 sum, 2 conditional. Truths: 3 constant, 4 less, 5 negation. The type is passed down.
inline void interpreter::typed(const program& p, tali::choices::dynamic_source& s, value& out, bool boolean,
                               int depth) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[boolean ? 2 : 1]);
  const std::uint32_t which = branch(s, depth == 0 ? 1 : 3);
  const std::size_t at = begin(out, node::kind::group, static_cast<std::uint8_t>(which + (boolean ? 3 : 0)));
  if (boolean) {
    if (which == 0) {
      number(out, static_cast<double>(integer(s, 0, 1, 0)));
    } else if (which == 1) {
      typed(p, s, out, false, depth - 1);
      typed(p, s, out, false, depth - 1);
    } else {
      typed(p, s, out, true, depth - 1);
    }
  } else if (which == 0) {
    number(out, static_cast<double>(integer(s, p.lo, upper(p), p.lo)));
  } else if (which == 1) {
    typed(p, s, out, false, depth - 1);
    typed(p, s, out, false, depth - 1);
  } else {
    typed(p, s, out, true, depth - 1);
    typed(p, s, out, false, depth - 1);
    typed(p, s, out, false, depth - 1);
  }
  end(out, at);
}

/// The least number of nodes of an AVL tree of this height.
inline std::int64_t least_nodes(int height) {
  return height <= 0 ? 0 : 1 + least_nodes(height - 1) + least_nodes(height - 2);
}

/// The heights of the subtrees are chosen first, then a key that leaves room for them.
inline void interpreter::avl(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo,
                             std::int64_t hi, int height) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[1]);
  std::vector<std::pair<int, int>> heights;
  for (const auto& [left, right] :
       {std::pair(height - 1, height - 1), std::pair(height - 2, height - 1), std::pair(height - 1, height - 2)}) {
    if (left >= 0 && right >= 0 && least_nodes(left) + least_nodes(right) < hi - lo + 1) {
      heights.emplace_back(left, right);
    }
  }
  const std::uint32_t which = branch(s, std::max<std::size_t>(1, heights.size()));
  const std::size_t at = begin(out, node::kind::group, static_cast<std::uint8_t>(heights.empty() ? 0 : 1 + which));
  if (!heights.empty()) {
    const auto [left, right] = heights[which];
    const std::int64_t first = lo + least_nodes(left);
    const std::int64_t key = integer(s, first, hi - least_nodes(right), first);
    number(out, static_cast<double>(key));
    avl(p, s, out, lo, key - 1, left);
    avl(p, s, out, key + 1, hi, right);
  }
  end(out, at);
}

/// Every path from the root has `height` black nodes, and no red node has a red child. Tags: 0 leaf, 1 black, 2 red.
inline void interpreter::red_black(const program& p, tali::choices::dynamic_source& s, value& out, std::int64_t lo,
                                   std::int64_t hi, int height, bool red_allowed) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[1]);
  const auto room = [&](int below) { return 2 * ((std::int64_t{1} << below) - 1) + 1 <= hi - lo + 1; };
  std::vector<std::uint8_t> tags;
  tags.push_back(height == 0 || !room(height - 1) ? 0 : 1);
  if (red_allowed && room(height)) {
    tags.push_back(2);
  }
  const std::uint8_t tag = tags[branch(s, tags.size())];
  const std::size_t at = begin(out, node::kind::group, tag);
  if (tag > 0) {
    const int below = tag == 1 ? height - 1 : height;
    const std::int64_t least = (std::int64_t{1} << below) - 1;
    const std::int64_t key = integer(s, lo + least, hi - least, lo + least);
    number(out, static_cast<double>(key));
    red_black(p, s, out, lo, key - 1, below, tag == 1);
    red_black(p, s, out, key + 1, hi, below, tag == 1);
  }
  end(out, at);
}

// Types: 0 number, 1 truth, 2 + 2 * argument + result for functions of these.
inline constexpr int function_type(int argument, int result) { return 2 + 2 * argument + result; }

/// Tags: 0 literal or abstraction, 1 variable, 2 application, 3 sum or comparison, 4 conditional.
inline void interpreter::lambda(const program& p, tali::choices::dynamic_source& s, value& out, int type, int depth) {
  const scope call(s, p.infos[0]);
  const scope one(s, p.infos[1]);
  std::vector<std::uint8_t> tags{0};
  const auto variables = std::count(environment_.begin(), environment_.end(), type);
  if (variables > 0) {
    tags.push_back(1);
  }
  if (depth > 0 && type < 2) {
    tags.push_back(2);
    tags.push_back(3);
  }
  if (depth > 0 && p.bare) {
    tags.push_back(4);
  }
  const std::uint8_t tag = tags[branch(s, tags.size())];
  const std::size_t at = begin(out, node::kind::group, tag);
  if (tag == 0 && type < 2) {
    number(out, static_cast<double>(integer(s, 0, type == 1 ? 1 : upper(p), 0)));
  } else if (tag == 0) {
    environment_.push_back((type - 2) / 2);
    lambda(p, s, out, (type - 2) % 2, depth);
    environment_.pop_back();
  } else if (tag == 1) {
    number(out, static_cast<double>(integer(s, 0, variables - 1, 0)));
  } else if (tag == 2) {
    lambda_application(p, s, out, type, depth);
  } else if (tag == 3) {
    lambda(p, s, out, 0, depth - 1);
    lambda(p, s, out, 0, depth - 1);
  } else {
    lambda(p, s, out, 1, depth - 1);
    lambda(p, s, out, type, depth - 1);
    lambda(p, s, out, type, depth - 1);
  }
  end(out, at);
}

/// The type of the argument is a choice; what follows depends on it.
inline void interpreter::lambda_application(const program& p, tali::choices::dynamic_source& s, value& out, int type,
                                            int depth) {
  const auto argument = static_cast<int>(integer(s, 0, 1, 0));
  lambda(p, s, out, function_type(argument, type), depth - 1);
  lambda(p, s, out, argument, depth - 1);
}

} // namespace shrink_random
