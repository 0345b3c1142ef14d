// SPDX-License-Identifier: BSL-1.0
#include "command/run_data.hpp"

#include <tali/detail/mix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tali::command {

namespace {

constexpr std::size_t longest_kept_line = 32'768;
constexpr std::size_t latest_kept = 30;

std::uint8_t time_bucket(double seconds) {
  const double ns = seconds * 1e9;
  return ns <= 1 ? std::uint8_t{0} : static_cast<std::uint8_t>(std::min(254.0, 8 * std::log2(ns)));
}

/// Adds a value to a column. Returns whether it is a new extreme or a new category.
bool add_value(feature_column& f, const feature_value& value, std::uint64_t rows) {
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  const auto whole = [](double d) { return d == std::trunc(d); };
  const auto as_float = [](double d) { return static_cast<float>(std::clamp(d, -1e30, 1e30)); };
  f.values.resize(rows, none);
  switch (value.what) {
  case feature_value::kind::number: {
    const float v = as_float(value.x);
    const bool first = f.numbers++ == 0;
    const bool outside = first || v < f.least || v > f.greatest;
    f.least = first ? v : std::min(f.least, v);
    f.greatest = first ? v : std::max(f.greatest, v);
    f.fraction = f.fraction || !whole(value.x);
    f.values.push_back(v);
    return outside;
  }
  case feature_value::kind::text: {
    const std::size_t known = f.categories.names().size();
    const std::uint32_t id = f.categories.id_of(value.text);
    ++f.texts;
    f.values.push_back(static_cast<float>(id));
    return f.categories.names().size() > known;
  }
  case feature_value::kind::pair: {
    f.second.resize(rows, none);
    const float x = as_float(value.x);
    const float y = as_float(value.y);
    if (f.pairs++ == 0) {
      f.least = f.greatest = x;
      f.second_least = f.second_greatest = y;
      f.x_name = value.x_name;
      f.y_name = value.y_name;
    }
    f.least = std::min(f.least, x);
    f.greatest = std::max(f.greatest, x);
    f.second_least = std::min(f.second_least, y);
    f.second_greatest = std::max(f.second_greatest, y);
    f.fraction = f.fraction || !whole(value.x);
    f.second_fraction = f.second_fraction || !whole(value.y);
    f.values.push_back(x);
    f.second.push_back(y);
    return false;
  }
  }
  return false;
}

} // namespace

std::uint32_t name_table::id_of(std::string_view text) {
  if (const auto at = ids_.find(text); at != ids_.end()) {
    return at->second;
  }
  if (names_.size() >= most_) {
    if (names_.size() == most_) {
      names_.emplace_back("(others)");
    }
    return most_;
  }
  const auto id = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(text);
  ids_.emplace(text, id);
  return id;
}

std::size_t hash_counts::find(std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = detail::fibonacci_hash(hash) >> 20U & mask;
  while (slots_[at].count != 0 && slots_[at].hash != hash) {
    at = (at + 1) & mask;
  }
  return at;
}

std::uint32_t hash_counts::add(std::uint64_t hash) {
  if ((used_ + 1) * 3 > slots_.size() * 2) {
    std::vector<slot> old(std::max<std::size_t>(64, slots_.size() * 2));
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.count != 0) {
        slots_[find(s.hash)] = s;
      }
    }
  }
  slot& s = slots_[find(hash)];
  used_ += s.count == 0 ? 1U : 0U;
  s.hash = hash;
  return s.count++;
}

std::uint32_t hash_counts::count(std::uint64_t hash) const { return slots_.empty() ? 0 : slots_[find(hash)].count; }

feature_column& run_data::column(std::string_view name) {
  const std::string key(name);
  const auto [at, fresh] = feature_index_.try_emplace(key, features.size());
  if (fresh) {
    feature_column f;
    f.name = key;
    features.push_back(std::move(f));
  }
  return features[at->second];
}

void run_data::keep(std::vector<kept_case>& in, const case_line& c) {
  in.push_back(
      {rows, c.representation_hash, std::string(c.raw.size() <= longest_kept_line ? c.raw : std::string_view())});
}

void run_data::add(const case_line& c) {
  const std::uint32_t before = seen.add(c.representation_hash);
  const auto status = static_cast<std::size_t>(c.status);
  ++by_status[status];
  if (before > 0 && c.status != line_status::gave_up) {
    ++duplicates;
  }
  kinds.push_back(static_cast<std::uint8_t>(status | (before > 0 ? 4U : 0U)));
  hows.push_back(static_cast<std::uint8_t>(how_names.id_of(c.how)));
  reasons.push_back(c.status == line_status::passed ? std::uint16_t{0}
                                                    : static_cast<std::uint16_t>(1 + reason_names.id_of(c.reason)));
  generate_times.push_back(c.timed ? time_bucket(c.generate_seconds) : std::uint8_t{255});
  execute_times.push_back(c.timed ? time_bucket(c.execute_seconds) : std::uint8_t{255});
  seconds += c.generate_seconds + c.execute_seconds;
  bool interesting = add_features(c);
  if (c.has_coverage && add_coverage(c)) {
    interesting = true;
  }
  if (!c.labels.empty()) {
    add_labels(c);
  }
  sample(c, interesting);
  ++rows;
}

bool run_data::add_features(const case_line& c) {
  constexpr std::size_t most_features = 60;
  bool interesting = false;
  for (const auto& [name, value] : c.features) {
    if (features.size() < most_features || feature_index_.contains(std::string(name))) {
      interesting = add_value(column(name), value, rows) || interesting;
    }
  }
  return interesting;
}

bool run_data::add_coverage(const case_line& c) {
  std::uint32_t total = covered.empty() ? 0 : covered.back().second;
  const std::uint32_t was = total;
  (c.status == line_status::failed ? covered_cases_failed : covered_cases_passed) +=
      c.status == line_status::gave_up ? 0U : 1U;
  for (const auto& [file, line] : c.coverage) {
    auto at = coverage.find(file);
    if (at == coverage.end()) {
      at = coverage.emplace(std::string(file), std::map<std::uint32_t, line_counts>{}).first;
    }
    const auto [counts, fresh] = at->second.try_emplace(line);
    total += fresh ? 1U : 0U;
    if (c.status == line_status::passed) {
      ++counts->second.passed;
    } else if (c.status == line_status::failed) {
      ++counts->second.failed;
    }
  }
  if (total != was || covered.empty()) {
    covered.emplace_back(rows, total);
  }
  return total != was;
}

void run_data::add_labels(const case_line& c) {
  std::uint32_t ids[64];
  std::size_t n = 0;
  std::uint64_t counted = 0;
  for (const std::string_view label : c.labels) {
    const std::uint32_t id = label_names.id_of(label);
    if (id >= 64) {
      continue;
    }
    if (id >= label_uses.size()) {
      label_uses.resize(id + 1);
      label_cases.resize(id + 1);
    }
    ++label_uses[id];
    if ((counted >> id & 1U) == 0) {
      counted |= std::uint64_t{1} << id;
      ids[n++] = id;
    }
  }
  std::sort(ids, ids + n);
  for (std::size_t i = 0; i < n; ++i) {
    ++label_cases[ids[i]];
    for (std::size_t j = i + 1; j < n && n <= 24; ++j) {
      ++label_pairs[{ids[i], ids[j]}];
    }
  }
}

void run_data::sample(const case_line& c, bool interesting) {
  if (c.shrink_step > 0) {
    if (steps_.size() < most_steps) {
      keep(steps_, c);
    } else {
      steps_.back() = {rows, c.representation_hash, std::string(c.raw)}; // the last one is the result
    }
  } else if (c.status == line_status::failed && failing_.size() < most_failing) {
    keep(failing_, c);
  } else if (c.status == line_status::gave_up && given_up_.size() < most_given_up) {
    keep(given_up_, c);
  } else if (interesting && of_categories_.size() < most_of_categories) {
    keep(of_categories_, c);
  } else if (reservoir_.size() < reservoir_size) {
    keep(reservoir_, c);
  } else {
    if (const std::uint64_t at = random_() % (rows + 1); at < reservoir_size && c.raw.size() <= longest_kept_line) {
      reservoir_[at] = {rows, c.representation_hash, std::string(c.raw)};
    }
  }
  if (latest_.size() < latest_kept) {
    latest_.resize(latest_kept);
  }
  kept_case& last = latest_[rows % latest_kept];
  last.row = rows;
  last.hash = c.representation_hash;
  last.line.assign(c.raw.size() <= longest_kept_line ? c.raw : std::string_view());
}

std::vector<const kept_case*> run_data::kept() const {
  std::vector<const kept_case*> out;
  for (const auto* list : {&reservoir_, &failing_, &given_up_, &steps_, &of_categories_, &latest_}) {
    for (const kept_case& k : *list) {
      if (!k.line.empty()) {
        out.push_back(&k);
      }
    }
  }
  std::sort(out.begin(), out.end(), [](const kept_case* a, const kept_case* b) { return a->row < b->row; });
  out.erase(
      std::unique(out.begin(), out.end(), [](const kept_case* a, const kept_case* b) { return a->row == b->row; }),
      out.end());
  return out;
}

run_data& page_data::run_of(std::string_view property, double start) {
  if (last_ != nullptr && last_->start == start && last_->property == property) {
    return *last_;
  }
  const auto [at, fresh] = index_.try_emplace({std::string(property), start}, runs_.size());
  if (fresh) {
    runs_.push_back(std::make_unique<run_data>(std::string(property), start));
  }
  last_ = runs_[at->second].get();
  return *last_;
}

void page_data::add_message(std::string_view property, double start, run_message m) {
  run_data& r = run_of(property, start);
  constexpr std::size_t most = 200;
  if (r.messages.size() < most) {
    r.messages.push_back(std::move(m));
  }
}

void page_data::add_bad(const std::string& file, std::uint64_t line, std::string why) {
  constexpr std::size_t most = 50;
  ++bad;
  if (bad_samples.size() < most) {
    bad_samples.push_back({file, line, std::move(why)});
  }
}

} // namespace tali::command
