// SPDX-License-Identifier: BSL-1.0
#include "valid/model.hpp"

#include <algorithm>
#include <bit>

namespace tali::detail {

namespace {

/// The constants of the model. As those of the search (valid/search.cpp), they are part of a sampler that was chosen as
/// a whole on the subjects of bench/valid; the comments state what a larger or smaller value changes.
struct model_constants {
  // Masks
  static constexpr std::uint32_t least_evidence =
      4; // valid values in a context before it masks, and how often a symbol
         // must have been expected but absent; smaller: more wrong masks
  static constexpr std::uint32_t relation_evidence = 4 * least_evidence; // for comparisons, which mask more at once
  static constexpr double least_expected = 0.25; // times the mean share of a symbol: the share of one never seen
  // Biases
  static constexpr float enough_taken = 20;   // weight of new values before a bias is used or updated
  static constexpr float kept_of_taken = 0.5; // after an update; larger: old values count longer
  // Mutation: random attempts to find a match. More find rarer matches and take longer if there is none
  static constexpr int looks_for_place = 6;     // a position with a similar choice
  static constexpr int looks_for_fragment = 8;  // a part and a fragment of the same family
  static constexpr std::uint64_t most_step = 4; // of a number that may be the height or size of a replaced part
};

} // namespace

std::uint32_t symbol_of(std::uint64_t index, std::uint64_t last, std::uint64_t origin) noexcept {
  if (last < symbols) {
    return static_cast<std::uint32_t>(index);
  }
  const std::uint64_t rank = rank_of_index(index, last, origin);
  if (rank < exact_symbols) {
    return static_cast<std::uint32_t>(rank);
  }
  const auto bits = static_cast<std::uint32_t>(std::bit_width(rank)); // 5 to 64
  return exact_symbols + (bits - 5) * (symbols - exact_symbols - 1) / 59;
}

site_model& valid_model::site_at(std::uint64_t key, std::uint64_t last) {
  number_row& row = site_numbers_.at(key);
  if (row.number == 0) {
    row.number = static_cast<std::uint32_t>(sites.size() + 1);
    site_model& site = sites.emplace_back();
    site.key = key;
    site.last = last;
    site.width = last < symbols ? static_cast<std::uint32_t>(last + 1) : 0;
    site.rare.fill(~std::uint64_t{0});
    return site;
  }
  return sites[row.number - 1];
}

branch_bias& valid_model::bias_at(std::uint64_t key) {
  number_row& row = bias_numbers_.at(key);
  if (row.number == 0) {
    biases.emplace_back();
    row.number = static_cast<std::uint32_t>(biases.size());
  }
  return biases[row.number - 1];
}

std::uint64_t valid_model::allowed(const site_model& site, const context_row& row) noexcept {
  if (row.evidence < model_constants::least_evidence) {
    return ~std::uint64_t{0};
  }
  const auto k = static_cast<std::size_t>(std::bit_width(row.evidence / model_constants::least_evidence) - 1);
  return row.seen | site.rare[std::min(k, site.rare.size() - 1)];
}

// Half of the range is hard to miss. A single value of a wide range is easily missed.
std::uint64_t valid_model::allowed_relations(const site_model& site, const context_row& row) noexcept {
  constexpr std::uint64_t near = 0b01110;
  constexpr std::uint64_t all = 0b11111;
  if (row.evidence < model_constants::relation_evidence) {
    return all;
  }
  return row.seen | (site.width == 0 || row.evidence < model_constants::least_evidence * site.width ? near : 0);
}

void valid_model::refresh() {
  for (site_model& site : sites) {
    if (!site.changed) {
      continue;
    }
    site.changed = false;
    const std::uint32_t width = site.width == 0 ? symbols : site.width;
    const double floor = model_constants::least_expected / width;
    for (std::size_t k = 0; k < site.rare.size(); ++k) {
      const double limit = 1.0 / static_cast<double>(std::uint64_t{1} << k);
      std::uint64_t rare = 0;
      for (std::uint32_t s = 0; s < width; ++s) {
        const double share =
            static_cast<double>(site.taken[s]) / static_cast<double>(std::max<std::uint64_t>(1, site.evidence));
        rare |= std::max(share, floor) < limit ? std::uint64_t{1} << s : 0;
      }
      site.rare[k] = rare;
    }
  }
  for (branch_bias& t : biases) {
    float total = 0;
    for (const float taken : t.taken) {
      total += taken;
    }
    if (total < model_constants::enough_taken) {
      continue;
    }
    t.ready = true;
    for (std::size_t i = 0; i < branch_bias::widest; ++i) {
      t.weight[i] = t.taken[i] / total;
      t.taken[i] *= model_constants::kept_of_taken;
    }
  }
}

namespace {

bool alike(const choice& a, const choice& b) { return a.kind == b.kind && a.last == b.last; }

// A position whose next choice is similar to this one; the end is similar to none.
std::size_t place_like(const std::vector<choice>& choices, const choice& like, std::size_t from, rng& engine) {
  if (from >= choices.size()) {
    return choices.size();
  }
  for (int look = 0; look < model_constants::looks_for_place; ++look) {
    const std::size_t at = from + below(engine, choices.size() - from);
    if (alike(choices[at], like)) {
      return at;
    }
  }
  return choices.size();
}

// The numbers that the enclosing part draws before a part.
void numbers_before(const known_value& value, std::size_t which, std::vector<std::size_t>& places) {
  const std::vector<known_value::part>& parts = value.parts; // in the order in which they begin
  const known_value::part& part = parts[which];
  std::size_t next = which;
  std::size_t at = 0;
  while (next > 0) {
    --next;
    if (parts[next].begin <= part.begin && parts[next].end >= part.end) {
      at = parts[next].begin;
      ++next;
      break;
    }
  }
  while (at < part.begin) {
    if (next < which && parts[next].begin == at && parts[next].end > at) { // a sibling
      at = parts[next].end;
      while (next < which && parts[next].begin < at) {
        ++next;
      }
      continue;
    }
    next += next < which && parts[next].begin == at ? 1U : 0U; // an empty one
    if (value.value.choices[at].kind == choice_kind::integer) {
      places.push_back(at);
    }
    ++at;
  }
}

void add(std::vector<choice>& to, const std::vector<choice>& from, std::size_t begin, std::size_t end) {
  to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
            from.begin() + static_cast<std::ptrdiff_t>(end));
}

// A part replaced by another one of the same family. Returns whether one was found. The bits of `word` decide about the
// numbers before the part: it may contain its height or its size.
bool replace_part(const valid_model& model, rng& engine, const known_value& base, std::uint64_t word,
                  std::vector<choice>& changed) {
  const std::vector<choice>& choices = base.value.choices;
  for (int look = 0; look < model_constants::looks_for_fragment; ++look) {
    const std::size_t which = below(engine, base.parts.size());
    const known_value::part& part = base.parts[which];
    const fragment& other = model.fragments[below(engine, model.fragments.size())];
    if (part.family != other.family) {
      continue;
    }
    add(changed, choices, 0, part.begin);
    std::vector<std::size_t> numbers;
    if ((word & 16U) != 0) {
      numbers_before(base, which, numbers);
    }
    if (!numbers.empty()) {
      choice& c = changed[numbers[below(engine, numbers.size())]];
      const std::uint64_t step = (word & 32U) != 0 ? 1 : 1 + below(engine, model_constants::most_step);
      const bool up = (word & 192U) != 0;
      c.value = up ? c.value + std::min(c.last - c.value, step) : c.value - std::min(c.value, step);
    }
    add(changed, other.choices, 0, other.choices.size());
    add(changed, choices, part.end, choices.size());
    return true;
  }
  return false;
}

// Cut at a position and continued at a similar one, in this value or in another; then perhaps back in this value.
void recombine(const valid_model& model, rng& engine, const std::vector<choice>& choices, std::uint64_t word,
               std::vector<choice>& changed) {
  const std::size_t cut = below(engine, choices.size());
  add(changed, choices, 0, cut);
  if (word % 8 < 2) { // remove or duplicate some choices
    const std::size_t next = place_like(choices, choices[cut], 0, engine);
    add(changed, choices, next, choices.size());
    return;
  }
  const std::vector<choice>& other = model.known[below(engine, model.known.size())].value.choices;
  const std::size_t begin = place_like(other, choices[cut], 0, engine);
  if (begin == other.size()) {
    add(changed, choices, cut, choices.size());
    return;
  }
  const std::size_t back = word % 8 < 4 ? place_like(choices, choices[cut], cut, engine) : cut;
  const std::size_t end = back < choices.size() ? place_like(other, choices[back], begin + 1, engine) : other.size();
  add(changed, other, begin, end);
  if (end < other.size()) {
    add(changed, choices, back, choices.size());
  }
}

} // namespace

void change_some(const valid_model& model, rng& engine, bool keep, std::vector<choice>& changed) {
  changed.clear();
  if (model.known.empty()) {
    return;
  }
  const known_value& base = model.known[below(engine, model.known.size())];
  if (base.value.choices.empty()) {
    return;
  }
  if (keep) {
    changed = base.value.choices;
    return;
  }
  const std::uint64_t word = engine();
  const bool by_part = !base.parts.empty() && !model.fragments.empty() && word % 2 == 0;
  if (!by_part || !replace_part(model, engine, base, word, changed)) {
    recombine(model, engine, base.value.choices, word, changed);
  }
}

} // namespace tali::detail
