// SPDX-License-Identifier: BSL-1.0
// Checking, counting and recording around the three decisions of a dynamic source.
#include <tali/source/dynamic.hpp>
#include <tali/source/journal.hpp>

#include <bit>
#include <vector>

namespace tali::choices {

dynamic_source::~dynamic_source() = default;

// Every choice of a recorded case passes through here.
TALI_INLINE void dynamic_source::note(const choice& c, std::string_view label) {
  if (++drawn_ > limit_) [[unlikely]] {
    detail::throw_discard("more choices than the limit of one case");
  }
  if (journal_ != nullptr) [[unlikely]] {
    journal_->add({choice_journal::entry::kind::choice, c, label, nullptr});
  }
  if (trace_ != nullptr) {
    trace_->choices.push_back(c);
    trace_->labels.push_back(label);
  }
}

TALI_INLINE const choice* dynamic_source::take_prescribed(choice_kind kind) noexcept {
  if (prescribed_.empty()) [[likely]] {
    return nullptr;
  }
  const choice* const given = &prescribed_.front();
  if (given->kind != kind) { // the choices were made for another request
    prescribed_ = {};
    return nullptr;
  }
  prescribed_ = prescribed_.subspan(1);
  return given;
}

std::uint64_t dynamic_source::integer(const integer_request& request) {
  const choice* const given = take_prescribed(choice_kind::integer);
  const std::uint64_t index = given != nullptr && given->value <= request.last ? given->value : decide_integer(request);
  note({choice_kind::integer, index, request.last, request.origin}, {});
  return index;
}

std::uint64_t dynamic_source::length(const integer_request& request) {
  const choice* const given = take_prescribed(choice_kind::integer);
  const std::uint64_t index = given != nullptr && given->value <= request.last ? given->value : decide_length(request);
  note({choice_kind::integer, index, request.last, request.origin}, {});
  return index;
}

std::uint32_t dynamic_source::branch(const branch_request& request) {
  const std::uint64_t total = request.total != 0 ? request.total : detail::total_of(request);
  const choice* const given = take_prescribed(choice_kind::branch);
  const std::uint32_t index =
      given != nullptr && given->value < request.weights.size() && request.weights[given->value] != 0
          ? static_cast<std::uint32_t>(given->value)
          : decide_branch({request.weights, request.labels, total});
  note({choice_kind::branch, index, request.weights.size() - 1, 0},
       request.labels.empty() ? std::string_view{} : request.labels[index]);
  return index;
}

double dynamic_source::real(const real_request& request) {
  const choice* const given = take_prescribed(choice_kind::real);
  const double x = given != nullptr ? std::bit_cast<double>(given->value) : decide_real(request);
  note({choice_kind::real, std::bit_cast<std::uint64_t>(x), std::bit_cast<std::uint64_t>(request.hi),
        std::bit_cast<std::uint64_t>(request.lo)},
       {});
  return x;
}

void dynamic_source::record_to(trace* out) noexcept {
  trace_ = out;
  spans_recorded_ = true;
  open_span_ = choice_span::no_parent;
  watched_ = watches_ || journal_ != nullptr || trace_ != nullptr;
  if (out != nullptr) {
    out->size = size_;
  }
}

void dynamic_source::record_choices_to(trace* out) noexcept {
  record_to(out);
  spans_recorded_ = false;
  watched_ = watches_ || journal_ != nullptr;
}

void dynamic_source::journal_to(choice_journal* out) noexcept {
  journal_ = out;
  watched_ = watches_ || journal_ != nullptr || (trace_ != nullptr && spans_recorded_);
}

void dynamic_source::open(const span_info& info) {
  opened(info);
  if (journal_ != nullptr) [[unlikely]] {
    journal_->add({choice_journal::entry::kind::open, {}, {}, &info});
  }
  if (trace_ == nullptr || !spans_recorded_) {
    return;
  }
  const auto begin = static_cast<std::uint32_t>(trace_->choices.size());
  const std::uint32_t depth = open_span_ == choice_span::no_parent ? 0 : trace_->spans[open_span_].depth + 1;
  trace_->spans.push_back({&info, begin, begin, open_span_, depth});
  open_span_ = static_cast<std::uint32_t>(trace_->spans.size() - 1);
}

void dynamic_source::close() noexcept {
  closed();
  if (journal_ != nullptr) [[unlikely]] {
    journal_->add({choice_journal::entry::kind::close, {}, {}, nullptr});
  }
  if (trace_ == nullptr || !spans_recorded_ || open_span_ == choice_span::no_parent) {
    return;
  }
  choice_span& span = trace_->spans[open_span_];
  span.end = static_cast<std::uint32_t>(trace_->choices.size());
  open_span_ = span.parent;
}

// The decisions are repeated so that the source has the same state as its copy; the answers are those of the copy.
void dynamic_source::adopt(const choice_journal& journal) {
  choice_journal* const mine = journal_;
  journal_ = nullptr;
  std::vector<std::uint32_t> weights;
  std::uint32_t depth = 0;
  const std::uint32_t count = journal.count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const choice_journal::entry& e = journal.entries[i];
    switch (e.what) {
    case choice_journal::entry::kind::open:
      open(*e.info);
      ++depth;
      break;
    case choice_journal::entry::kind::close:
      close();
      --depth;
      break;
    case choice_journal::entry::kind::choice:
      switch (e.chosen.kind) {
      case choice_kind::integer:
        static_cast<void>(decide_integer({e.chosen.last, e.chosen.origin, 0, spread::uniform}));
        break;
      case choice_kind::branch:
        weights.assign(e.chosen.last + 1, 1);
        static_cast<void>(decide_branch({weights, {}}));
        break;
      case choice_kind::real:
        static_cast<void>(
            decide_real({std::bit_cast<double>(e.chosen.origin), std::bit_cast<double>(e.chosen.last), false, false}));
        break;
      }
      note(e.chosen, e.label);
      break;
    }
  }
  for (; depth > 0; --depth) { // spans that were open when the copy died
    close();
  }
  journal_ = mine;
}

} // namespace tali::choices
