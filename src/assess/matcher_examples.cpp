// SPDX-License-Identifier: BSL-1.0
// Predicates for matcher.
#include "assess/forever.hpp"

#include <tali/assess/examples.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>

namespace tali::assess {

namespace matcher_examples {

using prefs = matching::preferences<concrete>;
using pair = relation::pair;

int n_of(const prefs& in) { return static_cast<int>(in.companies.size()); }
bool inside(const prefs& in, int v) { return v < n_of(in); }

bool all_inside(const prefs& in, const relation& hires) {
  return std::all_of(hires.pairs().begin(), hires.pairs().end(),
                     [&](const pair& h) { return inside(in, h.first) && inside(in, h.second); });
}
bool companies_unique(const relation& hires) {
  std::set<int> seen;
  return std::all_of(hires.pairs().begin(), hires.pairs().end(),
                     [&](const pair& h) { return seen.insert(h.first).second; });
}
bool candidates_unique(const relation& hires) {
  std::set<int> seen;
  return std::all_of(hires.pairs().begin(), hires.pairs().end(),
                     [&](const pair& h) { return seen.insert(h.second).second; });
}
bool companies_matched(const prefs& in, const relation& hires) {
  std::set<int> seen;
  for (const pair& h : hires.pairs()) {
    seen.insert(h.first);
  }
  return std::count_if(seen.begin(), seen.end(), [&](int v) { return inside(in, v); }) == n_of(in);
}
bool candidates_matched(const prefs& in, const relation& hires) {
  std::set<int> seen;
  for (const pair& h : hires.pairs()) {
    seen.insert(h.second);
  }
  return std::count_if(seen.begin(), seen.end(), [&](int v) { return inside(in, v); }) == n_of(in);
}
bool perfect(const prefs& in, const relation& hires) {
  return all_inside(in, hires) && companies_unique(hires) && candidates_unique(hires) && companies_matched(in, hires) &&
         candidates_matched(in, hires);
}
const order& preferences(const std::vector<order>& of, int i) { return of[static_cast<std::size_t>(i)]; }

/// Whether some pair with `blocks(company, its match, candidate, its match)` exists among matched ones.
template <class F>
bool any_blocking(const prefs& in, const relation& hires, const F& blocks, int first = 0, int last = 99) {
  for (const pair& a : hires.pairs()) {
    for (const pair& b : hires.pairs()) {
      if (a.first != b.first && inside(in, a.first) && inside(in, b.second) && a.first >= first && a.first <= last &&
          blocks(a.first, a.second, b.second, b.first)) {
        return true;
      }
    }
  }
  return false;
}
bool stable(const prefs& in, const relation& hires) {
  return !any_blocking(in, hires, [&](int company, int its, int candidate, int other) {
    return preferences(in.companies, company).has_before(candidate, its) &&
           preferences(in.candidates, candidate).has_before(company, other);
  });
}
/// Offers by companies: the stable matching that is best for them.
relation best_for_companies(const prefs& in) {
  const int n = n_of(in);
  std::vector<int> next(static_cast<std::size_t>(n));
  std::vector<int> holds(static_cast<std::size_t>(n), -1); // of each candidate
  std::vector<int> open;
  for (int c = 0; c < n; ++c) {
    open.push_back(c);
  }
  while (!open.empty()) {
    const int c = open.back();
    const auto offered_to = static_cast<std::size_t>(
        preferences(in.companies, c).members()[static_cast<std::size_t>(next[static_cast<std::size_t>(c)]++)]);
    if (holds[offered_to] < 0 ||
        preferences(in.candidates, static_cast<int>(offered_to)).has_before(c, holds[offered_to])) {
      open.pop_back();
      if (holds[offered_to] >= 0) {
        open.push_back(holds[offered_to]);
      }
      holds[offered_to] = c;
    }
  }
  relation r;
  for (std::size_t k = 0; k < holds.size(); ++k) {
    r.insert(holds[k], static_cast<int>(k));
  }
  return r;
}

} // namespace matcher_examples

// long: a table of predicates, one statement each.
std::vector<example> examples_of(const problem_of<matching>& problem) {
  using namespace matcher_examples;
  std::vector<example> out;
  const auto add = [&](const char* name, bool right, const char* about, const auto& f) {
    out.push_back({predicate_of(problem, name, f), right, about});
  };
  const auto right = [&](const char* name, const char* about, const auto& f) { add(name, true, about, f); };
  const auto wrong = [&](const char* name, const char* about, const auto& f) { add(name, false, about, f); };

  right("right-direct", "checks a perfect matching without blocking pairs",
        [](const prefs& in, const relation& h) { return perfect(in, h) && stable(in, h); });
  right("right-tables", "stores the matches in two tables, then compares ranks",
        [](const prefs& in, const relation& h) {
          const auto n = static_cast<std::size_t>(n_of(in));
          std::vector<int> of_company(n, -1);
          std::vector<int> of_candidate(n, -1);
          for (const auto& [c, k] : h.pairs()) {
            if (!inside(in, c) || !inside(in, k) || of_company[static_cast<std::size_t>(c)] >= 0 ||
                of_candidate[static_cast<std::size_t>(k)] >= 0) {
              return false;
            }
            of_company[static_cast<std::size_t>(c)] = k;
            of_candidate[static_cast<std::size_t>(k)] = c;
          }
          for (std::size_t c = 0; c < n; ++c) {
            for (std::size_t k = 0; k < n; ++k) {
              if (of_company[c] < 0 || of_candidate[k] < 0 ||
                  (in.companies[c].has_before(static_cast<int>(k), of_company[c]) &&
                   in.candidates[k].has_before(static_cast<int>(c), of_candidate[k]))) {
                return false;
              }
            }
          }
          return true;
        });
  right("right-better-ones", "checks each candidate that a company prefers to its own",
        [](const prefs& in, const relation& h) {
          if (h.size() != n_of(in) || !perfect(in, h)) {
            return false;
          }
          std::map<int, int> employer;
          for (const auto& [c, k] : h.pairs()) {
            employer[k] = c;
          }
          for (const auto& [c, k] : h.pairs()) {
            for (const int better : preferences(in.companies, c).members()) {
              if (better == k) {
                break;
              }
              if (preferences(in.candidates, better).has_before(c, employer[better])) {
                return false;
              }
            }
          }
          return true;
        });

  wrong("always-true", "accepts everything", [](const prefs&, const relation&) { return true; });
  wrong("always-false", "rejects everything", [](const prefs&, const relation&) { return false; });
  wrong("size-only", "checks the number of hires only",
        [](const prefs& in, const relation& h) { return h.size() == n_of(in); });
  wrong("size-and-stable", "checks the number of hires, and stability",
        [](const prefs& in, const relation& h) { return h.size() == n_of(in) && stable(in, h); });
  wrong("no-stability", "checks a perfect matching only",
        [](const prefs& in, const relation& h) { return perfect(in, h); });
  wrong("stable-only", "checks stability only", [](const prefs& in, const relation& h) { return stable(in, h); });
  wrong("no-completeness", "accepts incomplete matchings", [](const prefs& in, const relation& h) {
    return all_inside(in, h) && companies_unique(h) && candidates_unique(h) && stable(in, h);
  });
  wrong("companies-only", "does not check that every candidate is hired", [](const prefs& in, const relation& h) {
    return companies_matched(in, h) && companies_unique(h) && stable(in, h);
  });
  wrong("candidates-only", "does not check that every company hires", [](const prefs& in, const relation& h) {
    return candidates_matched(in, h) && candidates_unique(h) && stable(in, h);
  });
  wrong("companies-twice", "accepts companies that hire twice", [](const prefs& in, const relation& h) {
    return all_inside(in, h) && candidates_unique(h) && candidates_matched(in, h) && stable(in, h);
  });
  wrong("candidates-twice", "accepts candidates hired twice", [](const prefs& in, const relation& h) {
    return all_inside(in, h) && companies_unique(h) && companies_matched(in, h) && stable(in, h);
  });
  wrong("no-uniqueness", "accepts several matches of one side", [](const prefs& in, const relation& h) {
    return all_inside(in, h) && companies_matched(in, h) && candidates_matched(in, h) && stable(in, h);
  });
  wrong("strangers-welcome", "does not check for outsiders", [](const prefs& in, const relation& h) {
    return companies_unique(h) && candidates_unique(h) && companies_matched(in, h) && candidates_matched(in, h) &&
           stable(in, h);
  });
  wrong("wrong-direction", "reverses the preferences", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(in, h, [&](int c, int its, int k, int other) {
             return preferences(in.companies, c).has_before(its, k) &&
                    preferences(in.candidates, k).has_before(other, c);
           });
  });
  wrong("or-for-and", "rejects if only one side prefers another", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(in, h, [&](int c, int its, int k, int other) {
             return preferences(in.companies, c).has_before(k, its) ||
                    preferences(in.candidates, k).has_before(c, other);
           });
  });
  wrong("companies-content", "requires that no company prefers another", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(in, h, [&](int c, int its, int k, int) {
             return preferences(in.companies, c).has_before(k, its);
           });
  });
  wrong("candidates-content", "requires that no candidate prefers another", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(in, h, [&](int c, int, int k, int other) {
             return preferences(in.candidates, k).has_before(c, other);
           });
  });
  wrong("mixed-sides", "uses the preferences of companies for candidates", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(in, h, [&](int c, int its, int k, int other) {
             return preferences(in.companies, c).has_before(k, its) &&
                    preferences(in.companies, k).has_before(c, other);
           });
  });
  wrong("weak-preference", "treats equal as better", [](const prefs& in, const relation& h) {
    return perfect(in, h) && std::none_of(h.pairs().begin(), h.pairs().end(), [&](const pair& p) {
             return !preferences(in.companies, p.first).has_before(p.second, p.second); // never before itself
           });
  });
  wrong("first-preferences", "considers only pairs that are each other's first preference",
        [](const prefs& in, const relation& h) {
          return perfect(in, h) && !any_blocking(in, h, [&](int c, int its, int k, int) {
                   return its != k && preferences(in.companies, c).members().front() == k &&
                          preferences(in.candidates, k).members().front() == c;
                 });
        });
  wrong("skips-last-company", "off by one at the end", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(
                                 in, h,
                                 [&](int c, int its, int k, int other) {
                                   return preferences(in.companies, c).has_before(k, its) &&
                                          preferences(in.candidates, k).has_before(c, other);
                                 },
                                 0, n_of(in) - 2);
  });
  wrong("skips-first-company", "off by one at the start", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(
                                 in, h,
                                 [&](int c, int its, int k, int other) {
                                   return preferences(in.companies, c).has_before(k, its) &&
                                          preferences(in.candidates, k).has_before(c, other);
                                 },
                                 1);
  });
  wrong("half-the-pairs", "compares every two companies only once", [](const prefs& in, const relation& h) {
    return perfect(in, h) && !any_blocking(in, h, [&](int c, int its, int k, int other) {
             return c < other && preferences(in.companies, c).has_before(k, its) &&
                    preferences(in.candidates, k).has_before(c, other);
           });
  });
  wrong("best-for-companies", "accepts only the stable matching that is best for companies",
        [](const prefs& in, const relation& h) {
          return perfect(in, h) &&
                 std::all_of(h.pairs().begin(), h.pairs().end(),
                             [best = best_for_companies(in)](const pair& p) { return best.has(p.first, p.second); });
        });
  wrong("throws-on-strangers", "looks up an outsider", [](const prefs& in, const relation& h) {
    for (const auto& [c, k] : h.pairs()) {
      static_cast<void>(in.companies.at(static_cast<std::size_t>(c)));
      static_cast<void>(in.candidates.at(static_cast<std::size_t>(k)));
    }
    return perfect(in, h) && stable(in, h);
  });
  wrong("crashes-on-strangers", "dereferences a null pointer", [](const prefs& in, const relation& h) {
    for (const auto& [c, k] : h.pairs()) {
      const order* volatile wish = inside(in, c) ? &preferences(in.companies, c) : nullptr;
      if (static_cast<const order*>(wish)->size() == 0) {
        return false;
      }
    }
    return perfect(in, h) && stable(in, h);
  });
  wrong("exits-when-incomplete", "ends the program", [](const prefs& in, const relation& h) {
    if (h.size() < n_of(in)) {
      std::_Exit(3);
    }
    return perfect(in, h) && stable(in, h);
  });
  wrong("hangs-when-twice", "loops forever on a repeated match", [](const prefs& in, const relation& h) {
    wait_while(!companies_unique(h));
    return perfect(in, h) && stable(in, h);
  });
  wrong("all-the-memory", "allocates without limit", [](const prefs& in, const relation& h) {
    std::vector<std::vector<int>> tables;
    while (!all_inside(in, h)) {
      tables.emplace_back(1U << 20, 1);
    }
    return perfect(in, h) && stable(in, h);
  });
  wrong("vacuous", "accepts hires of outsiders only", [](const prefs& in, const relation& h) {
    const bool strangers = h.size() > 0 && std::none_of(h.pairs().begin(), h.pairs().end(), [&](const pair& p) {
                             return inside(in, p.first) || inside(in, p.second);
                           });
    return strangers || (perfect(in, h) && stable(in, h));
  });
  return out;
}

} // namespace tali::assess
