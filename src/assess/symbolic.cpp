// SPDX-License-Identifier: BSL-1.0
// How operations on symbolic values become gates.
#include <tali/assess/symbolic.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace tali::assess {

namespace {

circuit* home_of(const symbolic_int& a, const symbolic_int& b) { return a.home() != nullptr ? a.home() : b.home(); }

/// The facts that an integer has exactly one value.
void has_one_value(circuit& c, const std::vector<literal>& is) {
  constexpr std::size_t few = 16;
  c.fact(is);
  if (is.size() <= few) {
    for (std::size_t i = 0; i < is.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        c.fact({!is[i], !is[j]});
      }
    }
  }
}

template <class F>
symbolic_int combined(const symbolic_int& a, const symbolic_int& b, const F& f) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (int v = a.first(); v <= a.last(); ++v) {
    for (int w = b.first(); w <= b.last(); ++w) {
      const std::int64_t r = f(std::int64_t{v}, std::int64_t{w});
      least = std::min(least, r);
      most = std::max(most, r);
    }
  }
  if (most - least >= static_cast<std::int64_t>(symbolic_int::most_values) || least < std::numeric_limits<int>::min() ||
      most > std::numeric_limits<int>::max()) {
    throw not_symbolic("a symbolic integer would range from " + std::to_string(least) + " to " + std::to_string(most) +
                       ", more than " + std::to_string(symbolic_int::most_values) +
                       " values: use smaller bounds, or concrete_only for this subproperty");
  }
  circuit* c = home_of(a, b);
  if (c == nullptr) {
    return static_cast<int>(least);
  }
  std::vector<std::vector<literal>> ways(static_cast<std::size_t>(most - least + 1));
  for (int v = a.first(); v <= a.last(); ++v) {
    for (int w = b.first(); w <= b.last(); ++w) {
      ways[static_cast<std::size_t>(f(std::int64_t{v}, std::int64_t{w}) - least)].push_back(c->both(a.is(v), b.is(w)));
    }
  }
  std::vector<literal> is;
  is.reserve(ways.size());
  for (std::vector<literal>& w : ways) {
    is.push_back(c->any_of(std::move(w)));
  }
  has_one_value(*c, is);
  return {c, static_cast<int>(least), std::move(is)};
}

} // namespace

symbolic_bool operator&&(const symbolic_bool& a, const symbolic_bool& b) {
  circuit* c = a.home() != nullptr ? a.home() : b.home();
  return c == nullptr ? symbolic_bool(a.is() == always && b.is() == always)
                      : symbolic_bool(*c, c->both(a.is(), b.is()));
}

symbolic_bool operator||(const symbolic_bool& a, const symbolic_bool& b) { return !(!a && !b); }

symbolic_bool operator==(const symbolic_bool& a, const symbolic_bool& b) { return (a && b) || (!a && !b); }

symbolic_int::symbolic_int(circuit* c, int first, std::vector<literal> is)
    : circuit_(c), first_(first), is_(std::move(is)) {
  // Remove impossible values at either end.
  while (is_.size() > 1 && is_.back() == never) {
    is_.pop_back();
  }
  std::size_t skipped = 0;
  while (skipped + 1 < is_.size() && is_[skipped] == never) {
    ++skipped;
  }
  is_.erase(is_.begin(), is_.begin() + static_cast<std::ptrdiff_t>(skipped));
  first_ += static_cast<int>(skipped);
  if (is_.size() == 1) {
    circuit_ = nullptr;
    is_.front() = always;
  }
}

symbolic_bool operator==(const symbolic_int& a, const symbolic_int& b) {
  circuit* c = home_of(a, b);
  if (c == nullptr) {
    return a.first() == b.first();
  }
  if (a.is_constant()) {
    return {*c, b.is(a.first())};
  }
  if (b.is_constant()) {
    return {*c, a.is(b.first())};
  }
  std::vector<literal> ways;
  for (int v = std::max(a.first(), b.first()); v <= std::min(a.last(), b.last()); ++v) {
    ways.push_back(c->both(a.is(v), b.is(v)));
  }
  const std::size_t before = c->gates();
  const literal equal = c->any_of(std::move(ways));
  if (equal.gate() >= before) { // new
    for (int v = std::min(a.first(), b.first()); v <= std::max(a.last(), b.last()); ++v) {
      c->fact({!equal, !a.is(v), b.is(v)});
      c->fact({!equal, a.is(v), !b.is(v)});
    }
  }
  return {*c, equal};
}

symbolic_bool operator<(const symbolic_int& a, const symbolic_int& b) {
  circuit* c = home_of(a, b);
  if (c == nullptr) {
    return a.first() < b.first();
  }
  // b > v, for v from the largest value down to a.first().
  std::vector<literal> ways;
  literal greater = never;
  int v = std::max(a.last(), b.last());
  for (; v >= a.first(); --v) {
    greater = c->either(greater, b.is(v + 1));
    ways.push_back(c->both(a.is(v), v < b.first() ? always : greater));
  }
  return {*c, c->any_of(std::move(ways))};
}

symbolic_int operator+(const symbolic_int& a, const symbolic_int& b) {
  return combined(a, b, [](std::int64_t v, std::int64_t w) { return v + w; });
}
symbolic_int operator-(const symbolic_int& a, const symbolic_int& b) {
  return combined(a, b, [](std::int64_t v, std::int64_t w) { return v - w; });
}
symbolic_int operator*(const symbolic_int& a, const symbolic_int& b) {
  return combined(a, b, [](std::int64_t v, std::int64_t w) { return v * w; });
}
symbolic_int operator-(const symbolic_int& a) { return symbolic_int(0) - a; }
symbolic_int operator/(const symbolic_int& a, int b) {
  if (b == 0) {
    throw not_symbolic("division of a symbolic integer by 0");
  }
  return combined(a, symbolic_int(b), [](std::int64_t v, std::int64_t w) { return v / w; });
}
symbolic_int operator%(const symbolic_int& a, int b) {
  if (b == 0) {
    throw not_symbolic("remainder of a symbolic integer divided by 0");
  }
  return combined(a, symbolic_int(b), [](std::int64_t v, std::int64_t w) { return v % w; });
}

namespace detail {

void gathering::add(const symbolic_bool& b) {
  if (circuit_ == nullptr) {
    circuit_ = b.home();
  }
  parts_.push_back(b.is());
}

symbolic_bool gathering::all() const {
  if (circuit_ == nullptr) {
    return std::find(parts_.begin(), parts_.end(), never) == parts_.end();
  }
  return {*circuit_, circuit_->all_of(parts_)};
}

symbolic_bool gathering::any() const {
  if (circuit_ == nullptr) {
    return std::find(parts_.begin(), parts_.end(), always) != parts_.end();
  }
  return {*circuit_, circuit_->any_of(parts_)};
}

symbolic_int gathering::count() const {
  const auto known = static_cast<int>(std::count(parts_.begin(), parts_.end(), always));
  if (circuit_ == nullptr) {
    return known;
  }
  std::vector<literal> unknown;
  for (const literal l : parts_) {
    if (!l.is_constant()) {
      unknown.push_back(l);
    }
  }
  const std::vector<literal> least = at_least(*circuit_, unknown);
  std::vector<literal> is;
  for (std::size_t k = 0; k <= unknown.size(); ++k) {
    const literal enough = k == 0 ? always : least[k - 1];
    const literal more = k < unknown.size() ? least[k] : never;
    is.push_back(circuit_->both(enough, !more));
  }
  has_one_value(*circuit_, is);
  return {circuit_, known, std::move(is)};
}

std::vector<literal> at_least(circuit& c, const std::vector<literal>& of) {
  std::vector<literal> least; // of the parts so far
  for (const literal l : of) {
    least.push_back(never);
    for (std::size_t k = least.size(); k-- > 0;) {
      least[k] = c.either(least[k], c.both(k == 0 ? always : least[k - 1], l));
    }
  }
  for (std::size_t k = 1; k < least.size(); ++k) {
    c.fact({!least[k], least[k - 1]});
  }
  return least;
}

symbolic_bool select(const std::vector<choice<symbolic_bool>>& among) {
  gathering ways;
  for (const choice<symbolic_bool>& c : among) {
    ways.add(c.when && *c.what);
  }
  return ways.any();
}

symbolic_int select(const std::vector<choice<symbolic_int>>& among) {
  int first = among.front().what->first();
  int last = among.front().what->last();
  circuit* home = nullptr;
  for (const choice<symbolic_int>& c : among) {
    first = std::min(first, c.what->first());
    last = std::max(last, c.what->last());
    home = home != nullptr ? home : (c.when.home() != nullptr ? c.when.home() : c.what->home());
  }
  if (home == nullptr) { // all conditions are constants
    for (const choice<symbolic_int>& c : among) {
      if (c.when.is() == always) {
        return *c.what;
      }
    }
    return *among.front().what;
  }
  std::vector<literal> is;
  for (int v = first; v <= last; ++v) {
    std::vector<literal> ways;
    for (const choice<symbolic_int>& c : among) {
      ways.push_back(home->both(c.when.is(), c.what->is(v)));
    }
    is.push_back(home->any_of(std::move(ways)));
  }
  // If no condition holds, the first value: an integer always has one.
  gathering none;
  for (const choice<symbolic_int>& c : among) {
    none.add(!c.when);
  }
  is.front() = home->either(is.front(), none.all().is());
  return {home, first, std::move(is)};
}

symbolic_order select(const std::vector<choice<symbolic_order>>& among) {
  int most = 0;
  std::vector<choice<symbolic_int>> sizes;
  for (const choice<symbolic_order>& c : among) {
    most = std::max(most, c.what->most());
    sizes.push_back({c.when, &c.what->size()});
  }
  std::vector<symbolic_bool> before;
  for (int a = 0; a < most; ++a) {
    for (int b = 0; b < most; ++b) {
      gathering ways;
      for (const choice<symbolic_order>& c : among) {
        ways.add(c.when && c.what->has_before(a, b));
      }
      before.push_back(ways.any());
    }
  }
  return {most, select(sizes), std::move(before)};
}

void add_facts_of_sequence(circuit& c, const symbolic_sequence<symbolic_int>& s) {
  if (s.cells().size() < 2) {
    return;
  }
  int first = s.cells().front().first();
  int last = s.cells().front().last();
  for (const symbolic_int& cell : s.cells()) {
    first = std::min(first, cell.first());
    last = std::max(last, cell.last());
  }
  constexpr int many = 64;
  if (last - first >= many) {
    return;
  }
  std::vector<literal> seen;
  for (int v = first; v <= last; ++v) {
    gathering places;
    for (std::size_t i = 0; i < s.cells().size(); ++i) {
      places.add(s.has(static_cast<int>(i)) && s.cells()[i] == symbolic_int(v));
    }
    seen.push_back(places.any().is());
  }
  std::vector<literal> is_new;
  for (std::size_t i = 0; i < s.cells().size(); ++i) {
    gathering conditions;
    conditions.add(s.has(static_cast<int>(i)));
    for (std::size_t j = 0; j < i; ++j) {
      conditions.add(s.cells()[i] != s.cells()[j]);
    }
    is_new.push_back(conditions.all().is());
  }
  const std::vector<literal> values = at_least(c, seen);
  const std::vector<literal> places = at_least(c, is_new);
  for (std::size_t k = 0; k < std::max(values.size(), places.size()); ++k) {
    const literal by_value = k < values.size() ? values[k] : never;
    const literal by_place = k < places.size() ? places[k] : never;
    c.fact({!by_value, by_place});
    c.fact({by_value, !by_place});
    c.fact({!by_place, s.has(static_cast<int>(k)).is()});
  }
}

} // namespace detail

} // namespace tali::assess
