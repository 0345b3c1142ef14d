// SPDX-License-Identifier: BSL-1.0
// Properties in the tests of another framework: the part that is common to all frameworks.
//
// The adapters gtest.hpp, catch2.hpp and doctest.hpp derive from `framework` and provide `check`. An
// adapter for another framework does the same. This part handles the settings of the program
// (environment and --tali-... flags, read once), the name of the property, and the final report.
//
// Each adapter intercepts the failures of its framework while cases run; see failure_probe.
#pragma once

#include <tali/detail/namespaces.hpp>
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

/// Optional, in your own main, before the framework reads its command line: removes the flags --tali-cases,
/// --tali-seed, ... (every setting has one; docs/reference/settings.md), which override the environment. An invalid
/// flag makes every property fail with an error message.
void init(int* argc, char** argv);

/// The current test of the framework.
struct test {
  std::string name;
  std::string select;  // arguments with which the program runs only this test, quoted for a shell; or empty
  bool narrow = false; // the framework breaks long lines
};

/// The outcome of a property, for the framework.
struct outcome {
  const result& of;
  bool failed = false;
  bool verbose = false;        // report everything, even if it passed
  std::string_view own_name{}; // of the property, in addition to that of its test; or empty
  const char* file = "";       // the location of the property
  unsigned line = 0;
  std::string report{};   // if failed, the text of the failure; otherwise statistics, empty if quiet
  std::string warnings{}; // if passed, the warnings to show; or empty
};

/// The messages of a framework during one case: the first failure in full, then the others.
class assertion_log {
public:
  void clear() noexcept {
    if (has_message_) [[unlikely]] {
      reset();
    }
  }
  [[gnu::cold]] void failure(std::string_view text, std::string_view file, unsigned line);
  [[gnu::cold]] void skip(std::string_view reason);
  [[nodiscard]] bool empty() const noexcept { return !has_message_; }

  /// For failure_probe::end_case.
  [[nodiscard]] host_verdict verdict(host_message& message) const {
    return has_message_ ? verdict_of_log(message) : host_verdict::nothing;
  }

private:
  void reset() noexcept;
  [[nodiscard, gnu::cold]] host_verdict verdict_of_log(host_message& message) const;

  bool has_message_ = false;
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
  /// Between start and stop, no event in a case reaches the framework.
  virtual void start() = 0;
  virtual void stop() noexcept = 0;
  /// Reports the outcome of a property to the framework. Called after stop.
  virtual void report(const outcome& o) = 0;
};

/// Whether the current exception is one of the runner: an unmet assumption, or the end of a case.
/// A framework whose assertions catch everything must rethrow these.
[[nodiscard]] bool is_control_flow() noexcept;

} // namespace tali::host

namespace tali::detail {

using hosted_run = result (*)(void* object, const session& around, const property_name& name);

/// Runs a property and reports to the framework. Returns whether it passed. Exceptions of the framework propagate.
bool run_hosted(host::framework& in, std::string_view own_name, const std::source_location& where, hosted_run function,
                void* object);

template <class P>
concept runnable_property = requires(P& p, const session& around) {
  { p.run(around) } -> std::same_as<result>;
  { p.name() } -> std::same_as<property_name>;
};

template <class Framework, class F>
bool run_hosted_in(std::string_view own_name, const std::source_location& where, F function) {
  Framework in;
  return run_hosted(
      in, own_name, where,
      [](void* object, const session& around, const property_name& name) {
        return (*static_cast<F*>(object))(around, name);
      },
      &function);
}

} // namespace tali::detail

namespace tali::host {

/// The function `check` of an adapter. Its arguments are those of tali::check, but the name is optional: by default
/// the property has the name of its test. If a test has several properties, name them, so that each can be run alone.
/// The argument may also be a tali::property. Returns whether the property passed; a failure has been reported. Up to
/// eight arguments; a body that needs more takes a test_case& and draws them.
///
/// It is an object, so that argument-dependent lookup finds no other `check`. Overloaded by the number of arguments,
/// because only the last parameter with a default can capture the call location.
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
    if constexpr (detail::runnable_property<First>) {
      static_assert(sizeof...(Rest) == 0,
                    "tali: a tali::property already has its generators and its body: pass nothing else");
      return detail::run_hosted_in<Framework>(
          first.name().text, first.name().where,
          [&first](const session& around, const property_name& /*combined*/) { return first.run(around); });
    } else if constexpr (detail::as_text<First>) {
      static_assert(sizeof...(Rest) > 0, "tali: a property needs a body");
      return detail::run_hosted_in<Framework>(
          std::string_view(first), where,
          [&](const session& around, const property_name& name) { return detail::check_in(&around, name, rest...); });
    } else {
      return detail::run_hosted_in<Framework>({}, where, [&](const session& around, const property_name& name) {
        return detail::check_in(&around, name, first, rest...);
      });
    }
  }
};

} // namespace tali::host
