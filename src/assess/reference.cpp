// SPDX-License-Identifier: BSL-1.0
// The comparison of a decomposition with a reference solution.
//
// A difference is identified by its bucket and its direction. The solver excludes a bucket once it has a difference,
// so the number of questions is at most that of the buckets. Assumptions without loss of generality are not used: a
// reference that depends on names would make them unsound.
#include "assess/engines.hpp"

#include <tali/assess/reference.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

namespace tali::assess {

using namespace choices;

namespace {

class comparison {
public:
  comparison(const problem& p, reference_check& result) : p_(p), result_(result) {}

  void look_at(const point& at) {
    const std::optional<pattern> holds = p_.pattern_of(at);
    if (!holds) {
      return;
    }
    const std::optional<bool> accepts = p_.reference_of(at);
    if (!accepts) {
      return;
    }
    ++result_.compared;
    if (*accepts != p_.valid(*holds)) {
      keep({at, *holds, *accepts});
    }
  }

  void finish() {
    for (auto& [holds, d] : by_bucket_) {
      simplify(d);
      result_.differences.push_back(std::move(d));
    }
  }

  [[nodiscard]] bool has(pattern holds) const { return by_bucket_.contains(holds); }
  [[nodiscard]] std::vector<pattern> buckets() const {
    std::vector<pattern> out;
    for (const auto& [holds, d] : by_bucket_) {
      out.push_back(holds);
    }
    return out;
  }

private:
  void keep(reference_check::difference d) {
    const auto [where, is_new] = by_bucket_.try_emplace(d.holds, d);
    if (!is_new && weight(p_.space(), d.at) < weight(p_.space(), where->second.at)) {
      where->second = std::move(d);
    }
  }

  void simplify(reference_check::difference& d) const {
    for (bool better = true; better;) {
      better = false;
      const long now = weight(p_.space(), d.at);
      for (point& candidate : simpler(p_.space(), d.at)) {
        if (weight(p_.space(), candidate) < now && p_.pattern_of(candidate) == d.holds &&
            p_.reference_of(candidate) == d.accepts) {
          d.at = std::move(candidate);
          better = true;
          break;
        }
      }
    }
  }

  const problem& p_;
  reference_check& result_;
  std::map<pattern, reference_check::difference> by_bucket_;
};

/// True if every bucket without a difference was proven to have none.
bool search_for_differences(const problem& p, comparison& c, double seconds) {
  const std::unique_ptr<encoding> e = p.encode();
  const pattern specification = p.specification();
  for (std::size_t i = 0; i < p.subproperties().size(); ++i) {
    if ((specification >> i & 1) != 0 && !p.subproperties()[i].symbolic) {
      return false;
    }
  }
  const std::optional<literal> reference = e->reference;
  if (!reference) {
    return false;
  }
  literal right = always;
  for (std::size_t i = 0; i < e->subproperties.size(); ++i) {
    right = (specification >> i & 1) != 0 ? e->gates.both(right, e->subproperties[i]) : right;
  }
  solver sat(e->gates);
  sat.limit(std::chrono::steady_clock::now() +
            std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds)));
  for (const literal l : e->allowed) {
    sat.clause({l});
  }
  sat.clause({right, *reference});
  sat.clause({!right, !*reference});
  const auto exclude = [&](pattern holds) {
    std::vector<literal> other;
    for (std::size_t i = 0; i < e->subproperties.size(); ++i) {
      if (p.subproperties()[i].symbolic) {
        other.push_back((holds >> i & 1) != 0 ? !e->subproperties[i] : e->subproperties[i]);
      }
    }
    sat.clause(other);
  };
  for (const pattern holds : c.buckets()) {
    exclude(holds);
  }
  for (;;) {
    const verdict v = sat.solve({});
    if (v != verdict::yes) {
      return v == verdict::no;
    }
    point at;
    for (const layout::bounds& b : e->space.coordinates) {
      at.push_back(b.first);
    }
    e->names.read(at, [&](literal l) { return sat.holds(l); });
    c.look_at(at);
    const std::optional<pattern> holds = p.pattern_of(at);
    if (!holds || !c.has(*holds)) {
      throw disagreement(fmt::format("problem '{}': the reference means different things to the engines, for {} -> {}",
                                     p.name(), to_json(p.space().input, at), to_json(p.space().output, at)));
    }
    exclude(*holds);
  }
}

} // namespace

std::vector<test> pairs_near(const problem& p, const suite& s, std::size_t count, std::uint64_t seed) {
  rng random(seed);
  std::vector<const point*> from;
  for (const bucket& b : s.buckets) {
    for (const test& t : b.tests) {
      from.push_back(&t.at);
    }
  }
  const auto any = [&] {
    return from.empty() ? random_point(p.space(), random)
                        : *from[static_cast<std::size_t>(below(random, std::uint64_t{from.size()}))];
  };
  constexpr std::size_t tries_per_pair = 20; // many changes violate a precondition
  std::vector<test> out;
  std::unordered_set<std::string> seen;
  for (std::size_t tries = 0; out.size() < count && tries < count * tries_per_pair; ++tries) {
    point at = any();
    mutate(p.space(), at, any(), random);
    const std::optional<pattern> holds = p.pattern_of(at);
    if (holds && seen.insert(text_of(p.space(), at)).second) {
      out.push_back({std::move(at), *holds, false, engine::random});
    }
  }
  return out;
}

reference_check check_reference(const problem& p, const suite& s, const reference_settings& settings) {
  if (!p.has_reference()) {
    throw std::invalid_argument("problem '" + p.name() + "' has no reference solution");
  }
  reference_check result;
  comparison c(p, result);
  for (const bucket& b : s.buckets) {
    for (const test& t : b.tests) {
      c.look_at(t.at);
    }
  }
  for (const test& t : pairs_near(p, s, settings.pairs, settings.seed)) {
    c.look_at(t.at);
  }
  result.proven = search_for_differences(p, c, settings.seconds);
  c.finish();
  return result;
}

std::string to_text(const problem& p, const reference_check& c) {
  std::string out;
  for (const reference_check::difference& d : c.differences) {
    out += fmt::format("  {} -> {}\n    the subproperties {} it ({}), the reference {} it\n",
                       to_json(p.space().input, d.at), to_json(p.space().output, d.at),
                       p.valid(d.holds) ? "accept" : "reject", describe_pattern(p, d.holds),
                       d.accepts ? "accepts" : "rejects");
  }
  if (c.differences.empty()) {
    return fmt::format("the subproperties and the reference agree on {} pairs{}\n", c.compared,
                       c.proven ? "; they are equivalent within the bounds (proven)"
                                : "; equivalence within the bounds is open");
  }
  return fmt::format("the subproperties and the reference differ in {} bucket(s){}:\n{}", c.differences.size(),
                     c.proven ? ", and in no other within the bounds (proven)" : "", out);
}

} // namespace tali::assess
