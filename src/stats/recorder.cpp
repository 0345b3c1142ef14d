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

void append_key(std::string& out, std::string_view key) {
  if (!out.empty() && out.back() != '{') {
    out += ',';
  }
  append_json_string(out, key);
  out += ':';
}

/// Choices as people read them: a branch by its label, an integer by its distance from the simplest, a real as it is.
void append_choices(std::string& out, const trace& made) {
  out += ",\"choices\":[";
  const std::size_t n = std::min(made.choices.size(), stats_recorder::most_choices);
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) {
      out += ',';
    }
    const choice& c = made.choices[i];
    if (c.kind == choice_kind::real) {
      append_json_number(out, std::bit_cast<double>(c.value));
    } else if (i < made.labels.size() && !made.labels[i].empty()) {
      append_json_string(out, made.labels[i]);
    } else if (c.value < c.origin) {
      out += '-';
      append_json_number(out, c.origin - c.value);
    } else {
      append_json_number(out, c.value - c.origin);
    }
  }
  out += "],\"choice_count\":";
  append_json_number(out, std::uint64_t{made.choices.size()});
}

} // namespace

stats_run::stats_run(std::string_view name, std::uint64_t seed_of_run)
    : property(name), seed(fmt::format("\"{:#x}\"", seed_of_run)) {
  const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  head = fmt::format("\"run_start\":{:.6f},\"property\":", now);
  append_json_string(head, property);
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
}

void stats_recorder::add_value(std::string_view name, int number) {
  if (values_ == names_.size()) {
    names_.emplace_back();
  }
  std::string& own = names_[values_];
  own = name;
  if (number > 0) {
    append_json_number(own, static_cast<std::uint64_t>(number));
  }
  const auto seen = [&](const std::string& n) {
    return std::find(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(values_), n) !=
           names_.begin() + static_cast<std::ptrdiff_t>(values_);
  };
  constexpr std::size_t most_compared = 64; // beyond that a body draws in a loop, and names are numbers
  for (int i = 2; number == 0 && values_ < most_compared && seen(own); ++i) {
    own = fmt::format("{} ({})", name, i);
  }
  if (number == 0 && values_ >= most_compared) {
    own = fmt::format("{} ({})", name, values_ + 1);
  }
  ++values_;
  if (shown_.size() > longest_value + 1024) { // its author's own words: show keeps to the limit by itself
    const std::size_t kept = cut_at_character(shown_, longest_value);
    const std::size_t more = shown_.size() - kept;
    shown_.resize(kept);
    shown_ += fmt::format("… ({} bytes more)", more);
  }
  cut_ = cut_ || shown_.size() >= longest_value;
  if (!representation_.empty()) {
    representation_ += ", ";
  }
  representation_ += own;
  representation_ += " = ";
  representation_ += shown_;
  append_key(arguments_, own);
  append_shown_as_json(arguments_, shown_);
}

void stats_recorder::draw_ends(std::string_view name, int number, const void* value, show_function show) {
  const clock::time_point drawn = clock::now();
  shown_.clear();
  try {
    show_writer writer(shown_, limits);
    show(writer, value);
  } catch (const std::exception& e) {
    shown_ = fmt::format("<showing it threw: {}>", e.what());
  }
  add_value(name, number);
  timing_ += timing_.empty() ? "\"generate:" : ",\"generate:";
  append_json_escaped(timing_, names_[values_ - 1]);
  timing_ += "\":";
  append_json_seconds(timing_, nanoseconds_between(draw_began_, drawn));
  elsewhere_ += nanoseconds_between(draw_began_, clock::now());
}

void stats_recorder::shown(std::string_view name, std::string_view text) {
  timed_ = false;
  shown_ = text;
  add_value(name, 0);
}

std::string& stats_recorder::feature_value(std::string_view name) {
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
  f.name = name;
  f.value.clear();
  return f.value;
}

void stats_recorder::label(std::string_view text) { feature_value(text) = "\"\""; }
void stats_recorder::number(std::string_view name, double value) { append_json_number(feature_value(name), value); }
void stats_recorder::text(std::string_view name, std::string_view payload) {
  constexpr std::size_t longest = 1024;
  append_json_string(feature_value(name), payload.substr(0, cut_at_character(payload, longest)));
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
  append_json_string(notes_, text.substr(0, cut_at_character(text, longest_value)));
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

void stats_recorder::write(std::string& out, const stats_run& run, const stats_facts& facts) {
  out += "{\"type\":\"test_case\",";
  out += run.head;
  out += ",\"status\":\"";
  out += name_of(facts.status);
  out += "\",\"status_reason\":";
  append_json_string(out, facts.reason.substr(0, cut_at_character(facts.reason, longest_value)));
  out += ",\"representation\":\"";
  append_json_escaped(out, run.property);
  out += '(';
  append_json_escaped(out, representation_);
  out += ")\",\"arguments\":{";
  out += arguments_;
  out += "},\"how_generated\":";
  append_json_string(out, facts.how);
  out += ",\"features\":{";
  for (std::size_t i = 0; i < feature_count_; ++i) {
    if (i > 0) {
      out += ',';
    }
    append_json_string(out, features_[i].name);
    out += ':';
    out += features_[i].value;
  }
  out += "},\"coverage\":";
  out += coverage_.empty() ? "null" : coverage_;
  out += ",\"timing\":{";
  out += timing_;
  if (timed_) {
    out += timing_.empty() ? "\"execute:test\":" : ",\"execute:test\":";
    append_json_seconds(out, nanoseconds_between(began_, ended_) - elsewhere_);
  }
  out += "},\"metadata\":{\"seed\":";
  out += run.seed;
  out += ",\"case\":";
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
