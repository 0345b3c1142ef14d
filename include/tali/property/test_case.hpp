// SPDX-License-Identifier: BSL-1.0
// test_case: the handle through which a property's body draws values and reports.
//
// It holds one of two sources. On the passing path that is the random source: `draw` inlines the generator, adds the
// fingerprint of the value to that of the case (to detect duplicates) and does nothing else. For all other purposes it
// is a dynamic source, and if the case is being described, `draw` also prints the value.
//
// A case belongs to the thread that started it. Draws and remarks from another thread would depend on timing, so they
// are refused: draw first, then pass the values to the other threads.
#pragma once

#include <tali/gen/arbitrary.hpp>
#include <tali/gen/generator.hpp>
#include <tali/property/verdict.hpp>
#include <tali/source/replay.hpp>
#include <tali/value/diff.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/hash.hpp>
#include <tali/value/show.hpp>
#include <tali/value/type_name.hpp>

#include <concepts>
#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>

namespace tali {

namespace detail {

/// The parts of a case that are not on the passing path; src/property/case/case_log.hpp.
struct case_log;
/// How the runner starts and reads cases; src/property/case/case_log.hpp.
struct case_control;

/// Its address identifies the thread, at the cost of one instruction.
inline constinit thread_local char thread_mark = 0;

/// The name of a draw in a report: its given name, `argument <position>` from 1, or the number of the draw.
struct draw_name {
  std::string_view text;
  int position = 0;
};

template <class T>
concept as_text = std::convertible_to<const T&, std::string_view>;

} // namespace detail

class test_case {
public:
  test_case(const test_case&) = delete;
  test_case& operator=(const test_case&) = delete;

  // Drawing ----------------------------------------------------------------------------------------------------------

  /// A value from a generator. The name is for the report.
  template <generator G>
  [[nodiscard]] TALI_INLINE value_of<G> draw(const G& g) {
    return draw_as({}, g);
  }
  template <generator G>
  [[nodiscard]] TALI_INLINE value_of<G> draw(std::string_view name, const G& g) {
    return draw_as({name}, g);
  }
  /// A value of a type, from the generator derived from it.
  template <class T>
  [[nodiscard]] TALI_INLINE T draw() {
    return draw_as({}, arbitrary<T>());
  }
  template <class T>
  [[nodiscard]] TALI_INLINE T draw(std::string_view name) {
    return draw_as({name}, arbitrary<T>());
  }

  /// The size of this case, from 0 to the setting `size`.
  [[nodiscard]] int size() const noexcept { return random_ != nullptr ? random_->size() : dynamic_->size(); }
  /// Memory that lives as long as the case.
  [[nodiscard]] arena& memory() const noexcept { return *arena_; }

  // Judging ----------------------------------------------------------------------------------------------------------

  /// Abandons the case without failing it unless the condition holds.
  void assume(bool condition, std::string_view reason = "assumption not met") const { tali::assume(condition, reason); }

  /// Fails the case unless the condition holds, and continues.
  void expect(bool condition, std::string_view message = {},
              const std::source_location& where = std::source_location::current()) {
    if (!condition) [[unlikely]] {
      note_failure(message.empty() ? "expectation not met" : message, where);
    }
  }
  /// Fails the case and ends it unless the condition holds.
  void require(bool condition, std::string_view message = {},
               const std::source_location& where = std::source_location::current()) {
    if (!condition) [[unlikely]] {
      fail(message.empty() ? "requirement not met" : message, where);
    }
  }
  /// Fails the case unless the two are equal, and continues. Values of one type are compared by structure
  /// (tali/value/equal.hpp), and the report shows where they differ.
  template <class A, class B>
  void expect_equal(const A& left, const B& right,
                    const std::source_location& where = std::source_location::current()) {
    if (!equal_for_report(left, right)) [[unlikely]] {
      note_failure(difference_for_report(left, right), where);
    }
  }
  /// The same, but ends the case.
  template <class A, class B>
  void require_equal(const A& left, const B& right,
                     const std::source_location& where = std::source_location::current()) {
    if (!equal_for_report(left, right)) [[unlikely]] {
      fail(difference_for_report(left, right), where);
    }
  }
  /// Fails the case and ends it.
  [[noreturn]] void fail(std::string_view message, const std::source_location& where = std::source_location::current());

  // Observing what was tested ----------------------------------------------------------------------------------------
  // All of these count only for cases that pass, and each label once per case.

  /// Counts the cases that have this label.
  void label(std::string_view text);
  /// The same, if the condition holds.
  void classify(bool condition, std::string_view text) {
    if (condition) {
      label(text);
    }
  }
  void classify(bool condition, std::string_view yes, std::string_view no) { label(condition ? yes : no); }
  /// Counts the cases by value.
  template <class T>
  void collect(const T& value) {
    if constexpr (detail::as_text<T>) {
      label(value);
    } else {
      label(tali::show(value));
    }
  }

  /// An event, any number of times in a case. The report summarises numbers, and counts texts and other values.
  template <class T>
  void event(std::string_view name, const T& payload) {
    if constexpr (std::is_same_v<T, bool>) {
      event_text(name, payload ? "true" : "false");
    } else if constexpr (std::is_arithmetic_v<T>) {
      event_number(name, static_cast<double>(payload));
    } else if constexpr (detail::as_text<T>) {
      event_text(name, payload);
    } else {
      event_text(name, tali::show(payload));
    }
  }
  void event(std::string_view name) { event_text(name, {}); }
  /// Two numbers that belong together, for a chart of one over the other. In the report each has its own summary.
  void event(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y);

  /// A number to maximise. The largest one is reported, and the search for failures tries to raise it.
  void target(double value, std::string_view name = {});

  /// Requires that at least this percentage of the cases meets the condition. The run continues until that is decided;
  /// the property fails if the share is lower (src/property/observe/coverage_check.cpp has the statistics).
  void cover(double percent, bool condition, std::string_view label);

  /// A remark for the report of a failing case: a text, a named value, or a function that returns a text and is called
  /// only if needed.
  template <class T>
  void note(const T& remark) {
    if (describing_) {
      if constexpr (std::invocable<const T&>) {
        add_note(remark());
      } else if constexpr (detail::as_text<T>) {
        add_note(remark);
      } else {
        add_note(tali::show(remark));
      }
    }
  }
  template <class T>
  void note(std::string_view name, const T& value) {
    if (describing_) {
      add_note(std::string(name) + " = " + tali::show(value));
    }
  }
  /// Whether notes are used.
  [[nodiscard]] bool describing() const noexcept { return describing_; }

  // For the code around a body ---------------------------------------------------------------------------------------

  template <class G>
  [[nodiscard]] TALI_INLINE value_of<G> draw_as(detail::draw_name name, const G& g) {
    if (&detail::thread_mark != thread_) [[unlikely]] {
      refuse_thread();
    }
    return random_ != nullptr ? draw_at_random(g) : draw_elsewhere(name, g);
  }
  /// The body returned a value that counts as false.
  [[gnu::cold]] void returned_false(std::string_view message = {}, const std::source_location& where = {});
  /// Reports a value that was not drawn, such as that of an explicit example.
  template <class T>
  void describe_value(detail::draw_name name, const T& value) {
    if (describing_) {
      static_cast<void>(describe(name, detail::value_type_of<T>::value, &value, before_draw()));
    }
  }

private:
  friend detail::case_control;

  explicit test_case(detail::case_log& log, arena& memory) noexcept : arena_(&memory), log_(&log) {}

  template <class G>
  [[nodiscard]] TALI_INLINE value_of<G> draw_at_random(const G& g) {
    using value = value_of<G>;
    if constexpr (values::hashable<value> && std::move_constructible<value>) {
      value v = g(*random_);
      hash_ = detail::fibonacci_hash(hash_ ^ values::hash_value(v));
      return v;
    } else {
      hash_known_ = false;
      return g(*random_);
    }
  }

  // Compiled once for each generator and value type, independent of the number of uses.
  template <class G>
  [[nodiscard]] [[gnu::noinline]] static value_of<G> draw_from(choices::dynamic_source& source, const G& g) {
    return g(source);
  }
  template <class G>
  [[nodiscard]] value_of<G> draw_elsewhere(detail::draw_name name, const G& g) {
    using value = value_of<G>;
    if constexpr (std::move_constructible<value>) {
      const std::uint32_t begin = describing_ ? before_draw() : dynamic_->drawn();
      value v = draw_from(*dynamic_, g);
      if (describing_) [[unlikely]] {
        describe_draw(name, v, begin, g);
      }
      return v;
    } else {
      return draw_from(*dynamic_, g);
    }
  }
  template <class G>
  [[gnu::noinline]] void describe_draw(detail::draw_name name, const value_of<G>& v, std::uint32_t begin, const G& g) {
    using value = value_of<G>;
    if (describe(name, detail::value_type_of<value>::value, &v, begin)) {
      choices::replay_source other = compared_draw();
      other.build_in(arena_);
      const value reference = draw_from(other, g);
      compare_draw(detail::value_type_of<value>::value, &reference, &v);
    }
  }

  /// The current position in the choices of the case.
  [[nodiscard]] std::uint32_t before_draw();
  /// Returns whether this value has to be compared with that of another case.
  bool describe(detail::draw_name name, const detail::value_type& type, const void* value, std::uint32_t begin);
  [[nodiscard]] choices::replay_source compared_draw() const;
  void compare_draw(const detail::value_type& type, const void* reference, const void* value);
  template <class A, class B>
  [[nodiscard]] static bool equal_for_report(const A& left, const B& right) {
    if constexpr (std::is_same_v<A, B> && values::comparable_value<A>) {
      return values::equal_values(left, right);
    } else {
      return static_cast<bool>(left == right);
    }
  }
  template <class A, class B>
  [[nodiscard, gnu::cold, gnu::noinline]] static std::string difference_for_report(const A& left, const B& right) {
    std::string differences;
    if constexpr (std::is_same_v<A, B>) {
      differences = tali::diff(left, right);
    }
    return not_equal(tali::show(left), tali::show(right), differences);
  }
  [[nodiscard]] static std::string not_equal(std::string_view left, std::string_view right,
                                             std::string_view differences);

  void add_note(std::string_view text);
  void event_number(std::string_view name, double payload);
  void event_text(std::string_view name, std::string_view payload);
  [[gnu::cold]] void note_failure(std::string_view message, const std::source_location& where);
  [[noreturn, gnu::cold]] static void refuse_thread();
  void check_thread() const {
    if (&detail::thread_mark != thread_) [[unlikely]] {
      refuse_thread();
    }
  }

  choices::random_source* random_ = nullptr;
  choices::dynamic_source* dynamic_ = nullptr;
  const char* thread_ = nullptr;
  arena* arena_;
  detail::case_log* log_;
  std::uint64_t hash_ = 0;
  bool hash_known_ = true;
  bool describing_ = false;
  bool failed_ = false;
  bool logged_ = false; // the log has an entry for this case
};

} // namespace tali
