// SPDX-License-Identifier: BSL-1.0
// The parts of test_case that are not on the passing path.
#include "property/case/case_log.hpp"
#include "property/case/caught.hpp"
#include "value/tree_reader.hpp"

#include <utility>

#include <fmt/format.h>

namespace tali {

using namespace choices;
using namespace report;

namespace {

constexpr std::size_t report_width = 100;
constexpr values::show_limits report_limits{.max_items = 10'000, .max_chars = std::size_t{1} << 16U};

std::string readable_type(std::string_view raw) {
  std::string out;
  detail::append_type_name(out, raw, true);
  return out;
}

code_location location_of(const std::source_location& where) {
  return where.line() == 0 ? code_location{} : code_location{where.file_name(), where.line()};
}

} // namespace

void test_case::label(std::string_view text) {
  check_thread();
  logged_ = true;
  log_->observers.notify([&](detail::run_observer& o) { o.label(text); });
}

void test_case::event_number(std::string_view name, double payload) {
  check_thread();
  logged_ = true;
  log_->observers.notify([&](detail::run_observer& o) { o.number(name, payload); });
}

void test_case::event_text(std::string_view name, std::string_view payload) {
  check_thread();
  logged_ = true;
  log_->observers.notify([&](detail::run_observer& o) { o.text(name, payload); });
}

void test_case::event(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y) {
  check_thread();
  logged_ = true;
  log_->observers.notify([&](detail::run_observer& o) { o.pair(name, x_name, x, y_name, y); });
}

void test_case::target(double value, std::string_view name) {
  check_thread();
  logged_ = true;
  log_->observers.notify([&](detail::run_observer& o) { o.target(name, value); });
}

void test_case::cover(double percent, bool condition, std::string_view label) {
  check_thread();
  logged_ = logged_ || condition;
  log_->observers.notify([&](detail::run_observer& o) { o.cover(percent, label, condition); });
}

void test_case::add_note(std::string_view text) {
  check_thread();
  logged_ = true;
  log_->observers.notify([&](detail::run_observer& o) { o.note(text); });
}

std::uint32_t test_case::before_draw() {
  log_->observers.notify([](detail::run_observer& o) { o.draw_started(); });
  return dynamic_->drawn();
}

bool test_case::describe(detail::draw_name name, const detail::value_type& type, const void* value,
                         std::uint32_t begin) {
  logged_ = true;
  const bool argument = name.position > 0;
  detail::draw_event event{name.text, 0, argument, value, &type};
  if (name.text.empty()) {
    event.name = argument ? "argument " : "draw ";
    event.number = argument ? name.position : ++log_->draws;
  }
  if (!log_->describes_values) {
    log_->observers.notify([&](detail::run_observer& o) { o.value_drawn(event); });
    return false;
  }
  drawn_value drawn;
  drawn.name = event.number == 0 ? std::string(event.name) : fmt::format("{}{}", event.name, event.number);
  drawn.type = readable_type(type.raw_name);
  drawn.argument = argument;
  drawn.choices_begin = begin;
  drawn.choices_end = dynamic_->drawn();
  detail::encode_value(drawn.tree, type, value, report_limits);
  drawn.text = detail::pretty_text(drawn.tree, report_width, report_limits);
  log_->observers.notify([&](detail::run_observer& o) { o.value_described(drawn); });
  const std::size_t position = log_->described++;
  if (log_->reference == nullptr || position >= log_->reference->values.size()) {
    return false;
  }
  // A body may draw other things in other cases.
  const drawn_value& other = log_->reference->values[position];
  return drawn.name == other.name && drawn.type == other.type && other.choices_begin < other.choices_end &&
         drawn.text != other.text;
}

replay_source test_case::compared_draw() const {
  const failure& reference = *log_->reference;
  const drawn_value& drawn = reference.values[log_->described - 1];
  const std::span<const choice> all(reference.choices.choices);
  return replay_source(all.subspan(drawn.choices_begin, drawn.choices_end - drawn.choices_begin),
                       reference.choices.size);
}

void test_case::compare_draw(const detail::value_type& type, const void* reference, const void* value) {
  const detail::value_difference difference = detail::find_differences(type, reference, value, values::diff_limits{});
  log_->observers.notify([&](detail::run_observer& o) { o.value_compared(difference); });
}

std::string test_case::not_equal(std::string_view left, std::string_view right, std::string_view differences) {
  constexpr std::size_t most = 200; // characters of a value that is shown as a whole beside its differences
  if (differences.empty() || (left.size() + right.size() <= most && differences.find('\n') == std::string::npos)) {
    return fmt::format("not equal\nleft:  {}\nright: {}", left, right);
  }
  if (left.size() + right.size() <= most) {
    return fmt::format("not equal\nleft:  {}\nright: {}\nfrom left to right:\n{}", left, right, differences);
  }
  return fmt::format("not equal; from left to right:\n{}", differences);
}

void test_case::note_failure(std::string_view message, const std::source_location& where) {
  check_thread();
  detail::case_control::fail(*this, {failure_kind::expectation, std::string(message), {}, location_of(where)});
}

void test_case::fail(std::string_view message, const std::source_location& where) {
  note_failure(message, where);
  throw detail::case_ended{};
}

void test_case::returned_false(std::string_view message, const std::source_location& where) {
  detail::case_control::fail(*this, {failure_kind::returned_false, std::string(message), {}, location_of(where)});
}

void test_case::refuse_thread() {
  detail::throw_generator_error(
      "test_case: used on a thread that does not run the case; draw on the thread of the case "
      "and pass the values on, and collect the results of other threads before checking them");
}

namespace detail {

void case_log::predicate_called(std::string&& value) {
  observers.notify([&](run_observer& o) { o.predicate_called(value); });
}

void case_log::predicate_returned() {
  observers.notify([](run_observer& o) { o.predicate_returned(); });
}

void case_log::search_progressed(search_tally seen) noexcept {
  search = seen;
  if (shared_search != nullptr) {
    shared_search->store(seen);
  }
}

void case_control::clear(test_case& c) {
  c.logged_ = false;
  c.describing_ = false;
  c.log_->cause = {};
  c.log_->search = {};
  c.log_->described = 0;
  c.log_->draws = 0;
}

// The first failure of a case is its cause; a description notes the others.
void case_control::fail(test_case& c, fault&& cause) {
  c.logged_ = true;
  if (!c.failed_) {
    c.failed_ = true;
    c.log_->cause = std::move(cause);
  } else if (c.describing_) {
    const std::string text = cause.where.line == 0
                                 ? fmt::format("also: {}", cause.message)
                                 : fmt::format("also: {} ({}:{})", cause.message, cause.where.file, cause.where.line);
    c.log_->observers.notify([&](run_observer& o) { o.failed_again(text); });
  }
}

case_status case_control::caught(test_case& c) {
  caught_exception e = read_current_exception();
  switch (e.what) {
  case caught_exception::kind::ended:
    break;
  case caught_exception::kind::generator_error:
    fail(c, {failure_kind::generator_error, std::move(e.message), {}, {}});
    break;
  case caught_exception::kind::other:
    fail(c, {failure_kind::exception, std::move(e.message), std::move(e.type), {}});
    break;
  }
  return case_status::failed;
}

case_status case_control::apply_host_verdict(test_case& c, host_verdict verdict, host_message&& message,
                                             case_status so_far, std::string& discard_reason) {
  switch (verdict) {
  case host_verdict::nothing:
    return so_far;
  case host_verdict::skipped:
    if (so_far == case_status::failed && c.log_->cause.kind != failure_kind::exception) {
      return so_far;
    }
    discard_reason = std::move(message.text);
    return case_status::discarded;
  case host_verdict::failed:
    c.failed_ = true;
    c.logged_ = true;
    c.log_->cause = {
        failure_kind::host_assertion, std::move(message.text), {}, {std::move(message.file), message.line}};
    return case_status::failed;
  }
  return so_far;
}

} // namespace detail

} // namespace tali
