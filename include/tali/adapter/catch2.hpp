// SPDX-License-Identifier: BSL-1.0
// Properties in Catch2.
//
//   TEST_CASE("insert keeps the order", "[intervals]") {
//     tali::in_catch2::check(gen::vector(gen::integer(0, 9)), [](const std::vector<int>& xs) {
//       REQUIRE(std::is_sorted(...));
//     });
//   }
//   TALI_CATCH2("insert twice", "[intervals]", [](int n) { CHECK(...); });      // the same in one line
//
// A failing assertion fails the case, not the test. After the property has run, the test case gets one assertion: a
// failed one with tali's report and the message of the original assertion, or a passed one with statistics, which
// Catch2 shows with -s. Warnings appear like those of WARN. SKIP() of Catch2 3 discards the case.
//
// Implementation: while a property runs, the adapter's IResultCapture replaces the runner in the current context of
// Catch2; every assertion reports to it. Every test includes the header of that interface, but the interface changes
// with minor versions. This header is written for 2.13 and for 3.4 to 3.7; it is included after Catch2's header, or
// includes it as <catch2/catch.hpp> or <catch2/catch_test_macros.hpp>.
//
// Limits. Catch2's assertions are not thread-safe, so properties run on one thread (if the setting `threads` is
// greater, they print a warning). SECTION and GENERATE would restart the test case in the middle of a property:
// inside a body they are rejected (around a check they are fine). Assertions of cases are not counted. With
// CATCH_CONFIG_FAST_COMPILE, the location of an assertion whose expression throws is unknown.
#pragma once

#include <tali/adapter/host.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#if defined(CATCH_VERSION_MAJOR)
// already included
#elif __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_version_macros.hpp>
#else
#include <catch2/catch.hpp>
#endif
#if CATCH_VERSION_MAJOR >= 3 && !defined(CATCH_AMALGAMATED_HPP_INCLUDED)
#include <catch2/catch_assertion_info.hpp>
#include <catch2/catch_message.hpp>
#include <catch2/catch_section_info.hpp>
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#include <catch2/interfaces/catch_interfaces_config.hpp>
#include <catch2/interfaces/catch_interfaces_generatortracker.hpp>
#include <catch2/internal/catch_assertion_handler.hpp>
#include <catch2/internal/catch_context.hpp>
#include <catch2/internal/catch_decomposer.hpp>
#endif

namespace tali::in_catch2 {

using host::init;

/// Replaces Catch2's runner.
class catch2_capture final : public ::Catch::IResultCapture {
  using capture = ::Catch::IResultCapture;
  using info_type = ::Catch::AssertionInfo;
  using reaction_type = ::Catch::AssertionReaction;
  using result_type = ::Catch::ResultWas::OfType;

  /// The type of argument I of a function of the interface, which differs between versions.
  template <auto Member, std::size_t I>
  struct argument_of;
  template <class R, class C, class... A, R (C::*Member)(A...), std::size_t I>
  struct argument_of<Member, I> {
    using type = std::tuple_element_t<I, std::tuple<A...>>;
  };
  template <auto Member, std::size_t I>
  using argument = typename argument_of<Member, I>::type;

public:
  explicit catch2_capture(::Catch::IResultCapture& runner) : runner_(runner) {}

  void begin_case() {
    log_.clear();
    remarks_.clear();
    if (!scopes_.empty()) {
      scopes_.clear();
    }
  }
  host::host_verdict end_case(host::host_message& message) {
    if (!misuse_.text.empty()) {
      message = misuse_;
      return host::host_verdict::failed;
    }
    return log_.verdict(message);
  }

  // Assertions -------------------------------------------------------------------------------------------------------

  void handleExpr(const info_type& info, const ::Catch::ITransientExpression& expression,
                  reaction_type& reaction) override {
    const bool negated = (info.resultDisposition & ::Catch::ResultDisposition::FalseTest) != 0;
    if (expression.getResult() != negated) {
      passed_ = true;
      return;
    }
    std::ostringstream text;
    text << title(info);
    if (negated) {
      text << "\nwith expansion:\n  !(";
      expression.streamReconstructedExpression(text);
      text << ')';
    } else {
      text << "\nwith expansion:\n  ";
      expression.streamReconstructedExpression(text);
    }
    failed(info, text.str(), reaction);
  }
  void handleMessage(const info_type& info, result_type type, argument<&capture::handleMessage, 2> message,
                     reaction_type& reaction) override {
    on_message(info, type, text_of(message), reaction);
  }
  void handleUnexpectedInflightException(const info_type& info,
                                         argument<&capture::handleUnexpectedInflightException, 1> message,
                                         reaction_type& reaction) override {
    on_exception(info, message, reaction);
  }
  void handleUnexpectedExceptionNotThrown(const info_type& info, reaction_type& reaction) override {
    failed(info, title(info) + "\nbecause no exception was thrown where one was expected", reaction);
  }
  void handleNonExpr(const info_type& info, result_type type, reaction_type& reaction) override {
    if (::Catch::isOk(type)) {
      passed_ = true;
      // REQUIRE_THROWS accepts any exception, including those of tali's runner.
      if (std::current_exception() != nullptr && host::is_control_flow()) [[unlikely]] {
        throw;
      }
    } else {
      failed(info, title(info), reaction);
    }
  }
  /// An exception passes through the assertion to tali's runner.
  void handleIncomplete(const info_type& /*info*/) override {}

  bool lastAssertionPassed() override { return passed_; }
  void assertionPassed() override { passed_ = true; }

  // INFO, CAPTURE, UNSCOPED_INFO -------------------------------------------------------------------------------------

  void pushScopedMessage(const ::Catch::MessageInfo& message) override { scopes_.push_back(message); }
  void popScopedMessage(const ::Catch::MessageInfo& message) override {
    scopes_.erase(std::remove(scopes_.begin(), scopes_.end(), message), scopes_.end());
  }
  void emplaceUnscopedMessage(argument<&capture::emplaceUnscopedMessage, 0> builder) override {
    remarks_.push_back(builder.m_stream.str());
  }

  // Not in a property ------------------------------------------------------------------------------------------------

#if CATCH_VERSION_MAJOR >= 3
  bool sectionStarted(::Catch::StringRef /*name*/, const ::Catch::SourceLineInfo& where,
                      ::Catch::Counts& /*assertions*/) override {
    refuse("SECTION", where);
    return false;
  }
  ::Catch::IGeneratorTracker* acquireGeneratorTracker(::Catch::StringRef /*name*/,
                                                      const ::Catch::SourceLineInfo& where) override {
    refuse("GENERATE", where);
    throw refused{};
  }
  ::Catch::IGeneratorTracker* createGeneratorTracker(::Catch::StringRef /*name*/, ::Catch::SourceLineInfo where,
                                                     ::Catch::Generators::GeneratorBasePtr&& /*generator*/) override {
    refuse("GENERATE", where);
    throw refused{};
  }
  void benchmarkPreparing(::Catch::StringRef /*name*/) override {}
  void benchmarkStarting(const ::Catch::BenchmarkInfo& /*info*/) override {}
  void benchmarkEnded(const ::Catch::BenchmarkStats<>& /*stats*/) override {}
  void benchmarkFailed(::Catch::StringRef /*error*/) override {}
#if CATCH_VERSION_MINOR >= 4 || CATCH_VERSION_MAJOR > 3
  void notifyAssertionStarted(const info_type& /*info*/) override {}
#endif
#else
  bool sectionStarted(const ::Catch::SectionInfo& info, ::Catch::Counts& /*assertions*/) override {
    refuse("SECTION", info.lineInfo);
    return false;
  }
  ::Catch::IGeneratorTracker& acquireGeneratorTracker(::Catch::StringRef /*name*/,
                                                      const ::Catch::SourceLineInfo& where) override {
    refuse("GENERATE", where);
    throw refused{};
  }
#if defined(CATCH_CONFIG_ENABLE_BENCHMARKING)
  void benchmarkPreparing(const std::string& /*name*/) override {}
  void benchmarkStarting(const ::Catch::BenchmarkInfo& /*info*/) override {}
  void benchmarkEnded(const ::Catch::BenchmarkStats<>& /*stats*/) override {}
  void benchmarkFailed(const std::string& /*error*/) override {}
#endif
#endif

  void sectionEnded(argument<&capture::sectionEnded, 0> /*info*/) override {}
  void sectionEndedEarly(argument<&capture::sectionEndedEarly, 0> /*info*/) override {}

  // For the runner ---------------------------------------------------------------------------------------------------

  void handleFatalErrorCondition(::Catch::StringRef message) override { runner_.handleFatalErrorCondition(message); }
  [[nodiscard]] std::string getCurrentTestName() const override { return runner_.getCurrentTestName(); }
  [[nodiscard]] const ::Catch::AssertionResult* getLastResult() const override { return runner_.getLastResult(); }
  void exceptionEarlyReported() override {}

private:
  struct refused {}; // leaves a body; `refuse` has recorded the message

  static std::string text_of(const ::Catch::StringRef& s) { return {s.begin(), s.end()}; }
  static std::string text_of(const std::string& s) { return s; }

  /// REQUIRE( a == b )
  static std::string title(const info_type& info) {
    std::string out = text_of(info.macroName);
    if (!info.capturedExpression.empty()) {
      out += "( " + text_of(info.capturedExpression) + " )";
    }
    return out;
  }

  void on_message(const info_type& info, result_type type, const std::string& message, reaction_type& reaction) {
#if CATCH_VERSION_MAJOR >= 3
    if (type == ::Catch::ResultWas::ExplicitSkip) {
      log_.skip(message);
      reaction.shouldSkip = true; // Catch2 throws
      return;
    }
#endif
    if (::Catch::isOk(type)) {
      if (type == ::Catch::ResultWas::Warning) {
        remarks_.push_back(message);
      } else {
        passed_ = true;
      }
      return;
    }
    failed(info, text_of(info.macroName) + ": " + message, reaction);
  }

  /// Called in the handler of an exception that an assertion has caught.
  void on_exception(const info_type& info, const std::string& message, reaction_type& reaction) {
    try {
      throw;
    } catch (const generator_error&) {
      throw;
    } catch (...) {
      if (host::is_control_flow()) {
        throw;
      }
    }
    failed(info, title(info) + "\ndue to unexpected exception with message:\n  " + message, reaction);
  }

  [[gnu::cold]] void failed(const info_type& info, std::string text, reaction_type& reaction) {
    if ((info.resultDisposition & ::Catch::ResultDisposition::SuppressFail) != 0) { // CHECK_NOFAIL
      passed_ = false;
      return;
    }
    for (const ::Catch::MessageInfo& scope : scopes_) {
      text += "\nwith message: " + scope.message;
    }
    for (const std::string& remark : remarks_) {
      text += "\nwith message: " + remark;
    }
    passed_ = false;
    log_.failure(text, info.lineInfo.file, static_cast<unsigned>(info.lineInfo.line));
    reaction.shouldDebugBreak = ::Catch::getCurrentContext().getConfig()->shouldDebugBreak();
    reaction.shouldThrow = (info.resultDisposition & ::Catch::ResultDisposition::Normal) != 0;
  }

  [[gnu::cold]] void refuse(std::string_view what, const ::Catch::SourceLineInfo& where) {
    if (misuse_.text.empty()) {
      misuse_.text = std::string(what) + " inside the body of a property would restart the test case; "
                                         "put it around the check, or draw instead";
      misuse_.file = where.file;
      misuse_.line = static_cast<unsigned>(where.line);
    }
  }

  ::Catch::IResultCapture& runner_;
  host::assertion_log log_;
  host::host_message misuse_; // not reset between cases: a rejected section is not entered again
  std::vector<::Catch::MessageInfo> scopes_;
  std::vector<std::string> remarks_;
  bool passed_ = true;
};

class catch2_framework final : public host::framework {
public:
  [[nodiscard]] host::test current_test() const override {
    std::string name = capture_.getCurrentTestName();
    return {name, "'" + pattern(name) + "'", true};
  }

  void start() override { ::Catch::getCurrentMutableContext().setResultCapture(&capture_); }
  void stop() noexcept override { ::Catch::getCurrentMutableContext().setResultCapture(&runner_); }
  void begin_case() override { capture_.begin_case(); }
  host::host_verdict end_case(host::host_message& message) override { return capture_.end_case(message); }

  void report(const host::outcome& o) override {
    if (o.failed) {
      add_assertion(o, ::Catch::ResultWas::ExplicitFailure, o.report);
      return;
    }
    if (o.verbose) {
      add_assertion(o, ::Catch::ResultWas::Warning, o.report);
    } else if (!o.warnings.empty()) {
      add_assertion(o, ::Catch::ResultWas::Warning, o.warnings);
    }
    if (o.of.status != run_status::skipped) {
      add_assertion(o, ::Catch::ResultWas::Ok, o.report);
    }
  }

private:
  /// The same as FAIL_CHECK, WARN and SUCCEED.
  static void add_assertion(const host::outcome& o, ::Catch::ResultWas::OfType type, const std::string& text) {
    ::Catch::AssertionHandler handler(::Catch::StringRef("tali", 4), ::Catch::SourceLineInfo(o.file, o.line),
                                      ::Catch::StringRef(), ::Catch::ResultDisposition::ContinueOnFailure);
#if CATCH_VERSION_MAJOR >= 3
    handler.handleMessage(type, std::string(text));
#else
    handler.handleMessage(type, text);
#endif
    handler.complete();
  }

  /// A test spec that matches this name, inside single quotes of a shell.
  static std::string pattern(std::string_view name) {
    std::string out;
    for (const char c : name) {
      if (c == '\'') {
        out += "'\\''";
        continue;
      }
      if (c == ',' || c == '[' || c == '\\' || c == '"' || c == '~') {
        out += '\\';
      }
      out += c;
    }
    return out;
  }

  ::Catch::IResultCapture& runner_ = ::Catch::getResultCapture();
  catch2_capture capture_{runner_};
};

/// Checks a property in the current test case: check([name,] [settings,] [generators...,] body).
inline constexpr host::check_function<catch2_framework> check{};

} // namespace tali::in_catch2

#ifdef CATCH_CONFIG_PREFIX_ALL
#define TALI_DETAIL_CATCH2_TEST_CASE(...) CATCH_TEST_CASE(__VA_ARGS__)
#else
#define TALI_DETAIL_CATCH2_TEST_CASE(...) TEST_CASE(__VA_ARGS__)
#endif

/// A test case that checks one property; tags may be "". It is a macro like Catch2's test cases. The assertion at its
/// end requires a semicolon.
#define TALI_CATCH2(name, tags, ...)                                                                                   \
  TALI_DETAIL_CATCH2_TEST_CASE(name, tags) { ::tali::in_catch2::check(__VA_ARGS__); }                                  \
  static_assert(true)
