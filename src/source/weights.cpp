// SPDX-License-Identifier: BSL-1.0
// Counts by label, and their JSON form. The reader takes any JSON text of the documented shape and ignores members it
// does not know, so that files may contain more than this version reads.
#include "base/json_text.hpp"

#include <tali/source/weights.hpp>
#include <tali/value/json_reader.hpp>

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

namespace tali {

using namespace choices;
using namespace values;

namespace {

constexpr char separator = '\0';

std::string key_of(std::span<const std::string_view> context, std::string_view label) {
  std::string key;
  for (const std::string_view part : context) {
    key.append(part);
    key.push_back(separator);
  }
  key.append(label);
  return key;
}

} // namespace

struct weights::table {
  std::map<std::string, double, std::less<>> all; // by context and label, separated by zero bytes
};

weights::weights() = default;
weights::weights(const weights& other)
    : counts_(other.empty() ? nullptr : new table(*other.counts_)), depth_(other.depth_), inverted_(other.inverted_) {}
weights::weights(weights&& other) noexcept = default;
weights& weights::operator=(const weights& other) { return *this = weights(other); }
weights& weights::operator=(weights&& other) noexcept = default;
weights::~weights() = default;

bool weights::empty() const noexcept { return !counts_ || counts_->all.empty(); }

bool operator==(const weights& a, const weights& b) {
  const bool equal_counts = a.empty() || b.empty() ? a.empty() == b.empty() : a.counts_->all == b.counts_->all;
  return equal_counts && a.depth_ == b.depth_ && a.inverted_ == b.inverted_;
}

/// The count of this key, 0 if it is new.
double& weights::at(std::string key) {
  if (!counts_) {
    counts_ = detail::owned<table>(new table);
  }
  return counts_->all[std::move(key)];
}

void weights::set(std::string_view label, double count, std::span<const std::string_view> context) {
  at(key_of(context, label)) = count;
  depth_ = std::max(depth_, context.size());
}

void weights::add(std::string_view label, double count, std::span<const std::string_view> context) {
  at(key_of(context, label)) += count;
  depth_ = std::max(depth_, context.size());
}

double weights::count(std::string_view label, std::span<const std::string_view> context) const {
  if (empty()) {
    return 0;
  }
  const auto found = counts_->all.find(key_of(context, label));
  return found == counts_->all.end() ? 0 : found->second;
}

std::vector<weights::entry> weights::entries() const {
  std::vector<entry> all;
  if (empty()) {
    return all;
  }
  for (const auto& [key, count] : counts_->all) {
    entry e;
    std::string_view rest = key;
    for (std::size_t at = rest.find(separator); at != std::string_view::npos; at = rest.find(separator)) {
      e.context.emplace_back(rest.substr(0, at));
      rest.remove_prefix(at + 1);
    }
    e.label = rest;
    e.count = count;
    all.push_back(std::move(e));
  }
  return all;
}

weights& weights::merge(const weights& others, double factor) {
  if (!others.empty()) {
    for (const auto& [key, count] : others.counts_->all) {
      at(key) += count * factor;
    }
  }
  depth_ = std::max(depth_, others.depth_);
  return *this;
}

weights weights::inverted() const {
  weights other = *this;
  other.inverted_ = !inverted_;
  return other;
}

bool weights::apply(const branch_request& request, std::span<const std::string_view> context,
                    std::vector<double>& out) const {
  if (request.labels.empty() || empty()) {
    return false;
  }
  context = context.last(std::min(context.size(), depth_));
  out.resize(request.weights.size());
  // Tries the whole context first, then removes the outermost label, and so on. The first context with a known label is
  // used.
  for (;; context = context.subspan(1)) {
    std::string key = key_of(context, {});
    const std::size_t prefix = key.size();
    bool known = false;
    double share = 0; // of the labelled ones together, as given by the generator
    double total = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = request.weights[i];
      if (request.labels[i].empty() || request.weights[i] == 0) {
        continue;
      }
      key.resize(prefix);
      key.append(request.labels[i]);
      const auto found = counts_->all.find(key);
      known = known || found != counts_->all.end();
      const double count = found == counts_->all.end() ? 0 : std::max(found->second, 0.0);
      share += request.weights[i];
      out[i] = inverted_ ? 1 / (1 + count) : count;
      total += out[i];
    }
    if (known && total > 0) {
      for (std::size_t i = 0; i < out.size(); ++i) {
        if (!request.labels[i].empty() && request.weights[i] != 0) {
          out[i] *= share / total;
        }
      }
      return true;
    }
    if (context.empty()) {
      return false;
    }
  }
}

// JSON ----------------------------------------------------------------------------------------------------------------

namespace {

std::string json_string(std::string_view text) {
  std::string out;
  detail::append_json_string(out, text);
  return out;
}

constexpr std::string_view format_name = "tali weights";

} // namespace

std::string weights::to_json() const {
  std::string out = fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": 1,\n  \"inverted\": {},\n  \"weights\": [",
                                format_name, inverted_);
  const char* between = "\n";
  for (const entry& e : entries()) {
    out += fmt::format("{}    {{\"label\": {}", between, json_string(e.label));
    if (!e.context.empty()) {
      out += ", \"context\": [";
      for (std::size_t i = 0; i < e.context.size(); ++i) {
        out += fmt::format("{}{}", i == 0 ? "" : ", ", json_string(e.context[i]));
      }
      out += "]";
    }
    out += fmt::format(", \"count\": {}}}", e.count);
    between = ",\n";
  }
  return out + (empty() ? "]\n}\n" : "\n  ]\n}\n");
}

void weights::read(json_reader& r, bool& named) {
  r.object([&](const std::string& name) {
    if (name == "format") {
      named = r.string() == format_name;
    } else if (name == "version") {
      if (const double version = r.number(); version != 1) {
        r.fail(fmt::format("unknown version {}: this version of tali reads version 1", version));
      }
    } else if (name == "inverted") {
      inverted_ = r.boolean();
    } else if (name == "weights") {
      r.array([&] {
        entry e;
        bool labelled = false;
        r.object([&](const std::string& member) {
          if (member == "label") {
            e.label = r.string();
            labelled = true;
          } else if (member == "context") {
            r.array([&] { e.context.push_back(r.string()); });
          } else if (member == "count") {
            e.count = r.number();
          } else {
            r.skip();
          }
        });
        if (!labelled || e.label.empty()) {
          r.fail("an entry has no \"label\"");
        }
        if (e.count < 0) {
          r.fail("a count is negative");
        }
        const std::vector<std::string_view> context(e.context.begin(), e.context.end());
        set(e.label, e.count, context);
      });
    } else {
      r.skip();
    }
  });
  r.end();
}

weights weights::from_json(std::string_view text) {
  weights made;
  json_reader r(text);
  bool named = false;
  try {
    made.read(r, named);
  } catch (const json_error& e) {
    throw learn::weights_error(fmt::format("weights: {}", e.what()));
  }
  if (!named) {
    throw learn::weights_error(
        fmt::format("weights: not a weights file: expected a member \"format\" with the value \"{}\"", format_name));
  }
  return made;
}

} // namespace tali
