// SPDX-License-Identifier: BSL-1.0
// Symbolic values: the values of a subproperty when it is compiled to clauses.
//
// They have the operators of the concrete values they represent, with symbolic results. Constructs that need an
// immediate decision (if, ?:, while, a short circuit that must not evaluate its right side) do not compile: the error
// message gives the replacement.
//
// An integer is the list of its possible values, each with a condition. So arithmetic is exact and does not wrap
// around. Equality, indexing and counting of small numbers are cheap and easy for a solver. The disadvantage is that
// integers with thousands of values are refused.
#pragma once

#include <tali/assess/circuit.hpp>
#include <tali/value/fields.hpp>

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace tali::assess {

namespace detail {
template <class>
inline constexpr bool can_decide_now = false;
}

/// A symbolic run reached something it cannot express; the message describes the remedy.
class not_symbolic : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

/// A truth value that depends on the unknowns.
class symbolic_bool {
public:
  template <std::same_as<bool> B>
  symbolic_bool(B value) : is_(value ? always : never) {} // implicit, like bool
  symbolic_bool(circuit& c, literal is) : circuit_(is.is_constant() ? nullptr : &c), is_(is) {}

  template <std::same_as<bool> B>
  explicit operator B() const {
    static_assert(
        detail::can_decide_now<B>,
        "tali: a symbolic truth value cannot be the condition of if, while, ?: or a standard algorithm: it has no "
        "value yet. Write choose(condition, a, b) instead of ?:, and all, any, count over a sequence, set, relation "
        "or range(first, last) instead of loops that end early; or declare the subproperty with concrete_only, "
        "then only the random engine uses it.");
    return false;
  }

  [[nodiscard]] literal is() const { return is_; }
  [[nodiscard]] circuit* home() const { return circuit_; } ///< null for a constant

  friend symbolic_bool operator!(const symbolic_bool& a) { return {a.circuit_, !a.is_}; }
  friend symbolic_bool operator&&(const symbolic_bool& a, const symbolic_bool& b);
  friend symbolic_bool operator||(const symbolic_bool& a, const symbolic_bool& b);
  friend symbolic_bool operator==(const symbolic_bool& a, const symbolic_bool& b);
  friend symbolic_bool operator!=(const symbolic_bool& a, const symbolic_bool& b) { return !(a == b); }
  // With a bool on one side the built-in operators would be candidates too.
  template <std::same_as<bool> B>
  friend symbolic_bool operator&&(B a, const symbolic_bool& b) {
    return a ? b : symbolic_bool(false);
  }
  template <std::same_as<bool> B>
  friend symbolic_bool operator&&(const symbolic_bool& a, B b) {
    return b ? a : symbolic_bool(false);
  }
  template <std::same_as<bool> B>
  friend symbolic_bool operator||(B a, const symbolic_bool& b) {
    return a ? symbolic_bool(true) : b;
  }
  template <std::same_as<bool> B>
  friend symbolic_bool operator||(const symbolic_bool& a, B b) {
    return b ? symbolic_bool(true) : a;
  }

private:
  symbolic_bool(circuit* c, literal is) : circuit_(c), is_(is) {}

  circuit* circuit_ = nullptr;
  literal is_;
};

/// An integer that depends on the unknowns.
class symbolic_int {
public:
  /// More values than this are refused.
  static constexpr std::size_t most_values = 4096;

  symbolic_int(int value) : first_(value), is_{always} {} // implicit, like int
  /// `is[i]`: the value is first + i. Exactly one of them holds.
  symbolic_int(circuit* c, int first, std::vector<literal> is);

  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int last() const { return first_ + static_cast<int>(is_.size()) - 1; }
  [[nodiscard]] literal is(int value) const {
    return value < first() || value > last() ? never : is_[static_cast<std::size_t>(value - first_)];
  }
  [[nodiscard]] circuit* home() const { return circuit_; }
  [[nodiscard]] bool is_constant() const { return is_.size() == 1; }

  friend symbolic_bool operator==(const symbolic_int& a, const symbolic_int& b);
  friend symbolic_bool operator<(const symbolic_int& a, const symbolic_int& b);
  friend symbolic_bool operator!=(const symbolic_int& a, const symbolic_int& b) { return !(a == b); }
  friend symbolic_bool operator>(const symbolic_int& a, const symbolic_int& b) { return b < a; }
  friend symbolic_bool operator<=(const symbolic_int& a, const symbolic_int& b) { return !(b < a); }
  friend symbolic_bool operator>=(const symbolic_int& a, const symbolic_int& b) { return !(a < b); }
  friend symbolic_int operator+(const symbolic_int& a, const symbolic_int& b);
  friend symbolic_int operator-(const symbolic_int& a, const symbolic_int& b);
  friend symbolic_int operator*(const symbolic_int& a, const symbolic_int& b);
  friend symbolic_int operator-(const symbolic_int& a);
  /// Only by a constant other than 0: a quotient by 0 would have no value.
  friend symbolic_int operator/(const symbolic_int& a, int b);
  friend symbolic_int operator%(const symbolic_int& a, int b);

  template <std::same_as<bool> B>
  explicit operator B() const {
    static_assert(detail::can_decide_now<B>, "tali: a symbolic integer cannot be the condition of an if: it has no "
                                             "value yet. Write n != 0, and choose(condition, a, b) instead of ?:");
    return false;
  }

private:
  circuit* circuit_ = nullptr;
  int first_;
  std::vector<literal> is_;
};

/// A sequence of unknown length, at most its number of cells.
template <class T>
class symbolic_sequence {
public:
  using value_type = T;

  symbolic_sequence(symbolic_int length, std::vector<T> cells) : length_(std::move(length)), cells_(std::move(cells)) {}

  [[nodiscard]] const symbolic_int& length() const { return length_; }
  [[nodiscard]] const std::vector<T>& cells() const { return cells_; }
  /// Whether there is a place i.
  [[nodiscard]] symbolic_bool has(int i) const { return length_ > i; }

private:
  symbolic_int length_;
  std::vector<T> cells_;
};

/// A set of integers.
class symbolic_set {
public:
  symbolic_set(int first, std::vector<symbolic_bool> has) : first_(first), has_(std::move(has)) {}

  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int last() const { return first_ + static_cast<int>(has_.size()) - 1; }
  [[nodiscard]] symbolic_bool has(int v) const {
    return v < first() || v > last() ? symbolic_bool(false) : has_[static_cast<std::size_t>(v - first_)];
  }

private:
  int first_;
  std::vector<symbolic_bool> has_;
};

/// A set of pairs of integers.
class symbolic_relation {
public:
  struct span {
    int first;
    int last;
    [[nodiscard]] int size() const { return last - first + 1; }
    [[nodiscard]] bool holds(int v) const { return v >= first && v <= last; }
  };

  symbolic_relation(span left, span right, std::vector<symbolic_bool> has)
      : left_(left), right_(right), has_(std::move(has)) {}

  [[nodiscard]] span left() const { return left_; }
  [[nodiscard]] span right() const { return right_; }
  [[nodiscard]] symbolic_bool has(int a, int b) const {
    return left_.holds(a) && right_.holds(b) ? has_[detail::row_major(a - left_.first, right_.size(), b - right_.first)]
                                             : symbolic_bool(false);
  }

private:
  span left_;
  span right_;
  std::vector<symbolic_bool> has_; // row by row
};

/// An order of the integers 0 to n - 1, first to last.
class symbolic_order {
public:
  symbolic_order(int most, symbolic_int size, std::vector<symbolic_bool> before)
      : most_(most), size_(std::move(size)), before_(std::move(before)) {}

  [[nodiscard]] int most() const { return most_; }
  [[nodiscard]] const symbolic_int& size() const { return size_; }
  [[nodiscard]] symbolic_bool has_before(int a, int b) const {
    return a < 0 || b < 0 || a >= most_ || b >= most_ ? symbolic_bool(false) : before_[detail::row_major(a, most_, b)];
  }

private:
  int most_;
  symbolic_int size_;
  std::vector<symbolic_bool> before_;
};

namespace detail {

/// Collects truth values, and combines them into one.
class gathering {
public:
  void add(const symbolic_bool& b);
  [[nodiscard]] symbolic_bool all() const;
  [[nodiscard]] symbolic_bool any() const;
  [[nodiscard]] symbolic_int count() const;

private:
  circuit* circuit_ = nullptr;
  std::vector<literal> parts_;
};

/// Selects the value whose condition holds. At most one condition holds; if none does, the result does not matter.
template <class T>
struct choice {
  symbolic_bool when;
  const T* what;
};
symbolic_bool select(const std::vector<choice<symbolic_bool>>& among);
symbolic_int select(const std::vector<choice<symbolic_int>>& among);
symbolic_order select(const std::vector<choice<symbolic_order>>& among);
template <class T>
symbolic_sequence<T> select(const std::vector<choice<symbolic_sequence<T>>>& among);
template <class T>
  requires values::is_aggregate_like<T>
T select(const std::vector<choice<T>>& among);

template <class T>
symbolic_sequence<T> select(const std::vector<choice<symbolic_sequence<T>>>& among) {
  std::vector<choice<symbolic_int>> lengths;
  std::vector<std::vector<choice<T>>> places;
  for (const choice<symbolic_sequence<T>>& c : among) {
    lengths.push_back({c.when, &c.what->length()});
    places.resize(places.size() < c.what->cells().size() ? c.what->cells().size() : places.size());
    for (std::size_t i = 0; i < c.what->cells().size(); ++i) {
      places[i].push_back({c.when, &c.what->cells()[i]});
    }
  }
  std::vector<T> cells;
  for (const std::vector<choice<T>>& p : places) {
    cells.push_back(select(p));
  }
  return {select(lengths), std::move(cells)};
}

template <class T>
  requires values::is_aggregate_like<T>
T select(const std::vector<choice<T>>& among) {
  T result = *among.front().what;
  const auto fields = values::tie_fields(result);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
      using field = std::remove_cvref_t<decltype(get<J>(fields))>;
      std::vector<choice<field>> parts;
      for (const choice<T>& c : among) {
        parts.push_back({c.when, &get<J>(values::tie_fields(*c.what))});
      }
      get<J>(fields) = select(parts);
    };
    (one(std::integral_constant<std::size_t, I>{}), ...);
  }(std::make_index_sequence<values::field_count<T>>{});
  return result;
}

/// `at_least[k]`: at least k + 1 of these hold.
std::vector<literal> at_least(circuit& c, const std::vector<literal>& of);

/// Facts about a sequence of integers: the number of values equals the number of first occurrences.
void add_facts_of_sequence(circuit& c, const symbolic_sequence<symbolic_int>& s);

} // namespace detail

} // namespace tali::assess
