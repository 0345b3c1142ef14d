// SPDX-License-Identifier: BSL-1.0
// Values and lengths chosen by labelled branches, so that they can be tuned: an alphabet with a label for each letter,
// and sequences that decide before each element whether to continue.
//
// The plain forms (gen::element, gen::alphabet, gen::vector) choose by numbers: they are faster, but weights cannot
// express that an 'e' should be more likely than a 'q' or that most lists should be empty.
#pragma once

#include <tali/detail/shared.hpp>
#include <tali/gen/generator.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/source/kept_label.hpp>
#include <tali/value/equal.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tali {

namespace gen {

/// A value with its label and weight.
template <class T>
struct labelled_value {
  std::string label;
  std::uint32_t weight;
  T value;
};

} // namespace gen

namespace detail {

/// One of several values, each with a label and a weight.
template <class T>
class labelled_gen {
public:
  using value_type = T;
  static constexpr span_info span{span_kind::branch, {}, &family_of<labelled_gen>};
  using alternative = gen::labelled_value<T>;

  explicit labelled_gen(std::vector<alternative> all) : table_(shared<const table>::make(std::move(all))) {}

  template <class S>
  T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return table_->all[source.branch(branch_request{span_of(table_->weights), span_of(table_->labels)})].value;
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    auto ways = forest.none();
    const branch_request request{span_of(table_->weights), span_of(table_->labels)};
    if constexpr (sizeof(T) == 1 && std::integral<T>) { // letters: alphabets are used often
      const auto i = table_->of_byte[static_cast<unsigned char>(v)];
      return i < 0 ? ways : forest.branch(static_cast<std::size_t>(i), request, forest.empty());
    } else {
      for (std::size_t i = 0; i < table_->all.size(); ++i) {
        if (table_->weights[i] != 0 && equal_values(table_->all[i].value, v)) {
          ways = forest.either(ways, forest.branch(i, request, forest.empty()));
        }
      }
      return ways;
    }
  }

private:
  struct table {
    std::vector<alternative> all;
    std::vector<std::uint32_t> weights;
    std::vector<std::string_view> labels;
    std::array<std::int32_t, 256> of_byte;

    explicit table(std::vector<alternative> given) : all(std::move(given)), of_byte{} {
      of_byte.fill(-1);
      for (const alternative& a : all) {
        weights.push_back(a.weight);
        labels.push_back(kept_label(a.label));
        if constexpr (sizeof(T) == 1 && std::integral<T>) {
          auto& at = of_byte[static_cast<unsigned char>(a.value)];
          if (at >= 0) {
            throw_generator_error("gen::labelled: duplicate letter; list each letter once");
          }
          at = a.weight == 0 ? at : static_cast<std::int32_t>(&a - all.data());
        }
      }
    }
  };
  shared<const table> table_; // shared by all copies
};

/// A sequence that decides before each element whether to continue.
template <class C, class G, label End, label More, bool NotEmpty>
class repeated_gen : pack<G, std::uint32_t, std::uint32_t> {
  using parts = pack<G, std::uint32_t, std::uint32_t>;

public:
  using parts::parts;
  using value_type = C;
  static constexpr span_info span{span_kind::value, {}, &family_of<repeated_gen>};
  struct labels {
    static constexpr std::array<std::string_view, 2> value{End.view(), More.view()};
  };

  template <class S>
  C operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    C made;
    while ((NotEmpty && made.empty()) || source.template branch<labels>(end(), more()) == 1) {
      [[maybe_unused]] const auto element = source.template span<element_span>();
      made.push_back(each()(source));
    }
    return made;
  }
  template <class F>
  auto reflect(F& forest, const C& v) const {
    const std::array<std::uint32_t, 2> weights{end(), more()};
    const branch_request request{span_of(weights), span_of(labels::value)};
    auto made = forest.empty();
    bool decides = !NotEmpty;
    for (const auto& element : v) {
      const auto part = reflect_part(each(), forest, element);
      made = forest.join(made, decides ? forest.branch(1, request, part) : part);
      decides = true;
    }
    return decides ? forest.join(made, forest.branch(0, request, forest.empty())) : forest.none();
  }

private:
  [[nodiscard]] const auto& each() const { return get<0>(static_cast<const parts&>(*this)); }
  [[nodiscard]] std::uint32_t end() const { return get<1>(static_cast<const parts&>(*this)); }
  [[nodiscard]] std::uint32_t more() const { return get<2>(static_cast<const parts&>(*this)); }
};

} // namespace detail

namespace gen {

/// One of these values. The first is the simplest.
template <class T>
[[nodiscard]] detail::labelled_gen<T> labelled(std::vector<labelled_value<T>> all) {
  return detail::labelled_gen<T>(std::move(all));
}
/// One of the letters of a string, each with itself as its label and equally likely.
[[nodiscard]] inline detail::labelled_gen<char> labelled_letters(std::string_view letters) {
  std::vector<labelled_value<char>> all;
  for (const char c : letters) {
    all.push_back({std::string(1, c), 1, c});
  }
  return detail::labelled_gen<char>(std::move(all));
}

/// A container C of values of g; the odds of another element are `more` to `end`.
template <class C, choices::label End, choices::label More, class G>
[[nodiscard]] constexpr auto repeated(const G& g, std::uint32_t end = 1, std::uint32_t more = 1) {
  return detail::repeated_gen<C, G, End, More, false>(g, end, more);
}
/// The same with at least one element.
template <class C, choices::label End, choices::label More, class G>
[[nodiscard]] constexpr auto repeated_once(const G& g, std::uint32_t end = 1, std::uint32_t more = 1) {
  return detail::repeated_gen<C, G, End, More, true>(g, end, more);
}

} // namespace gen

} // namespace tali
