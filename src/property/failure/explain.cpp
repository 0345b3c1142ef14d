// SPDX-License-Identifier: BSL-1.0
// Finds which parts of a failing case matter, by running the property on similar cases.
//
// First the neighbours: each choice one step up and down. If a neighbour passes, this choice matters, and the report
// shows the neighbour with the smallest change. Then each drawn value is drawn again at random several times. If every
// attempt fails in the same way, the value is irrelevant. If not, its parts are tried, from the outside in. Finally,
// all irrelevant parts are varied together.
//
// "Irrelevant" is evidence, not proof, unless a part has few values and all of them were tried. The location of a part
// in a value is read from the structural difference that changing it makes.
#include "property/failure/explain.hpp"
#include "property/failure/failure_shrinker.hpp"
#include "property/failure/varying_source.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <set>

namespace tali::detail {

namespace {

constexpr std::uint64_t tries_of_a_value = 20;
constexpr std::uint64_t tries_of_a_part = 12;
constexpr std::uint64_t fewest_tries = 5; // fewer attempts are not conclusive
constexpr std::uint64_t few_values = 32;  // up to this many values are all tried
constexpr std::uint64_t tries_together = 10;
constexpr std::size_t most_parts = 24;    // irrelevant parts in a report
constexpr std::uint64_t most_changes = 8; // changed choices in a passing case that is reported

using choice_list = std::vector<choice>;

/// The distance of a passing case from the failing one. The same number of choices, few of them changed, by little.
struct change {
  std::uint64_t more_or_fewer = ~std::uint64_t{0};
  std::uint64_t changed = 0;
  std::uint64_t amount = 0;
  friend auto operator<=>(const change&, const change&) = default;
};

std::uint64_t amount_of(const choice& a, const choice& b) {
  constexpr std::uint64_t another_kind = std::uint64_t{1} << 40U; // a change of kind outweighs any change of a number
  if (a.kind != b.kind || a.kind == choice_kind::branch) {
    return another_kind;
  }
  if (a.kind == choice_kind::real) {
    const double difference = std::bit_cast<double>(a.value) - std::bit_cast<double>(b.value);
    const double size = difference < 0 ? -difference : difference;
    return size < 1e12 ? static_cast<std::uint64_t>(size) : another_kind;
  }
  const std::uint64_t x = a.value - a.origin; // modulo 2^64: as signed numbers
  const std::uint64_t y = b.value - b.origin;
  const std::uint64_t up = x - y;
  const std::uint64_t down = y - x;
  return std::min(up, down);
}

change change_of(const choice_list& from, const choice_list& to) {
  change c;
  c.more_or_fewer = from.size() > to.size() ? from.size() - to.size() : to.size() - from.size();
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    if (from[i].value != to[i].value || from[i].kind != to[i].kind) {
      ++c.changed;
      const std::uint64_t amount = amount_of(from[i], to[i]);
      c.amount = c.amount > ~amount ? ~std::uint64_t{0} : c.amount + amount;
    }
  }
  return c;
}

/// A part that can vary: adjacent tokens, each a choice or the opening of a span.
struct part {
  std::size_t value = 0; // of the drawn values
  std::vector<std::uint32_t> tokens;
  bool whole = false; // all of the value
};

enum class outcome : std::uint8_t { fails, passes, other, unusable };

class explainer {
public:
  explainer(replayer& runner, const failure& f, std::uint64_t runs, std::chrono::milliseconds time)
      : runner_(runner), failure_(f), most_(runs - std::min(runs / 2, tries_together)),
        until_(std::chrono::steady_clock::now() + time), tree_(tree_of(f.recorded)), closes_(matching_closes(tree_)),
        matters_(tree_.size(), false), seed_(f.index + 1) {}

  explanation explain() {
    try_neighbours();
    try_parts();
    vary_together();
    find_names();
    show_nearest();
    found_.runs = runs_;
    return std::move(found_);
  }

private:
  struct free_tokens {
    part what;
    std::uint64_t tried;
    bool all;
    choice_list example; // a failing case with other choices in this part
  };

  [[nodiscard]] bool spent() {
    if (runs_ >= most_ || runner_.interrupted() || std::chrono::steady_clock::now() > until_) {
      found_.complete = false;
      return true;
    }
    return false;
  }

  outcome judge(dynamic_source& source) {
    ++runs_;
    made_.clear();
    source.record_to(&made_);
    const case_outcome result = runner_.run(source);
    switch (result.status) {
    case case_status::discarded:
      return outcome::unusable;
    case case_status::failed:
      return result.cause.same_as(failure_.cause) ? outcome::fails : outcome::other;
    case case_status::passed:
      break;
    }
    const change c = change_of(failure_.choices.choices, made_.choices);
    if (c < nearest_) {
      nearest_ = c;
      passing_ = {made_.choices, made_.size};
    }
    return outcome::passes;
  }

  outcome judge_edited(std::uint32_t token, std::uint64_t value) {
    choice_tree edited = tree_;
    edited[token].chosen.value = value;
    tree_source source(edited, failure_.choices.size);
    return judge(source);
  }

  outcome judge_varied(const std::vector<bool>& vary, int size) {
    varying_source source(tree_, vary, failure_.choices.size, size, rng::stream(seed_, runs_));
    return judge(source);
  }

  /// The neighbours of the value of a choice, the one nearest to the simplest first.
  [[nodiscard]] static std::vector<std::uint64_t> neighbours(const choice& c) {
    std::vector<std::uint64_t> values;
    if (c.kind == choice_kind::real) {
      const auto x = std::bit_cast<double>(c.value);
      for (const double near : {x - 1, x + 1}) {
        if (near >= std::bit_cast<double>(c.origin) && near <= std::bit_cast<double>(c.last) && near != x) {
          values.push_back(std::bit_cast<std::uint64_t>(near));
        }
      }
      return values;
    }
    if (c.value > 0) {
      values.push_back(c.value - 1);
    }
    if (c.value < c.last) {
      values.push_back(c.value + 1);
    }
    if (values.size() == 2 && c.value < c.origin) {
      std::swap(values[0], values[1]);
    }
    return values;
  }

  void try_neighbours() {
    const std::uint64_t share = most_ / 2;
    for (std::uint32_t i = 0; i < tree_.size() && !spent(); ++i) {
      if (tree_[i].what != tree_token::kind::choice) {
        continue;
      }
      for (const std::uint64_t value : neighbours(tree_[i].chosen)) {
        if (runs_ >= share) {
          found_.complete = false;
          return;
        }
        const outcome result = judge_edited(i, value);
        matters_[i] = matters_[i] || result == outcome::passes || result == outcome::other;
      }
    }
  }

  [[nodiscard]] bool any_matters(const part& p) const {
    return std::any_of(p.tokens.begin(), p.tokens.end(), [&](std::uint32_t t) {
      return std::find(matters_.begin() + t, matters_.begin() + closes_[t] + 1, true) !=
             matters_.begin() + closes_[t] + 1;
    });
  }

  [[nodiscard]] bool has_choices(std::uint32_t token) const {
    return std::any_of(tree_.begin() + token, tree_.begin() + closes_[token] + 1, [](const tree_token& t) {
      return t.what == tree_token::kind::choice && (t.chosen.kind == choice_kind::real || t.chosen.last > 0);
    });
  }

  /// The adjacent items in [begin, end) that contain choices.
  [[nodiscard]] std::vector<std::uint32_t> items(std::uint32_t begin, std::uint32_t end) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = begin; i < end; i = closes_[i] + 1) {
      if (tree_[i].what != tree_token::kind::close && has_choices(i)) {
        found.push_back(i);
      }
    }
    return found;
  }

  [[nodiscard]] std::vector<part> drawn_values() const {
    std::vector<part> parts;
    std::vector<std::uint32_t> choices_before(tree_.size() + 1, 0);
    for (std::size_t i = 0; i < tree_.size(); ++i) {
      choices_before[i + 1] = choices_before[i] + (tree_[i].what == tree_token::kind::choice ? 1 : 0);
    }
    const auto top = items(0, static_cast<std::uint32_t>(tree_.size()));
    for (std::size_t v = 0; v < failure_.values.size(); ++v) {
      const drawn_value& drawn = failure_.values[v];
      part p{v, {}, true};
      for (const std::uint32_t t : top) {
        if (choices_before[t] >= drawn.choices_begin && choices_before[closes_[t] + 1] <= drawn.choices_end) {
          p.tokens.push_back(t);
        }
      }
      if (!p.tokens.empty()) {
        parts.push_back(std::move(p));
      }
    }
    return parts;
  }

  /// Whether every attempted replacement of the part fails.
  bool is_free(const part& p, free_tokens& found) {
    found = {p, 0, false, {}};
    const auto fails = [&](outcome result) {
      if (result == outcome::fails) {
        const change c = change_of(failure_.choices.choices, made_.choices);
        if (found.example.empty() && (c.changed > 0 || c.more_or_fewer > 0)) {
          found.example = made_.choices;
        }
        ++found.tried;
      }
      return result == outcome::fails || result == outcome::unusable;
    };
    if (p.tokens.size() == 1 && tree_[p.tokens[0]].what == tree_token::kind::choice &&
        tree_[p.tokens[0]].chosen.kind != choice_kind::real) {
      const choice c = tree_[p.tokens[0]].chosen;
      if (c.last < few_values) {
        for (std::uint64_t value = 0; value <= c.last; ++value) {
          if (value != c.value && (spent() || !fails(judge_edited(p.tokens[0], value)))) {
            return false;
          }
        }
        found.all = found.tried == c.last;
        return found.tried > 0;
      }
      for (const std::uint64_t value : {c.origin, c.origin + 1, c.last, std::uint64_t{0}, c.last / 2}) {
        if (value != c.value && value <= c.last && (spent() || !fails(judge_edited(p.tokens[0], value)))) {
          return false;
        }
      }
    }
    std::vector<bool> vary(tree_.size(), false);
    for (const std::uint32_t t : p.tokens) {
      vary[t] = true;
    }
    std::set<std::vector<std::uint64_t>> different;
    const std::uint64_t before = found.tried;
    const std::uint64_t tries = p.whole ? tries_of_a_value : tries_of_a_part;
    for (std::uint64_t i = 0; i < tries; ++i) {
      if (spent()) {
        return false;
      }
      const auto size = static_cast<int>(static_cast<std::uint64_t>(failure_.choices.size) * (i + 1) / tries);
      if (!fails(judge_varied(vary, size))) {
        return false;
      }
      std::vector<std::uint64_t> values;
      values.reserve(made_.choices.size());
      for (const choice& c : made_.choices) {
        values.push_back(c.value);
      }
      different.insert(std::move(values));
    }
    found.tried = std::min(found.tried, before + different.size());
    return found.tried >= fewest_tries;
  }

  void try_parts() {
    std::vector<part> level = drawn_values();
    while (!level.empty() && free_.size() < most_parts) {
      std::vector<part> next;
      for (const part& p : level) {
        if (spent()) {
          return;
        }
        free_tokens found;
        if (!any_matters(p) && is_free(p, found)) {
          free_.push_back(std::move(found));
          continue;
        }
        if (p.tokens.size() > 1) {
          for (const std::uint32_t t : p.tokens) {
            next.push_back({p.value, {t}, false});
          }
        } else if (tree_[p.tokens[0]].what == tree_token::kind::open) {
          const auto inner = items(p.tokens[0] + 1, closes_[p.tokens[0]]);
          for (const std::uint32_t t : inner) {
            next.push_back({p.value, {t}, p.whole && inner.size() == 1});
          }
        }
      }
      level = std::move(next);
    }
  }

  void vary_together() {
    if (free_.size() < 2) {
      return;
    }
    most_ = runs_ + tries_together; // reserved for this
    std::vector<bool> vary(tree_.size(), false);
    for (const free_tokens& f : free_) {
      for (const std::uint32_t t : f.what.tokens) {
        vary[t] = true;
      }
    }
    std::uint64_t usable = 0;
    for (std::uint64_t i = 0; i < tries_together; ++i) {
      if (spent()) {
        return;
      }
      const outcome result = judge_varied(vary, failure_.choices.size);
      if (result == outcome::passes || result == outcome::other) {
        return;
      }
      usable += result == outcome::fails ? 1U : 0U;
    }
    found_.free_together = usable >= fewest_tries;
  }

  void find_names() {
    for (free_tokens& f : free_) {
      free_part named;
      named.value = f.what.value;
      named.tried = f.tried;
      named.all = f.all;
      if (!f.what.whole) {
        failure other;
        std::vector<value_difference> differences;
        static_cast<void>(
            runner_.describe_compared(failure_, {std::move(f.example), failure_.choices.size}, other, differences));
        if (named.value < differences.size()) {
          named.path = std::move(differences[named.value].path);
        }
        if (named.path.empty()) {
          found_.free_together = false; // only some of the varied parts are reported
          continue;                     // not visible as a part of the value
        }
      }
      found_.free_parts.push_back(std::move(named));
    }
    found_.free_together = found_.free_together && found_.free_parts.size() > 1;
  }

  void show_nearest() {
    if (passing_.choices.empty() || nearest_.changed > most_changes) { // too far away to be a neighbour
      return;
    }
    failure other;
    std::vector<value_difference> differences;
    const case_outcome result = runner_.describe_compared(failure_, passing_, other, differences);
    if (result.status != case_status::passed) {
      return;
    }
    for (std::size_t i = 0; i < std::min(other.values.size(), failure_.values.size()); ++i) {
      if (other.values[i].text != failure_.values[i].text) {
        found_.nearest_pass.push_back({i, std::move(differences[i].text), std::move(other.values[i].text)});
      }
    }
  }

  replayer& runner_;
  const failure& failure_;
  std::uint64_t most_;
  std::chrono::steady_clock::time_point until_;
  choice_tree tree_;
  std::vector<std::uint32_t> closes_;
  std::vector<bool> matters_; // for each token: a choice with a neighbour that does not fail in the same way
  std::uint64_t seed_;
  std::uint64_t runs_ = 0;
  trace made_; // by the last run
  change nearest_;
  choice_sequence passing_;
  std::vector<free_tokens> free_;
  explanation found_;
};

} // namespace

void explain_failure(replayer& runner, failure& f) {
  const run_settings& settings = runner.settings();
  if (settings.explain == 0 || f.recorded.choices.empty() || runner.interrupted()) {
    return;
  }
  f.explained = explainer(runner, f, static_cast<std::uint64_t>(settings.explain),
                          std::chrono::milliseconds(shrinking_time(settings) / 4 + 1))
                    .explain();
}

} // namespace tali::detail
