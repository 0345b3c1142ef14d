// SPDX-License-Identifier: BSL-1.0
#include "laws.hpp"

#include <tali/source/bytes.hpp>
#include <tali/source/enumerate.hpp>
#include <tali/source/prefix.hpp>
#include <tali/source/tree.hpp>

#include <bit>
#include <set>

#include <fmt/format.h>

namespace conformance::laws {

namespace {

using tali::choices::choice;
using tali::choices::choice_kind;
using tali::choices::choice_span;
using tali::choices::span_kind;
using tali::choices::trace;

/// A value with the trace of its run.
struct run_result {
  made value;
  trace choices;
  bool misaligned = false;
  bool overran = false;
  std::size_t used = 0;
};

run_result record(const subject& s, std::uint64_t seed, int size) {
  run_result result;
  tali::choices::recording_source source(tali::choices::rng(seed), size, &result.choices);
  source.build_in(&case_memory());
  result.value = s.run(source);
  return result;
}

run_result replay(const subject& s, std::span<const choice> given, int size,
                  tali::choices::past_end then = tali::choices::past_end::stop, std::uint64_t seed = 0) {
  run_result result;
  tali::choices::replay_source source(given, size, then, tali::choices::rng(seed));
  source.build_in(&case_memory());
  source.record_to(&result.choices);
  result.value = s.run(source);
  result.misaligned = source.misaligned();
  result.overran = source.overran();
  result.used = source.used();
  return result;
}

std::string show_choices(std::span<const choice> choices) {
  std::string out = "[";
  for (std::size_t i = 0; i < choices.size() && i < 40; ++i) {
    const choice& c = choices[i];
    out += c.kind == choice_kind::real
               ? fmt::format("{}r{}", i == 0 ? "" : " ", std::bit_cast<double>(c.value))
               : fmt::format("{}{}{}/{}", i == 0 ? "" : " ", c.kind == choice_kind::branch ? "b" : "", c.value, c.last);
  }
  return out + (choices.size() > 40 ? fmt::format(" ... {} in all]", choices.size()) : "]");
}

// A sanitizer build is slow and looks for other errors, so a fifth of the seeds is enough there to cover every path.
// The other builds check the laws in full.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double share_of_seeds = 0.2;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr double share_of_seeds = 0.2;
#else
constexpr double share_of_seeds = 1;
#endif
#else
constexpr double share_of_seeds = 1;
#endif

/// Uses seeds until enough choices have been seen. f(seed, size) returns a verdict and adds to `cost`.
template <class F>
verdict for_cases(const subject& s, std::size_t most_cases, std::size_t most_choices, const F& f) {
  std::size_t cost = 0;
  const auto cases = static_cast<std::size_t>(static_cast<double>(most_cases) * s.share * share_of_seeds);
  const auto budget = static_cast<std::size_t>(static_cast<double>(most_choices) * s.share * share_of_seeds);
  std::size_t values = 0;
  for (std::size_t i = 0; i < cases && cost < budget; ++i) {
    const std::uint64_t seed = 1000 + i;
    const int size = s.sizes[i % s.sizes.size()];
    bool discarded = false;
    case_memory().reset();
    const verdict wrong = f(seed, size, cost, discarded);
    if (!wrong.empty()) {
      return fmt::format("seed {}, size {}: {}", seed, size, wrong);
    }
    values += discarded ? 0 : 1;
    cost += 5;
  }
  return values == 0 ? "no value in all cases" : "";
}

verdict check_value(const subject& s, const made& v, int size) {
  if (v == nullptr) {
    return s.may_discard ? "" : "discarded";
  }
  return s.valid(v.get(), size) ? "" : fmt::format("not valid: {}", s.text(v));
}

/// A trace that parses back to the same value and uses all choices.
verdict check_parses(const subject& s, const made& v, std::span<const choice> choices, int size, bool exactly) {
  const run_result again = replay(s, choices, size);
  if (again.misaligned || again.overran || again.used != choices.size()) {
    return fmt::format("{}{}{}{} of {} choices used: {}", again.misaligned ? "misaligned, " : "",
                       again.overran ? "overran, " : "", again.value == nullptr ? "discarded, " : "", again.used,
                       choices.size(), show_choices(choices));
  }
  const bool alike =
      exactly || v == nullptr || again.value == nullptr ? s.same(v, again.value) : s.equal(v.get(), again.value.get());
  return alike ? "" : fmt::format("parsed {} instead of {}: {}", s.text(again.value), s.text(v), show_choices(choices));
}

bool same_spans(const trace& a, const trace& b) {
  if (a.spans.size() != b.spans.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.spans.size(); ++i) {
    const choice_span& x = a.spans[i];
    const choice_span& y = b.spans[i];
    if (x.info != y.info || x.begin != y.begin || x.end != y.end || x.parent != y.parent || x.depth != y.depth) {
      return false;
    }
  }
  return true;
}

verdict same_traces(const trace& a, const trace& b) {
  if (a.choices != b.choices) {
    return fmt::format("other choices: {} and {}", show_choices(a.choices), show_choices(b.choices));
  }
  return same_spans(a, b) && a.labels == b.labels ? "" : "the same choices, but other spans or labels";
}

} // namespace

verdict determinism(const subject& s) {
  return for_cases(s, 2000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const made first = s.sample(seed, size);
    const made second = s.sample(seed, size);
    discarded = first == nullptr;
    cost += record(s, seed, size).choices.choices.size();
    if (!s.same(first, second)) {
      return fmt::format("{} and then {}", s.text(first), s.text(second));
    }
    return check_value(s, first, size);
  });
}

verdict program_equality(const subject& s) {
  return for_cases(s, 2000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const made sampled = s.sample(seed, size);
    const run_result recorded = record(s, seed, size);
    discarded = sampled == nullptr;
    cost += recorded.choices.choices.size();
    return s.same(sampled, recorded.value)
               ? ""
               : fmt::format("sampled {}, recorded {}", s.text(sampled), s.text(recorded.value));
  });
}

verdict factoring(const subject& s) {
  return for_cases(s, 1000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const run_result recorded = record(s, seed, size);
    cost += recorded.choices.choices.size();
    discarded = recorded.value == nullptr;
    return discarded ? "" : check_parses(s, recorded.value, recorded.choices.choices, size, true);
  });
}

verdict type_erasure(const subject& s) {
  return for_cases(s, 1000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const made sampled = s.sample(seed, size);
    const made sampled_any = s.sample_any(seed, size);
    discarded = sampled == nullptr;
    if (!s.same(sampled, sampled_any)) {
      return fmt::format("static {}, erased {}", s.text(sampled), s.text(sampled_any));
    }
    const run_result recorded = record(s, seed, size);
    run_result erased;
    tali::choices::recording_source source(tali::choices::rng(seed), size, &erased.choices);
    source.build_in(&case_memory());
    erased.value = s.run_any(source);
    cost += recorded.choices.choices.size();
    if (!s.same(recorded.value, erased.value)) {
      return fmt::format("recorded {}, erased {}", s.text(recorded.value), s.text(erased.value));
    }
    return same_traces(recorded.choices, erased.choices);
  });
}

namespace {

verdict check_choice(const choice& c) {
  if (c.kind == choice_kind::real) {
    const auto lo = std::bit_cast<double>(c.origin);
    const auto hi = std::bit_cast<double>(c.last);
    const auto x = std::bit_cast<double>(c.value);
    return x >= lo && x <= hi ? "" : fmt::format("the real {} is outside [{}, {}]", x, lo, hi);
  }
  if (c.value > c.last || c.origin > c.last || (c.kind == choice_kind::branch && c.origin != 0)) {
    return fmt::format("choice {} of {} with origin {}", c.value, c.last, c.origin);
  }
  return "";
}

verdict check_span(const trace& t, std::size_t i) {
  const choice_span& span = t.spans[i];
  if (span.info == nullptr || span.begin > span.end || span.end > t.choices.size()) {
    return "lies outside of the choices";
  }
  if (span.parent == choice_span::no_parent) {
    return span.depth == 0 ? "" : "has a depth but no parent";
  }
  if (span.parent >= i) {
    return "comes before its parent";
  }
  const choice_span& parent = t.spans[span.parent];
  if (span.begin < parent.begin || span.end > parent.end || span.depth != parent.depth + 1) {
    return "is not inside its parent";
  }
  // The span before it with the same parent must have ended.
  for (std::size_t j = i; j-- > span.parent + 1;) {
    if (t.spans[j].parent == span.parent) {
      return t.spans[j].end <= span.begin ? "" : "overlaps its sibling";
    }
  }
  return "";
}

verdict check_kind(const trace& t, const choice_span& span) {
  const bool empty = span.begin == span.end;
  if (span.info->kind == span_kind::branch && (empty || t.choices[span.begin].kind != choice_kind::branch)) {
    return "is a branch, but does not begin with a branch choice";
  }
  if (span.info->kind == span_kind::sequence && (empty || t.choices[span.begin].kind != choice_kind::integer)) {
    return "is a sequence, but does not begin with its length";
  }
  return "";
}

/// The number of elements is the drawn length. (Containers without duplicates may draw more elements, but not fewer.)
verdict check_elements(const trace& t, std::size_t i, std::size_t elements) {
  const choice_span& span = t.spans[i];
  const std::uint64_t length = t.choices[span.begin].value;
  return elements >= length ? "" : fmt::format("has the length {}, but {} elements", length, elements);
}

} // namespace

verdict well_formed_traces(const subject& s) {
  return for_cases(s, 500, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const run_result recorded = record(s, seed, size);
    const trace& t = recorded.choices;
    cost += t.choices.size();
    discarded = recorded.value == nullptr;
    if (t.size != size || t.labels.size() != t.choices.size()) {
      return "the size or the labels of the trace are wrong";
    }
    for (std::size_t i = 0; i < t.choices.size(); ++i) {
      if (const verdict wrong = check_choice(t.choices[i]); !wrong.empty()) {
        return fmt::format("choice {}: {}", i, wrong);
      }
    }
    std::vector<std::size_t> elements(t.spans.size());
    for (std::size_t i = 0; i < t.spans.size(); ++i) {
      verdict wrong = check_span(t, i);
      wrong = wrong.empty() && !discarded ? check_kind(t, t.spans[i]) : wrong;
      if (!wrong.empty()) {
        return fmt::format("span {}: {}", i, wrong);
      }
      if (t.spans[i].info->kind == span_kind::element && t.spans[i].parent != choice_span::no_parent) {
        ++elements[t.spans[i].parent];
      }
    }
    for (std::size_t i = 0; i < t.spans.size() && !discarded; ++i) {
      if (t.spans[i].info->kind == span_kind::sequence) {
        if (const verdict wrong = check_elements(t, i, elements[i]); !wrong.empty()) {
          return fmt::format("span {}: {}", i, wrong);
        }
      }
    }
    return "";
  });
}

verdict re_recording(const subject& s) {
  return for_cases(s, 1000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const run_result recorded = record(s, seed, size);
    cost += recorded.choices.choices.size();
    discarded = recorded.value == nullptr;
    return discarded ? "" : same_traces(recorded.choices, replay(s, recorded.choices.choices, size).choices);
  });
}

namespace {

/// One edit at a random position: any edit that a shrinker, a fuzzer or a user may make to choices.
void edit(std::vector<choice>& choices, tali::choices::rng& engine) {
  const auto place = [&] { return static_cast<std::ptrdiff_t>(below(engine, std::uint64_t{choices.size()})); };
  const auto some_value = [&]() -> std::uint64_t {
    const std::uint64_t word = engine();
    switch (below(engine, std::uint32_t{6})) {
    case 0:
      return 0;
    case 1:
      return ~std::uint64_t{0};
    case 2:
      return word % 8;
    case 3:
      return std::uint64_t{1} << (word % 64);
    case 4:
      return std::bit_cast<std::uint64_t>(static_cast<double>(word % 2000) / 16 - 50);
    default:
      return word;
    }
  };
  if (choices.empty()) {
    choices.push_back({choice_kind::integer, some_value(), some_value(), 0});
    return;
  }
  const auto begin = place();
  const auto end =
      begin + 1 +
      static_cast<std::ptrdiff_t>(below(engine, std::uint64_t{choices.size()} - static_cast<std::uint64_t>(begin)));
  choice& c = choices[static_cast<std::size_t>(begin)];
  switch (below(engine, std::uint32_t{10})) {
  case 0:
    choices.erase(choices.begin() + begin, choices.begin() + end);
    break;
  case 1:
    choices.erase(choices.begin() + begin);
    break;
  case 2: {
    const std::vector<choice> copy(choices.begin() + begin, choices.begin() + end);
    choices.insert(choices.begin() + end, copy.begin(), copy.end());
    break;
  }
  case 3:
    choices.resize(static_cast<std::size_t>(begin));
    break;
  case 4:
    c.kind = static_cast<choice_kind>(below(engine, std::uint32_t{3}));
    break;
  case 5:
    c.last = some_value();
    break;
  case 6:
    c.origin = some_value();
    break;
  case 7:
    std::swap(c, choices[static_cast<std::size_t>(place())]);
    break;
  case 8:
    c.value = c.kind == choice_kind::real ? some_value() : below(engine, c.last | 1); // mostly legal
    break;
  default:
    c.value = some_value();
  }
}

} // namespace

verdict mutated_choices(const subject& s) {
  return for_cases(s, 1500, 90000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    tali::choices::rng engine = tali::choices::rng::stream(seed, 77);
    std::vector<choice> choices = record(s, seed, size).choices.choices;
    for (std::uint64_t edits = 1 + below(engine, std::uint64_t{4}); edits > 0; --edits) {
      edit(choices, engine);
    }
    constexpr std::array<tali::choices::past_end, 3> ends{
        tali::choices::past_end::simplest, tali::choices::past_end::random, tali::choices::past_end::stop};
    const run_result result = replay(s, choices, size, ends[seed % 3], seed);
    cost += choices.size() + result.choices.choices.size();
    discarded = result.value == nullptr;
    if (discarded) {
      return "";
    }
    if (const verdict wrong = check_value(s, result.value, size); !wrong.empty()) {
      return fmt::format("{} from {}", wrong, show_choices(choices));
    }
    const verdict wrong = check_parses(s, result.value, result.choices.choices, size, true);
    return wrong.empty() ? "" : fmt::format("what {} was replayed as: {}", show_choices(choices), wrong);
  });
}

namespace {

/// One edit at a random place that leaves the tree valid: spans are removed, added and changed as a whole.
void edit(tali::choices::choice_tree& tree, tali::choices::rng& engine) {
  if (tree.empty()) {
    return;
  }
  const auto closes = tali::choices::matching_closes(tree);
  const auto subtree = [&] { // a choice, or a span with all that is in it
    auto at = below(engine, std::uint64_t{tree.size()});
    while (tree[at].what == tali::choices::tree_token::kind::close) {
      --at;
    }
    return std::pair(static_cast<std::ptrdiff_t>(at), static_cast<std::ptrdiff_t>(closes[at]) + 1);
  };
  const auto [begin, end] = subtree();
  const auto [other, other_end] = subtree();
  switch (below(engine, std::uint32_t{5})) {
  case 0:
    tree.erase(tree.begin() + begin, tree.begin() + end);
    break;
  case 1: {
    const tali::choices::choice_tree copy(tree.begin() + begin, tree.begin() + end);
    tree.insert(tree.begin() + end, copy.begin(), copy.end());
    break;
  }
  case 2: { // one in the place of another
    const tali::choices::choice_tree copy(tree.begin() + other, tree.begin() + other_end);
    tree.erase(tree.begin() + begin, tree.begin() + end);
    tree.insert(tree.begin() + begin, copy.begin(), copy.end());
    break;
  }
  default: {
    for (auto i = static_cast<std::size_t>(begin); i < tree.size(); ++i) {
      if (tree[i].what == tali::choices::tree_token::kind::choice) {
        choice& c = tree[i].chosen;
        c.value =
            c.kind == choice_kind::real ? engine() : below(engine, c.last == ~std::uint64_t{0} ? c.last : c.last + 1);
        break;
      }
    }
  }
  }
}

} // namespace

verdict trees(const subject& s) {
  return for_cases(s, 1000, 90000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const run_result recorded = record(s, seed, size);
    discarded = recorded.value == nullptr;
    if (discarded) {
      return "";
    }
    tali::choices::choice_tree tree = tali::choices::tree_of(recorded.choices);
    const auto run = [&] {
      run_result result;
      tali::choices::tree_source source(tree, size);
      source.build_in(&case_memory());
      source.record_to(&result.choices);
      result.value = s.run(source);
      result.misaligned = source.filled_in();
      return result;
    };
    const run_result again = run();
    if (again.misaligned || !s.same(again.value, recorded.value)) {
      return fmt::format("{} became {}{}", s.text(recorded.value), s.text(again.value),
                         again.misaligned ? ", with choices filled in" : "");
    }
    if (const verdict wrong = same_traces(recorded.choices, again.choices); !wrong.empty()) {
      return wrong;
    }
    tali::choices::rng engine = tali::choices::rng::stream(seed, 80);
    for (std::uint64_t edits = 1 + below(engine, std::uint64_t{3}); edits > 0; --edits) {
      edit(tree, engine);
    }
    const run_result edited = run();
    cost += 3 * recorded.choices.choices.size() + edited.choices.choices.size();
    if (edited.value == nullptr) {
      return "";
    }
    if (const verdict wrong = check_value(s, edited.value, size); !wrong.empty()) {
      return wrong;
    }
    return check_parses(s, edited.value, edited.choices.choices, size, true);
  });
}

verdict bytes(const subject& s) {
  for (const int size : s.sizes) {
    case_memory().reset();
    tali::choices::bytes_source none({}, size);
    none.build_in(&case_memory());
    const made first = s.run(none);
    const run_result simplest = replay(s, {}, size, tali::choices::past_end::simplest);
    if (!s.same(first, simplest.value)) {
      return fmt::format("size {}: no bytes give {}, the simplest is {}", size, s.text(first), s.text(simplest.value));
    }
    if (first == nullptr && !s.may_discard) {
      return fmt::format("size {}: no bytes are discarded", size);
    }
  }
  return for_cases(s, 1000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    tali::choices::rng engine = tali::choices::rng::stream(seed, 78);
    std::vector<std::byte> input(below(engine, std::uint64_t{seed % 7 == 0 ? 2000U : 40U}));
    for (auto& b : input) {
      b = static_cast<std::byte>(seed % 5 == 0 ? below(engine, std::uint64_t{3}) : engine());
    }
    run_result result;
    tali::choices::bytes_source source(input, size);
    source.build_in(&case_memory());
    source.record_to(&result.choices);
    result.value = s.run(source);
    cost += result.choices.choices.size();
    discarded = result.value == nullptr;
    if (discarded) {
      return "";
    }
    if (const verdict wrong = check_value(s, result.value, size); !wrong.empty()) {
      return wrong;
    }
    return check_parses(s, result.value, result.choices.choices, size, true);
  });
}

verdict prefixes(const subject& s) {
  return for_cases(s, 500, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const run_result recorded = record(s, seed, size);
    discarded = recorded.value == nullptr;
    if (discarded) {
      return "";
    }
    tali::choices::rng engine = tali::choices::rng::stream(seed, 79);
    const std::vector<choice>& all = recorded.choices.choices;
    const std::span<const choice> prefix = std::span(all).first(below(engine, std::uint64_t{all.size() + 1}));
    run_result result;
    tali::choices::prefix_source source(prefix, engine, size);
    source.build_in(&case_memory());
    source.record_to(&result.choices);
    result.value = s.run(source);
    cost += all.size() + result.choices.choices.size();
    const std::vector<choice>& continued = result.choices.choices;
    if (source.misaligned() || source.used() != prefix.size() || continued.size() < prefix.size() ||
        !std::equal(prefix.begin(), prefix.end(), continued.begin())) {
      return fmt::format("the prefix {} became {}", show_choices(prefix), show_choices(continued));
    }
    if (prefix.size() == all.size() && !s.same(result.value, recorded.value)) {
      return fmt::format("all the choices of {} as a prefix gave {}", s.text(recorded.value), s.text(result.value));
    }
    if (result.value == nullptr) {
      return s.may_discard ? "" : "discarded";
    }
    if (const verdict wrong = check_value(s, result.value, size); !wrong.empty()) {
      return wrong;
    }
    return check_parses(s, result.value, continued, size, true);
  });
}

namespace {

using key = std::vector<std::uint64_t>;

key key_of(const trace& t) {
  key k;
  for (const choice& c : t.choices) {
    k.push_back(static_cast<std::uint64_t>(c.kind));
    k.push_back(c.value);
  }
  return k;
}

struct walked {
  std::vector<key> sequences; // in the order visited
  bool complete = false;
  verdict wrong;
};

walked walk(const subject& s, tali::choices::enumeration_order order, std::size_t most, std::size_t most_runs) {
  walked result;
  tali::choices::enumerating_source source(s.small, order);
  source.build_in(&case_memory());
  const run_result simplest = replay(s, {}, s.small, tali::choices::past_end::simplest);
  for (std::size_t runs = 0; runs < most_runs && result.sequences.size() < most; ++runs) {
    if (!source.next()) {
      result.complete = true;
      return result;
    }
    trace t;
    source.record_to(&t);
    const made value = s.run(source);
    if (value == nullptr || !source.is_new()) {
      continue;
    }
    if (result.sequences.empty() && simplest.value != nullptr && !s.same(value, simplest.value)) {
      result.wrong = fmt::format("the first value is {}, the simplest {}", s.text(value), s.text(simplest.value));
      return result;
    }
    result.wrong = check_value(s, value, s.small);
    if (result.wrong.empty() && result.sequences.size() < 200) {
      result.wrong = check_parses(s, value, t.choices, s.small, true);
    }
    if (!result.wrong.empty()) {
      return result;
    }
    result.sequences.push_back(key_of(t));
  }
  return result;
}

} // namespace

verdict enumeration(const subject& s) {
  constexpr auto most = static_cast<std::size_t>(1000 * share_of_seeds);
  constexpr std::size_t most_runs = 20000;
  constexpr std::size_t most_runs_in_order = 120'000; // some generators of sets reach their first value late
  const std::size_t wanted = s.sequences.value_or(most) + 1;
  const walked odometer = walk(s, tali::choices::enumeration_order::exhaustive, wanted, most_runs);
  const walked simple = s.long_sequences
                            ? odometer
                            : walk(s, tali::choices::enumeration_order::simplest_first, wanted, most_runs_in_order);
  for (const walked* w : {&simple, &odometer}) {
    const std::string_view order = w == &simple ? "simplest first" : "exhaustive";
    if (!w->wrong.empty()) {
      return fmt::format("{}: {}", order, w->wrong);
    }
    const std::set<key> distinct(w->sequences.begin(), w->sequences.end());
    if (distinct.size() != w->sequences.size()) {
      return fmt::format("{}: {} of {} sequences were visited twice", order, w->sequences.size() - distinct.size(),
                         w->sequences.size());
    }
    if (w->sequences.empty()) {
      return fmt::format("{}: no value", order);
    }
    if (s.sequences && (!w->complete || w->sequences.size() != *s.sequences)) {
      return fmt::format("{}: {} sequences{}, expected {}", order, w->sequences.size(),
                         w->complete ? "" : " and perhaps more", *s.sequences);
    }
  }
  if (simple.complete && odometer.complete &&
      std::set<key>(simple.sequences.begin(), simple.sequences.end()) !=
          std::set<key>(odometer.sequences.begin(), odometer.sequences.end())) {
    return "the two orders visit different sequences";
  }
  return "";
}

verdict backward(const subject& s) {
  if (!s.reflect) {
    return "";
  }
  for (const made& v : s.outside) {
    for (const int size : {0, 10, 100}) {
      if (const auto choices = s.reflect(v.get(), size)) {
        return fmt::format("size {}: {} cannot be made, but has the choices {}", size, s.text(v),
                           show_choices(choices->choices));
      }
    }
  }
  return for_cases(s, 1000, 60000, [&](std::uint64_t seed, int size, std::size_t& cost, bool& discarded) -> verdict {
    const made value = s.sample(seed, size);
    discarded = value == nullptr;
    if (discarded) {
      return "";
    }
    const auto choices = s.reflect(value.get(), size);
    if (!choices) {
      return fmt::format("no choices for {}", s.text(value));
    }
    cost += 2 * choices->choices.size();
    if (choices->size != size) {
      return "the choices have another size";
    }
    return check_parses(s, value, choices->choices, size, false);
  });
}

} // namespace conformance::laws
