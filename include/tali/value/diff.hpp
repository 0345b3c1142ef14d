// SPDX-License-Identifier: BSL-1.0
// Where two values of one type differ: one line for each difference, with the path to it. Empty if they are equal.
//
//   .items[3].name: "ab" -> "ac"       a part changed
//   + .items[4]: 7                     only in the right one (items of sequences are aligned first)
//   - .items[2]: 7                     only in the left one
//   .ages["bob"]: 41 -> 42             maps by key; sets by item: - .tags: "x"
//   .text: …"the quick "{"brown" -> "red"}" fox jump"… (at 40)
//   .items[3->4].name: "ab" -> "ac"    an item that was moved by insertions before it
//   left: …  right: …                  on two lines, what is too long for one
//
// What the author of a type shows in few characters (operator<< and the like) is not taken apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "tali/value/equal.hpp"
#include "tali/value/kind.hpp"
#include "tali/value/show.hpp"

namespace tali {

struct diff_limits {
  std::size_t max_lines = 40;  ///< then "… more differences"
  std::size_t max_chars = 400; ///< of one shown value
  std::size_t max_depth = 100; ///< deeper parts are shown as a whole
};

namespace detail {

/// Collects the lines. Compiled once, in src/value/diff.cpp, as is the alignment.
class diff_writer {
public:
  explicit diff_writer(const diff_limits& limits) : limits_(limits), show_limits_{.max_chars = limits.max_chars} {}

  bool full() const { return full_; }
  bool too_deep() const { return depth_ >= limits_.max_depth; }
  std::size_t lines() const { return lines_; }
  std::string finish();

  /// A step down, for as long as it lives.
  class step {
  public:
    step(diff_writer& d, std::string_view segment) : d_(d), size_(d.path_.size()) {
      d.path_ += segment;
      ++d.depth_;
    }
    step(const step&) = delete;
    step& operator=(const step&) = delete;
    ~step() {
      d_.path_.resize(size_);
      --d_.depth_;
    }

  private:
    diff_writer& d_;
    std::size_t size_;
  };

  void changed(const std::string& left, const std::string& right);
  void changed_text(std::string_view left, std::string_view right);
  void removed(const std::string& value) { one_sided('-', value); }
  void added(const std::string& value) { one_sided('+', value); }

  template <class T>
  std::string shown(const T& v) const {
    return show(v, show_limits_);
  }

private:
  void one_sided(char sign, const std::string& value);
  void line(const std::string& text);

  const diff_limits& limits_;
  show_limits show_limits_;
  std::string path_;
  std::string out_;
  std::size_t lines_ = 0;
  bool full_ = false;
  std::size_t depth_ = 0;
};

std::string field_segment(std::string_view name, std::size_t index);
std::string item_segment(std::size_t left, std::size_t right);

/// The items of two sequences, by address, and their alignment.
class sequence_alignment {
public:
  sequence_alignment();
  sequence_alignment(const sequence_alignment&) = delete;
  sequence_alignment& operator=(const sequence_alignment&) = delete;
  ~sequence_alignment();

  void add_left(const void* item);
  void add_right(const void* item);

  void align(bool (*equal)(const void*, const void*));

  /// A stretch of items that differ, found by align; false if there is no further.
  bool next();
  std::size_t left_begin = 0, left_end = 0, right_begin = 0, right_end = 0;
  const void* left(std::size_t i) const;
  const void* right(std::size_t i) const;

private:
  struct state;
  state* state_;
};

template <class T>
void diff_in(diff_writer& d, const T& a, const T& b);

template <class T>
bool differ(const T& a, const T& b) {
  if constexpr (comparable_value<T>)
    return !equal_now(a, b);
  else
    return show(a) != show(b);
}

template <class T>
void diff_product(diff_writer& d, const T& a, const T& b) {
  with_parts(a, [&]<class...>(const auto&... x) {
    with_parts(b, [&]<class...>(const auto&... y) {
      std::size_t i = 0;
      auto part = [&](std::string_view name, const auto& l, const auto& r) {
        diff_writer::step step(d, field_segment(name, i++));
        diff_in(d, l, r);
      };
      if constexpr (kind_of<T> == value_kind::tuple) {
        (part({}, x, y), ...);
      } else if constexpr (has_listed_fields<T>) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
          (part(get<I>(fields_of<T>::value).name, x, y), ...);
        }(std::make_index_sequence<sizeof...(x)>{});
      } else {
        field_name_reader names(raw_field_names<T>());
        (part(names.next(), x, y), ...);
      }
    });
  });
}

template <class T>
void diff_sequence(diff_writer& d, const T& a, const T& b) {
  using item = std::remove_cvref_t<decltype(*begin_of(a))>;
  auto show_rest = [&](std::size_t left, std::size_t right, const auto& v, bool removed) {
    diff_writer::step step(d, item_segment(removed ? left : right, removed ? left : right));
    removed ? d.removed(d.shown(v)) : d.added(d.shown(v));
  };
  if constexpr (std::is_reference_v<decltype(*begin_of(a))>) {
    sequence_alignment alignment;
    for (auto i = begin_of(a); i != end_of(a); ++i)
      alignment.add_left(&*i);
    for (auto i = begin_of(b); i != end_of(b); ++i)
      alignment.add_right(&*i);
    alignment.align([](const void* x, const void* y) {
      return !differ(*static_cast<const item*>(x), *static_cast<const item*>(y));
    });
    while (!d.full() && alignment.next()) {
      std::size_t i = alignment.left_begin, j = alignment.right_begin;
      for (; i < alignment.left_end && j < alignment.right_end && !d.full(); ++i, ++j) {
        diff_writer::step step(d, item_segment(i, j));
        diff_in(d, *static_cast<const item*>(alignment.left(i)), *static_cast<const item*>(alignment.right(j)));
      }
      for (; i < alignment.left_end && !d.full(); ++i) {
        show_rest(i, j, *static_cast<const item*>(alignment.left(i)), true);
      }
      for (; j < alignment.right_end && !d.full(); ++j) {
        show_rest(i, j, *static_cast<const item*>(alignment.right(j)), false);
      }
    }
  } else { // items made on the fly (vector<bool>) have no address: compared one by one
    auto i = begin_of(a), i_end = end_of(a);
    auto j = begin_of(b), j_end = end_of(b);
    for (std::size_t n = 0; (i != i_end || j != j_end) && !d.full(); ++n) {
      if (i != i_end && j != j_end) {
        diff_writer::step step(d, item_segment(n, n));
        const auto &x = *i, &y = *j;
        diff_in(d, x, y);
      } else if (i != i_end) {
        const auto& x = *i;
        show_rest(n, n, x, true);
      } else {
        const auto& y = *j;
        show_rest(n, n, y, false);
      }
      if (i != i_end)
        ++i;
      if (j != j_end)
        ++j;
    }
  }
}

template <class T>
concept has_count = requires(const T& v, const typename T::key_type& key) {
  v.equal_range(key);
  v.count(key);
};

// The items of each key stand next to each other, also in hashed containers: f(first, how many) for each key.
template <class T, class F>
void for_each_key(const T& v, F&& f) {
  for (auto i = v.begin(), end = v.end(); i != end;) {
    auto first = i;
    std::size_t n = 0;
    if constexpr (kind_of<T> == value_kind::map)
      n = v.count(i->first);
    else
      n = v.count(*i);
    for (std::size_t k = 0; k < n && i != end; ++k)
      ++i;
    f(first, n);
  }
}

template <class T>
void diff_set(diff_writer& d, const T& a, const T& b) {
  for_each_key(a, [&](auto first, std::size_t n) {
    std::size_t m = b.count(*first);
    for (; n > m && !d.full(); --n, ++first)
      d.removed(d.shown(*first));
  });
  for_each_key(b, [&](auto first, std::size_t n) {
    std::size_t m = a.count(*first);
    for (; n > m && !d.full(); --n, ++first)
      d.added(d.shown(*first));
  });
}

template <class T>
void diff_map(diff_writer& d, const T& a, const T& b) {
  for_each_key(a, [&](auto i, std::size_t n) {
    auto there = b.equal_range(i->first);
    diff_writer::step step(d, "[" + d.shown(i->first) + "]");
    for (; n > 0 && there.first != there.second && !d.full(); --n, ++i, ++there.first) {
      diff_in(d, i->second, there.first->second);
    }
    for (; n > 0 && !d.full(); --n, ++i)
      d.removed(d.shown(i->second));
    for (; there.first != there.second && !d.full(); ++there.first)
      d.added(d.shown(there.first->second));
  });
  for_each_key(b, [&](auto i, std::size_t n) {
    if (a.count(i->first) != 0)
      return;
    diff_writer::step step(d, "[" + d.shown(i->first) + "]");
    for (; n > 0 && !d.full(); --n, ++i)
      d.added(d.shown(i->second));
  });
}

template <class T>
void diff_structure(diff_writer& d, const T& a, const T& b) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (nullable_value<T>) {
    if (has_inner(a) && has_inner(b)) {
      diff_writer::step step(d, "");
      return diff_in(d, inner(a), inner(b));
    }
    if (has_inner(a) != has_inner(b))
      d.changed(d.shown(a), d.shown(b));
  } else if constexpr (product_value<T>) {
    diff_product(d, a, b);
  } else if constexpr (sum_value<T>) {
    if (a.index() != b.index())
      return d.changed(d.shown(a), d.shown(b));
    with_alternative(a, [&]<std::size_t I>(const auto& x) { diff_in(d, x, *get_if<I>(&b)); });
  } else if constexpr (kind == value_kind::set && has_count<T>) {
    diff_set(d, a, b);
  } else if constexpr (kind == value_kind::map && has_count<T>) {
    diff_map(d, a, b);
  } else {
    diff_sequence(d, a, b);
  }
}

template <class T>
void diff_in(diff_writer& d, const T& a, const T& b) {
  constexpr std::size_t few = 60;
  if (d.full())
    return;
  if constexpr (is_leaf(kind_of<T>)) {
    if (!differ(a, b))
      return;
    if constexpr (kind_of<T> == value_kind::text && !shown_by_author<T>) {
      if constexpr (std::is_same_v<decltype(text_of(a)), std::string_view>)
        return d.changed_text(text_of(a), text_of(b));
    }
    d.changed(d.shown(a), d.shown(b));
  } else if constexpr (shown_by_author<T> || equal_by_author<T>) {
    if (!differ(a, b))
      return;
    if constexpr (shown_by_author<T>) {
      auto left = d.shown(a), right = d.shown(b);
      if (left.size() <= few && right.size() <= few)
        return d.changed(left, right);
    }
    auto before = d.lines();
    if (!d.too_deep())
      diff_structure(d, a, b);
    if (d.lines() == before && !d.full())
      d.changed(d.shown(a), d.shown(b));
  } else if (!d.too_deep()) {
    diff_structure(d, a, b);
  } else if (differ(a, b)) {
    d.changed(d.shown(a), d.shown(b));
  }
}

} // namespace detail

/// The differences from left to right, one a line; empty if there are none.
template <class T>
std::string diff(const T& left, const T& right, const diff_limits& limits = {}) {
  detail::diff_writer d(limits);
  detail::diff_in(d, left, right);
  return d.finish();
}

} // namespace tali
