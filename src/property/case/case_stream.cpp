// SPDX-License-Identifier: BSL-1.0
#include "property/case/case_stream.hpp"

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
  question,
  answer,
  value,
  difference,
  outcome,
  figures,
  line
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

} // namespace

void stream_label(message_log& to, std::string_view text) { message_log::writer(to, code(tag::label)).text(text); }

void stream_number(message_log& to, std::string_view name, double value) {
  message_log::writer(to, code(tag::number)).text(name).number(bits(value));
}

void stream_text(message_log& to, std::string_view name, std::string_view payload) {
  message_log::writer(to, code(tag::text)).text(name).text(payload);
}

void stream_target(message_log& to, std::string_view name, double value) {
  message_log::writer(to, code(tag::target)).text(name).number(bits(value));
}

void stream_cover(message_log& to, double percent, std::string_view label, bool hit) {
  message_log::writer(to, code(tag::cover)).number(bits(percent)).text(label).number(hit ? 1 : 0);
}

void stream_note(message_log& to, std::string_view text) { message_log::writer(to, code(tag::note)).text(text); }

void stream_question(message_log& to, std::string_view about) {
  message_log::writer(to, code(tag::question)).text(about);
}

void stream_answer(message_log& to) { message_log::writer(to, code(tag::answer)); }

void stream_value(message_log& to, const drawn_value& v) {
  message_log::writer(to, code(tag::value))
      .text(v.name)
      .text(v.type)
      .text(v.text)
      .number(v.argument ? 1 : 0)
      .number(v.choices_begin)
      .number(v.choices_end);
}

void stream_difference(message_log& to, std::string_view text) {
  message_log::writer(to, code(tag::difference)).text(text);
}

void stream_outcome(message_log& to, const case_outcome& outcome) {
  message_log::writer(to, code(tag::outcome))
      .number(static_cast<std::uint64_t>(outcome.status))
      .text(outcome.discard_reason)
      .number(static_cast<std::uint64_t>(outcome.cause.kind))
      .text(outcome.cause.message)
      .text(outcome.cause.exception_type)
      .text(outcome.cause.where.file)
      .number(outcome.cause.where.line);
}

void stream_line(message_log& to, std::string_view line) { message_log::writer(to, code(tag::line)).text(line); }

void stream_figures(message_log& to, const case_figures& figures) {
  message_log::writer(to, code(tag::figures))
      .number(figures.hash)
      .number(figures.hash_known ? 1 : 0)
      .number(figures.words)
      .number(figures.early_words);
}

streamed_case read_stream(const message_log& from, tally& counts) {
  streamed_case out;
  message_log::reader in(from);
  while (const std::optional<std::uint8_t> next = in.next()) {
    switch (static_cast<tag>(*next)) {
    case tag::label:
      out.remarks.push_back(counts.on_label(in.text()));
      break;
    case tag::number: {
      const std::string name = in.text();
      out.remarks.push_back(counts.on_number(name, real(in.number())));
      break;
    }
    case tag::text: {
      const std::string name = in.text();
      out.remarks.push_back(counts.on_text(name, in.text()));
      break;
    }
    case tag::target: {
      const std::string name = in.text();
      out.remarks.push_back(counts.on_target(name, real(in.number())));
      break;
    }
    case tag::cover: {
      const double percent = real(in.number());
      const std::string label = in.text();
      const remark hit = counts.on_cover(percent, label);
      if (in.number() != 0) {
        out.remarks.push_back(hit);
      }
      break;
    }
    case tag::note:
      out.notes.push_back(in.text());
      break;
    case tag::question:
      out.asked = in.text();
      break;
    case tag::answer:
      out.asked.reset();
      break;
    case tag::value: {
      drawn_value v;
      v.name = in.text();
      v.type = in.text();
      v.text = in.text();
      v.argument = in.number() != 0;
      v.choices_begin = static_cast<std::uint32_t>(in.number());
      v.choices_end = static_cast<std::uint32_t>(in.number());
      out.values.push_back(std::move(v));
      out.differences.emplace_back();
      break;
    }
    case tag::difference: {
      std::string text = in.text();
      if (!out.differences.empty()) {
        out.differences.back() = std::move(text);
      }
      break;
    }
    case tag::line:
      out.lines += in.text();
      break;
    case tag::outcome:
      out.outcome = read_outcome(in);
      break;
    case tag::figures: {
      case_figures f;
      f.hash = in.number();
      f.hash_known = in.number() != 0;
      f.words = in.number();
      f.early_words = in.number();
      out.figures = f;
      break;
    }
    }
  }
  return out;
}

} // namespace tali::detail
