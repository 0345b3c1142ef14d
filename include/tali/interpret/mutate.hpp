// SPDX-License-Identifier: BSL-1.0
// mutate: values similar to a given one, all of which the generator can produce.
//
//   mutator change(bst(0, 99), tree);            // runs backward once
//   std::optional<tree_ptr> other = change(engine);
//
// A mutation edits the tree of choices of the value, and the generator produces a value from the edited choices:
//   reroll      one choice is drawn again
//   swap        two compatible parts change places
//   descend     a part is replaced by a compatible part of itself
//   splice      a part is replaced by a compatible part of another value
//   drop, copy  an element of a sequence is removed or duplicated
// Parts are compatible if the same generator produced them (calls of one recursive generator are the same), or as the
// user specifies. The choices form a tree, not a list, so unedited parts stay unchanged if the guarantees of the
// generator allow it. Otherwise the nearest choice is taken, missing numbers are drawn, and missing branches are the
// simplest.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/gen/generator.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/source/tree.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace tali::choices {

struct mutation_odds {
  std::uint32_t reroll = 6;
  std::uint32_t swap = 1;
  std::uint32_t descend = 1;
  std::uint32_t splice = 2; // only with another value
  std::uint32_t elements = 2;
};

/// A part of a value: the generator that produced it, and the label of its first choice.
struct mutable_part {
  const span_info* info;
  std::string_view label;
};
using compatible_parts = std::function<bool(const mutable_part&, const mutable_part&)>;

/// A run, with the index of 0 in the range of each number. This keeps a number the same in another
/// range.
struct mutable_run {
  trace run;
  std::vector<std::uint64_t> zeros;
};

} // namespace tali::choices

namespace tali::detail {
/// Replays a run and records the indices of zeros.
class noting_source final : public replay_source {
public:
  noting_source(const trace& run, std::vector<std::uint64_t>& zeros)
      : replay_source(run.choices, run.size), zeros_(zeros) {}

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  std::vector<std::uint64_t>& zeros_;
};
} // namespace tali::detail

namespace tali {

/// The edits that one choice tree admits.
class mutations {
public:
  explicit mutations(const choices::mutable_run& run, choices::mutation_odds odds = {},
                     choices::compatible_parts compatible = {});
  /// Allows splicing in parts of another value.
  void splice_from(const choices::mutable_run& other);
  /// An edited tree.
  [[nodiscard]] choices::choice_tree edited(choices::rng& engine) const;
  [[nodiscard]] const choices::trace& original() const noexcept { return run_; }

private:
  struct part {
    std::uint32_t begin; // the token that opens it
    std::uint32_t end;   // one past the token that closes it
    choices::mutable_part is;
  };
  [[nodiscard]] static std::vector<part> parts_of(const choices::choice_tree& tree, const choices::trace& run);
  [[nodiscard]] bool compatible(const part& a, const part& b) const;
  [[nodiscard]] bool reroll(choices::choice_tree& tree, choices::rng& engine) const;
  [[nodiscard]] bool swap(choices::choice_tree& tree, choices::rng& engine) const;
  [[nodiscard]] bool descend(choices::choice_tree& tree, choices::rng& engine) const;
  [[nodiscard]] bool splice(choices::choice_tree& tree, choices::rng& engine) const;
  [[nodiscard]] bool change_elements(choices::choice_tree& tree, choices::rng& engine) const;

  choices::trace run_;
  choices::choice_tree tree_;
  std::vector<part> parts_;
  std::vector<std::uint32_t> choices_; // tokens with alternatives
  choices::choice_tree other_;
  std::vector<part> other_parts_;
  choices::mutation_odds odds_;
  choices::compatible_parts relation_;
};

template <generator G>
class mutator {
public:
  /// Throws generator_error if g cannot produce v.
  mutator(const G& g, const value_of<G>& v, choices::mutation_odds odds = {}, choices::compatible_parts compatible = {})
      : generator_(g), mutations_(run_of(g, v), odds, std::move(compatible)) {}

  /// Allows splicing in parts of this value.
  void splice_from(const value_of<G>& other) { mutations_.splice_from(run_of(generator_, other)); }

  /// Another value. Nothing if a hundred edits all led to the same value, or to none.
  [[nodiscard]] std::optional<value_of<G>> operator()(choices::rng& engine) const {
    for (int i = 0; i < tries; ++i) {
      const choices::choice_tree edited = mutations_.edited(engine);
      choices::tree_source source(edited, mutations_.original().size, choices::rng(engine()));
      choices::trace made;
      source.record_to(&made);
      try {
        value_of<G> value = generator_(static_cast<choices::dynamic_source&>(source));
        if (made.choices != mutations_.original().choices) {
          return value;
        }
      } catch (const discard&) {
        continue;
      }
    }
    return std::nullopt;
  }

private:
  static constexpr int tries = 100;
  static choices::mutable_run run_of(const G& g, const value_of<G>& v) {
    std::optional<choices::trace> run = choices::reflect_trace(g, v);
    if (!run) {
      detail::throw_generator_error("tali::mutate: the generator cannot produce this value");
    }
    choices::mutable_run result{std::move(*run), {}};
    detail::noting_source source(result.run, result.zeros);
    arena memory;
    source.build_in(&memory);
    static_cast<void>(g(static_cast<choices::dynamic_source&>(source)));
    return result;
  }

  G generator_;
  mutations mutations_;
};

/// One value similar to v, from a seed.
template <generator G>
[[nodiscard]] std::optional<value_of<G>> mutate(const G& g, const value_of<G>& v, std::uint64_t seed) {
  choices::rng engine(seed);
  return mutator<G>(g, v)(engine);
}

} // namespace tali
