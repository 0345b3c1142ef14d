// SPDX-License-Identifier: BSL-1.0
// Points as text and as literals.
#include <tali/assess/layout.hpp>
#include <tali/detail/mix.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace tali::assess {

namespace {

struct style {
  const char* open_list;
  const char* close_list;
  const char* open_record;
  const char* close_record;
  const char* separator;
  bool names;
};
constexpr style as_json{"[", "]", "{", "}", ",", true};
constexpr style as_braces{"{", "}", "{", "}", ", ", false};

int length_of(const part& p, const point& at) { return at[p.length]; }

void write(std::string& out, const part& p, const point& at, const style& how);

void write_group(std::string& out, const part& p, const point& at, const style& how) {
  if (p.parts.size() == 1 && p.parts.front().name.empty()) {
    write(out, p.parts.front(), at, how);
    return;
  }
  const bool named =
      how.names && std::any_of(p.parts.begin(), p.parts.end(), [](const part& q) { return !q.name.empty(); });
  out += named ? how.open_record : (how.names ? how.open_list : how.open_record);
  for (std::size_t i = 0; i < p.parts.size(); ++i) {
    out += i > 0 ? how.separator : "";
    if (named) {
      out += fmt::format("\"{}\":", p.parts[i].name);
    }
    write(out, p.parts[i], at, how);
  }
  out += named ? how.close_record : (how.names ? how.close_list : how.close_record);
}

void write(std::string& out, const part& p, const point& at, const style& how) {
  const auto list = [&](const auto& items, const auto& one) {
    out += how.open_list;
    bool first = true;
    for (const auto& item : items) {
      out += first ? "" : how.separator;
      first = false;
      one(item);
    }
    out += how.close_list;
  };
  switch (p.is) {
  case part::kind::group:
    return write_group(out, p, at, how);
  case part::kind::integer:
    out += std::to_string(at[p.coordinate]);
    return;
  case part::kind::boolean:
    out += at[p.coordinate] != 0 ? "true" : "false";
    return;
  case part::kind::sequence: {
    const std::vector<part> live(p.parts.begin(), p.parts.begin() + length_of(p, at));
    return list(live, [&](const part& cell) { write_group(out, cell, at, how); });
  }
  case part::kind::relation:
    return list(pairs_of(p, at), [&](const std::pair<int, int>& pair) {
      out += fmt::format("{}{}{}{}{}", how.open_list, pair.first, how.separator, pair.second, how.close_list);
    });
  case part::kind::order:
    return list(members_of(p.coordinate, p.last, length_of(p, at), at), [&](int v) { out += std::to_string(v); });
  }
}

void describe_to(std::string& out, const part& p) {
  switch (p.is) {
  case part::kind::group:
    if (p.parts.size() == 1 && p.parts.front().name.empty()) {
      return describe_to(out, p.parts.front());
    }
    out += "{";
    for (std::size_t i = 0; i < p.parts.size(); ++i) {
      out += i > 0 ? ", " : "";
      if (!p.parts[i].name.empty()) {
        out += p.parts[i].name + ": ";
      }
      describe_to(out, p.parts[i]);
    }
    out += "}";
    return;
  case part::kind::integer:
    out += fmt::format("{}..{}", p.first, p.last);
    return;
  case part::kind::boolean:
    out += "true or false";
    return;
  case part::kind::sequence:
    out += fmt::format("{}..{} times ", p.least, p.most);
    if (p.parts.empty()) {
      out += "nothing";
    } else {
      describe_to(out, p.parts.front());
    }
    return;
  case part::kind::relation:
    out +=
        fmt::format("{}..{} pairs of {}..{} and {}..{}", p.least, p.most, p.first, p.last, p.right_first, p.right_last);
    return;
  case part::kind::order:
    out += fmt::format("an order of at most {}", p.last);
    return;
  }
}

void weigh(const part& p, const point& at, long& places, long& numbers) {
  switch (p.is) {
  case part::kind::group:
    for (const part& q : p.parts) {
      weigh(q, at, places, numbers);
    }
    return;
  case part::kind::integer:
  case part::kind::boolean:
    numbers += at[p.coordinate] - p.first;
    return;
  case part::kind::sequence:
    places += length_of(p, at);
    for (std::size_t i = 0; i < static_cast<std::size_t>(length_of(p, at)); ++i) {
      weigh(p.parts[i], at, places, numbers);
    }
    return;
  case part::kind::relation: {
    const auto pairs = pairs_of(p, at);
    places += static_cast<long>(pairs.size());
    for (const auto& [a, b] : pairs) {
      numbers += a + b;
    }
    numbers += at[p.length] != 0 ? 1 : 0;
    return;
  }
  case part::kind::order: {
    const std::vector<int> members = members_of(p.coordinate, p.last, length_of(p, at), at);
    for (std::size_t j = 0; j < members.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        numbers += members[i] > members[j] ? 1 : 0;
      }
    }
    return;
  }
  }
}

void say(const unknowns& u, const part& p, const point& at, std::vector<literal>& out) {
  const auto number = [&](std::size_t coordinate) {
    const unknowns::number& n = u.at(coordinate);
    out.push_back(n.is[static_cast<std::size_t>(at[coordinate] - n.first)]);
  };
  switch (p.is) {
  case part::kind::group:
    for (const part& q : p.parts) {
      say(u, q, at, out);
    }
    return;
  case part::kind::integer:
  case part::kind::boolean:
    return number(p.coordinate);
  case part::kind::sequence:
    number(p.length);
    for (std::size_t i = 0; i < static_cast<std::size_t>(length_of(p, at)); ++i) {
      say(u, p.parts[i], at, out);
    }
    return;
  case part::kind::relation: {
    const auto bits = pairs_in(p);
    for (std::size_t i = 0; i < bits; ++i) {
      number(p.coordinate + i);
    }
    return;
  }
  case part::kind::order: {
    number(p.length);
    const auto o = std::find_if(u.orderings.begin(), u.orderings.end(),
                                [&](const unknowns::ordering& x) { return x.coordinate == p.coordinate; });
    const std::vector<int> members = members_of(p.coordinate, p.last, length_of(p, at), at);
    for (std::size_t i = 1; i < members.size(); ++i) {
      out.push_back(o->before[detail::row_major(members[i - 1], o->most, members[i])]);
    }
    return;
  }
  }
}

/// The coordinates that a part prints, and those that no other part uses.
void mark(const part& p, std::vector<bool>& printed) {
  const auto some = [&](std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      printed[p.coordinate + i] = true;
    }
  };
  switch (p.is) {
  case part::kind::integer:
  case part::kind::boolean:
    some(1);
    break;
  case part::kind::sequence:
    if (p.own_length) {
      printed[p.length] = true;
    }
    break;
  case part::kind::relation:
    printed[p.length] = true;
    some(pairs_in(p));
    break;
  case part::kind::order:
    some(static_cast<std::size_t>(p.last));
    break;
  case part::kind::group:
    break;
  }
  for (const part& q : p.parts) {
    mark(q, printed);
  }
}

/// Fills the parts of a list one after the other, in every possible way, and calls `then` with each result.
class every_way {
public:
  every_way(const layout& l, const std::function<void(const point&)>& f)
      : l_(l), f_(f), hidden_(hidden_coordinates(l)) {
    for (const layout::bounds& b : l.coordinates) {
      at_.push_back(b.first);
    }
    hidden(0);
  }

private:
  using next = std::function<void()>;

  void hidden(std::size_t i) {
    if (i == hidden_.size()) {
      return part_of(l_.input, [&] { part_of(l_.output, [&] { f_(at_); }); });
    }
    values(hidden_[i], [&] { hidden(i + 1); });
  }

  void values(std::size_t coordinate, const next& then) {
    const layout::bounds b = l_.coordinates[coordinate];
    for (int v = b.first; v <= b.last; ++v) {
      at_[coordinate] = v;
      then();
    }
    at_[coordinate] = b.first;
  }

  void members(const std::vector<part>& parts, std::size_t i, std::size_t n, const next& then) {
    if (i == n) {
      return then();
    }
    part_of(parts[i], [&] { members(parts, i + 1, n, then); });
  }

  void bits(const part& p, std::size_t i, int set, const next& then) {
    const auto n = pairs_in(p);
    if (i == n) {
      if (set >= p.least) {
        then();
      }
      return;
    }
    bits(p, i + 1, set, then);
    if (set < p.most) {
      at_[p.coordinate + i] = 1;
      bits(p, i + 1, set + 1, then);
      at_[p.coordinate + i] = 0;
    }
  }

  void part_of(const part& p, const next& then) {
    switch (p.is) {
    case part::kind::group:
      return members(p.parts, 0, p.parts.size(), then);
    case part::kind::integer:
    case part::kind::boolean:
      return values(p.coordinate, then);
    case part::kind::sequence: {
      const auto cells = [&] { members(p.parts, 0, static_cast<std::size_t>(at_[p.length]), then); };
      return p.own_length ? values(p.length, cells) : cells();
    }
    case part::kind::relation:
      return bits(p, 0, 0, then);
    case part::kind::order: {
      // The members that are present in every order, followed by the others.
      const int n = at_[p.length];
      std::vector<int> order;
      for (int v = 0; v < p.last; ++v) {
        order.push_back(v);
      }
      do {
        std::copy(order.begin(), order.end(), at_.begin() + static_cast<std::ptrdiff_t>(p.coordinate));
        then();
      } while (std::next_permutation(order.begin(), order.begin() + n));
      return;
    }
    }
  }

  const layout& l_;
  const std::function<void(const point&)>& f_;
  std::vector<std::size_t> hidden_; // come first, because other parts depend on them
  point at_;
};

} // namespace

std::size_t pairs_in(const part& relation) {
  return detail::row_major(relation.last - relation.first + 1, relation.right_last - relation.right_first + 1, 0);
}

std::vector<std::size_t> hidden_coordinates(const layout& l) {
  std::vector<bool> printed(l.coordinates.size());
  mark(l.input, printed);
  mark(l.output, printed);
  std::vector<std::size_t> hidden;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    if (!printed[i]) {
      hidden.push_back(i);
    }
  }
  return hidden;
}

void for_every_point(const layout& l, const std::function<void(const point&)>& f) { every_way(l, f); }

std::string layout::describe(const part& p) const {
  std::string out;
  describe_to(out, p);
  return out;
}

std::string to_json(const part& p, const point& at) {
  std::string out;
  write(out, p, at, as_json);
  return out;
}

std::string to_braces(const part& p, const point& at) {
  std::string out;
  write(out, p, at, as_braces);
  return out;
}

std::uint64_t listed_at(int how, std::size_t bit) {
  if (how == 0) {
    return bit;
  }
  const auto salt = static_cast<std::uint64_t>(how);
  return tali::detail::splitmix64((bit + 1) * tali::detail::golden_ratio + salt * 0xbf58476d1ce4e5b9ULL);
}

std::vector<std::pair<int, int>> pairs_of(const part& p, const point& at) {
  const int how = at[p.length];
  const auto width = static_cast<std::size_t>(p.right_last - p.right_first) + 1;
  const std::size_t bits = static_cast<std::size_t>(p.last - p.first + 1) * width;
  std::vector<std::pair<std::uint64_t, std::size_t>> listed;
  for (std::size_t i = 0; i < bits; ++i) {
    if (at[p.coordinate + i] != 0) {
      listed.emplace_back(listed_at(how, i), i);
    }
  }
  if (how != 0) {
    std::sort(listed.begin(), listed.end());
  }
  std::vector<std::pair<int, int>> pairs;
  pairs.reserve(listed.size());
  for (const auto& [key, i] : listed) {
    pairs.emplace_back(p.first + static_cast<int>(i / width), p.right_first + static_cast<int>(i % width));
  }
  return pairs;
}

std::vector<int> members_of(std::size_t coordinate, int most, int size, const point& at) {
  std::vector<int> members;
  members.reserve(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < static_cast<std::size_t>(most); ++i) {
    if (at[coordinate + i] < size) {
      members.push_back(at[coordinate + i]);
    }
  }
  return members;
}

long weight(const layout& l, const point& at) {
  long places = 0;
  long numbers = 0;
  weigh(l.input, at, places, numbers);
  weigh(l.output, at, places, numbers);
  return places * 1000 + numbers;
}

const unknowns::number& unknowns::at(std::size_t coordinate) const {
  const auto found = std::lower_bound(numbers.begin(), numbers.end(), coordinate,
                                      [](const number& n, std::size_t c) { return n.coordinate < c; });
  if (found == numbers.end() || found->coordinate != coordinate) {
    throw std::logic_error("unknowns: coordinate without an unknown");
  }
  return *found;
}

std::vector<std::uint64_t> unknowns::values(const circuit& c, const std::vector<point>& at) const {
  std::vector<std::uint64_t> of_gate(c.gates());
  for (std::size_t lane = 0; lane < at.size(); ++lane) {
    const point& here = at[lane];
    const auto set = [&](literal l, bool holds) { of_gate[l.gate()] |= std::uint64_t{holds != l.negated()} << lane; };
    for (const number& n : numbers) {
      for (std::size_t i = n.is.size() == 2 ? 1 : 0; i < n.is.size();
           ++i) { // of two literals, the first is the negated second
        set(n.is[i], here[n.coordinate] == n.first + static_cast<int>(i));
      }
    }
    for (const ordering& o : orderings) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(o.most); ++i) {
        for (std::size_t j = i + 1; j < static_cast<std::size_t>(o.most); ++j) {
          set(o.before[detail::row_major(here[o.coordinate + i], o.most, here[o.coordinate + j])], true);
        }
      }
    }
  }
  std::vector<std::uint64_t> values;
  values.reserve(c.unknowns());
  for (std::size_t i = 0; i < c.unknowns(); ++i) {
    values.push_back(of_gate[c.unknown_at(i).gate()]);
  }
  return values;
}

std::vector<literal> unknowns::literals_of(const layout& l, const point& at) const {
  std::vector<literal> out;
  say(*this, l.input, at, out);
  say(*this, l.output, at, out);
  std::erase(out, always);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

} // namespace tali::assess
