// SPDX-License-Identifier: BSL-1.0
// gen::valid: values of a generator that satisfy a predicate, where gen::filter would discard most of them.
//
//   const auto avl = gen::valid(arbitrary<tree>(), is_avl);
//   check("erase keeps the balance", avl, [](const tree& t) { ... });
//
// Before its first value it learns from some ten thousand attempts which choices valid values consist of, always from
// the same seed; from then on the model does not change, so that a case depends only on its own random stream. A value
// takes one random word, which seeds the search for it; the recorded choices are those of the underlying generator. So
// a recorded case is replayed, shrunk and stored without the model: it is a case of gen::filter(g, predicate) in which
// the first attempt succeeded. (docs/decisions/0007-valid-values.md)
//
// Copies share the model. Create the generator once, outside of the body of a property.
#pragma once

#include <tali/detail/shared.hpp>
#include <tali/gen/generator.hpp>
#include <tali/source/replay.hpp>
#include <tali/valid/sampler.hpp>
#include <tali/value/show.hpp>

#include <concepts>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tali {

namespace detail {

/// The model, trained once, on first use. Copies share it, also between threads.
class valid_training {
public:
  explicit valid_training(const valid_options& options);

  /// The model, trained now if it is not yet; it lives as long as the training. If the predicate throws during
  /// training, the choices it threw on are in `choices` and there is no model.
  /// Training takes the number of attempts that the options say, or that the hooks require. A time limit of the options
  /// or of the hooks may end it earlier; this is reported to the hooks.
  [[nodiscard]] const valid_model* model(const valid_subject& subject, const search_observers& observers,
                                         std::vector<choice>& choices) const;
  /// The choices of a valid value by a separate search, or those on which the predicate threw; and the statistics.
  [[nodiscard]] search_tally search_afresh(const valid_subject& subject, std::uint64_t seed, int size,
                                           const search_observers& observers, std::vector<choice>& choices) const;
  [[nodiscard]] const valid_options& options() const noexcept;
  [[nodiscard]] valid_statistics statistics() const;
  [[noreturn]] static void give_up(const valid_statistics& seen);

private:
  struct state;
  shared<state> state_;
};

/// Entries written to a journal from here on are removed at the end.
class journal_scope {
public:
  explicit journal_scope(choice_journal* journal) noexcept;
  journal_scope(const journal_scope&) = delete;
  journal_scope& operator=(const journal_scope&) = delete;
  ~journal_scope();

private:
  choice_journal* journal_;
  std::uint32_t begin_;
};

template <generator G, class Predicate>
class valid_gen {
public:
  using value_type = value_of<G>;
  static constexpr span_info span{span_kind::value, "valid", &family_of<valid_gen>};

  valid_gen(const G& g, const Predicate& predicate, const valid_options& options)
      : generator_(g), predicate_(predicate), training_(options) {}

  template <class S>
  value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    valid_attempt<G, Predicate> attempt{&generator_, &predicate_, std::nullopt};
    std::vector<choice> choices;
    if constexpr (std::derived_from<S, dynamic_source>) {
      const std::optional<std::uint64_t> word = source.random_word();
      if (word) {
        const journal_scope scratch(source.journal());
        search_tally seen;
        if (!search(attempt, *word, source, {source.journal(), source.hooks()}, choices, seen) &&
            source.hooks() != nullptr) {
          source.hooks()->search_progressed(seen);
        }
        source.make_choices(span_of(choices));
      }
      return checked(source);
    } else {
      const std::uint64_t word = source.uniform(~std::uint64_t{0});
      search_tally unread;
      if (search(attempt, word, source, {nullptr, source.hooks()}, choices, unread)) {
        return std::move(*attempt.kept);
      }
      replay_source again(span_of(choices), source.size());
      again.build_in(source.memory());
      dynamic_source& dynamic = again;
      return checked(dynamic);
    }
  }

  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return static_cast<bool>(call(predicate_, v)) ? forest.span(span, reflect_part(generator_, forest, v))
                                                  : forest.none();
  }

  /// The statistics of the training. Nothing before the first value was drawn.
  [[nodiscard]] valid_statistics statistics() const { return training_.statistics(); }
  /// Writes the model to a file, for valid_options::model. Trains it first if necessary.
  void save(const std::string& file) const {
    valid_attempt<G, Predicate> attempt{&generator_, &predicate_, std::nullopt};
    std::vector<choice> choices;
    const valid_model* const model = training_.model(attempt.subject(), {}, choices);
    if (model == nullptr) {
      throw_generator_error("gen::valid: there is no model to save: the predicate throws");
    }
    save_model(*model, training_.statistics(), attempt.subject().type, file);
  }

private:
  /// For reports; a type that cannot be shown does not fail the case.
  static std::string shown(const value_type& value) {
    try {
      return show(value);
    } catch (const std::exception& e) {
      return detail::showing_threw(e.what());
    }
  }

  value_type checked(dynamic_source& source) const {
    value_type value = generator_(source);
    source.make_choices({});
    source_hooks* const observer =
        source.hooks() != nullptr && source.hooks()->observes_predicates() ? source.hooks() : nullptr;
    if (observer != nullptr) {
      observer->predicate_called(shown(value));
    }
    const bool valid = static_cast<bool>(call(predicate_, std::as_const(value)));
    if (observer != nullptr) {
      observer->predicate_returned();
    }
    if (!valid) {
      throw_discard("gen::valid: the choices give a value that is not valid");
    }
    return value;
  }

  /// The choices of a valid value, which is in `attempt`. False if the choices have to be made again: there is no
  /// value, or the predicate threw on it, and has to throw again where this is observed and recorded.
  template <class S>
  bool search(valid_attempt<G, Predicate>& attempt, std::uint64_t word, const S& source,
              const search_observers& observers, std::vector<choice>& choices, search_tally& seen) const {
    const int size = source.size();
    const valid_model* const model = training_.model(attempt.subject(), observers, choices);
    const valid_statistics learned = training_.statistics();
    seen = {learned.attempts, learned.valid};
    if (model == nullptr) {
      return false;
    }
    const valid_options& options = training_.options();
    if (options.method == valid_method::learned) {
      switch (
          draw_valid(*model, attempt.subject(), rng(word), size, options.tries, source.memory(), observers, choices)) {
      case draw_outcome::valid:
        return true;
      case draw_outcome::threw:
        return false;
      case draw_outcome::none:
        valid_training::give_up(learned);
      }
    }
    seen = training_.search_afresh(attempt.subject(), word, size, observers, choices);
    return false;
  }

  G generator_;
  Predicate predicate_;
  valid_training training_;
};

} // namespace detail

namespace gen {

/// Values of g that satisfy the predicate. The predicate must depend on the value only.
template <generator G, class Predicate>
[[nodiscard]] auto valid(const G& g, const Predicate& predicate, const learn::valid_options& options = {}) {
  return detail::valid_gen<G, detail::stored_function<Predicate>>(g, predicate, options);
}

} // namespace gen

} // namespace tali
