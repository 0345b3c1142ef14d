// SPDX-License-Identifier: BSL-1.0
// trade_choices: one choice simpler, at the price of another one that is less so.
//
// Shortlex looks from the left and at the number of choices first: a case is simpler with an earlier choice lowered,
// whatever comes after it, and with an element less, whatever is left. So each choice is lowered, and each element
// deleted, where that alone passes; the run shows which choices the generator then asks for, and one of those is
// changed to make up for it:
//   - a number by the amount that was taken off (a sum), by twice the amount, in either direction (a linear relation, a
//     ratio), by one, to the value that the lowered one had (a swap), to a limit;
//   - a branch to each other alternative.
// Two examples: (3, 0) with x + 2 * y == 6 turned around ends in (0, 3); "x or y" becomes "x and not y". A pair of
// steps that works is repeated with twice the length as long as that works: no creeping.
//
// In the second stage a few values near by are tried; in the third more of them, farther away.
#include "shrink/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tali::detail {

namespace {

struct extent {
  std::size_t lower;  // simpler values of one choice
  std::size_t reach;  // choices that may make up for it
  std::size_t values; // of each of them
  std::uint64_t runs; // in all
};
constexpr extent second_stage{3, 3, 4, 60};
constexpr extent third_stage{9, 10, 20, 500};

/// What was taken off: the move that some other choice may make up for.
struct taken {
  std::int64_t amount = 0; // of an integer, with its sign
  std::int64_t old = 0;    // the offset it had
  double real_amount = 0;
  double real_old = 0;
};

class trade {
public:
  explicit trade(shrinker& s)
      : s_(s), extent_(s.stage() < 3 ? second_stage : third_stage), start_(s.version()), first_run_(s.evaluations()) {}

  void run() {
    for (std::uint32_t i = 0; i < s_.tree().size() && going(); ++i) {
      const tree_token t = s_.tree()[i];
      if (is_choice(t) && !is_simplest(t.chosen)) {
        if (t.chosen.kind == choice_kind::branch) {
          other_branches(i, t.chosen, 0, t.chosen.value - 1);
        } else {
          lower(i, t.chosen);
        }
      }
    }
    if (s_.stage() < 3) {
      return;
    }
    for (std::uint32_t i = 0; i < s_.tree().size() && going(); ++i) {
      const tree_token t = s_.tree()[i];
      if (t.what == tree_token::kind::open) {
        swap_with_next(i);
      } else if (is_choice(t) && t.chosen.kind == choice_kind::branch && t.chosen.value < t.chosen.last) {
        other_branches(i, t.chosen, t.chosen.value + 1, t.chosen.last);
      }
    }
  }

private:
  [[nodiscard]] bool going() const {
    return s_.version() == start_ && !s_.spent() && s_.evaluations() - first_run_ < extent_.runs;
  }

  void delete_one(const sequence_in_tree& q) {
    const std::size_t n = q.elements.size();
    for (std::size_t k = n; k > 0 && going(); --k) {
      if (s_.stage() < 3 && k != n && k != 1) {
        continue;
      }
      taken gone;
      for (std::uint32_t i = q.elements[k - 1]; i < s_.closes()[q.elements[k - 1]]; ++i) {
        if (is_whole(s_.tree()[i])) {
          gone.amount = gone.old = offset_of(s_.tree()[i].chosen);
        }
      }
      make_up(without_elements(s_, q, k - 1, 1), q.length, gone);
    }
  }

  void lower(std::uint32_t at, const choice& c) {
    sequence_in_tree q;
    if (c.kind == choice_kind::integer && find_sequence(s_, at, q)) {
      delete_one(q);
      if (!going() || is_length(s_, at)) {
        return;
      }
    }
    if (is_whole(c)) {
      const std::int64_t now = offset_of(c);
      const std::int64_t one = now < 0 ? -1 : 1;
      std::vector<std::int64_t> targets{0, now - one, now / 2};
      for (std::int64_t k = 2; k <= 4; ++k) {
        targets.push_back(now - k * one);
        targets.push_back(k - 1);
      }
      targets.push_back(-now);
      targets.push_back(-1);
      targets.resize(std::min(targets.size(), extent_.lower));
      for (const std::int64_t to : targets) {
        choice_tree edited = s_.tree();
        if (!going()) {
          return;
        }
        if (move_to(edited[at].chosen, to) && simplicity_of(edited[at].chosen) < simplicity_of(c)) {
          if (s_.stage() > 2) {
            with_branch(edited, at);
          }
          make_up(edited, at, {now - to, now, static_cast<double>(now - to), static_cast<double>(now)});
        }
      }
    } else if (c.kind == choice_kind::real) {
      const auto now = std::bit_cast<double>(c.value);
      for (const double to :
           {0.0, std::trunc(now), now - 1, std::trunc(now / 2), std::floor(now), std::ceil(now), -now}) {
        choice_tree edited = s_.tree();
        choice& x = edited[at].chosen;
        x.value = std::bit_cast<std::uint64_t>(to);
        if (going() && to >= std::bit_cast<double>(c.origin) && to <= std::bit_cast<double>(c.last) &&
            simplicity_of(x) < simplicity_of(c)) {
          const auto whole = static_cast<std::int64_t>(std::fabs(now) < 1e18 ? now - to : 0);
          make_up(edited, at, {whole, whole, now - to, now});
        }
      }
    }
  }

  /// A number may be a parameter of what follows (a height): the next branches are changed with it, and all parts are
  /// kept for them.
  void with_branch(const choice_tree& lowered, std::uint32_t at) {
    std::size_t left = 2;
    for (std::uint32_t j = at + 1; j < lowered.size() && left > 0; ++j) {
      if (!is_choice(lowered[j]) || lowered[j].chosen.kind != choice_kind::branch) {
        continue;
      }
      --left;
      choice_tree edited = lowered;
      for (std::uint64_t to = 0; to <= std::min<std::uint64_t>(lowered[j].chosen.last + 1, 3) && going(); ++to) {
        edited[j].chosen.value = to;
        s_.propose(edited);
      }
    }
  }

  /// Other alternatives: earlier ones, or later ones that need fewer choices.
  void other_branches(std::uint32_t at, const choice& c, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t to = first; to <= std::min(last, first + extent_.lower - 1) && going(); ++to) {
      choice_tree edited = s_.tree();
      edited[at].chosen.value = to;
      make_up(edited, at, {}, to > c.value);
    }
  }

  /// Two neighbouring parts in the other order, where the second is the simpler one.
  void swap_with_next(std::uint32_t first) {
    const std::uint32_t second = s_.closes()[first] + 1;
    if (second >= s_.tree().size() || s_.tree()[second].what != tree_token::kind::open || !going() ||
        s_.tree()[second].info->family != s_.tree()[first].info->family) {
      return;
    }
    const std::uint32_t end = s_.closes()[second] + 1;
    choice_tree edited = s_.tree();
    std::rotate(edited.begin() + first, edited.begin() + second, edited.begin() + end);
    make_up(edited, first, {});
  }

  /// Runs the case with a choice lowered, then with one of the following choices changed as well.
  void make_up(const choice_tree& lowered, std::uint32_t at, const taken& gone, bool only_shorter = false) {
    const std::uint64_t before = s_.version();
    const choice_tree* found = s_.drawn_by(lowered);
    if (s_.version() != before || found == nullptr) {
      return;
    }
    const choice_tree drawn = *found;
    const auto made = static_cast<std::size_t>(std::count_if(drawn.begin(), drawn.end(), is_choice));
    if (made + (only_shorter ? 1 : 0) > s_.choices().size()) {
      return;
    }
    std::size_t left = extent_.reach;
    for (auto j = at + 1; j < drawn.size() && left > 0 && going(); ++j) {
      if (is_choice(drawn[j])) {
        --left;
        change(drawn, at, j, gone);
      }
    }
    if (made < s_.choices().size()) { // fewer choices: earlier ones may be less simple as well
      left = extent_.reach;
      for (auto j = std::min(at, static_cast<std::uint32_t>(drawn.size())); j > 0 && left > 0 && going(); --j) {
        if (is_choice(drawn[j - 1])) {
          --left;
          change(drawn, at, j - 1, gone);
        }
      }
    }
  }

  void change(const choice_tree& drawn, std::uint32_t at, std::uint32_t j, const taken& gone) {
    const choice c = drawn[j].chosen;
    choice_tree edited = drawn;
    if (c.kind == choice_kind::branch) {
      for (std::uint64_t to = 0; to <= std::min<std::uint64_t>(c.last, extent_.values) && going(); ++to) {
        edited[j].chosen.value = to;
        s_.propose(edited);
      }
    } else if (is_whole(c)) {
      for (const std::int64_t to : integers(c, gone)) {
        if (going() && move_to(edited[j].chosen, to) && s_.propose(edited)) {
          repeat(at, j, gone.amount, to - offset_of(c));
          return;
        }
      }
    } else {
      const auto now = std::bit_cast<double>(c.value);
      std::vector<double> targets{now + gone.real_amount,
                                  now - gone.real_amount,
                                  gone.real_old,
                                  now + 1,
                                  now - 1,
                                  now + 0.5,
                                  now - 0.5,
                                  -now,
                                  now + 2,
                                  now - 2,
                                  2 * now,
                                  now / 2};
      targets.resize(std::min(targets.size(), extent_.values));
      for (const double to : targets) {
        edited[j].chosen.value = std::bit_cast<std::uint64_t>(to);
        if (going() && to >= std::bit_cast<double>(c.origin) && to <= std::bit_cast<double>(c.last)) {
          s_.propose(edited);
        }
      }
    }
  }

  /// The offsets to try for an integer, the likely ones first.
  [[nodiscard]] std::vector<std::int64_t> integers(const choice& c, const taken& gone) const {
    const std::int64_t now = offset_of(c);
    std::vector<std::int64_t> targets;
    if (gone.amount != 0) {
      targets.insert(targets.end(), {now + gone.amount, gone.old, now - gone.amount});
    }
    targets.insert(targets.end(), {now + 1, now - 1});
    if (s_.stage() > 2) {
      const bool real = c.kind == choice_kind::real;
      const auto last = real ? now : static_cast<std::int64_t>(c.last - c.origin);
      const auto first = real ? now : -static_cast<std::int64_t>(c.origin);
      targets.insert(targets.end(), {now + 2 * gone.amount, now - 2 * gone.amount, last, first, now + 2, now - 2, 0, 1,
                                     2, gone.old + 1, now + 3, now - 3, now + 4, now - 4, gone.old - 1, -1, 3, 4});
    }
    std::vector<std::int64_t> different;
    for (const std::int64_t to : targets) {
      if (to != now && std::find(different.begin(), different.end(), to) == different.end()) {
        different.push_back(to);
      }
    }
    different.resize(std::min(different.size(), extent_.values));
    return different;
  }

  /// Takes the same two steps again, twice as long each time.
  void repeat(std::uint32_t a, std::uint32_t b, std::int64_t down, std::int64_t up) {
    for (std::int64_t times = 1; down != 0 && times < (std::int64_t{1} << 40) && !s_.spent();) {
      choice_tree edited = s_.tree();
      if (std::max(a, b) >= edited.size() || !is_whole(edited[a]) || !is_whole(edited[b]) ||
          !move_to(edited[a].chosen, offset_of(edited[a].chosen) - times * down) ||
          !move_to(edited[b].chosen, offset_of(edited[b].chosen) + times * up) || !s_.propose(edited)) {
        if (times == 1) {
          return;
        }
        times = 1; // from the start once more, with short steps
        continue;
      }
      times *= 2;
    }
  }

  shrinker& s_;
  const extent extent_;
  std::uint64_t start_;
  std::uint64_t first_run_;
};

} // namespace

void trade_choices(shrinker& s) { trade(s).run(); }

} // namespace tali::detail
