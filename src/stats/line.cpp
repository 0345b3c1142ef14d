// SPDX-License-Identifier: BSL-1.0
#include "stats/line.hpp"

#include "base/json_text.hpp"
#include "base/utf8.hpp"
#include "stats/recorder.hpp"
#include "stats/sheet.hpp"
#include "stats/source_lines.hpp"
#include "stats/value_json.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace tali::detail {

namespace {

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

/// Names of labels and features are short; a whole value in a name is truncated.
constexpr std::size_t longest_name = 1024;
constexpr std::size_t longest_value = stats_recorder::longest_value;

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

void stats_line::begin() {
  representation_.clear();
  arguments_.clear();
  timing_.clear();
  notes_.clear();
  coverage_.clear();
  values_ = 0;
  feature_count_ = 0;
  cut_ = false;
}

const stats_line::slot& stats_line::slot_for(std::string_view name, int number) {
  if (values_ == slots_.size()) {
    slots_.emplace_back();
  }
  slot& mine = slots_[values_];
  if (values_ < slots_known_ && mine.number == number && mine.given == name) {
    return mine;
  }
  slots_known_ = values_ + 1; // the names after this one depend on the name that was here
  mine.given = name;
  mine.number = number;
  mine.name = name;
  if (number > 0) {
    append_json_number(mine.name, static_cast<std::uint64_t>(number));
  }
  const auto seen = [&] {
    return std::any_of(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(values_),
                       [&](const slot& s) { return s.name == mine.name; });
  };
  constexpr std::size_t most_compared = 64; // beyond that a body probably draws in a loop, and names are numbers
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

void stats_line::value(std::string_view name, int number, const value_tree_view& tree, std::int64_t nanoseconds) {
  const slot& mine = slot_for(name, number);
  ++values_;
  shown_.clear();
  bool cut = append_text(shown_, tree, stats_recorder::limits) || tree.cut;
  if (shown_.size() > longest_value + 1024) { // text by the type's author; other text respects the limit
    const std::size_t kept = cut_at_character(shown_, longest_value);
    const std::size_t missing = shown_.size() - kept;
    shown_.resize(kept);
    shown_ += fmt::format("… ({} bytes more)", missing);
    cut = true;
  }
  cut_ = cut_ || shown_.size() >= longest_value;
  representation_ += mine.representation;
  append_json_escaped(representation_, shown_);
  arguments_ += mine.key;
  if (cut) {
    append_json_string(arguments_, shown_);
  } else {
    append_value_json(arguments_, tree);
  }
  if (nanoseconds >= 0) {
    if (!timing_.empty()) {
      timing_ += ',';
    }
    timing_ += mine.timing;
    append_json_seconds(timing_, nanoseconds);
  }
}

std::string& stats_line::feature_value(std::string_view name) {
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
  if (f.name != name || f.key.empty()) { // otherwise it is left over from an earlier case
    f.name = name;
    f.key.clear();
    append_json_string(f.key, name);
    f.key += ':';
  }
  f.value.clear();
  return f.value;
}

void stats_line::append_cut(std::string& out, std::string_view text, std::size_t most) {
  const std::size_t kept = cut_at_character(text, most);
  append_json_string(out, text.substr(0, kept));
  if (kept < text.size()) {
    out.pop_back();
    out += fmt::format("… ({} bytes more)\"", text.size() - kept);
    cut_ = true;
  }
}

// There are few labels, and each has its own address.
const stats_line::written_label& stats_line::label_as_json(std::string_view label) {
  const auto address = reinterpret_cast<std::uintptr_t>(label.data());
  written_label& mine = labels_[(address ^ address >> 7U) % labels_.size()];
  if (mine.label.data() != label.data() || mine.label.size() != label.size()) {
    mine.label = label;
    mine.length = 0;
    if (label.size() + 2 + 8 <= mine.json.size()) {
      const char* const end = write_json_string(mine.json.data(), label);
      mine.length = end == nullptr ? 0 : static_cast<std::size_t>(end - mine.json.data());
    }
  }
  return mine;
}

// A branch by its label, an integer by its distance from the simplest value, a real as it is.
void stats_line::append_choices(std::string& out, sheet_reader& in) {
  out += ",\"choices\":[";
  const auto count = in.take<std::uint64_t>();
  const auto n = static_cast<std::size_t>(in.take<std::uint64_t>());
  choices_.resize((sizeof(written_label::json) + 1) * n); // a label, a number or a sign and a number; and a comma
  char* at = choices_.data();
  const auto append_slowly = [&](const auto& append) {
    out.append(choices_.data(), at);
    at = choices_.data();
    append();
  };
  for (std::size_t i = 0; i < n; ++i) {
    const auto c = in.take<sheet_choice>();
    switch (c.is) {
    case sheet_choice::kind::real:
      append_slowly([&] { append_json_number(out, std::bit_cast<double>(c.what)); });
      break;
    case sheet_choice::kind::label: {
      const auto* const address = reinterpret_cast<const char*>(c.what); // NOLINT(performance-no-int-to-ptr)
      const std::string_view text(address, c.length);
      const written_label& label = label_as_json(text);
      if (label.length > 0) {
        std::memcpy(at, label.json.data(), label.json.size());
        at += label.length;
      } else {
        append_slowly([&] { append_json_string(out, text); });
      }
      break;
    }
    case sheet_choice::kind::below:
      *at++ = '-';
      [[fallthrough]];
    case sheet_choice::kind::above:
      at = write_json_number(at, c.what);
      break;
    }
    *at++ = ',';
  }
  out.append(choices_.data(), at);
  if (n > 0) {
    out.pop_back();
  }
  out += "],\"choice_count\":";
  append_json_number(out, count);
}

// long: a table, with one case per tag.
void stats_line::append(std::string& out, std::string_view sheet) {
  begin();
  sheet_reader in(sheet);
  while (true) {
    switch (in.take<sheet_tag>()) {
    case sheet_tag::value: {
      const auto name = in.take<std::string_view>();
      const auto number = in.take<int>();
      // NOLINTNEXTLINE(performance-no-int-to-ptr): a constant of the program
      const auto* const type = reinterpret_cast<const value_type*>(in.take<std::uintptr_t>());
      const bool cut = in.take<bool>();
      const auto bytes = in.take<std::string_view>();
      value(name, number, {type, bytes, cut}, in.take<std::int64_t>());
      break;
    }
    case sheet_tag::label:
      feature_value(in.take<std::string_view>()) = "\"\"";
      break;
    case sheet_tag::number: {
      std::string& out_value = feature_value(in.take<std::string_view>());
      append_json_number(out_value, in.take<double>());
      break;
    }
    case sheet_tag::text: {
      std::string& out_value = feature_value(in.take<std::string_view>());
      append_cut(out_value, in.take<std::string_view>(), longest_name);
      break;
    }
    case sheet_tag::pair: {
      std::string& out_value = feature_value(in.take<std::string_view>());
      out_value += "[[";
      append_json_string(out_value, in.take<std::string_view>());
      out_value += ',';
      append_json_number(out_value, in.take<double>());
      out_value += "],[";
      append_json_string(out_value, in.take<std::string_view>());
      out_value += ',';
      append_json_number(out_value, in.take<double>());
      out_value += "]]";
      break;
    }
    case sheet_tag::target: {
      const auto name = in.take<std::string_view>();
      append_json_number(feature_value(name.empty() ? "target" : fmt::format("target:{}", name)), in.take<double>());
      break;
    }
    case sheet_tag::cover: {
      std::string& out_value = feature_value(in.take<std::string_view>());
      out_value = in.take<bool>() ? "\"true\"" : "\"false\"";
      break;
    }
    case sheet_tag::note:
      if (!notes_.empty()) {
        notes_ += ',';
      }
      append_cut(notes_, in.take<std::string_view>(), longest_value);
      break;
    case sheet_tag::coverage:
      places_ = in.take<std::string_view>();
      append_source_lines(coverage_, places_);
      break;
    case sheet_tag::end:
      finish(out, in);
      return;
    }
  }
}

void stats_line::append_frames(std::string& out, std::string_view frames) {
  while (!frames.empty()) {
    frame_length length = 0;
    std::memcpy(&length, frames.data(), sizeof(length));
    frames.remove_prefix(sizeof(length));
    const bool text = (length & text_frame) != 0;
    length &= ~text_frame;
    if (text) {
      out += frames.substr(0, length);
    } else {
      append(out, frames.substr(0, length));
    }
    frames.remove_prefix(length);
  }
}

// In the order in which stats_recorder::finish writes it.
// long: the fields of a line, one after another; a case has no other structure.
void stats_line::finish(std::string& out, sheet_reader& in) {
  out += run_.opening;
  out += name_of(in.take<stats_status>());
  if (const auto reason = in.take<std::string_view>(); reason.empty()) {
    out += "\",\"status_reason\":\"\"";
  } else {
    out += "\",\"status_reason\":";
    append_cut(out, reason, longest_value);
  }
  out += run_.representation;
  out += representation_;
  out += ")\",\"arguments\":{";
  out += arguments_;
  out += "},\"how_generated\":\"";
  out += in.take<std::string_view>(); // one of our own constants
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
  const auto index = in.take<std::uint64_t>();
  const auto size = in.take<int>();
  const auto executed = in.take<std::int64_t>();
  if (in.take<bool>()) {
    out += timing_.empty() ? "\"execute:test\":" : ",\"execute:test\":";
    append_json_seconds(out, executed);
  }
  out += run_.metadata;
  append_json_number(out, index);
  out += ",\"size\":";
  append_json_number(out, static_cast<std::uint64_t>(std::max(size, 0)));
  const auto replay = in.take<std::string_view>();
  const auto step = in.take<std::uint64_t>();
  const auto run = in.take<std::uint64_t>();
  const auto failure = in.take<std::uint64_t>();
  if (in.take<bool>()) {
    append_choices(out, in);
  }
  if (!replay.empty()) {
    out += ",\"replay\":";
    append_json_string(out, replay);
  }
  if (step > 0) {
    out += ",\"shrink_step\":";
    append_json_number(out, step);
    out += ",\"shrink_run\":";
    append_json_number(out, run);
  }
  if (failure > 0) {
    out += ",\"failure\":";
    append_json_number(out, failure);
  }
  if (!coverage_.empty()) {
    out += ",\"edges\":";
    append_json_number(out, std::uint64_t{places_.size() / sizeof(std::uintptr_t)});
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
