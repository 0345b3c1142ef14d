// SPDX-License-Identifier: BSL-1.0
// Bodies of properties with every kind of argument, to be run through every function that takes a property.
//
// A way in is a callable (name, parts...) with the parts of tali::check. Each body here passes on every input.
#pragma once

#include <tali/gen/arbitrary.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace bodies {

namespace gen = tali::gen;

/// A recursive type that can only be moved.
struct expression;
struct literal {
  int value;
};
struct sum {
  std::unique_ptr<expression> left;
  std::unique_ptr<expression> right;
};
struct expression {
  std::variant<literal, sum> node;
};

inline std::size_t depth(const expression& e) {
  const auto* both = std::get_if<sum>(&e.node);
  const auto of = [](const std::unique_ptr<expression>& part) { return part ? depth(*part) : 0; };
  return both == nullptr ? 1 : 1 + std::max(of(both->left), of(both->right));
}

/// Without a default constructor, and with nothing to derive a generator from.
class port {
public:
  explicit port(int number) : number_(number) {}
  [[nodiscard]] int number() const { return number_; }

private:
  int number_;
};

inline constexpr auto port_number = gen::integer(0, 65'535);
inline auto ports() {
  return gen::map(port_number, [](int n) { return port(n); });
}
inline auto boxed() {
  return gen::map(port_number, [](int n) { return std::make_unique<int>(n); });
}

inline bool in_range(int n) { return n >= 0 && n <= 65'535; }
inline bool fits(const port& p) noexcept { return in_range(p.number()); }
inline void draws(tali::test_case& c) { c.expect(in_range(c.draw(port_number))); }

struct range_check {
  bool operator()(int n) const { return in_range(n); }
};
struct counting_check { // modified by its call
  bool operator()(int n) {
    ++calls;
    return in_range(n) && calls > 0;
  }
  int calls = 0;
};
struct lvalue_check {
  bool operator()(int n) const& noexcept { return in_range(n); }
};
struct overloaded_check {
  bool operator()(int n) const { return in_range(n); }
  bool operator()(std::string_view text) const { return text.size() < 100; }
};
struct move_only_check {
  std::unique_ptr<int> most;
  bool operator()(int n) const { return n <= *most; }
};

/// Types of arguments and the ways to declare a parameter.
template <class Way>
void parameters(const Way& way) {
  way("move-only, by const reference", [](const expression& e) { return depth(e) > 0; });
  way("move-only, by value", [](expression e) { return depth(e) > 0; });
  way("move-only, by rvalue reference", [](expression&& e) {
    const expression taken = std::move(e);
    return depth(taken) > 0;
  });
  way("move-only, by reference", [](expression& e) {
    const expression taken = std::exchange(e, expression{literal{0}});
    return depth(taken) > 0 && depth(e) == 1;
  });
  way("move-only in a container", [](const std::vector<std::unique_ptr<int>>& all) { return all.size() < 1000; });
  way("move-only, given", boxed(), [](std::unique_ptr<int> n) { return in_range(*n); });
  way("move-only, given and named", tali::named("n", boxed()), [](const std::unique_ptr<int>& n) { return !!n; });
  way("no default constructor", ports(), [](port p) { return fits(p); });
  way("no default constructor, by rvalue reference", ports(), [](port&& p) { return fits(p); });
  way("no default constructor, two", ports(), ports(),
      [](const port& a, port& b) { return fits(a) && (std::swap(b = a, b), b.number() == a.number()); });
  way("converted", port_number, [](long n) { return n >= 0; });
  way("viewed", gen::map(port_number, [](int n) { return std::to_string(n); }),
      [](std::string_view text) { return !text.empty() && text.size() < 6; });
  way("after a test case", ports(), [](tali::test_case& c, const port& p) { c.expect(fits(p)); });
  way("after a test case, derived", [](tali::test_case& c, std::unique_ptr<int> n) { c.expect(!n || *n == *n); });
  way("with settings", tali::settings{.cases = 10}, [](const expression& e) { return depth(e) > 0; });
  way("with settings, given", tali::settings{.cases = 10}, ports(), [](const port& p) { return fits(p); });
}

/// Kinds of bodies.
template <class Way>
void callables(const Way& way) {
  way("function", ports(), fits);
  way("pointer to a function", port_number, &in_range);
  way("function with a test case", draws);
  way("function object", port_number, range_check{});
  way("function object that changes", port_number, counting_check{});
  way("function object for lvalues", port_number, lvalue_check{});
  const range_check constant;
  way("constant function object", port_number, constant);
  way("overloaded function object", port_number, overloaded_check{});
  way("overloaded function object, other overload", gen::exact(std::string_view("text")), overloaded_check{});
  way("std::function", port_number, std::function<bool(int)>(in_range));
  way("move-only function object", port_number, move_only_check{std::make_unique<int>(65'535)});
  way("mutable lambda", port_number, [calls = 0](int n) mutable { return in_range(n) && ++calls > 0; });
  way("generic lambda", port_number, [](auto n) { return in_range(n); });
  way("generic lambda, by const reference", boxed(), [](const auto& n) { return in_range(*n); });
  way("generic lambda, by forwarding reference", ports(), ports(),
      [](auto&& a, auto&& b) { return fits(a) && fits(b); });
  way("generic lambda, by value", boxed(), [](std::same_as<std::unique_ptr<int>> auto n) { return in_range(*n); });
  way("generic lambda with a test case", ports(), [](tali::test_case& c, const auto& p) { c.expect(fits(p)); });
  way("generic lambda of a test case", [](auto& c) { c.expect(in_range(c.draw(port_number))); });
}

template <class Way>
void all(const Way& way) {
  parameters(way);
  callables(way);
}

} // namespace bodies
