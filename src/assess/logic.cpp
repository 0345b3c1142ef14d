// SPDX-License-Identifier: BSL-1.0
// Sets, relations and orders, concrete and symbolic.
#include <tali/assess/logic.hpp>

#include <algorithm>
#include <array>

namespace tali::assess {

namespace {

using span = symbolic_relation::span;

circuit* home_of(const symbolic_relation& r) {
  for (int a = r.left().first; a <= r.left().last; ++a) {
    for (int b = r.right().first; b <= r.right().last; ++b) {
      if (circuit* home = r.has(a, b).home(); home != nullptr) {
        return home;
      }
    }
  }
  return nullptr;
}

} // namespace

symbolic_int size(const symbolic_set& s) {
  return count(s, [](int) { return true; });
}
symbolic_int size(const symbolic_relation& r) {
  return count(r, [](int, int) { return true; });
}

symbolic_bool contains(const symbolic_set& s, const symbolic_int& v) {
  if (v.is_constant()) {
    return s.has(v.first());
  }
  detail::gathering ways;
  for (int w = std::max(s.first(), v.first()); w <= std::min(s.last(), v.last()); ++w) {
    ways.add(s.has(w) && v == symbolic_int(w));
  }
  return ways.any();
}

symbolic_bool contains(const symbolic_relation& r, const symbolic_int& a, const symbolic_int& b) {
  if (a.is_constant() && b.is_constant()) {
    return r.has(a.first(), b.first());
  }
  detail::gathering ways;
  for (int v = std::max(r.left().first, a.first()); v <= std::min(r.left().last, a.last()); ++v) {
    for (int w = std::max(r.right().first, b.first()); w <= std::min(r.right().last, b.last()); ++w) {
      detail::gathering conditions;
      conditions.add(r.has(v, w));
      conditions.add(a == symbolic_int(v));
      conditions.add(b == symbolic_int(w));
      ways.add(conditions.all());
    }
  }
  return ways.any();
}

symbolic_bool before(const symbolic_order& o, const symbolic_int& a, const symbolic_int& b) {
  detail::gathering ways;
  for (int v = std::max(0, a.first()); v <= std::min(o.most() - 1, a.last()); ++v) {
    for (int w = std::max(0, b.first()); w <= std::min(o.most() - 1, b.last()); ++w) {
      detail::gathering conditions;
      conditions.add(o.has_before(v, w));
      conditions.add(a == symbolic_int(v));
      conditions.add(b == symbolic_int(w));
      conditions.add(o.size() > v);
      conditions.add(o.size() > w);
      ways.add(conditions.all());
    }
  }
  return ways.any();
}

relation closure(const relation& r) {
  std::array<std::uint64_t, 64> reach{};
  for (const relation::pair& p : r.pairs()) {
    reach[static_cast<std::size_t>(p.first)] |= std::uint64_t{1} << p.second;
  }
  // Warshall's algorithm, with intermediate vertices 0 to k.
  for (std::size_t k = 0; k < reach.size(); ++k) {
    if (reach[k] == 0) {
      continue;
    }
    for (std::uint64_t& row : reach) {
      if ((row >> k & 1) != 0) {
        row |= reach[k];
      }
    }
  }
  relation closed;
  for (std::size_t a = 0; a < reach.size(); ++a) {
    for (std::uint64_t rest = reach[a]; rest != 0; rest &= rest - 1) {
      closed.insert(static_cast<int>(a), __builtin_ctzll(rest));
    }
  }
  return closed;
}

symbolic_relation closure(const symbolic_relation& r) {
  const span both{std::min(r.left().first, r.right().first), std::max(r.left().last, r.right().last)};
  const auto n = static_cast<std::size_t>(both.size());
  std::vector<symbolic_bool> reach;
  for (int a = both.first; a <= both.last; ++a) {
    for (int b = both.first; b <= both.last; ++b) {
      reach.push_back(r.has(a, b));
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i != k && j != k) { // a path from or to k through k adds nothing
          reach[i * n + j] = reach[i * n + j] || (reach[i * n + k] && reach[k * n + j]);
        }
      }
    }
  }
  if (circuit* c = home_of(r); c != nullptr) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          c->fact({!reach[i * n + k].is(), !reach[k * n + j].is(), reach[i * n + j].is()});
        }
      }
    }
    // A path has a first and a last step. With these facts, the solver can prove statements about paths step by step.
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const auto step = [&](std::size_t a, std::size_t b) {
          return r.has(both.first + static_cast<int>(a), both.first + static_cast<int>(b));
        };
        std::vector<literal> last{!reach[i * n + j].is(), step(i, j).is()};
        std::vector<literal> first = last;
        for (std::size_t k = 0; k < n; ++k) {
          last.push_back((reach[i * n + k] && step(k, j)).is());
          first.push_back((step(i, k) && reach[k * n + j]).is());
        }
        c->fact(std::move(last));
        c->fact(std::move(first));
      }
    }
  }
  return {both, both, std::move(reach)};
}

number_set field(const relation& r) {
  number_set s;
  for (const relation::pair& p : r.pairs()) {
    s.insert(p.first);
    s.insert(p.second);
  }
  return s;
}

symbolic_set field(const symbolic_relation& r) {
  const int first = std::min(r.left().first, r.right().first);
  const int last = std::max(r.left().last, r.right().last);
  std::vector<symbolic_bool> has;
  for (int v = first; v <= last; ++v) {
    detail::gathering pairs;
    for (int w = first; w <= last; ++w) {
      pairs.add(r.has(v, w));
      pairs.add(r.has(w, v));
    }
    has.push_back(pairs.any());
  }
  return {first, std::move(has)};
}

bool acyclic(const relation& r) {
  const relation closed = closure(r);
  return all(closed, [](int a, int b) { return a != b; });
}

symbolic_bool acyclic(const symbolic_relation& r) {
  const symbolic_relation closed = closure(r);
  detail::gathering parts;
  for (int v = closed.left().first; v <= closed.left().last; ++v) {
    parts.add(!closed.has(v, v));
  }
  return parts.all();
}

} // namespace tali::assess
