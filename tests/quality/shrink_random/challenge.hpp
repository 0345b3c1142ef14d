// SPDX-License-Identifier: BSL-1.0
// Random shrinking challenges: a random generator, a random predicate, a failing case, and the simplest failing case.
//
// A challenge is made from its number alone. Its domain is small enough to be enumerated, and the simplest failing case
// is the least of all failing ones by shortlex: no known answers, so nothing to tune to. A third of the challenges are
// shrunk over wide ranges; the reference is then the simplest case of the narrow domain, and a result counts as minimal
// if it is at most as complex.
//
// Protocol: even numbers are for tuning, odd ones for reporting.
#pragma once

#include "given.hpp"
#include "predicate.hpp"

#include <tali/random/rng.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/source/nearest.hpp>
#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>

#include <array>
#include <bit>
#include <chrono>

namespace shrink_random {

inline constexpr std::array<const char*, 17> families{"pairs", "lists", "fixed",    "lengths", "ranges", "loops",
                                                      "until", "picks", "mapped",   "text",    "reals",  "commands",
                                                      "given", "trees", "balanced", "terms",   "lambdas"};

inline constexpr std::uint64_t most_inputs = 12'000; // of a domain that is enumerated
inline constexpr double real_steps = 4;              // reals are enumerated in steps of a quarter

/// Walks over all choice sequences of a program, the last choice fastest.
class odometer final : public tali::choices::dynamic_source {
public:
  odometer() : dynamic_source(100) { ignore_spans(); }
  bool next() {
    start_over();
    if (!started_) {
      started_ = true;
      at_ = 0;
      return true;
    }
    path_.resize(at_);
    at_ = 0;
    while (!path_.empty() && path_.back().rank == path_.back().last) {
      path_.pop_back();
    }
    if (path_.empty()) {
      return false;
    }
    ++path_.back().rank;
    return true;
  }

protected:
  std::uint64_t decide_integer(const tali::choices::integer_request& r) override {
    return tali::choices::index_of_rank(walk(r.last), r.last, r.origin);
  }
  std::uint32_t decide_branch(const tali::choices::branch_request& r) override {
    return static_cast<std::uint32_t>(walk(r.weights.size() - 1));
  }
  double decide_real(const tali::choices::real_request& r) override {
    return r.lo + static_cast<double>(walk(static_cast<std::uint64_t>((r.hi - r.lo) * real_steps))) / real_steps;
  }

private:
  struct step {
    std::uint64_t rank;
    std::uint64_t last;
  };
  std::uint64_t walk(std::uint64_t last) {
    if (at_ == path_.size()) {
      path_.push_back({0, last});
    }
    path_[at_].last = last;
    return path_[at_++].rank;
  }
  std::vector<step> path_;
  std::size_t at_ = 0;
  bool started_ = false;
};

/// Repeats choices at the same distance from the simplest value, whatever the range. Discards the case if the wide
/// ranges lead to other requests than the narrow ones.
class offsets final : public tali::choices::dynamic_source {
public:
  explicit offsets(std::span<const tali::choices::choice> given) : dynamic_source(100), given_(given) {}

protected:
  std::uint64_t decide_integer(const tali::choices::integer_request& r) override {
    const tali::choices::choice& c = take(tali::choices::choice_kind::integer);
    const std::uint64_t index = r.origin + (c.value - c.origin);
    return fitting(index, index <= r.last);
  }
  std::uint32_t decide_branch(const tali::choices::branch_request& r) override {
    const std::uint64_t index = take(tali::choices::choice_kind::branch).value;
    return static_cast<std::uint32_t>(fitting(index, index < r.weights.size() && r.weights[index] != 0));
  }
  double decide_real(const tali::choices::real_request& /*r*/) override {
    return std::bit_cast<double>(take(tali::choices::choice_kind::real).value);
  }

private:
  static std::uint64_t fitting(std::uint64_t index, bool fits) {
    if (!fits) {
      throw tali::discard{"other requests"};
    }
    return index;
  }
  const tali::choices::choice& take(tali::choices::choice_kind kind) {
    (void)fitting(0, at_ < given_.size() && given_[at_].kind == kind);
    return given_[at_++];
  }
  std::span<const tali::choices::choice> given_;
  std::size_t at_ = 0;
};

struct challenge {
  std::uint64_t number = 0;
  std::size_t family = 0;
  bool wide = false;
  std::unique_ptr<program> generator;
  predicate fails;
  tali::choices::trace start;     // a failing case
  tali::choices::trace reference; // the simplest one
};

/// The result of shrinking one challenge.
struct outcome {
  bool minimal = false;
  std::uint64_t runs = 0;
  double milliseconds = 0;
  tali::choices::trace result;
};

class maker {
public:
  explicit maker(std::uint64_t number) : number_(number) {}

  /// The challenge of this number. Attempts are made until one is neither trivial nor too large.
  [[nodiscard]] challenge make() {
    for (std::uint64_t attempt = 0;; ++attempt) {
      engine_ = tali::choices::rng::stream(0x5eed0000 + number_, attempt);
      challenge c;
      c.number = number_;
      c.family = (number_ / 2) % families.size();
      c.wide = chance(3);
      c.generator = root(c.family);
      if (small_enough(c) && choose_predicate(c) && find_start(c) && find_reference(c)) {
        return c;
      }
    }
  }

private:
  using op = program::op;

  std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : engine_() % n; }
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(hi - lo + 1)));
  }
  bool chance(std::uint64_t n) { return below(n) == 0; }

  // Generators --------------------------------------------------------------------------------------------------------

  static std::unique_ptr<program> node_of(op what, tali::choices::span_kind kind = tali::choices::span_kind::value) {
    auto p = std::make_unique<program>();
    p->what = what;
    p->infos.push_back({kind, {}, nullptr});
    p->infos.push_back({tali::choices::span_kind::value, {}, nullptr});
    p->infos.push_back({tali::choices::span_kind::value, {}, nullptr});
    return p;
  }
  std::unique_ptr<program> integer(std::int64_t most) {
    auto p = node_of(op::integer);
    if (chance(4)) {
      p->lo = -most / 2;
    } else if (chance(6)) {
      p->lo = p->origin = between(1, 5);
    }
    p->hi = p->lo + most;
    if (p->lo < 0) {
      p->origin = 0;
    }
    constexpr std::array<std::int64_t, 4> limits{1000, 65535, 2147483647, 4294967295};
    p->wide_hi = limits[below(limits.size())];
    return p;
  }
  std::unique_ptr<program> sequence(std::unique_ptr<program> element, std::int64_t most) {
    auto p = node_of(op::list, tali::choices::span_kind::sequence);
    p->hi = most;
    p->parts.push_back(std::move(element));
    return p;
  }
  std::unique_ptr<program> tuple(std::vector<std::unique_ptr<program>> parts) {
    auto p = node_of(op::tuple);
    p->parts = std::move(parts);
    return p;
  }
  template <class... P>
  std::unique_ptr<program> group(P... parts) {
    std::vector<std::unique_ptr<program>> all;
    (all.push_back(std::move(parts)), ...);
    return tuple(std::move(all));
  }
  /// A small part of any kind.
  std::unique_ptr<program> small() {
    switch (below(7)) {
    case 0:
      return sequence(integer(between(1, 3)), between(2, 4));
    case 1:
      return group(integer(between(2, 6)), integer(between(2, 6)));
    case 2: {
      auto p = node_of(op::fixed);
      p->lo = between(2, 4);
      p->parts.push_back(integer(between(1, 4)));
      return p;
    }
    case 3: {
      auto p = node_of(op::pick, tali::choices::span_kind::branch);
      p->parts.push_back(integer(between(2, 6)));
      p->parts.push_back(group(integer(between(1, 3)), integer(between(1, 3))));
      return p;
    }
    default:
      return integer(between(4, 30));
    }
  }
  std::unique_ptr<program> root(std::size_t family) {
    const std::string name = families[family];
    if (name == "pairs") {
      switch (below(4)) {
      case 0:
        return group(integer(between(10, 90)), integer(between(10, 90)));
      case 1:
        return group(integer(between(5, 18)), integer(between(5, 18)), integer(between(5, 18)));
      case 2:
        return group(group(integer(between(3, 8)), integer(between(3, 8))),
                     group(integer(between(3, 8)), integer(between(3, 8))));
      default:
        return group(small(), small());
      }
    }
    if (name == "lists") {
      switch (below(4)) {
      case 0:
        return sequence(integer(between(4, 8)), 4);
      case 1:
        return sequence(sequence(integer(between(1, 2)), between(1, 2)), 3);
      case 2:
        return group(sequence(integer(between(2, 3)), between(2, 3)), sequence(integer(between(2, 3)), between(2, 3)));
      default:
        return sequence(small(), 2);
      }
    }
    if (name == "fixed") {
      auto p = node_of(op::fixed);
      p->lo = between(2, 6);
      p->parts.push_back(integer(p->lo == 2 ? between(10, 80) : p->lo == 3 ? between(5, 18) : between(2, 3)));
      return chance(2) ? std::move(p) : group(integer(between(2, 5)), std::move(p));
    }
    if (name == "lengths") {
      auto p = node_of(chance(3) ? op::indexed : op::counted);
      p->infos[0].kind = p->what == op::indexed ? tali::choices::span_kind::sequence : tali::choices::span_kind::value;
      p->lo = between(0, 1);
      p->hi = p->lo + between(2, 4);
      p->parts.push_back(integer(between(2, 4)));
      return chance(2) ? std::move(p) : group(std::move(p), integer(between(2, 5)));
    }
    if (name == "ranges") {
      auto p = node_of(op::ranged);
      p->hi = between(10, 60);
      p->bare = chance(2);
      constexpr std::array<std::int64_t, 3> limits{1000, 65535, 2147483647};
      p->wide_hi = limits[below(limits.size())];
      return chance(2) ? std::move(p) : group(std::move(p), integer(between(2, 8)));
    }
    if (name == "loops" || name == "until") {
      auto p = node_of(name == "loops" ? op::loop : op::until);
      const bool one = chance(2);
      p->hi = one ? between(3, 5) : between(2, 4);
      p->bare = chance(2);
      p->parts.push_back(integer(one ? between(2, 4) : between(1, 2)));
      if (!one) {
        p->parts.push_back(integer(between(1, 2)));
      }
      return p;
    }
    if (name == "picks") {
      auto p = node_of(op::pick, tali::choices::span_kind::branch);
      const auto n = between(2, 4);
      for (std::int64_t i = 0; i < n; ++i) {
        p->parts.push_back(small());
      }
      return chance(2) ? std::move(p) : group(std::move(p), integer(between(2, 8)));
    }
    if (name == "mapped") {
      const auto around = [&](std::unique_ptr<program> inner, op what) {
        auto p = node_of(what);
        if (what == op::filtered) {
          p->infos[0].kind = tali::choices::span_kind::attempt;
          p->a = between(2, 4);
          p->b = between(0, p->a - 1);
        } else {
          p->a = chance(3) ? -1 : between(2, 5);
          p->b = between(-3, 9);
        }
        p->parts.push_back(std::move(inner));
        return p;
      };
      if (chance(3)) {
        auto p = node_of(op::distinct, tali::choices::span_kind::sequence);
        p->hi = between(2, 4);
        p->parts.push_back(integer(between(4, 7)));
        return p;
      }
      return group(around(small(), chance(3) ? op::filtered : op::mapped), integer(between(4, 12)));
    }
    if (name == "text") {
      const auto character = [&] {
        auto p = node_of(op::integer);
        p->lo = 'X';
        p->origin = 'a';
        p->hi = p->lo + between(9, 12);
        p->wide_hi = chance(2) ? 0x10ffff : 127;
        return p;
      };
      return chance(2) ? sequence(character(), 3) : group(sequence(character(), 2), sequence(character(), 1));
    }
    if (name == "reals") {
      const auto real = [&] {
        auto p = node_of(op::real);
        p->lo = chance(2) ? 0 : -4;
        p->hi = between(5, 12);
        p->wide_hi = chance(2) ? 1000 : 1000000000000;
        return p;
      };
      return chance(2) ? group(real(), real()) : chance(2) ? group(real(), integer(10)) : sequence(real(), 2);
    }
    if (name == "commands") {
      auto p = node_of(op::pick, tali::choices::span_kind::branch);
      const auto n = between(2, 4);
      for (std::int64_t i = 0; i < n; ++i) {
        p->parts.push_back(chance(3) ? node_of(op::tuple) : integer(between(1, 3)));
      }
      return sequence(std::move(p), between(3, 4));
    }
    if (name == "given") {
      auto p = node_of(op::given);
      p->library =
          two_way_program(below(two_way_shapes), static_cast<int>(between(4, 30)), static_cast<int>(between(5, 20)));
      return p;
    }
    if (name == "trees") {
      constexpr std::array<op, 3> shapes{op::search_tree, op::heap, op::plain_tree};
      auto p = node_of(shapes[below(3)], tali::choices::span_kind::recursion);
      p->infos[0].family = p.get();
      p->infos[1].kind = tali::choices::span_kind::branch;
      p->a = p->what == op::plain_tree ? 2 : 3;
      p->hi = p->what == op::plain_tree ? between(1, 6) : p->what == op::heap ? between(1, 3) : between(3, 7);
      if (p->what == op::heap && p->hi > 1) {
        p->a = 2;
        p->hi = between(3, 9);
      }
      p->wide_hi = 1000;
      return p;
    }
    if (name == "balanced") {
      auto p = node_of(chance(2) ? op::avl : op::red_black, tali::choices::span_kind::recursion);
      p->infos[0].family = p.get();
      p->infos[1].kind = tali::choices::span_kind::branch;
      p->a = p->what == op::avl ? 3 : 2;
      p->hi = p->what == op::avl ? between(4, 6) : between(4, 7);
      p->wide_hi = 1000;
      return p;
    }
    if (name == "lambdas") {
      auto p = node_of(op::lambda, tali::choices::span_kind::recursion);
      p->infos[0].family = p.get();
      p->infos[1].kind = tali::choices::span_kind::branch;
      p->lo = between(0, 3);
      p->a = between(1, 2);
      p->bare = chance(2);
      p->hi = between(1, 2);
      p->wide_hi = 1000;
      return p;
    }
    auto p = node_of(op::typed, tali::choices::span_kind::recursion);
    p->infos[0].family = p.get();
    p->infos[1].kind = p->infos[2].kind = tali::choices::span_kind::branch;
    p->a = 2;
    p->hi = between(1, 2);
    p->wide_hi = 1000;
    p->bare = chance(2);
    return p;
  }

  // Predicates --------------------------------------------------------------------------------------------------------

  /// Random values of the narrow domain, to choose constants from.
  bool small_enough(const challenge& c) {
    values_.clear();
    odometer source;
    interpreter narrow(false);
    value v;
    for (std::uint64_t n = 0; source.next(); ++n) {
      if (n > most_inputs) {
        return false;
      }
      try {
        narrow.run(*c.generator, source, v);
      } catch (const tali::discard&) {
        continue;
      }
      if (values_.size() < 64) { // a reservoir of all inputs
        values_.push_back(v);
      } else if (const std::uint64_t slot = below(n); slot < 64) {
        values_[slot] = v;
      }
    }
    return values_.size() >= 32;
  }

  term random_term(std::size_t family) {
    const std::string name = families[family];
    term t;
    const bool tree = name == "trees" || name == "terms" || name == "balanced" || name == "lambdas";
    if (name == "commands" && chance(2)) {
      t.what = term::kind::machine;
    } else if (tree && chance(2)) {
      t.what = chance(2) ? term::kind::tagged : chance(2) ? term::kind::depth : term::kind::count;
    } else {
      t.what = static_cast<term::kind>(below(static_cast<std::uint64_t>(term::kind::tagged)));
    }
    t.k = t.what == term::kind::tagged ? static_cast<std::uint32_t>(below(6)) : static_cast<std::uint32_t>(below(3));
    t.l = static_cast<std::uint32_t>(below(4));
    t.a = static_cast<double>(between(1, 4));
    t.b = static_cast<double>(chance(2) ? between(1, 4) : -between(1, 3));
    return t;
  }
  double constant(const term& t) {
    for (int i = 0; i < 8; ++i) {
      if (const auto x = t.read(view(values_[below(values_.size())]))) {
        return *x;
      }
    }
    return static_cast<double>(between(0, 5));
  }
  predicate simple(std::size_t family) {
    predicate p;
    const auto pick = below(24);
    p.first = random_term(family);
    if (pick < 5) {
      p.what = predicate::kind::at_least;
    } else if (pick < 7) {
      p.what = predicate::kind::at_most;
    } else if (pick < 10) {
      p.what = predicate::kind::equals;
    } else if (pick < 13) {
      p.what = predicate::kind::modular;
      p.m = between(2, 9);
    } else {
      const auto first = static_cast<std::uint64_t>(predicate::kind::terms_equal);
      const auto count = static_cast<std::uint64_t>(predicate::kind::last_simple) - first;
      p.what = static_cast<predicate::kind>(first + below(count));
    }
    p.c = constant(p.first);
    p.k = static_cast<std::uint32_t>(below(3));
    p.l = static_cast<std::uint32_t>(below(4));
    switch (p.what) {
    case predicate::kind::modular:
      p.c = static_cast<double>(below(static_cast<std::uint64_t>(p.m)));
      break;
    case predicate::kind::terms_equal:
    case predicate::kind::terms_less:
      p.second = random_term(family);
      p.c = static_cast<double>(between(-1, 3));
      break;
    case predicate::kind::lists_equal:
    case predicate::kind::anagrams:
      p.m = between(1, 3);
      p.k = 0;
      p.l = 1;
      break;
    case predicate::kind::sorted:
    case predicate::kind::all_at_least: {
      p.m = between(2, 3);
      const auto& v = values_[below(values_.size())];
      const view seen(v);
      p.c = seen.leaves.empty() ? 1 : seen.leaves[below(seen.leaves.size())];
      break;
    }
    case predicate::kind::duplicate:
    case predicate::kind::palindrome: {
      const view seen(values_[below(values_.size())]);
      p.c = seen.leaves.empty() ? 1 : seen.leaves[below(seen.leaves.size())];
      break;
    }
    case predicate::kind::member:
      p.c = static_cast<double>(between(0, 2));
      break;
    case predicate::kind::neighbours:
      p.c = static_cast<double>(between(-2, 4));
      break;
    case predicate::kind::below:
      p.k = static_cast<std::uint32_t>(between(0, 5));
      p.l = static_cast<std::uint32_t>(between(0, 5));
      break;
    default:
      break;
    }
    return p;
  }
  predicate random_predicate(std::size_t family) {
    const auto shape = below(10);
    if (shape < 4) {
      return simple(family);
    }
    predicate p;
    p.what = shape < 8   ? predicate::kind::conjunction
             : shape < 9 ? predicate::kind::disjunction
                         : predicate::kind::implication;
    p.parts.push_back(simple(family));
    p.parts.push_back(simple(family));
    if (p.what == predicate::kind::conjunction && chance(4)) {
      predicate more;
      more.what = p.what;
      more.parts.push_back(std::move(p));
      more.parts.push_back(simple(family));
      return more;
    }
    return p;
  }
  /// A predicate that some value fails, not most, and not the simplest.
  bool choose_predicate(challenge& c) {
    for (int i = 0; i < 10; ++i) {
      c.fails = random_predicate(c.family);
      std::size_t failing = 0;
      for (const value& v : values_) {
        failing += c.fails.fails(view(v)) ? 1U : 0U;
      }
      if (failing > 0 && failing * 3 < values_.size() * 2 && !c.fails.fails(view(values_[0]))) {
        return true;
      }
    }
    return false;
  }

  // Cases -------------------------------------------------------------------------------------------------------------

  bool find_start(challenge& c) {
    interpreter run(c.wide);
    value v;
    const bool given = c.generator->what == op::given; // the least simple of several, run backward
    int wanted = given ? 8 : 1;
    tali::choices::trace out;
    for (std::uint64_t i = 0; i < 3000 && wanted > 0; ++i) {
      out.clear();
      out.size = 100;
      tali::choices::recording_source source(tali::choices::rng::stream(number_ * 2 + 1, i), 100, &out);
      try {
        run.run(*c.generator, source, v);
      } catch (const tali::discard&) {
        continue;
      }
      if (c.fails.fails(view(v))) {
        if (c.start.choices.empty() || tali::choices::compare_shortlex(out.choices, c.start.choices) > 0) {
          c.start = out;
        }
        --wanted;
      }
    }
    if (given && !c.start.choices.empty()) {
      const auto backward = c.generator->library->reflected(c.start);
      c.start = backward.value_or(tali::choices::trace{});
    }
    return !c.start.choices.empty();
  }
  static bool find_reference(challenge& c) {
    odometer source;
    interpreter narrow(false);
    value v;
    tali::choices::trace out;
    tali::choices::trace best;
    bool first = true;
    source.record_to(&out);
    while (source.next()) {
      out.clear();
      try {
        narrow.run(*c.generator, source, v);
      } catch (const tali::discard&) {
        continue;
      }
      if (!first && out.choices.size() > best.choices.size()) {
        continue;
      }
      if (c.fails.fails(view(v)) && (first || tali::choices::compare_shortlex(out.choices, best.choices) < 0)) {
        best = out;
        first = false;
      }
    }
    if (first) {
      return false;
    }
    offsets again(best.choices);
    again.record_to(&c.reference);
    interpreter run(c.wide);
    try {
      run.run(*c.generator, again, v);
    } catch (const tali::discard&) {
      return false; // a filter that needed several attempts
    }
    return c.fails.fails(view(v));
  }

  std::uint64_t number_;
  tali::choices::rng engine_{0};
  std::vector<value> values_;
};

inline outcome attempt(const challenge& c) {
  struct subject final : tali::choices::shrink_subject {
    const challenge& what;
    interpreter run;
    value v;
    explicit subject(const challenge& tested) : what(tested), run(tested.wide) {}
    bool fails(tali::choices::dynamic_source& source) override {
      run.run(*what.generator, source, v);
      return what.fails.fails(view(v));
    }
  } tested(c);
  outcome o;
  const auto start = std::chrono::steady_clock::now();
  tali::choices::shrink_result result = tali::shrink(c.start, tested);
  o.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  o.runs = result.evaluations;
  o.minimal = tali::choices::compare_shortlex(result.smallest.choices, c.reference.choices) <= 0;
  o.result = std::move(result.smallest);
  return o;
}

/// A case as text: its value.
inline std::string shown(const challenge& c, const tali::choices::trace& run) {
  tali::choices::replay_source source(run.choices, 100, tali::choices::past_end::simplest);
  value v;
  interpreter(c.wide).run(*c.generator, source, v);
  std::string text;
  std::vector<std::pair<std::uint32_t, char>> open;
  for (std::uint32_t i = 0; i <= v.size(); ++i) {
    while (!open.empty() && open.back().first <= i) {
      text += open.back().second;
      open.pop_back();
    }
    if (i == v.size()) {
      break;
    }
    if (!text.empty() && text.back() != '(' && text.back() != '[') {
      text += ' ';
    }
    if (v[i].what == node::kind::group) {
      text += v[i].tag != 0 ? std::to_string(v[i].tag) + "(" : "(";
      open.emplace_back(v[i].end, ')');
    } else if (v[i].what == node::kind::list) {
      text += '[';
      open.emplace_back(v[i].end, ']');
    } else {
      char number[32];
      std::snprintf(number, sizeof number, "%.12g", v[i].number);
      text += number;
    }
  }
  return text;
}

} // namespace shrink_random
