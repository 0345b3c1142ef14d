// SPDX-License-Identifier: BSL-1.0
// sample_simpler: an earlier choice simpler, and what follows partly at random.
//
// The last resort, for cases from which no known move leads on. A choice is lowered, some of those behind it are
// replaced, and what the generator asks for beyond them (after a change of branch, say) is drawn at random.
// Replacements are simple values and values that are in the case already, since relations between parts are what holds
// most of these cases. Deterministic: the engine starts from a fixed seed.
#include "shrink/numbers.hpp"

#include <tali/random/rng.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tali::detail {

namespace {

constexpr std::uint64_t most_samples = 800;
constexpr std::uint64_t most_stale = 100;       // runs in a row that showed nothing new: the neighbourhood is exhausted
constexpr std::uint64_t redraw_rate = 12;       // one part in this many is drawn anew
constexpr std::uint64_t samples_for_each = 200; // choice that is not the simplest

class sampling {
public:
  explicit sampling(shrinker& s) : s_(s), engine_(rng::stream(0x5a3b1e, s.version())) {}

  void run() {
    std::vector<std::uint32_t> lowerable;
    bool values = false; // anything but lengths
    for (std::uint32_t i = 0; i < s_.tree().size(); ++i) {
      if (is_choice(s_.tree()[i])) {
        values = values || !is_length(s_, i);
        if (!is_simplest(s_.tree()[i].chosen)) {
          lowerable.push_back(i);
        }
      }
    }
    if (!values) {
      return;
    }
    const std::uint64_t before = s_.version();
    const std::uint64_t runs = std::min<std::uint64_t>(most_samples, samples_for_each * lowerable.size());
    std::uint64_t stale = 0;
    for (std::uint64_t k = 0; k < runs && stale < most_stale && !s_.spent() && s_.version() == before; ++k) {
      if (k % 4 == 3) {
        sample_shorter();
      } else {
        sample(lowerable[k % lowerable.size()]);
      }
      stale = s_.fresh() ? 0 : stale + 1;
    }
  }

private:
  [[nodiscard]] std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : engine_() % n; }

  void sample(std::uint32_t at) {
    choice_tree edited = s_.tree();
    lower(edited[at].chosen);
    const std::uint64_t rate = 1 + below(4); // one in so many is replaced
    std::uint32_t anew = 0;                  // a part that is drawn anew
    for (std::uint32_t i = at + 1; i < edited.size(); ++i) {
      if (is_choice(edited[i]) && below(rate) == 0) {
        replace(edited[i].chosen);
      } else if (edited[i].what == tree_token::kind::open && below(redraw_rate) == 0) {
        anew = i;
      }
    }
    if (anew > 0) {
      edited.erase(edited.begin() + anew + 1, edited.begin() + s_.closes()[anew]);
    }
    s_.propose_random(edited, rng(engine_()));
  }

  /// Any choice changed and what follows it drawn anew: simpler if fewer choices are needed.
  void sample_shorter() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < s_.tree().size(); ++i) {
      if (is_choice(s_.tree()[i]) && s_.tree()[i].chosen.kind != choice_kind::real) {
        all.push_back(i);
      }
    }
    if (all.empty()) {
      return;
    }
    const std::uint32_t at = all[below(all.size())];
    choice_tree edited = s_.tree();
    replace(edited[at].chosen);
    if (edited[at].chosen == s_.tree()[at].chosen) {
      return;
    }
    std::uint32_t end = at + 1; // to the end of the span the choice is in
    while (end < edited.size() && edited[end].what != tree_token::kind::close) {
      end = s_.closes()[end] + 1;
    }
    edited.erase(edited.begin() + at + 1, edited.begin() + end);
    s_.propose_random(edited, rng(engine_()));
  }

  void lower(choice& c) {
    if (c.kind == choice_kind::branch) {
      c.value = below(c.value);
    } else if (c.kind == choice_kind::integer) {
      const std::uint64_t rank = rank_of_index(c.value, c.last, c.origin);
      const std::uint64_t most = below(2) == 0 ? rank : std::min<std::uint64_t>(rank, 6);
      c.value = index_of_rank(below(most), c.last, c.origin);
    } else {
      const double x = std::bit_cast<double>(c.value) / static_cast<double>(1 + below(4));
      c.value = std::bit_cast<std::uint64_t>(std::trunc(x));
    }
  }

  void replace(choice& c) {
    if (c.kind == choice_kind::branch) {
      c.value = below(c.last + 1);
      return;
    }
    if (c.kind == choice_kind::real) {
      const double x = std::bit_cast<double>(c.value);
      const double to = below(2) == 0 ? static_cast<double>(below(8)) : x + static_cast<double>(below(9)) - 4;
      if (to >= std::bit_cast<double>(c.origin) && to <= std::bit_cast<double>(c.last)) {
        c.value = std::bit_cast<std::uint64_t>(to);
      }
      return;
    }
    std::int64_t to = 0;
    switch (below(5)) {
    case 0:
      to = static_cast<std::int64_t>(below(4));
      break;
    case 1: { // a value that is there already
      const choice& other = s_.choices()[below(s_.choices().size())];
      to = other.kind == choice_kind::integer ? offset_of(other) : 0;
      break;
    }
    case 2:
      to = offset_of(c) + static_cast<std::int64_t>(below(9)) - 4;
      break;
    case 3:
      c.value = below(std::min<std::uint64_t>(c.last, 31) + 1);
      return;
    default:
      c.value = c.last == ~std::uint64_t{0} ? engine_() : below(c.last + 1);
      return;
    }
    (void)move_to(c, to);
  }

  shrinker& s_;
  rng engine_;
};

} // namespace

void sample_simpler(shrinker& s) { sampling(s).run(); }

} // namespace tali::detail
