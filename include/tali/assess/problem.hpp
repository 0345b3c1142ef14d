// SPDX-License-Identifier: BSL-1.0
// A problem: its inputs and outputs, and the conditions under which an output is right for an input.
//
//   struct sorting {                                   // the space, within bounds
//     template <class V> struct person { typename V::integer name, age; };
//     template <class Make> auto input(Make& make) const { ... }    // see make.hpp
//     template <class Make> auto output(Make& make) const { ... }
//   };
//   assess::problem_of<sorting> p("sorting", sorting{});
//   p.subproperty("ordered", "ages do not go down", [](const auto& in, const auto& out) { ... });
//
// A subproperty is one function for all values (logic.hpp has the vocabulary). It runs on concrete pairs, and it runs
// once on symbolic ones to be compiled to clauses.
#pragma once

#include <tali/assess/make.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tali::assess {

/// Which subproperties hold: bit i for subproperty i. A bucket is the pairs with one pattern.
using pattern = std::uint64_t;
inline constexpr std::size_t most_subproperties = 20;

struct subproperty {
  std::string name;
  std::string text;
  bool error = false;   ///< describes a misconception, and is not part of the specification
  bool symbolic = true; ///< false: only the random engine uses it
};

/// Those of the specification: a pair is right if these hold, whatever the error subproperties do.
[[nodiscard]] pattern specification_of(const std::vector<subproperty>& all);

/// If all of `given` hold, so does one of `then` (usually there is only one).
struct implication {
  pattern given = 0;
  pattern then = 0;
};

/// A problem as gates.
struct encoding {
  circuit gates;
  layout space;
  unknowns names;
  std::vector<literal> allowed; ///< preconditions
  std::vector<literal>
      without_loss; ///< assumptions that are safe because pairs that differ only by names are equivalent
  std::vector<literal> subproperties; ///< of a concrete one: always
  std::optional<literal> reference;   ///< what the reference solution answers
};

class problem {
public:
  explicit problem(std::string name) : name_(std::move(name)) {}
  problem(const problem&) = delete;
  problem& operator=(const problem&) = delete;
  virtual ~problem() = default;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<subproperty>& subproperties() const { return subproperties_; }
  [[nodiscard]] const std::vector<std::string>& preconditions() const { return preconditions_; }
  [[nodiscard]] const std::vector<implication>& known() const { return known_; }
  [[nodiscard]] const layout& space() const { return space_; }
  [[nodiscard]] std::size_t index_of(std::string_view subproperty) const;
  /// The pattern in which all hold.
  [[nodiscard]] pattern all_hold() const { return (pattern{1} << subproperties_.size()) - 1; }
  /// The subproperties that make an output right.
  [[nodiscard]] pattern specification() const { return specification_of(subproperties_); }
  [[nodiscard]] bool valid(pattern holds) const { return (holds & specification()) == specification(); }

  /// Empty for a pair that violates a precondition.
  [[nodiscard]] virtual std::optional<pattern> pattern_of(const point& at) const = 0;
  [[nodiscard]] virtual std::unique_ptr<encoding> encode() const = 0;
  [[nodiscard]] virtual bool has_reference() const = 0;
  /// The answer of the reference solution; empty if there is none.
  [[nodiscard]] virtual std::optional<bool> reference_of(const point& at) const = 0;

  /// Declares that `then` holds whenever all of `given` hold.
  void implies(std::initializer_list<std::string_view> given, std::string_view then);

protected:
  void add(subproperty s);
  void add_precondition(std::string text) { preconditions_.push_back(std::move(text)); }
  void set_space(layout l) { space_ = std::move(l); }

private:
  std::string name_;
  std::vector<subproperty> subproperties_;
  std::vector<std::string> preconditions_;
  std::vector<implication> known_;
  layout space_;
};

template <class Space>
class problem_of final : public problem {
public:
  using input_type = decltype(std::declval<const Space&>().input(std::declval<point_maker&>()));
  using output_type = decltype(std::declval<const Space&>().output(std::declval<point_maker&>()));
  using symbolic_input = decltype(std::declval<const Space&>().input(std::declval<symbolic_maker&>()));
  using symbolic_output = decltype(std::declval<const Space&>().output(std::declval<symbolic_maker&>()));

  problem_of(std::string name, Space space) : problem(std::move(name)), make_(std::move(space)) {
    encoding e;
    static_cast<void>(unknown_pair(e));
    set_space(std::move(e.space));
  }

  template <class F>
  problem_of& precondition(std::string text, const F& f) {
    add_precondition(std::move(text));
    preconditions_.push_back(f);
    symbolic_preconditions_.push_back(f);
    return *this;
  }
  /// Holds for one of each set of pairs that differ only by the names of the families: the solver considers only
  /// these.
  template <class F>
  problem_of& without_loss(const F& f) {
    without_loss_.push_back(f);
    return *this;
  }
  template <class F>
  problem_of& subproperty(std::string name, std::string text, const F& f) {
    return add_both({std::move(name), std::move(text), false, true}, f);
  }
  template <class F>
  problem_of& error_subproperty(std::string name, std::string text, const F& f) {
    return add_both({std::move(name), std::move(text), true, true}, f);
  }
  /// A subproperty that runs only on concrete pairs, written as arbitrary C++.
  template <class F>
  problem_of& concrete_only(std::string name, std::string text, const F& f, bool error = false) {
    add({std::move(name), std::move(text), error, false});
    concrete_.push_back(f);
    symbolic_.push_back([](const symbolic_input&, const symbolic_output&) { return symbolic_bool(true); });
    return *this;
  }

  /// A right predicate, written independently of the subproperties: check_reference compares it with them.
  template <class F>
  problem_of& reference(const F& f) {
    reference_ = f;
    symbolic_reference_ = f;
    return *this;
  }
  /// The same, as arbitrary C++: compared on concrete pairs only.
  template <class F>
  problem_of& concrete_reference(const F& f) {
    reference_ = f;
    symbolic_reference_ = nullptr;
    return *this;
  }

  [[nodiscard]] std::pair<input_type, output_type> pair_at(const point& at) const {
    point_maker make(at);
    input_type in = make_.input(make);
    output_type out = make_.output(make);
    return {std::move(in), std::move(out)};
  }
  [[nodiscard]] std::optional<pattern> pattern_of(const point& at) const override {
    const auto [in, out] = pair_at(at);
    for (const concrete_function& f : preconditions_) {
      if (!f(in, out)) {
        return std::nullopt;
      }
    }
    pattern holds = 0;
    for (std::size_t i = 0; i < concrete_.size(); ++i) {
      holds |= pattern{concrete_[i](in, out)} << i;
    }
    return holds;
  }
  [[nodiscard]] bool has_reference() const override { return reference_ != nullptr; }
  [[nodiscard]] std::optional<bool> reference_of(const point& at) const override {
    if (!reference_) {
      return std::nullopt;
    }
    const auto [in, out] = pair_at(at);
    return reference_(in, out);
  }
  [[nodiscard]] std::unique_ptr<encoding> encode() const override {
    auto e = std::make_unique<encoding>();
    const auto [in, out] = unknown_pair(*e);
    const auto run = [&](const auto& functions, std::vector<literal>& into) {
      for (const symbolic_function& f : functions) {
        into.push_back(f(in, out).is());
      }
    };
    run(symbolic_preconditions_, e->allowed);
    run(without_loss_, e->without_loss);
    run(symbolic_, e->subproperties);
    if (symbolic_reference_) {
      e->reference = symbolic_reference_(in, out).is();
    }
    return e;
  }

private:
  using concrete_function = std::function<bool(const input_type&, const output_type&)>;
  using symbolic_function = std::function<symbolic_bool(const symbolic_input&, const symbolic_output&)>;

  template <class F>
  problem_of& add_both(assess::subproperty s, const F& f) {
    add(std::move(s));
    concrete_.push_back(f);
    symbolic_.push_back(f);
    return *this;
  }
  std::pair<symbolic_input, symbolic_output> unknown_pair(encoding& e) const {
    symbolic_maker make(e.gates, e.space, e.names);
    make.fill(e.space.input);
    symbolic_input in = make_.input(make);
    e.space.output_begins = e.space.coordinates.size();
    make.fill(e.space.output);
    symbolic_output out = make_.output(make);
    return {std::move(in), std::move(out)};
  }

  Space make_;
  std::vector<concrete_function> preconditions_;
  std::vector<symbolic_function> symbolic_preconditions_;
  std::vector<symbolic_function> without_loss_;
  std::vector<concrete_function> concrete_;
  std::vector<symbolic_function> symbolic_;
  concrete_function reference_;
  symbolic_function symbolic_reference_;
};

} // namespace tali::assess
