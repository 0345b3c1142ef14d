// SPDX-License-Identifier: BSL-1.0
#include "stats/recorder.hpp"

#include <tali/detail/mix.hpp>

#include <algorithm>
#include <bit>

namespace tali::detail {

namespace {

std::int64_t nanoseconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(to - from).count();
}

} // namespace

void stats_recorder::begin() {
  sheet_.clear();
  sheet_.put(frame_length{0});
  values_ = 0;
  hash_ = 0;
  timed_ = true;
  elsewhere_ = 0;
  began_ = clock::now();
  drawn_until_ = began_;
}

// Reading the clock is a considerable part of the cost of a line. An argument is drawn when the previous one is done,
// and a value that was an argument in the last case is assumed to be one in this case too.
void stats_recorder::draw_begins() {
  const bool argument = values_ < arguments_.size() && arguments_[values_];
  draw_began_ = argument ? drawn_until_ : clock::now();
}

void stats_recorder::add_value(std::string_view name, int number, const value_tree& tree, std::int64_t nanoseconds) {
  ++values_;
  hash_ = hash_memory(hash_ ^ golden_ratio, tree.bytes.data(), tree.bytes.size());
  sheet_.put(sheet_tag::value, name, number, reinterpret_cast<std::uintptr_t>(tree.type), tree.cut,
             std::string_view(tree.bytes), nanoseconds);
}

void stats_recorder::draw_ends(std::string_view name, int number, bool argument, const void* value,
                               const value_type& type) {
  const clock::time_point drawn = clock::now();
  encode_value(tree_, type, value, limits);
  add_value(name, number, tree_, nanoseconds_between(draw_began_, drawn));
  arguments_.resize(std::max(arguments_.size(), values_));
  arguments_[values_ - 1] = argument;
  drawn_until_ = clock::now();
  elsewhere_ += nanoseconds_between(draw_began_, drawn_until_);
}

void stats_recorder::drawn(std::string_view name, const value_tree& tree) {
  timed_ = false;
  if (tree.type != nullptr) { // it was lost if the process died in the middle of sending it
    add_value(name, 0, tree, -1);
  }
}

void stats_recorder::put_choices(const trace& made) {
  const std::size_t n = std::min(made.choices.size(), most_choices);
  sheet_.put(std::uint64_t{made.choices.size()}, std::uint64_t{n});
  char* at = sheet_.room(n * sizeof(sheet_choice));
  for (std::size_t i = 0; i < n; ++i, at += sizeof(sheet_choice)) {
    const choice& c = made.choices[i];
    sheet_choice out{};
    if (c.kind == choice_kind::real) {
      out = {c.value, 0, sheet_choice::kind::real};
    } else if (i < made.labels.size() && !made.labels[i].empty()) {
      const std::string_view label = made.labels[i];
      out = {reinterpret_cast<std::uintptr_t>(label.data()), static_cast<std::uint32_t>(label.size()),
             sheet_choice::kind::label};
    } else {
      const bool below = c.value < c.origin;
      out = {below ? c.origin - c.value : c.value - c.origin, 0,
             below ? sheet_choice::kind::below : sheet_choice::kind::above};
    }
    std::memcpy(at, &out, sizeof(out));
  }
}

std::string_view stats_recorder::finish(const stats_facts& facts) {
  sheet_.put(sheet_tag::end, facts.status, facts.reason, facts.how, facts.index, facts.size,
             timed_ ? nanoseconds_between(began_, ended_) - elsewhere_ : std::int64_t{-1}, timed_, facts.replay,
             facts.shrink_step, facts.shrink_run, facts.failure, facts.made != nullptr);
  if (facts.made != nullptr) {
    put_choices(*facts.made);
  }
  const auto length = static_cast<frame_length>(sheet_.view().size() - sizeof(frame_length));
  std::memcpy(sheet_.data(), &length, sizeof(length));
  return sheet_.view();
}

} // namespace tali::detail
