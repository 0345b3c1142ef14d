// SPDX-License-Identifier: BSL-1.0
#include "property/observe/case_stream.hpp"

#include <bit>

namespace tali::detail {

namespace {

enum class tag : std::uint8_t {
  label,
  number,
  text,
  target,
  cover,
  note,
  predicate_called,
  predicate_returned,
  value,
  difference,
  outcome,
  figures,
  statistics
};

std::uint8_t code(tag t) { return static_cast<std::uint8_t>(t); }
std::uint64_t bits(double d) { return std::bit_cast<std::uint64_t>(d); }
double real(std::uint64_t b) { return std::bit_cast<double>(b); }

case_outcome read_outcome(message_log::reader& in) {
  case_outcome o;
  o.status = static_cast<case_status>(in.number());
  o.discard_reason = in.text();
  o.cause.kind = static_cast<failure_kind>(in.number());
  o.cause.message = in.text();
  o.cause.exception_type = in.text();
  o.cause.where.file = in.text();
  o.cause.where.line = static_cast<unsigned>(in.number());
  return o;
}

drawn_value read_value(message_log::reader& in) {
  drawn_value v;
  v.name = in.text();
  v.type = in.text();
  v.text = in.text();
  // A constant of the program, at the same address in the child. NOLINTNEXTLINE(performance-no-int-to-ptr)
  v.tree.type = reinterpret_cast<const value_type*>(in.number());
  v.tree.bytes = in.text();
  v.tree.cut = in.number() != 0;
  v.argument = in.number() != 0;
  v.choices_begin = static_cast<std::uint32_t>(in.number());
  v.choices_end = static_cast<std::uint32_t>(in.number());
  return v;
}

case_figures read_figures(message_log::reader& in) {
  case_figures f;
  f.hash = in.number();
  f.hash_known = in.number() != 0;
  f.words = in.number();
  f.early_words = in.number();
  return f;
}

// long: a table, with one case per message, in the order of the tags.
void replay_message(tag what, message_log::reader& in, const observer_list& to, stream_end& end) {
  switch (what) {
  case tag::label: {
    const std::string text = in.text();
    to.notify([&](run_observer& o) { o.label(text); });
    break;
  }
  case tag::number: {
    const std::string name = in.text();
    const double value = real(in.number());
    to.notify([&](run_observer& o) { o.number(name, value); });
    break;
  }
  case tag::text: {
    const std::string name = in.text();
    const std::string payload = in.text();
    to.notify([&](run_observer& o) { o.text(name, payload); });
    break;
  }
  case tag::target: {
    const std::string name = in.text();
    const double value = real(in.number());
    to.notify([&](run_observer& o) { o.target(name, value); });
    break;
  }
  case tag::cover: {
    const double percent = real(in.number());
    const std::string label = in.text();
    const bool hit = in.number() != 0;
    to.notify([&](run_observer& o) { o.cover(percent, label, hit); });
    break;
  }
  case tag::note: {
    const std::string text = in.text();
    to.notify([&](run_observer& o) { o.note(text); });
    break;
  }
  case tag::predicate_called: {
    const std::string value = in.text();
    to.notify([&](run_observer& o) { o.predicate_called(value); });
    break;
  }
  case tag::predicate_returned:
    to.notify([](run_observer& o) { o.predicate_returned(); });
    break;
  case tag::value: {
    const drawn_value v = read_value(in);
    to.notify([&](run_observer& o) { o.value_described(v); });
    break;
  }
  case tag::difference: {
    value_difference difference;
    difference.text = in.text();
    difference.path = in.text();
    to.notify([&](run_observer& o) { o.value_compared(difference); });
    break;
  }
  case tag::statistics:
    end.lines += in.text();
    break;
  case tag::outcome:
    end.outcome = read_outcome(in);
    break;
  case tag::figures:
    end.figures = read_figures(in);
    break;
  }
}

} // namespace

void stream_writer::label(std::string_view text) { message_log::writer(to_, code(tag::label)).text(text); }

void stream_writer::number(std::string_view name, double value) {
  message_log::writer(to_, code(tag::number)).text(name).number(bits(value));
}

void stream_writer::text(std::string_view name, std::string_view payload) {
  message_log::writer(to_, code(tag::text)).text(name).text(payload);
}

void stream_writer::target(std::string_view name, double value) {
  message_log::writer(to_, code(tag::target)).text(name).number(bits(value));
}

void stream_writer::cover(double percent, std::string_view label, bool hit) {
  message_log::writer(to_, code(tag::cover)).number(bits(percent)).text(label).number(hit ? 1 : 0);
}

void stream_writer::note(std::string_view text) { message_log::writer(to_, code(tag::note)).text(text); }

void stream_writer::predicate_called(std::string_view value) {
  message_log::writer(to_, code(tag::predicate_called)).text(value);
}

void stream_writer::predicate_returned() { message_log::writer(to_, code(tag::predicate_returned)); }

void stream_writer::value_described(const drawn_value& v) {
  message_log::writer(to_, code(tag::value))
      .text(v.name)
      .text(v.type)
      .text(v.text)
      .number(reinterpret_cast<std::uintptr_t>(v.tree.type)) // of the same program
      .text(v.tree.bytes)
      .number(v.tree.cut ? 1 : 0)
      .number(v.argument ? 1 : 0)
      .number(v.choices_begin)
      .number(v.choices_end);
}

void stream_writer::value_compared(const value_difference& difference) {
  message_log::writer(to_, code(tag::difference)).text(difference.text).text(difference.path);
}

void stream_writer::case_finished(const case_end& end) {
  const case_outcome& outcome = end.outcome;
  message_log::writer(to_, code(tag::outcome))
      .number(static_cast<std::uint64_t>(outcome.status))
      .text(outcome.discard_reason)
      .number(static_cast<std::uint64_t>(outcome.cause.kind))
      .text(outcome.cause.message)
      .text(outcome.cause.exception_type)
      .text(outcome.cause.where.file)
      .number(outcome.cause.where.line);
}

void stream_writer::statistics(std::string_view lines) { message_log::writer(to_, code(tag::statistics)).text(lines); }

void stream_writer::figures(const case_figures& f) {
  message_log::writer(to_, code(tag::figures))
      .number(f.hash)
      .number(f.hash_known ? 1 : 0)
      .number(f.words)
      .number(f.early_words);
}

stream_end replay_stream(const message_log& from, const observer_list& to) {
  stream_end end;
  to.notify([](run_observer& o) { o.case_started(); });
  message_log::reader in(from);
  while (const std::optional<std::uint8_t> next = in.next()) {
    replay_message(static_cast<tag>(*next), in, to, end);
  }
  return end;
}

} // namespace tali::detail
