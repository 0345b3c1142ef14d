// SPDX-License-Identifier: BSL-1.0
// Properties in doctest.
//
//   TEST_CASE("insert keeps the order") {
//     tali::in_doctest::check(gen::vector(gen::integer(0, 9)), [](const std::vector<int>& xs) {
//       CHECK(std::is_sorted(...));
//     });
//   }
//   TALI_DOCTEST("insert twice", [](int n) { REQUIRE(...); });      // the same in one line
//
// A failing assertion fails the case, not the test, and ends it, for REQUIRE and CHECK alike. After the property has
// run, the test case gets at most one failure, with tali's report and the message of the assertion. Warnings appear
// like those of MESSAGE, and so do statistics if doctest also reports success (-s).
//
// Implementation: this header registers a listener, which doctest calls before its reporters and before counting.
// While a case runs on its thread, the listener throws an exception for a failed assertion, so that no reporter
// receives it. All of this is public interface of doctest (IReporter, registerReporter, registerExceptionTranslator),
// and does not depend on the file with its main. There is one exception: during a property, the option `success` is
// disabled, because -s would print every assertion of every case.
//
// Limits. An assertion that fails where exceptions must not escape (a destructor, a noexcept function) ends the
// program, as a REQUIRE always does. doctest records exceptions without a lock, so properties run on one thread (if
// the setting `threads` is greater, they print a warning). A failure on a thread that the body has started fails the
// case, but doctest reports it too. SUBCASE would restart the test case in the middle of a property: inside a body it
// is a failure (around a check it is fine). MESSAGE and WARN print in every case. The assertions of cases are
// counted, and failed ones count as passed. Properties run only in tests, not with doctest's assertions outside of
// tests.
#pragma once

#include <tali/adapter/host.hpp>

#include <atomic>
#include <cstddef>
#include <exception>
#include <limits>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

// Not tali::doctest: with `using namespace tali` the name would hide the framework from its own macros.
namespace tali::in_doctest {

using host::init;

#ifdef DOCTEST_CONFIG_DISABLE

/// With doctest disabled, there are no tests.
struct no_check {
  template <class... A>
  bool operator()(A&&... /*parts*/) const {
    return true;
  }
};
inline constexpr no_check check{};

#else

class doctest_framework final : public host::framework {
public:
  [[nodiscard]] host::test current_test() const override {
    const ::doctest::TestCaseData* const test = ::doctest::getContextOptions()->currentTest;
    if (test == nullptr) {
      return {"property", {}, false};
    }
    return {test->m_name, "'-tc=" + pattern(test->m_name) + "'", false};
  }

  void start() override {
    outer_ = active().exchange(this);
    success_ = options().success;
    options().success = false;
  }
  void stop() noexcept override {
    options().success = success_;
    active().store(outer_);
  }

  void begin_case() override {
    log_.clear();
    outer_case_ = running();
    running() = this;
  }
  host::host_verdict end_case(host::host_message& message) override {
    running() = outer_case_;
    pending_ = nullptr;
    if (stray_.load(std::memory_order_acquire)) [[unlikely]] {
      take_stray();
    }
    if (!misuse_.text.empty()) {
      message = misuse_;
      return host::host_verdict::failed;
    }
    return log_.verdict(message);
  }

  void report(const host::outcome& o) override {
    if (o.failed) {
      fail(o);
    } else if (!o.report.empty() && (o.verbose || options().success)) {
      DOCTEST_ADD_MESSAGE_AT(o.file, static_cast<int>(o.line), ::doctest::String(o.report.c_str()));
    } else if (!o.warnings.empty()) {
      DOCTEST_ADD_MESSAGE_AT(o.file, static_cast<int>(o.line), ::doctest::String(o.warnings.c_str()));
    }
  }

private:
  friend struct doctest_hooks;

  /// Leaves a body whose assertion has failed.
  struct case_failed {};

  /// The innermost property that runs a case on this thread.
  static doctest_framework*& running() {
    static thread_local doctest_framework* current = nullptr;
    return current;
  }
  /// The innermost property that runs.
  static std::atomic<doctest_framework*>& active() {
    static std::atomic<doctest_framework*> current{nullptr};
    return current;
  }
  static ::doctest::ContextOptions& options() {
    return const_cast<::doctest::ContextOptions&>(*::doctest::getContextOptions());
  }

  /// A doctest filter for this name, inside single quotes of a shell: ? replaces special characters.
  static std::string pattern(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
      if (c == ',' || c == '\\' || c == '\'' || c == '"') {
        c = '?';
      }
    }
    return out;
  }

  /// A failed CHECK with the first line of the report as its value and the others as INFO. A FAIL_CHECK with the
  /// whole report does not work, because the JUnit reporter of doctest 2.4.9 omits those.
  static void fail(const host::outcome& o) {
    const std::size_t end = o.report.find('\n');
    const std::string rest = end == std::string::npos ? "" : o.report.substr(end);
    DOCTEST_INFO(::doctest::String(rest.c_str()));
    ::doctest::detail::ResultBuilder check(::doctest::assertType::DT_CHECK, o.file, static_cast<int>(o.line),
                                           "the property holds");
    check.m_failed = true;
    check.m_decomp = o.report.substr(0, end).c_str();
    if (check.log()) {
      DOCTEST_BREAK_INTO_DEBUGGER();
    }
    check.react();
  }

  [[gnu::cold]] void refuse_subcase(const ::doctest::SubcaseSignature& s) {
    if (misuse_.text.empty()) {
      misuse_.text = "SUBCASE inside the body of a property would restart the test case; put "
                     "it around the check, or draw instead";
      misuse_.file = s.m_file;
      misuse_.line = static_cast<unsigned>(s.m_line);
    }
  }
  [[gnu::cold]] void take_stray() {
    const std::lock_guard lock(stray_mutex_);
    host::host_message message;
    if (from_other_threads_.verdict(message) == host::host_verdict::failed) {
      log_.failure(message.text, message.file, message.line);
    }
    from_other_threads_.clear();
    stray_.store(false, std::memory_order_relaxed);
  }
  /// Called on a thread other than that of the case.
  [[gnu::cold]] void receive_stray(const std::string& text, const char* file, int line) {
    const std::lock_guard lock(stray_mutex_);
    from_other_threads_.failure(text, file, static_cast<unsigned>(line));
    stray_.store(true, std::memory_order_release);
  }

  host::assertion_log log_;
  host::host_message misuse_; // not reset between cases: a subcase is entered once
  std::exception_ptr pending_;
  doctest_framework* outer_ = nullptr;
  doctest_framework* outer_case_ = nullptr;
  bool success_ = false;
  std::mutex stray_mutex_;
  host::assertion_log from_other_threads_;
  std::atomic<bool> stray_{false};
};

/// The listener that doctest calls.
struct doctest_hooks {
  class listener final : public ::doctest::IReporter {
  public:
    explicit listener(const ::doctest::ContextOptions& /*options*/) {}

    void log_assert(const ::doctest::AssertData& assertion) override {
      doctest_framework* const in = doctest_framework::running();
      if (in != nullptr) {
        if (in->pending_ != nullptr) [[unlikely]] {
          rethrow(*in, assertion.m_failed);
        }
        if (assertion.m_failed && (assertion.m_at & ::doctest::assertType::is_warn) == 0) [[unlikely]] {
          in->log_.failure(text_of(assertion), assertion.m_file, static_cast<unsigned>(assertion.m_line));
          throw doctest_framework::case_failed{};
        }
      } else if (assertion.m_failed && (assertion.m_at & ::doctest::assertType::is_warn) == 0) {
        if (doctest_framework* const beside = doctest_framework::active().load(); beside != nullptr) {
          beside->receive_stray(text_of(assertion), assertion.m_file, assertion.m_line);
        }
      }
    }
    void log_message(const ::doctest::MessageData& message) override {
      if ((message.m_severity & ::doctest::assertType::is_warn) != 0) {
        return;
      }
      const char* const macro = (message.m_severity & ::doctest::assertType::is_check) != 0 ? "FAIL_CHECK: " : "FAIL: ";
      const std::string text = macro + std::string(message.m_string.c_str()) + contexts();
      if (doctest_framework* const in = doctest_framework::running(); in != nullptr) {
        in->log_.failure(text, message.m_file, static_cast<unsigned>(message.m_line));
        throw doctest_framework::case_failed{};
      }
      if (doctest_framework* const beside = doctest_framework::active().load(); beside != nullptr) {
        beside->receive_stray(text, message.m_file, message.m_line);
      }
    }
    void subcase_start(const ::doctest::SubcaseSignature& s) override {
      if (doctest_framework* const in = doctest_framework::running(); in != nullptr) {
        in->refuse_subcase(s);
      }
    }

    void report_query(const ::doctest::QueryData& /*data*/) override {}
    void test_run_start() override {}
    void test_run_end(const ::doctest::TestRunStats& /*stats*/) override {}
    void test_case_start(const ::doctest::TestCaseData& /*data*/) override {}
    void test_case_reenter(const ::doctest::TestCaseData& /*data*/) override {}
    void test_case_end(const ::doctest::CurrentTestCaseStats& /*stats*/) override {}
    void test_case_exception(const ::doctest::TestCaseException& /*exception*/) override {}
    void subcase_end() override {}
    void test_case_skipped(const ::doctest::TestCaseData& /*data*/) override {}

  private:
    /// Whether an exception caught by an assertion is for tali's runner. An error of a generator may be expected by a
    /// test.
    [[gnu::cold]] static void rethrow(doctest_framework& in, bool failed) {
      const std::exception_ptr e = std::exchange(in.pending_, nullptr);
      try {
        std::rethrow_exception(e);
      } catch (const generator_error&) {
        if (failed) {
          throw;
        }
      }
    }

    static std::string text_of(const ::doctest::AssertData& a) {
      namespace kind = ::doctest::assertType;
      std::string out = ::doctest::assertString(a.m_at);
      out += "( " + std::string(a.m_expr) + " )";
      if ((a.m_at & (kind::is_throws | kind::is_throws_as | kind::is_throws_with)) != 0) {
        out += a.m_threw ? " threw: " + std::string(a.m_exception.c_str()) : " threw nothing";
        if ((a.m_at & kind::is_throws_as) != 0) {
          out += std::string("\n  expected: ") + a.m_exception_type;
        }
        if ((a.m_at & kind::is_throws_with) != 0) {
          out += std::string("\n  expected: \"") + a.m_exception_string.c_str() + '"';
        }
      } else if (a.m_threw) {
        out += " threw: " + std::string(a.m_exception.c_str());
      } else {
        out += " is not correct\n  values: " + std::string(::doctest::assertString(a.m_at)) + "( " +
               std::string(a.m_decomp.c_str()) + " )";
      }
      return out + contexts();
    }
    /// The messages of INFO and CAPTURE.
    static std::string contexts() {
      std::string out;
      const int count = get_num_active_contexts();
      const ::doctest::IContextScope* const* const scopes = get_active_contexts();
      for (int i = 0; i < count; ++i) {
        std::ostringstream text;
        scopes[i]->stringify(&text);
        out += "\n  logged: " + text.str();
      }
      return out;
    }
  };

  /// Observes the exceptions that assertions catch, without translating them.
  class watcher final : public ::doctest::detail::IExceptionTranslator {
  public:
    bool translate(::doctest::String& /*text*/) const override {
      if (doctest_framework* const in = doctest_framework::running(); in != nullptr) {
        try {
          throw;
        } catch (const generator_error&) {
          in->pending_ = std::current_exception();
        } catch (...) {
          if (host::is_control_flow()) {
            in->pending_ = std::current_exception();
          }
        }
      }
      return false;
    }
  };

  static int install() {
    static const watcher exceptions;
    ::doctest::detail::registerExceptionTranslatorImpl(&exceptions);
    // The listener with the largest number is called first.
    return ::doctest::registerReporter<listener>("tali", std::numeric_limits<int>::max(), false);
  }
};

inline const int doctest_hooks_installed = doctest_hooks::install();

/// Checks a property in the current test case: check([name,] [settings,] [generators...,] body).
inline constexpr host::check_function<doctest_framework> check{};

#endif

} // namespace tali::in_doctest

/// A test case that checks one property. It is a macro like doctest's test cases. The assertion at its end requires a
/// semicolon.
#define TALI_DOCTEST(name, ...)                                                                                        \
  DOCTEST_TEST_CASE(name) { ::tali::in_doctest::check(__VA_ARGS__); }                                                  \
  static_assert(true)
