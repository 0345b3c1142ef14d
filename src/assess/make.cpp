// SPDX-License-Identifier: BSL-1.0
#include <tali/assess/make.hpp>

#include <algorithm>
#include <string>

namespace tali::assess {

namespace {

[[noreturn]] void refuse(const char* what, const char* name, const std::string& why) {
  throw not_symbolic(std::string(what) + (*name != '\0' ? std::string(" '") + name + "'" : std::string()) + ": " + why);
}

} // namespace

symbolic_int symbolic_maker::unknown_number(int first, int last) {
  unknowns::number n{layout_.coordinates.size(), first, {}};
  if (last < first || static_cast<std::size_t>(last - first) >= symbolic_int::most_values) {
    refuse("an integer", "",
           "from " + std::to_string(first) + " to " + std::to_string(last) +
               " is no range of at least one and at most " + std::to_string(symbolic_int::most_values) +
               " values: choose other bounds");
  }
  layout_.coordinates.push_back({first, last});
  if (last == first) {
    n.is = {always};
  } else if (last - first == 1) {
    const literal high = circuit_.unknown();
    n.is = {!high, high};
  } else {
    for (int v = first; v <= last; ++v) {
      n.is.push_back(circuit_.unknown());
    }
    circuit_.rule(n.is);
    for (std::size_t i = 0; i < n.is.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        circuit_.rule({!n.is[i], !n.is[j]});
      }
    }
  }
  unknowns_.numbers.push_back(n);
  return {&circuit_, first, std::move(n.is)};
}

symbolic_int symbolic_maker::integer(const char* name, int first, int last, const family* of) {
  part p;
  p.is = part::kind::integer;
  p.name = name;
  p.coordinate = layout_.coordinates.size();
  p.first = first;
  p.last = last;
  p.of_family = family_number(of);
  here_->parts.push_back(std::move(p));
  return unknown_number(first, last);
}

symbolic_bool symbolic_maker::boolean(const char* name) {
  part p;
  p.is = part::kind::boolean;
  p.name = name;
  p.coordinate = layout_.coordinates.size();
  p.last = 1;
  here_->parts.push_back(std::move(p));
  return unknown_number(0, 1) == symbolic_int(1);
}

void symbolic_maker::add_sequence(const char* name, int least, int most, std::size_t coordinate, bool own,
                                  std::vector<part> groups) {
  part p;
  p.is = part::kind::sequence;
  p.name = name;
  p.least = least;
  p.most = most;
  p.length = coordinate;
  p.own_length = own;
  p.parts = std::move(groups);
  here_->parts.push_back(std::move(p));
}

symbolic_relation symbolic_maker::relation(const char* name, std::pair<int, int> left, std::pair<int, int> right,
                                           int least, int most, const family* left_family, const family* right_family) {
  constexpr int largest = 63;
  if (left.first < 0 || right.first < 0 || left.second > largest || right.second > largest) {
    refuse("a relation", name, "relates integers from 0 to 63: number what it relates from 0");
  }
  part p;
  p.is = part::kind::relation;
  p.name = name;
  p.length = layout_.coordinates.size();
  layout_.coordinates.push_back({0, ways_to_list});
  p.coordinate = layout_.coordinates.size();
  p.first = left.first;
  p.last = left.second;
  p.right_first = right.first;
  p.right_last = right.second;
  p.least = least;
  p.most = most;
  p.of_family = family_number(left_family);
  p.right_family = family_number(right_family);
  here_->parts.push_back(p);
  std::vector<symbolic_bool> has;
  for (int a = left.first; a <= left.second; ++a) {
    for (int b = right.first; b <= right.second; ++b) {
      has.push_back(unknown_number(0, 1) == symbolic_int(1));
    }
  }
  symbolic_relation r({left.first, left.second}, {right.first, right.second}, std::move(has));
  const symbolic_int n = size(r);
  circuit_.rule({(n >= symbolic_int(least)).is()});
  circuit_.rule({(n <= symbolic_int(most)).is()});
  return r;
}

symbolic_order symbolic_maker::order(int most, const symbolic_int& size) {
  part p;
  p.is = part::kind::order;
  p.coordinate = layout_.coordinates.size();
  p.last = most;
  p.length = coordinate_of(size);
  here_->parts.push_back(p);
  const auto n = static_cast<std::size_t>(most);
  unknowns::ordering o{p.coordinate, most, std::vector<literal>(n * n, never)};
  for (std::size_t a = 0; a < n; ++a) {
    layout_.coordinates.push_back({0, most - 1});
    for (std::size_t b = a + 1; b < n; ++b) {
      o.before[a * n + b] = circuit_.unknown();
      o.before[b * n + a] = !o.before[a * n + b];
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      for (std::size_t c = 0; c < n; ++c) {
        if (a != b && b != c && a != c) {
          circuit_.rule({!o.before[a * n + b], !o.before[b * n + c], o.before[a * n + c]});
        }
      }
    }
  }
  std::vector<symbolic_bool> before;
  for (const literal l : o.before) {
    before.emplace_back(circuit_, l);
  }
  unknowns_.orderings.push_back(std::move(o));
  return {most, size, std::move(before)};
}

std::size_t symbolic_maker::coordinate_of(const symbolic_int& made) const {
  for (const unknowns::number& n : unknowns_.numbers) {
    bool equal = n.first == made.first() && n.first + static_cast<int>(n.is.size()) - 1 == made.last();
    for (int v = made.first(); equal && v <= made.last(); ++v) {
      equal = n.is[static_cast<std::size_t>(v - n.first)] == made.is(v);
    }
    if (equal) {
      return n.coordinate;
    }
  }
  refuse("a size", "", "must be an integer that was made by make.integer or make.hidden, not computed from some");
}

int symbolic_maker::family_number(const family* f) {
  if (f == nullptr) {
    return -1;
  }
  for (std::size_t i = 0; i < layout_.families.size(); ++i) {
    if (std::string_view(layout_.families[i].name) == f->name) {
      return static_cast<int>(i);
    }
  }
  layout_.families.push_back(*f);
  return static_cast<int>(layout_.families.size()) - 1;
}

relation point_maker::relation(const char*, std::pair<int, int> left, std::pair<int, int> right, int, int,
                               const family*, const family*) {
  part p;
  p.length = next_;
  p.coordinate = next_ + 1;
  p.first = left.first;
  p.last = left.second;
  p.right_first = right.first;
  p.right_last = right.second;
  next_ += 1 + static_cast<std::size_t>((left.second - left.first + 1) * (right.second - right.first + 1));
  assess::relation made;
  for (const auto& [a, b] : pairs_of(p, at_)) {
    made.insert(a, b);
  }
  return made;
}

} // namespace tali::assess
