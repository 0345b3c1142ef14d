// SPDX-License-Identifier: BSL-1.0
// The functions for subproperties: each has the same meaning for concrete and for symbolic values.
//
//   all(s, f)  any(s, f)  count(s, f)   over a sequence, a set, a relation (f takes two integers), range(first, last)
//   all_pairs(s, f)                     f(earlier, later) for any two places of a sequence
//   size(s)  at(s, i)  contains(...)    parts; i may be symbolic
//   closure(r)  field(r)  acyclic(r)    of a relation: transitive closure; its members; no cycle
//   before(o, a, b)                     in an order
//   same(a, b)                          equality, of records too (field by field)
//   choose(c, a, b)  implies(a, b)      c ? a : b, and !a || b
//
// &&, ||, !, the comparisons, + - * and / % by a constant are written as usual.
#pragma once

#include <tali/assess/concrete.hpp>
#include <tali/assess/symbolic.hpp>

#include <algorithm>
#include <stdexcept>

namespace tali::assess {

/// The integers in [first, last).
template <class First, class Last>
struct number_range {
  First first;
  Last last;
};
template <class First, class Last>
[[nodiscard]] number_range<First, Last> range(const First& first, const Last& last) {
  return {first, last};
}

/// The kind of values in a run.
struct concrete {
  using boolean = bool;
  using integer = int;
  template <class T>
  using sequence = std::vector<T>;
  using set = number_set;
  using relation = assess::relation;
  using order = assess::order;
};
struct symbolic {
  using boolean = symbolic_bool;
  using integer = symbolic_int;
  template <class T>
  using sequence = symbolic_sequence<T>;
  using set = symbolic_set;
  using relation = symbolic_relation;
  using order = symbolic_order;
};

namespace detail {

inline int least_of(int v) { return v; }
inline int least_of(const symbolic_int& v) { return v.first(); }
inline int most_of(int v) { return v; }
inline int most_of(const symbolic_int& v) { return v.last(); }

// Each collection passes its members to a function. Concrete collections stop when it returns false; symbolic ones
// also pass the condition under which a member is present.

template <class T, class F>
void visit(const std::vector<T>& s, const F& f) {
  for (const T& v : s) {
    if (!f(v)) {
      return;
    }
  }
}
template <class F>
void visit(const number_range<int, int>& r, const F& f) {
  for (int i = r.first; i < r.last && f(i); ++i) {
  }
}
template <class F>
void visit(const number_set& s, const F& f) {
  for (std::uint64_t rest = s.bits(); rest != 0 && f(__builtin_ctzll(rest)); rest &= rest - 1) {
  }
}
template <class F>
void visit(const relation& r, const F& f) {
  for (const relation::pair& p : r.pairs()) {
    if (!f(p.first, p.second)) {
      return;
    }
  }
}
template <class T, class F>
void visit_places(const symbolic_sequence<T>& s, const F& f) {
  for (std::size_t i = 0; i < s.cells().size(); ++i) {
    f(s.has(static_cast<int>(i)), s.cells()[i]);
  }
}
template <class First, class Last, class F>
void visit_places(const number_range<First, Last>& r, const F& f) {
  for (int i = least_of(r.first); i < most_of(r.last); ++i) {
    f(symbolic_int(i) >= symbolic_int(r.first) && symbolic_int(i) < symbolic_int(r.last), i);
  }
}
template <class F>
void visit_places(const symbolic_set& s, const F& f) {
  for (int v = s.first(); v <= s.last(); ++v) {
    f(s.has(v), v);
  }
}
template <class F>
void visit_places(const symbolic_relation& r, const F& f) {
  for (int a = r.left().first; a <= r.left().last; ++a) {
    for (int b = r.right().first; b <= r.right().last; ++b) {
      f(r.has(a, b), a, b);
    }
  }
}

/// Members are plain values: the function decides immediately for each.
template <class C, class F>
struct decides : std::false_type {};
template <class T, class F>
  requires std::same_as<std::invoke_result_t<const F&, const T&>, bool>
struct decides<std::vector<T>, F> : std::true_type {};
template <class F>
  requires std::same_as<std::invoke_result_t<const F&, int>, bool>
struct decides<number_range<int, int>, F> : std::true_type {};
template <class F>
  requires std::same_as<std::invoke_result_t<const F&, int>, bool>
struct decides<number_set, F> : std::true_type {};
template <class F>
  requires std::same_as<std::invoke_result_t<const F&, int, int>, bool>
struct decides<relation, F> : std::true_type {};

} // namespace detail

template <class C, class F>
[[nodiscard]] auto all(const C& collection, const F& f) {
  if constexpr (detail::decides<C, F>::value) {
    bool holds = true;
    detail::visit(collection, [&](const auto&... member) { return holds = f(member...); });
    return holds;
  } else {
    detail::gathering parts;
    detail::visit_places(collection, [&](const symbolic_bool& there, const auto&... member) {
      if (there.is() != never) {
        parts.add(!there || symbolic_bool(f(member...)));
      }
    });
    return parts.all();
  }
}

template <class C, class F>
[[nodiscard]] auto any(const C& collection, const F& f) {
  if constexpr (detail::decides<C, F>::value) {
    bool found = false;
    detail::visit(collection, [&](const auto&... member) { return !(found = f(member...)); });
    return found;
  } else {
    detail::gathering parts;
    detail::visit_places(collection, [&](const symbolic_bool& there, const auto&... member) {
      if (there.is() != never) {
        parts.add(there && symbolic_bool(f(member...)));
      }
    });
    return parts.any();
  }
}

template <class C, class F>
[[nodiscard]] auto count(const C& collection, const F& f) {
  if constexpr (detail::decides<C, F>::value) {
    int n = 0;
    detail::visit(collection, [&](const auto&... member) {
      n += f(member...) ? 1 : 0;
      return true;
    });
    return n;
  } else {
    detail::gathering parts;
    detail::visit_places(collection, [&](const symbolic_bool& there, const auto&... member) {
      if (there.is() != never) {
        parts.add(there && symbolic_bool(f(member...)));
      }
    });
    return parts.count();
  }
}

template <class T, class F>
[[nodiscard]] bool all_pairs(const std::vector<T>& s, const F& f) {
  for (std::size_t j = 0; j < s.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (!f(s[i], s[j])) {
        return false;
      }
    }
  }
  return true;
}
template <class T, class F>
[[nodiscard]] symbolic_bool all_pairs(const symbolic_sequence<T>& s, const F& f) {
  detail::gathering parts;
  for (std::size_t j = 0; j < s.cells().size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      parts.add(!s.has(static_cast<int>(j)) || symbolic_bool(f(s.cells()[i], s.cells()[j])));
    }
  }
  return parts.all();
}

template <class T>
[[nodiscard]] int size(const std::vector<T>& s) {
  return static_cast<int>(s.size());
}
[[nodiscard]] inline int size(const number_set& s) { return s.size(); }
[[nodiscard]] inline int size(const relation& r) { return r.size(); }
[[nodiscard]] inline int size(const order& o) { return o.size(); }
template <class T>
[[nodiscard]] symbolic_int size(const symbolic_sequence<T>& s) {
  return s.length();
}
[[nodiscard]] symbolic_int size(const symbolic_set& s);
[[nodiscard]] symbolic_int size(const symbolic_relation& r);
[[nodiscard]] inline symbolic_int size(const symbolic_order& o) { return o.size(); }

template <class T>
[[nodiscard]] const T& at(const std::vector<T>& s, int i) {
  if (i < 0 || static_cast<std::size_t>(i) >= s.size()) {
    throw std::out_of_range("at: place " + std::to_string(i) + " of a sequence of " + std::to_string(s.size()) +
                            ": guard it, as in all(range(0, size(s)), [&](auto i) { ... at(s, i) ... })");
  }
  return s[static_cast<std::size_t>(i)];
}
/// If there is no such place, the value is arbitrary.
template <class T>
[[nodiscard]] T at(const symbolic_sequence<T>& s, const symbolic_int& i) {
  if (s.cells().empty()) {
    throw not_symbolic("at: a sequence that is always empty has no places");
  }
  if (i.is_constant()) {
    const auto cell = static_cast<std::size_t>(std::clamp(i.first(), 0, static_cast<int>(s.cells().size()) - 1));
    return s.cells()[cell];
  }
  std::vector<detail::choice<T>> among;
  for (std::size_t k = 0; k < s.cells().size(); ++k) {
    among.push_back({i == symbolic_int(static_cast<int>(k)), &s.cells()[k]});
  }
  return detail::select(among);
}

[[nodiscard]] inline bool contains(const number_set& s, int v) { return s.has(v); }
[[nodiscard]] symbolic_bool contains(const symbolic_set& s, const symbolic_int& v);
[[nodiscard]] inline bool contains(const relation& r, int a, int b) { return r.has(a, b); }
[[nodiscard]] symbolic_bool contains(const symbolic_relation& r, const symbolic_int& a, const symbolic_int& b);
[[nodiscard]] inline bool before(const order& o, int a, int b) { return o.has_before(a, b); }
[[nodiscard]] symbolic_bool before(const symbolic_order& o, const symbolic_int& a, const symbolic_int& b);

[[nodiscard]] relation closure(const relation& r);
[[nodiscard]] symbolic_relation closure(const symbolic_relation& r);
[[nodiscard]] number_set field(const relation& r);
[[nodiscard]] symbolic_set field(const symbolic_relation& r);
[[nodiscard]] bool acyclic(const relation& r);
[[nodiscard]] symbolic_bool acyclic(const symbolic_relation& r);

[[nodiscard]] inline bool same(bool a, bool b) { return a == b; }
[[nodiscard]] inline bool same(int a, int b) { return a == b; }
[[nodiscard]] inline symbolic_bool same(const symbolic_bool& a, const symbolic_bool& b) { return a == b; }
[[nodiscard]] inline symbolic_bool same(const symbolic_int& a, const symbolic_int& b) { return a == b; }
template <class T>
  requires values::is_aggregate_like<T>
[[nodiscard]] auto same(const T& a, const T& b) {
  const auto left = values::tie_fields(a);
  const auto right = values::tie_fields(b);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (same(get<I>(left), get<I>(right)) && ...);
  }(std::make_index_sequence<values::field_count<T>>{});
}
template <class T>
[[nodiscard]] bool contains(const std::vector<T>& s, const T& v) {
  return any(s, [&](const T& w) { return same(v, w); });
}
template <class T>
[[nodiscard]] symbolic_bool contains(const symbolic_sequence<T>& s, const T& v) {
  return any(s, [&](const T& w) { return same(v, w); });
}
[[nodiscard]] inline symbolic_bool contains(const symbolic_sequence<symbolic_int>& s, int v) {
  return contains(s, symbolic_int(v));
}

template <class T>
[[nodiscard]] T choose(bool condition, const T& yes, const T& no) {
  return condition ? yes : no;
}
template <class T>
[[nodiscard]] T choose(const symbolic_bool& condition, const T& yes, const T& no) {
  return detail::select(std::vector<detail::choice<T>>{{condition, &yes}, {!condition, &no}});
}
[[nodiscard]] inline symbolic_int choose(const symbolic_bool& condition, int yes, int no) {
  return choose(condition, symbolic_int(yes), symbolic_int(no));
}
[[nodiscard]] inline symbolic_int choose(const symbolic_bool& condition, const symbolic_int& yes, int no) {
  return choose(condition, yes, symbolic_int(no));
}
[[nodiscard]] inline symbolic_int choose(const symbolic_bool& condition, int yes, const symbolic_int& no) {
  return choose(condition, symbolic_int(yes), no);
}

/// Both sides are evaluated: if the right side is undefined without the left, write !a || b.
[[nodiscard]] inline bool implies(bool a, bool b) { return !a || b; }
[[nodiscard]] inline symbolic_bool implies(const symbolic_bool& a, const symbolic_bool& b) { return !a || b; }

} // namespace tali::assess
