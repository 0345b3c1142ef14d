// SPDX-License-Identifier: BSL-1.0
// gen::valid: values of a generator that satisfy a predicate, where gen::filter would discard most of them.
//
//   const auto avl = gen::valid(arbitrary<tree>(), is_avl);
//   check("erase keeps the balance", avl, [](const tree& t) { ... });
//
// Before its first value it learns from some ten thousand attempts what choices valid values are made of, always from
// the same seed; from then on the model stays as it is, so that a case depends on its own random stream alone. A value
// takes one random word, with which it is searched for; what is recorded are the choices of the underlying generator.
// So a recorded case is replayed, shrunk and stored without the model: it is a case of gen::filter(g, predicate) in
// which the first attempt was good. (docs/decisions/0007-valid-values.md)
//
// Copies share what was learned. Make it once, outside of the body of a property.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/source/journal.hpp>
#include <tali/source/replay.hpp>
#include <tali/valid/sampler.hpp>

#include <concepts>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tali {

namespace detail {

/// What is learned, once, by whoever comes first.
class valid_training {
public:
  explicit valid_training(const valid_options& options) : options_(options) {}

  /// The model, learned now if it is not yet. If the predicate throws while learning, the choices it threw on are in
  /// `choices` and there is no model.
  /// Attempts are written to the journal, if there is one.
  [[nodiscard]] std::shared_ptr<const valid_model> model(const valid_subject& subject, choice_journal* journal,
                                                         std::vector<choice>& choices);
  [[nodiscard]] const valid_options& options() const noexcept { return options_; }
  [[nodiscard]] valid_statistics statistics() const;
  [[noreturn]] void give_up() const;

private:
  [[nodiscard]] std::shared_ptr<const valid_model> learned(const valid_subject& subject, choice_journal* journal,
                                                           std::vector<choice>& choices);

  valid_options options_;
  mutable std::mutex mutex_;
  std::shared_ptr<const valid_model> model_;
  valid_statistics statistics_;
  std::vector<choice> thrown_on_;
  bool threw_ = false;
};

/// What is written to a journal from here on is taken back at the end.
class journal_scope {
public:
  explicit journal_scope(choice_journal* journal) noexcept
      : journal_(journal), begin_(journal == nullptr ? 0 : journal->count()) {}
  journal_scope(const journal_scope&) = delete;
  journal_scope& operator=(const journal_scope&) = delete;
  ~journal_scope() {
    if (journal_ != nullptr) {
      journal_->cut(begin_);
    }
  }

private:
  choice_journal* journal_;
  std::uint32_t begin_;
};

} // namespace detail

namespace gen {

template <generator G, class Predicate>
class valid_gen {
public:
  using value_type = value_of<G>;
  static constexpr span_info span{span_kind::value, "valid", &detail::family_of<valid_gen>};

  valid_gen(const G& g, const Predicate& predicate, const valid_options& options)
      : generator_(g), predicate_(predicate), training_(std::make_shared<detail::valid_training>(options)) {}

  template <class S>
  value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    detail::valid_attempt<G, Predicate> attempt{&generator_, &predicate_, std::nullopt};
    std::vector<choice> choices;
    if constexpr (std::derived_from<S, dynamic_source>) {
      const std::optional<std::uint64_t> word = source.random_word();
      if (word) {
        const detail::journal_scope scratch(source.journal());
        search(attempt, *word, source.size(), source.memory(), source.journal(), choices);
        source.make_choices(choices);
      }
      return checked(source);
    } else {
      const std::uint64_t word = source.uniform(~std::uint64_t{0});
      if (search(attempt, word, source.size(), source.memory(), nullptr, choices)) {
        return std::move(*attempt.kept);
      }
      replay_source again(choices, source.size());
      again.build_in(source.memory());
      dynamic_source& dynamic = again;
      return checked(dynamic);
    }
  }

  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return static_cast<bool>(predicate_(v)) ? forest.span(span, detail::reflect_part(generator_, forest, v))
                                            : forest.none();
  }

  /// What learning saw. Nothing before the first value was drawn.
  [[nodiscard]] valid_statistics statistics() const { return training_->statistics(); }
  /// Keeps what was learned in a file, for valid_options::model. Learns if that was not done.
  void save(const std::string& file) const {
    detail::valid_attempt<G, Predicate> attempt{&generator_, &predicate_, std::nullopt};
    std::vector<choice> choices;
    const auto model = training_->model(attempt.subject(), nullptr, choices);
    if (model == nullptr) {
      detail::throw_generator_error("gen::valid: there is no model to save: the predicate throws");
    }
    detail::save_model(*model, training_->statistics(), attempt.subject().type, file);
  }

private:
  value_type checked(dynamic_source& source) const {
    value_type value = generator_(source);
    source.make_choices({});
    if (!static_cast<bool>(predicate_(std::as_const(value)))) {
      detail::throw_discard("gen::valid: the choices give a value that is not valid");
    }
    return value;
  }

  /// The choices of a valid value. False if there is no model, because the predicate threw: then they are those it
  /// threw on, to be made again where it is seen and recorded.
  bool search(detail::valid_attempt<G, Predicate>& attempt, std::uint64_t word, int size, arena* memory,
              choice_journal* journal, std::vector<choice>& choices) const {
    const auto model = training_->model(attempt.subject(), journal, choices);
    if (model == nullptr) {
      return false;
    }
    const valid_options& options = training_->options();
    bool found = false;
    if (options.method == valid_method::learned) {
      found = detail::draw_valid(*model, attempt.subject(), rng(word), size, options.tries, memory, journal, choices);
    } else {
      valid_options mine = options;
      mine.seed = word;
      detail::valid_search search(mine, size);
      search.write_to(journal);
      found = search.next(attempt.subject(), options.training);
      choices = search.choices();
    }
    if (!found) {
      training_->give_up();
    }
    return true;
  }

  G generator_;
  Predicate predicate_;
  std::shared_ptr<detail::valid_training> training_;
};

/// Values of g that satisfy the predicate. The predicate must depend on the value only.
template <generator G, class Predicate>
[[nodiscard]] auto valid(const G& g, const Predicate& predicate, const valid_options& options = {}) {
  return valid_gen<G, std::decay_t<Predicate>>(g, predicate, options); // a function by its name is a pointer
}

} // namespace gen

} // namespace tali
