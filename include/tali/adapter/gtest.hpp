// SPDX-License-Identifier: BSL-1.0
// Properties in GoogleTest.
//
//   TEST(intervals, insert_keeps_order) {
//     tali::in_gtest::check(gen::vector(gen::integer(0, 9)), [](const std::vector<int>& xs) {
//       EXPECT_TRUE(std::is_sorted(...));
//     });
//   }
//   TALI_GTEST(intervals, insert_twice, [](int n) { ASSERT_EQ(...); });      // the same in one line
//
// A failing assertion fails the case, not the test; GTEST_SKIP() discards the case. After the property has run, the
// test gets at most one failure, with tali's report and the message of the assertion. Cases, discards and seed become
// properties of the test (RecordProperty), and so appear in the XML and JSON output.
//
// Implementation: while a property runs, GoogleTest reports to the adapter, through the class
// ScopedFakeTestPartResultReporter of <gtest/gtest-spi.h>, which is intended for code that extends GoogleTest: for
// the calling thread, and for all others. This is set up once per property; a case costs one read of a thread-local
// variable.
//
// Limits. HasFailure() and HasFatalFailure() do not see the failures of a case, because the test has none yet; to
// leave a case after a fatal failure in a subroutine, use ASSERT_NO_FATAL_FAILURE. A failure on a thread that the
// body has started is found when its case ends; if cases run on several threads (the setting `threads`), it may be
// attributed to a concurrent case. EXPECT_NO_THROW and EXPECT_THROW treat an unmet assumption as an exception of the
// code under test: draw and assume outside of them. Death tests inside properties are not supported.
#pragma once

#include <tali/adapter/host.hpp>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace tali::in_gtest {

using host::init;

class gtest_framework final : public host::framework {
public:
  [[nodiscard]] host::test current_test() const override {
    const ::testing::TestInfo* const info = ::testing::UnitTest::GetInstance()->current_test_info();
    if (info == nullptr) { // in SetUpTestSuite, or outside of any test
      return {"property", {}, false};
    }
    std::string name = std::string(info->test_suite_name()) + '.' + info->name();
    return {name, "--gtest_filter=" + name, false};
  }

  void start() override {
    here_.emplace(interceptor::INTERCEPT_ONLY_CURRENT_THREAD, *this);
    elsewhere_.emplace(interceptor::INTERCEPT_ALL_THREADS, *this);
  }
  void stop() noexcept override {
    elsewhere_.reset();
    here_.reset();
  }

  void begin_case() override {
    cases_of_thread& mine = cases();
    if (mine.depth == mine.stack.size()) [[unlikely]] {
      mine.stack.emplace_back();
    }
    mine.stack[mine.depth++].clear();
  }
  host::host_verdict end_case(host::host_message& message) override {
    cases_of_thread& mine = cases();
    host::assertion_log& log = mine.stack[--mine.depth];
    if (stray_.load(std::memory_order_acquire)) [[unlikely]] {
      take_stray(log);
    }
    return log.verdict(message);
  }
  [[nodiscard]] bool works_on_threads() const override {
#if defined(GTEST_HAS_PTHREAD) && GTEST_HAS_PTHREAD
    return true;
#else
    return false;
#endif
  }

  void report(const host::outcome& o) override {
    record(o);
    if (o.failed) {
      GTEST_MESSAGE_AT_(o.file, static_cast<int>(o.line), o.report.c_str(),
                        ::testing::TestPartResult::kNonFatalFailure);
    } else if (o.of.status == run_status::skipped && o.own_name.empty()) {
      mark_skipped(o);
    } else if (o.verbose) {
      print(o.report);
    } else if (!o.warnings.empty()) {
      print(o.warnings);
    }
  }

private:
  class interceptor final : public ::testing::ScopedFakeTestPartResultReporter {
  public:
    interceptor(InterceptMode mode, gtest_framework& to) : ScopedFakeTestPartResultReporter(mode, &unused()), to_(to) {}
    void ReportTestPartResult(const ::testing::TestPartResult& r) override { to_.receive(r); }

  private:
    static ::testing::TestPartResultArray& unused() { // required by the base class, and always empty
      static ::testing::TestPartResultArray array;
      return array;
    }
    gtest_framework& to_;
  };

  /// The nested cases that run on a thread: a body may itself check a property.
  struct cases_of_thread {
    std::vector<host::assertion_log> stack;
    std::size_t depth = 0;
  };
  static cases_of_thread& cases() {
    static thread_local cases_of_thread mine;
    return mine;
  }

  void receive(const ::testing::TestPartResult& r) {
    if (r.passed()) {
      return;
    }
    cases_of_thread& mine = cases();
    if (mine.depth > 0) {
      write(r, mine.stack[mine.depth - 1]);
    } else {
      const std::lock_guard lock(stray_mutex_);
      write(r, from_other_threads_);
      stray_.store(true, std::memory_order_release);
    }
  }
  static void write(const ::testing::TestPartResult& r, host::assertion_log& to) {
    if (r.skipped()) {
      to.skip(r.message());
    } else {
      const bool known = r.file_name() != nullptr && r.line_number() > 0;
      to.failure(r.message(), known ? r.file_name() : "", known ? static_cast<unsigned>(r.line_number()) : 0);
    }
  }
  [[gnu::cold]] void take_stray(host::assertion_log& to) {
    const std::lock_guard lock(stray_mutex_);
    host::host_message message;
    if (from_other_threads_.verdict(message) == host::host_verdict::failed) {
      to.failure(message.text, message.file, message.line);
    }
    from_other_threads_.clear();
    stray_.store(false, std::memory_order_relaxed);
  }

  static void record(const host::outcome& o) {
    if (o.of.status == run_status::skipped || o.of.status == run_status::error) {
      return;
    }
    // A name can contain characters that a key must not: GoogleTest does not escape keys in its JSON output.
    std::string suffix = o.own_name.empty() ? "" : "_";
    for (const char c : o.own_name) {
      const bool fine = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (fine || suffix.back() != '_') {
        suffix += fine ? c : '_';
      }
    }
    using ::testing::Test;
    Test::RecordProperty("tali_cases" + suffix, std::to_string(o.of.cases));
    Test::RecordProperty("tali_discarded" + suffix, std::to_string(o.of.discarded));
    // Hexadecimal, as in the report.
    char seed[2 + 16 + 1]; // for snprintf
    std::snprintf(seed, sizeof seed, "0x%llx", static_cast<unsigned long long>(o.of.settings.seed));
    Test::RecordProperty("tali_seed" + suffix, seed);
  }
  static void mark_skipped(const host::outcome& o) {
    GTEST_MESSAGE_AT_(o.file, static_cast<int>(o.line), "the setting `only` excludes this property",
                      ::testing::TestPartResult::kSkip);
  }
  static void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }

  std::optional<interceptor> here_;
  std::optional<interceptor> elsewhere_;
  std::mutex stray_mutex_;
  host::assertion_log from_other_threads_;
  std::atomic<bool> stray_{false};
};

/// Checks a property in the current test: check([name,] [settings,] [generators...,] body).
inline constexpr host::check_function<gtest_framework> check{};

} // namespace tali::in_gtest

/// A test that checks one property. It is a macro like GoogleTest's tests. The assertion at its end requires a
/// semicolon.
#define TALI_GTEST(suite, name, ...)                                                                                   \
  GTEST_TEST(suite, name) { ::tali::in_gtest::check(__VA_ARGS__); }                                                    \
  static_assert(true)
