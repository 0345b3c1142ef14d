// SPDX-License-Identifier: BSL-1.0
#include "stats/recorder.hpp"

#include "stats/json_text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr show_limits limits{.max_items = 10'000, .max_chars = stats_recorder::longest_value};

std::int64_t nanoseconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(to - from).count();
}

std::string_view name_of(stats_status s) {
  switch (s) {
  case stats_status::failed:
    return "failed";
  case stats_status::gave_up:
    return "gave_up";
  default:
    return "passed";
  }
}

/// Names of labels and features are short; who puts a whole value in one gets it cut.
constexpr std::size_t longest_name = 1024;

} // namespace

stats_run::stats_run(std::string_view name, std::uint64_t seed) {
  const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  head = fmt::format("\"run_start\":{:.6f},\"property\":", now);
  append_json_string(head, name);
  opening = fmt::format("{{\"type\":\"test_case\",{},\"status\":\"", head);
  representation = ",\"representation\":\"";
  append_json_escaped(representation, name);
  representation += '(';
  metadata = fmt::format("}},\"metadata\":{{\"seed\":\"{:#x}\",\"case\":", seed);
}

void stats_recorder::begin() {
  representation_.clear();
  arguments_.clear();
  timing_.clear();
  notes_.clear();
  coverage_.clear();
  values_ = 0;
  feature_count_ = 0;
  cut_ = false;
  timed_ = true;
  elsewhere_ = 0;
  began_ = clock::now();
  drawn_until_ = began_;
}

// Looking at the clock is a good part of what a line costs. An argument is drawn when the one before it is done, and
// what was one in the last case is one in this.
void stats_recorder::draw_begins() {
  const bool argument = values_ < slots_known_ && slots_[values_].argument;
  draw_began_ = argument ? drawn_until_ : clock::now();
}

const stats_recorder::slot& stats_recorder::slot_for(std::string_view name, int number) {
  if (values_ == slots_.size()) {
    slots_.emplace_back();
  }
  slot& mine = slots_[values_];
  if (values_ < slots_known_ && mine.number == number && mine.given == name) {
    return mine;
  }
  slots_known_ = values_ + 1; // what follows was named with what was here in mind
  mine.given = name;
  mine.number = number;
  mine.argument = false;
  mine.name = name;
  if (number > 0) {
    append_json_number(mine.name, static_cast<std::uint64_t>(number));
  }
  const auto seen = [&] {
    return std::any_of(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(values_),
                       [&](const slot& s) { return s.name == mine.name; });
  };
  constexpr std::size_t most_compared = 64; // beyond that a body draws in a loop, and names are numbers
  for (int i = 2; number == 0 && values_ < most_compared && seen(); ++i) {
    mine.name = fmt::format("{} ({})", name, i);
  }
  if (number == 0 && values_ >= most_compared) {
    mine.name = fmt::format("{} ({})", name, values_ + 1);
  }
  mine.representation = values_ > 0 ? ", " : "";
  append_json_escaped(mine.representation, mine.name);
  mine.representation += " = ";
  mine.key = values_ > 0 ? "," : "";
  append_json_string(mine.key, mine.name);
  mine.key += ':';
  mine.timing = "\"generate:";
  append_json_escaped(mine.timing, mine.name);
  mine.timing += "\":";
  return mine;
}

const stats_recorder::slot& stats_recorder::add_value(std::string_view name, int number) {
  const slot& mine = slot_for(name, number);
  ++values_;
  if (shown_.size() > longest_value + 1024) { // its author's own words: show keeps to the limit by itself
    const std::size_t kept = cut_at_character(shown_, longest_value);
    const std::size_t more = shown_.size() - kept;
    shown_.resize(kept);
    shown_ += fmt::format("… ({} bytes more)", more);
  }
  cut_ = cut_ || shown_.size() >= longest_value;
  representation_ += mine.representation;
  arguments_ += mine.key;
  append_shown_twice(representation_, arguments_, shown_);
  return mine;
}

void stats_recorder::draw_ends(std::string_view name, int number, bool argument, const void* value,
                               show_function show) {
  const clock::time_point drawn = clock::now();
  shown_.clear();
  try {
    show_writer writer(shown_, limits);
    show(writer, value);
  } catch (const std::exception& e) {
    shown_ = fmt::format("<showing it threw: {}>", e.what());
  }
  const slot& mine = add_value(name, number);
  if (!timing_.empty()) {
    timing_ += ',';
  }
  timing_ += mine.timing;
  append_json_seconds(timing_, nanoseconds_between(draw_began_, drawn));
  slots_[values_ - 1].argument = argument;
  drawn_until_ = clock::now();
  elsewhere_ += nanoseconds_between(draw_began_, drawn_until_);
}

void stats_recorder::shown(std::string_view name, std::string_view text) {
  timed_ = false;
  shown_ = text;
  add_value(name, 0);
}

std::string& stats_recorder::feature_value(std::string_view name) {
  std::string shorter;
  if (name.size() > longest_name) {
    const std::size_t kept = cut_at_character(name, longest_name);
    shorter = fmt::format("{}… ({} bytes more)", name.substr(0, kept), name.size() - kept);
    cut_ = true;
    name = shorter;
  }
  for (std::size_t i = 0; i < feature_count_; ++i) {
    if (features_[i].name == name) {
      features_[i].value.clear();
      return features_[i].value;
    }
  }
  if (feature_count_ == features_.size()) {
    features_.emplace_back();
  }
  feature& f = features_[feature_count_++];
  if (f.name != name || f.key.empty()) { // else it is what an earlier case has left
    f.name = name;
    f.key.clear();
    append_json_string(f.key, name);
    f.key += ':';
  }
  f.value.clear();
  return f.value;
}

void stats_recorder::append_cut(std::string& out, std::string_view text, std::size_t most) {
  const std::size_t kept = cut_at_character(text, most);
  append_json_string(out, text.substr(0, kept));
  if (kept < text.size()) {
    out.pop_back();
    out += fmt::format("… ({} bytes more)\"", text.size() - kept);
    cut_ = true;
  }
}

void stats_recorder::label(std::string_view text) { feature_value(text) = "\"\""; }
void stats_recorder::number(std::string_view name, double value) { append_json_number(feature_value(name), value); }
void stats_recorder::text(std::string_view name, std::string_view payload) {
  append_cut(feature_value(name), payload, longest_name);
}
void stats_recorder::pair(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y) {
  std::string& out = feature_value(name);
  out += "[[";
  append_json_string(out, x_name);
  out += ',';
  append_json_number(out, x);
  out += "],[";
  append_json_string(out, y_name);
  out += ',';
  append_json_number(out, y);
  out += "]]";
}
void stats_recorder::target(std::string_view name, double value) {
  number(name.empty() ? "target" : fmt::format("target:{}", name), value);
}
void stats_recorder::cover(std::string_view label, bool hit) { feature_value(label) = hit ? "\"true\"" : "\"false\""; }

void stats_recorder::note(std::string_view text) {
  if (!notes_.empty()) {
    notes_ += ',';
  }
  append_cut(notes_, text, longest_value);
}

std::uint64_t stats_recorder::hash() const {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
  std::uint64_t h = representation_.size() * odd;
  std::size_t i = 0;
  for (; i + 8 <= representation_.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, representation_.data() + i, 8);
    h = (h ^ word) * odd;
    h ^= h >> 29U;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, representation_.data() + i, representation_.size() - i);
  h = (h ^ word) * odd;
  return h ^ (h >> 32U);
}

// A branch by its label, an integer by its distance from the simplest, a real as it is.
void stats_recorder::append_choices(std::string& out, const trace& made) {
  out += ",\"choices\":[";
  const std::size_t n = std::min(made.choices.size(), most_choices);
  constexpr std::size_t longest = 64; // of what is written here; all else goes the long way
  choices_.resize((longest + 8) * most_choices);
  char* at = choices_.data();
  const auto the_long_way = [&](const auto& append) {
    out.append(choices_.data(), at);
    at = choices_.data();
    append();
  };
  for (std::size_t i = 0; i < n; ++i) {
    const choice& c = made.choices[i];
    if (c.kind == choice_kind::real) {
      the_long_way([&] { append_json_number(out, std::bit_cast<double>(c.value)); });
    } else if (i < made.labels.size() && !made.labels[i].empty()) {
      const std::string_view label = made.labels[i];
      char* const end = label.size() <= longest ? write_json_string(at, label) : nullptr;
      if (end != nullptr) {
        at = end;
      } else {
        the_long_way([&] { append_json_string(out, label); });
      }
    } else {
      if (c.value < c.origin) {
        *at++ = '-';
      }
      at = write_json_number(at, c.value < c.origin ? c.origin - c.value : c.value - c.origin);
    }
    *at++ = ',';
  }
  out.append(choices_.data(), at);
  if (n > 0) {
    out.pop_back();
  }
  out += "],\"choice_count\":";
  append_json_number(out, std::uint64_t{made.choices.size()});
}

void stats_recorder::write(std::string& out, const stats_run& run, const stats_facts& facts) {
  out += run.opening;
  out += name_of(facts.status);
  if (facts.reason.empty()) {
    out += "\",\"status_reason\":\"\"";
  } else {
    out += "\",\"status_reason\":";
    append_cut(out, facts.reason, longest_value);
  }
  out += run.representation;
  out += representation_;
  out += ")\",\"arguments\":{";
  out += arguments_;
  out += "},\"how_generated\":\"";
  out += facts.how; // one of our own words
  out += "\",\"features\":{";
  for (std::size_t i = 0; i < feature_count_; ++i) {
    if (i > 0) {
      out += ',';
    }
    out += features_[i].key;
    out += features_[i].value;
  }
  if (coverage_.empty()) {
    out += "},\"coverage\":null,\"timing\":{";
  } else {
    out += "},\"coverage\":";
    out += coverage_;
    out += ",\"timing\":{";
  }
  out += timing_;
  if (timed_) {
    out += timing_.empty() ? "\"execute:test\":" : ",\"execute:test\":";
    append_json_seconds(out, nanoseconds_between(began_, ended_) - elsewhere_);
  }
  out += run.metadata;
  append_json_number(out, facts.index);
  out += ",\"size\":";
  append_json_number(out, static_cast<std::uint64_t>(std::max(facts.size, 0)));
  if (facts.made != nullptr) {
    append_choices(out, *facts.made);
  }
  if (!facts.replay.empty()) {
    out += ",\"replay\":";
    append_json_string(out, facts.replay);
  }
  if (facts.shrink_step > 0) {
    out += ",\"shrink_step\":";
    append_json_number(out, facts.shrink_step);
    out += ",\"shrink_run\":";
    append_json_number(out, facts.shrink_run);
  }
  if (facts.failure > 0) {
    out += ",\"failure\":";
    append_json_number(out, facts.failure);
  }
  if (!coverage_.empty()) {
    out += ",\"edges\":";
    append_json_number(out, std::uint64_t{places_});
  }
  if (cut_) {
    out += ",\"truncated\":true";
  }
  if (!notes_.empty()) {
    out += ",\"notes\":[";
    out += notes_;
    out += ']';
  }
  out += "}}\n";
}

void append_stats_message(std::string& out, const stats_run& run, std::string_view type, std::string_view title,
                          std::string_view content) {
  out += "{\"type\":\"";
  out += type;
  out += "\",";
  out += run.head;
  out += ",\"title\":";
  append_json_string(out, title);
  out += ",\"content\":";
  append_json_string(out, content);
  out += "}\n";
}

} // namespace tali::detail
