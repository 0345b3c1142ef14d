// SPDX-License-Identifier: BSL-1.0
// Where two values of one type differ: one line for each difference, with the path to it. Empty if they are equal.
//
//   .items[3].name: "ab" -> "ac"       a part changed
//   + .items[4]: 7                     only in the right one (items of sequences are aligned first)
//   - .items[2]: 7                     only in the left one
//   .ages["bob"]: 41 -> 42             maps by key; sets by item: - .tags: "x"
//   .text: …"the quick "{"brown" -> "red"}" fox jump"… (at 40)
//   .items[3->4].name: "ab" -> "ac"    an item that was moved by insertions before it
//   left: …  right: …                  on two lines, if it is too long for one
//
// A type that shows itself in few characters (operator<< and the like) is not taken apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

class diff_writer;

/// The operations on a type that a difference needs. Everything else is compiled once, in src/value/diff.cpp.
struct diff_operations {
  const value_type* type;
  bool (*differ)(const void* left, const void* right);
  void (*diff)(diff_writer& d, const void* left, const void* right);
};

/// The items of two sequences, by address, and their alignment.
class sequence_alignment {
public:
  sequence_alignment();
  sequence_alignment(const sequence_alignment&) = delete;
  sequence_alignment& operator=(const sequence_alignment&) = delete;
  ~sequence_alignment();

  void add_left(const void* item);
  void add_right(const void* item);

  void align(bool (*differ)(const void*, const void*));

  /// Goes to the next stretch of items that differ, found by align; false if there are no more.
  bool next();
  std::size_t left_begin = 0, left_end = 0, right_begin = 0, right_end = 0;
  const void* left(std::size_t i) const;
  const void* right(std::size_t i) const;

private:
  struct state;
  state* state_;
};

/// The lines of a difference, and the path to the smallest part that holds all of it: empty for the whole value.
struct value_difference {
  std::string text;
  std::string path;
};

/// Collects the lines.
class diff_writer {
public:
  explicit diff_writer(const diff_limits& limits) : limits_(limits), show_limits_{.max_chars = limits.max_chars} {}

  bool full() const { return full_; }
  value_difference finish();

  void leaf(const diff_operations& type, const void* a, const void* b);
  void text(std::string_view a, std::string_view b);
  /// A type with its own text (`shown`) or comparison: `structure` is called only if these do not decide.
  void by_author(const diff_operations& type, bool shown, const void* a, const void* b,
                 void (*structure)(diff_writer&, const void*, const void*));
  /// Descends into `structure` unless the depth limit is reached.
  void deeper(const diff_operations& type, const void* a, const void* b,
              void (*structure)(diff_writer&, const void*, const void*));
  void product(const product_shape& shape, const diff_operations* const* types, const void* const* a,
               const void* const* b);
  /// Null for an empty optional or pointer.
  void nullable(const diff_operations& type, const void* a, const void* b, const diff_operations& inner_type,
                const void* inner_a, const void* inner_b);
  void sequence(sequence_alignment& items, const diff_operations& item_type);
  void contiguous(const diff_operations& item_type, std::size_t item_size, const void* a, std::size_t a_size,
                  const void* b, std::size_t b_size);
  void changed(const diff_operations& type, const void* a, const void* b);
  void removed(const diff_operations& type, const void* v) { one_sided('-', type, v); }
  void added(const diff_operations& type, const void* v) { one_sided('+', type, v); }

  /// A step into the item of a sequence, or the value of a key; ends when it is destroyed.
  class step {
  public:
    step(diff_writer& d, std::size_t left, std::size_t right);
    step(diff_writer& d, const diff_operations& key_type, const void* key);
    step(diff_writer& d, std::string_view field, std::size_t index);
    step(const step&) = delete;
    step& operator=(const step&) = delete;
    ~step();

  private:
    diff_writer& d_;
    std::size_t size_;
  };

private:
  void one_sided(char sign, const diff_operations& type, const void* v);
  void changed(const std::string& left, const std::string& right);
  void line(const std::string& text, bool item = false);
  void narrow_common(bool item);
  std::string shown(const diff_operations& type, const void* v) const;

  const diff_limits& limits_;
  show_limits show_limits_;
  /// A path and where its steps begin.
  struct path {
    std::string text;
    std::vector<std::size_t> steps;
  };
  path path_;
  path common_; // of all lines so far
  std::string out_;
  std::size_t lines_ = 0;
  std::size_t depth_ = 0;
  bool full_ = false;
};

bool trees_differ(const value_type& type, const void* a, const void* b);

template <class T>
bool differ_erased(const void* a, const void* b) {
  if constexpr (comparable_value<T>)
    return !equal_now(*static_cast<const T*>(a), *static_cast<const T*>(b));
  else
    return trees_differ(value_type_of<T>::value, a, b);
}

template <class T>
void diff_erased(diff_writer& d, const void* a, const void* b);

template <class T>
inline constexpr diff_operations diff_operations_of = {&value_type_of<T>::value, &differ_erased<T>, &diff_erased<T>};

template <class... T>
inline constexpr const diff_operations* diff_operation_list[] = {&diff_operations_of<T>..., nullptr};

template <class T>
void diff_product(diff_writer& d, const T& a, const T& b) {
  with_part_addresses(a, [&]<class... Part>(const void* const* x, type_list<Part...>) {
    with_part_addresses(
        b, [&](const void* const* y, auto) { d.product(shape_of<T>, diff_operation_list<Part...>, x, y); });
  });
}

template <class T>
void diff_nullable(diff_writer& d, const T& a, const T& b) {
  using type = std::remove_cvref_t<decltype(inner(a))>;
  d.nullable(diff_operations_of<T>, address_of(a), address_of(b), diff_operations_of<type>,
             has_inner(a) ? address_of(inner(a)) : nullptr, has_inner(b) ? address_of(inner(b)) : nullptr);
}

template <class T>
void diff_variant(diff_writer& d, const T& a, const T& b) {
  if (a.index() != b.index())
    return d.changed(diff_operations_of<T>, &a, &b);
  with_alternative(a, [&]<std::size_t I>(const auto& x) {
    diff_erased<std::remove_cvref_t<decltype(x)>>(d, address_of(x), address_of(*get_if<I>(&b)));
  });
}

template <class T>
void diff_sequence(diff_writer& d, const T& a, const T& b) {
  using item = std::remove_cvref_t<decltype(*begin_of(a))>;
  constexpr auto& type = diff_operations_of<item>;
  if constexpr (std::is_array_v<T>) {
    d.contiguous(type, sizeof(item), &a, std::extent_v<T>, &b, std::extent_v<T>);
  } else if constexpr (contiguous<T>) {
    d.contiguous(type, sizeof(item), a.data(), a.size(), b.data(), b.size());
  } else if constexpr (std::is_reference_v<decltype(*a.begin())>) {
    sequence_alignment items;
    for (const auto& x : a)
      items.add_left(address_of(x));
    for (const auto& y : b)
      items.add_right(address_of(y));
    d.sequence(items, type);
  } else { // items made on the fly (vector<bool>) have no address: compared one by one
    auto i = a.begin(), i_end = a.end();
    auto j = b.begin(), j_end = b.end();
    for (std::size_t n = 0; (i != i_end || j != j_end) && !d.full(); ++n) {
      diff_writer::step step(d, n, n);
      if (i != i_end && j != j_end) {
        const item x = *i, y = *j;
        type.diff(d, address_of(x), address_of(y));
      } else {
        const item x = i != i_end ? *i : *j;
        i != i_end ? d.removed(type, address_of(x)) : d.added(type, address_of(x));
      }
      if (i != i_end)
        ++i;
      if (j != j_end)
        ++j;
    }
  }
}

template <class T>
concept found_by_key = requires(const T& v, const typename T::key_type& key) {
  v.equal_range(key);
  v.count(key);
};

// The items of each key are adjacent, also in hashed containers: f(first, how many) for each key.
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
  constexpr auto& type = diff_operations_of<item_of<T>>;
  for_each_key(a, [&](auto first, std::size_t n) {
    for (std::size_t m = b.count(*first); n > m && !d.full(); --n, ++first)
      d.removed(type, address_of(*first));
  });
  for_each_key(b, [&](auto first, std::size_t n) {
    for (std::size_t m = a.count(*first); n > m && !d.full(); --n, ++first)
      d.added(type, address_of(*first));
  });
}

template <class T>
void diff_map(diff_writer& d, const T& a, const T& b) {
  constexpr auto& key_type = diff_operations_of<typename T::key_type>;
  constexpr auto& type = diff_operations_of<typename T::mapped_type>;
  for_each_key(a, [&](auto i, std::size_t n) {
    diff_writer::step step(d, key_type, address_of(i->first));
    auto [j, j_end] = b.equal_range(i->first);
    for (; n > 0 && j != j_end && !d.full(); --n, ++i, ++j)
      type.diff(d, address_of(i->second), address_of(j->second));
    for (; n > 0 && !d.full(); --n, ++i)
      d.removed(type, address_of(i->second));
    for (; j != j_end && !d.full(); ++j)
      d.added(type, address_of(j->second));
  });
  for_each_key(b, [&](auto i, std::size_t n) {
    if (a.count(i->first) != 0)
      return;
    diff_writer::step step(d, key_type, address_of(i->first));
    for (; n > 0 && !d.full(); --n, ++i)
      d.added(type, address_of(i->second));
  });
}

template <class T>
void diff_structure(diff_writer& d, const void* left, const void* right) {
  const auto& a = *static_cast<const T*>(left);
  const auto& b = *static_cast<const T*>(right);
  if constexpr (nullable_value<T>)
    diff_nullable(d, a, b);
  else if constexpr (product_value<T>)
    diff_product(d, a, b);
  else if constexpr (sum_value<T>)
    diff_variant(d, a, b);
  else if constexpr (kind_of<T> == value_kind::set && found_by_key<T>)
    diff_set(d, a, b);
  else if constexpr (kind_of<T> == value_kind::map && found_by_key<T>)
    diff_map(d, a, b);
  else
    diff_sequence(d, a, b);
}

template <class T>
void diff_erased(diff_writer& d, const void* a, const void* b) {
  constexpr auto& type = diff_operations_of<T>;
  if constexpr (is_leaf(kind_of<T>)) {
    if constexpr (text_value<T> && !shown_by_author<T>) {
      const auto &x = *static_cast<const T*>(a), &y = *static_cast<const T*>(b);
      if constexpr (std::is_same_v<decltype(text_of(x)), std::string_view>)
        return d.text(text_of(x), text_of(y));
    }
    d.leaf(type, a, b);
  } else if constexpr (shown_by_author<T> || equal_by_author<T>) {
    d.by_author(type, shown_by_author<T>, a, b, &diff_structure<T>);
  } else {
    d.deeper(type, a, b, &diff_structure<T>);
  }
}

} // namespace detail

/// The differences from left to right, one per line; empty if there are none.
template <class T>
std::string diff(const T& left, const T& right, const diff_limits& limits = {}) {
  detail::diff_writer d(limits);
  detail::diff_erased<T>(d, detail::address_of(left), detail::address_of(right));
  return d.finish().text;
}

} // namespace tali
