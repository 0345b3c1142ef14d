// SPDX-License-Identifier: BSL-1.0
// Makers: the space of a problem is written once, as a function of a maker.
//
//   template <class Make> auto input(Make& make) const {
//     using V = typename Make::values;
//     return make.sequence(0, 5, [&] { return person<V>{make.integer("name", 0, 2), make.integer("age", 0, 5)}; });
//   }
//
// The symbolic maker returns unknowns and also builds the layout; the point maker returns the values that a point has
// at the coordinates.
#pragma once

#include <tali/assess/layout.hpp>
#include <tali/assess/logic.hpp>

#include <utility>

namespace tali::assess {

class symbolic_maker {
public:
  using values = symbolic;

  symbolic_maker(circuit& c, layout& l, unknowns& u) : circuit_(c), layout_(l), unknowns_(u) {}

  /// The parts made next are added to this group.
  void fill(part& group) { here_ = &group; }

  symbolic_int integer(int first, int last) { return integer("", first, last); }
  symbolic_int integer(const char* name, int first, int last, const family* of = nullptr);
  symbolic_int integer(int first, int last, const family& of) { return integer("", first, last, &of); }
  symbolic_int integer(const char* name, int first, int last, const family& of) {
    return integer(name, first, last, &of);
  }
  symbolic_bool boolean(const char* name = "");

  template <class F>
  auto sequence(int least, int most, const F& element) {
    return sequence("", least, most, element);
  }
  template <class F>
  auto sequence(const char* name, int least, int most, const F& element) {
    const std::size_t coordinate = layout_.coordinates.size();
    symbolic_int length = unknown_number(least, most);
    return cells(name, least, most, std::move(length), coordinate, true, element);
  }
  /// A sequence whose length is an integer made before, from 0 to `most`.
  template <class F>
  auto sequence_of(const char* name, const symbolic_int& length, int most, const F& element) {
    return cells(name, 0, most, length, coordinate_of(length), false, element);
  }
  /// A set of pairs, listed in any order.
  symbolic_relation relation(const char* name, std::pair<int, int> left, std::pair<int, int> right, int least, int most,
                             const family* left_family = nullptr, const family* right_family = nullptr);
  /// An order of the integers from 0 to `size` - 1. `size` was made before and is at most `most`.
  symbolic_order order(int most, const symbolic_int& size);
  /// An integer that is not printed and that other parts depend on.
  symbolic_int hidden(int first, int last) { return unknown_number(first, last); }

private:
  template <class F>
  auto cells(const char* name, int least, int most, symbolic_int length, std::size_t coordinate, bool own,
             const F& element) {
    part* outside = here_;
    std::vector<decltype(element())> made;
    std::vector<part> groups;
    for (int i = 0; i < most; ++i) {
      part group;
      here_ = &group;
      made.push_back(element());
      groups.push_back(std::move(group));
    }
    here_ = outside;
    add_sequence(name, least, most, coordinate, own, std::move(groups));
    symbolic_sequence<decltype(element())> result(std::move(length), std::move(made));
    if constexpr (std::same_as<decltype(element()), symbolic_int>) {
      detail::add_facts_of_sequence(circuit_, result);
    }
    return result;
  }
  void add_sequence(const char* name, int least, int most, std::size_t coordinate, bool own, std::vector<part> groups);
  symbolic_int unknown_number(int first, int last);
  [[nodiscard]] std::size_t coordinate_of(const symbolic_int& made) const;
  int family_number(const family* f);

  circuit& circuit_;
  layout& layout_;
  unknowns& unknowns_;
  part* here_ = nullptr;
};

class point_maker {
public:
  using values = concrete;

  explicit point_maker(const point& at) : at_(at) {}

  int integer(int, int) { return at_[next_++]; }
  int integer(const char*, int, int) { return at_[next_++]; }
  int integer(int, int, const family&) { return at_[next_++]; }
  int integer(const char*, int, int, const family&) { return at_[next_++]; }
  bool boolean(const char* = "") { return at_[next_++] != 0; }

  template <class F>
  auto sequence(int least, int most, const F& element) {
    return sequence("", least, most, element);
  }
  template <class F>
  auto sequence(const char* name, int, int most, const F& element) {
    const int length = at_[next_++];
    return sequence_of(name, length, most, element);
  }
  template <class F>
  auto sequence_of(const char*, int length, int most, const F& element) {
    std::vector<decltype(element())> made;
    if (most == 0) {
      return made;
    }
    made.reserve(static_cast<std::size_t>(length));
    const std::size_t start = next_;
    static_cast<void>(made.emplace_back(element()));
    const std::size_t width = next_ - start;
    if (length == 0) {
      made.pop_back(); // made for its width
    }
    for (int i = 1; i < length; ++i) {
      made.push_back(element());
    }
    next_ = start + width * static_cast<std::size_t>(most);
    return made;
  }
  assess::relation relation(const char*, std::pair<int, int> left, std::pair<int, int> right, int least, int most,
                            const family* = nullptr, const family* = nullptr);
  assess::order order(int most, int size) {
    const std::size_t start = next_;
    next_ += static_cast<std::size_t>(most);
    return assess::order(members_of(start, most, size, at_));
  }
  int hidden(int, int) { return at_[next_++]; }

private:
  const point& at_;
  std::size_t next_ = 0;
};

} // namespace tali::assess
