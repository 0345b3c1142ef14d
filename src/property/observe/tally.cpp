// SPDX-License-Identifier: BSL-1.0
#include "property/observe/tally.hpp"

#include <algorithm>

namespace tali::detail {

std::uint32_t text_table::id_of(std::string_view text) {
  if (const auto found = ids_.find(text); found != ids_.end()) {
    return found->second;
  }
  if (texts_.size() >= most) {
    text = "(all others)";
    if (const auto found = ids_.find(text); found != ids_.end()) {
      return found->second;
    }
  }
  const auto [at, added] = ids_.emplace(text, static_cast<std::uint32_t>(texts_.size()));
  texts_.push_back(&at->first);
  return at->second;
}

void count_table::merge_and_clear(count_table& other) {
  for (std::uint32_t i = 0; i < other.names_.size(); ++i) {
    if (other.counts_[i].count != 0) {
      add(id_of(other.names_.text(i)), other.counts_[i].count);
      other.counts_[i].count = 0;
    }
  }
}

namespace {

bool is_number(std::string_view text) {
  text.remove_prefix(text.starts_with('-') ? 1 : 0);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Numbers by value, before other texts.
bool comes_first(std::string_view a, std::string_view b) {
  const bool numbers = is_number(a) && is_number(b);
  if (!numbers) {
    return is_number(a) != is_number(b) ? is_number(a) : a < b;
  }
  const bool negative = a.starts_with('-');
  if (negative != b.starts_with('-')) {
    return negative;
  }
  return (a.size() != b.size() ? a.size() < b.size() : a < b) != (negative && a != b);
}

} // namespace

std::vector<count_of> count_table::sorted() const {
  std::vector<count_of> rows;
  for (std::uint32_t i = 0; i < names_.size(); ++i) {
    if (counts_[i].count != 0) {
      rows.push_back({names_.text(i), counts_[i].count});
    }
  }
  std::sort(rows.begin(), rows.end(), [](const count_of& a, const count_of& b) {
    return a.count != b.count ? a.count > b.count : comes_first(a.text, b.text);
  });
  return rows;
}

remark tally::on_label(std::string_view text) { return {remark::what::label, labels_.id_of(text), 0, 0}; }

std::uint32_t tally::event_id(std::string_view name) {
  const std::uint32_t id = event_names_.id_of(name);
  if (id == events_.size()) {
    events_.emplace_back();
  }
  return id;
}

remark tally::on_number(std::string_view name, double value) {
  return {remark::what::number, event_id(name), 0, value};
}

remark tally::on_text(std::string_view name, std::string_view payload) {
  const std::uint32_t id = event_id(name);
  return {remark::what::text, id, events_[id].texts.id_of(payload), 0};
}

std::uint32_t tally::target_id(std::string_view name) {
  const std::uint32_t id = target_names_.id_of(name);
  if (id == targets_.size()) {
    targets_.emplace_back();
  }
  return id;
}

remark tally::on_target(std::string_view name, double value) {
  return {remark::what::target, target_id(name), 0, value};
}

remark tally::on_cover(double percent, std::string_view label) {
  const std::uint32_t id = cover_names_.id_of(label);
  if (id == covers_.size()) {
    covers_.emplace_back();
  }
  covers_[id].percent = std::max(covers_[id].percent, percent);
  return {remark::what::hit, id, 0, 0};
}

void tally::add_number(std::uint32_t id, double value) {
  event& e = events_[id];
  e.least = e.numbers == 0 ? value : std::min(e.least, value);
  e.greatest = e.numbers == 0 ? value : std::max(e.greatest, value);
  e.sum += value;
  ++e.numbers;
}

void tally::commit(std::span<const remark> remarks, std::uint64_t case_index) {
  for (const remark& r : remarks) {
    switch (r.kind) {
    case remark::what::label:
      labels_.add_once(r.id, case_index);
      break;
    case remark::what::number:
      if (of_chunk_) {
        numbers_.emplace_back(r.id, r.value);
      } else {
        add_number(r.id, r.value);
      }
      break;
    case remark::what::text:
      events_[r.id].texts.add(r.payload);
      break;
    case remark::what::target: {
      target& t = targets_[r.id];
      if (t.count++ == 0 || r.value > t.best) {
        t.best = r.value;
        t.best_case = case_index;
      }
      break;
    }
    case remark::what::hit: {
      cover& c = covers_[r.id];
      c.hits += c.serial != case_index ? 1 : 0;
      c.serial = case_index;
      break;
    }
    }
  }
}

void tally::merge_and_clear(tally& next) {
  labels_.merge_and_clear(next.labels_);
  reasons_.merge_and_clear(next.reasons_);
  for (const auto& [id, value] : next.numbers_) {
    add_number(event_id(next.event_names_.text(id)), value);
  }
  next.numbers_.clear();
  for (std::uint32_t i = 0; i < next.events_.size(); ++i) {
    events_[event_id(next.event_names_.text(i))].texts.merge_and_clear(next.events_[i].texts);
  }
  for (std::uint32_t i = 0; i < next.targets_.size(); ++i) {
    target& from = next.targets_[i];
    target& to = targets_[target_id(next.target_names_.text(i))];
    if (from.count != 0 && (to.count == 0 || from.best > to.best)) {
      to.best = from.best;
      to.best_case = from.best_case;
    }
    to.count += from.count;
    from = {};
  }
  for (std::uint32_t i = 0; i < next.covers_.size(); ++i) {
    covers_[on_cover(next.covers_[i].percent, next.cover_names_.text(i)).id].hits += next.covers_[i].hits;
    next.covers_[i].hits = 0;
  }
}

bool tally::has_targets() const {
  return std::any_of(targets_.begin(), targets_.end(), [](const target& t) { return t.count != 0; });
}

std::optional<double> tally::highest(std::span<const remark> remarks, std::string_view name) const {
  std::optional<double> most;
  for (const remark& r : remarks) {
    if (r.kind == remark::what::target && target_names_.text(r.id) == name && (!most || r.value > *most)) {
      most = r.value;
    }
  }
  return most;
}

void tally::aimed_at(std::string_view name, double value) {
  auto& reached = targets_[target_id(name)].aimed;
  reached = reached ? std::max(*reached, value) : value;
}

void tally::write_to(result& r, std::uint64_t passed) const {
  r.labels = labels_.sorted();
  r.discard_reasons = reasons_.sorted();
  r.events.clear();
  for (std::uint32_t i = 0; i < events_.size(); ++i) {
    const event& e = events_[i];
    auto texts = e.texts.sorted();
    if (e.numbers != 0 || !texts.empty()) {
      r.events.push_back({event_names_.text(i), e.numbers, e.least,
                          e.numbers == 0 ? 0 : e.sum / static_cast<double>(e.numbers), e.greatest, std::move(texts)});
    }
  }
  std::sort(r.events.begin(), r.events.end(),
            [](const event_summary& a, const event_summary& b) { return a.name < b.name; });
  r.targets.clear();
  for (std::uint32_t i = 0; i < targets_.size(); ++i) {
    if (targets_[i].count != 0) {
      r.targets.push_back(
          {target_names_.text(i), targets_[i].best, targets_[i].best_case, targets_[i].count, targets_[i].aimed});
    }
  }
  std::sort(r.targets.begin(), r.targets.end(),
            [](const target_summary& a, const target_summary& b) { return a.name < b.name; });
  r.coverage.clear();
  for (std::uint32_t i = 0; i < covers_.size(); ++i) {
    coverage_summary c;
    c.label = cover_names_.text(i);
    c.required = covers_[i].percent;
    c.hits = covers_[i].hits;
    c.cases = passed;
    r.coverage.push_back(std::move(c));
  }
  std::sort(r.coverage.begin(), r.coverage.end(),
            [](const coverage_summary& a, const coverage_summary& b) { return a.label < b.label; });
}

} // namespace tali::detail
