// SPDX-License-Identifier: BSL-1.0
// Properties inside the tests of another framework: the part that is the same for all of them.
//
// The adapters gtest.hpp, catch2.hpp and doctest.hpp derive from `framework` and give their users a `check`. Whoever
// wants an adapter for yet another framework does the same. What this part takes care of: the settings of the program
// (environment and --tali-... flags, read once), the name of the property, and what is said about it at the end.
//
// How a framework's failures are kept from it while cases run is the business of each adapter; see failure_probe.
#pragma once

#include <tali/property/check.hpp>
#include <tali/property/probe.hpp>
#include <tali/property/result.hpp>
#include <tali/property/session.hpp>

#include <concepts>
#include <cstddef>
#include <source_location>
#include <string>
#include <string_view>

namespace tali::host {

/// Optional, in a main of your own, before the framework reads its command line: takes out the flags --tali-cases,
/// --tali-seed, ... (every setting has one; docs/reference/settings.md) and lets them override the environment. What is
/// wrong with them makes every property fail, with a message that says what.
void init(int* argc, char** argv);

/// The test that runs now, as its framework calls it.
struct test {
  std::string name;
  std::string select;  // arguments that make its program run this test alone, ready for a shell; or empty
  bool narrow = false; // the framework breaks long lines
};

/// What there is to say about a property once it has run.
struct outcome {
  const result& of;
  bool failed = false;
  bool verbose = false;        // say everything, even though it passed
  std::string_view own_name{}; // of the property, beside that of its test; or empty
  const char* file = "";       // where the property is
  unsigned line = 0;
  std::string report{};   // if failed, the text of the one failure; otherwise statistics, empty if to be quiet
  std::string warnings{}; // if it passed: what should be seen nevertheless, or empty
};

/// What a framework has said during one case: the first failure in full, the others after it.
class hearing {
public:
  void clear() noexcept {
    if (heard_) [[unlikely]] {
      reset();
    }
  }
  [[gnu::cold]] void failure(std::string_view text, std::string_view file, unsigned line);
  [[gnu::cold]] void skip(std::string_view reason);
  [[nodiscard]] bool empty() const noexcept { return !heard_; }

  /// For failure_probe::end_case.
  [[nodiscard]] host_verdict verdict(host_message& message) const {
    return heard_ ? verdict_of_heard(message) : host_verdict::nothing;
  }

private:
  void reset() noexcept;
  [[nodiscard, gnu::cold]] host_verdict verdict_of_heard(host_message& message) const;

  bool heard_ = false;
  bool failed_ = false;
  int failures_ = 0;
  std::string text_;
  std::string file_;
  unsigned line_ = 0;
};

/// One framework, while one property runs in it.
class framework : public failure_probe {
public:
  [[nodiscard]] virtual test current_test() const = 0;
  /// From start to stop nothing that happens in a case reaches the framework.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;
  /// Tells the framework, in its own way, about a property that ran. Called after stop.
  virtual void tell(const outcome& o) = 0;
};

/// Whether the exception that is being handled is the runner's own: an assumption that does not hold, a case that has
/// ended. A framework whose assertions catch everything has to let these through.
[[nodiscard]] bool is_control_flow() noexcept;

namespace detail {

using run_function = result (*)(void* object, const session& around, const property_name& name);

/// Runs a property and tells the framework. Returns whether it passed. Throws what the framework throws.
bool run(framework& in, std::string_view own_name, const std::source_location& where, run_function function,
         void* object);

template <class P>
concept kept_property = requires(P& p, const session& around) {
  { p.run(around) } -> std::same_as<result>;
  { p.name() } -> std::same_as<property_name>;
};

template <class Framework, class F>
bool run_with(std::string_view own_name, const std::source_location& where, F function) {
  Framework in;
  return run(
      in, own_name, where,
      [](void* object, const session& around, const property_name& name) {
        return (*static_cast<F*>(object))(around, name);
      },
      &function);
}

} // namespace detail

/// The function `check` of an adapter. Its arguments are those of tali::check, but the name is optional: without one
/// the property is called like the test it is in. A test with several properties gives them names, so that each can be
/// run alone. Or the argument is a tali::property. Returns whether the property passed; if not, the framework knows.
/// Up to eight arguments; a body that needs more takes a test_case& and draws them.
///
/// An object, so that nobody's check is found by its arguments instead. Overloads by number, because only a last
/// parameter with a default can know where it was called.
template <class Framework>
class check_function {
  using here = std::source_location;

public:
  template <class A>
  bool operator()(A&& a, const here& where = here::current()) const {
    return run(where, a);
  }
  template <class A, class B>
  bool operator()(A&& a, B&& b, const here& where = here::current()) const {
    return run(where, a, b);
  }
  template <class A, class B, class C>
  bool operator()(A&& a, B&& b, C&& c, const here& where = here::current()) const {
    return run(where, a, b, c);
  }
  template <class A, class B, class C, class D>
  bool operator()(A&& a, B&& b, C&& c, D&& d, const here& where = here::current()) const {
    return run(where, a, b, c, d);
  }
  template <class A, class B, class C, class D, class E>
  bool operator()(A&& a, B&& b, C&& c, D&& d, E&& e, const here& where = here::current()) const {
    return run(where, a, b, c, d, e);
  }
  template <class A, class B, class C, class D, class E, class F>
  bool operator()(A&& a, B&& b, C&& c, D&& d, E&& e, F&& f, const here& where = here::current()) const {
    return run(where, a, b, c, d, e, f);
  }
  template <class A, class B, class C, class D, class E, class F, class G>
  bool operator()(A&& a, B&& b, C&& c, D&& d, E&& e, F&& f, G&& g, const here& where = here::current()) const {
    return run(where, a, b, c, d, e, f, g);
  }
  template <class A, class B, class C, class D, class E, class F, class G, class H>
  bool operator()(A&& a, B&& b, C&& c, D&& d, E&& e, F&& f, G&& g, H&& h, const here& where = here::current()) const {
    return run(where, a, b, c, d, e, f, g, h);
  }

private:
  template <class First, class... Rest>
  static bool run(const here& where, First& first, Rest&... rest) {
    if constexpr (detail::kept_property<First>) {
      static_assert(sizeof...(Rest) == 0, "tali: a tali::property has its generators and its body already");
      return detail::run_with<Framework>(
          first.name().text, first.name().where,
          [&first](const session& around, const property_name& /*combined*/) { return first.run(around); });
    } else if constexpr (tali::detail::as_text<First>) {
      static_assert(sizeof...(Rest) > 0, "tali: a property needs a body");
      return detail::run_with<Framework>(std::string_view(first), where,
                                         [&](const session& around, const property_name& name) {
                                           return tali::detail::check_in(&around, name, rest...);
                                         });
    } else {
      return detail::run_with<Framework>({}, where, [&](const session& around, const property_name& name) {
        return tali::detail::check_in(&around, name, first, rest...);
      });
    }
  }
};

} // namespace tali::host
