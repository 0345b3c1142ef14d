// SPDX-License-Identifier: BSL-1.0
// Random pure functions. Not in the umbrella header: it includes <functional>.
//
//   auto f = draw(gen::function<int(const std::string&)>(gen::integer(0, 9)));
//   f("a") == f(std::string("a"))
//   show(f)     {("a") -> 7, ("b") -> 0, otherwise -> 0}
//
// A function is one choice, a seed of 64 bits. Its results are drawn when it is called, from a stream that depends
// only on the seed and on the fingerprint of the arguments (value/hash.hpp): equal arguments give equal
// results, in any order of calls and from any thread, and a copy is the same function. It may
// outlive its case.
//
// Arguments must have a fingerprint. If equal arguments can have different fingerprints (0.0 and -0.0; classes with
// their own operator==), the function stores earlier arguments and returns the same result for equal ones. It stores
// the first thousand calls, and is printed as a table of them. Up to that number, the table contains all results that
// the test has used.
//
// Shrinking lowers the seed. Seed 0 is the constant function with the simplest result; with a seed of n bits about
// n in 64 arguments have another result, so a function with a small seed has the simplest result nearly everywhere. A
// single result cannot be simplified without changing the seed. Functions do not run backward.
#pragma once

#include <tali/gen/any_gen.hpp>
#include <tali/gen/arbitrary.hpp>
#include <tali/gen/map.hpp>
#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/hash.hpp>
#include <tali/value/show.hpp>

#include <bit>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tali {

namespace detail {

/// How an argument is stored: by value; views by the value they refer to.
template <class T>
struct kept_argument {
  using type = T;
};
template <class T>
  requires(kind_of<T> == value_kind::text && !std::is_array_v<T> && !requires(T t) { t.push_back(t[0]); })
struct kept_argument<T> {
  using type = std::basic_string<typename T::value_type>;
};
template <>
struct kept_argument<const char*> {
  using type = std::string;
};
template <>
struct kept_argument<char*> {
  using type = std::string;
};
template <class T>
  requires requires {
    typename T::element_type;
    T::extent;
  }
struct kept_argument<T> { // a span
  using type = std::vector<std::remove_cv_t<typename T::element_type>>;
};

template <class T>
using kept = typename kept_argument<std::remove_cvref_t<T>>::type;

template <class T>
[[nodiscard]] kept<T> keep_argument(const T& v) {
  if constexpr (std::is_pointer_v<T>) {
    return v == nullptr ? kept<T>() : kept<T>(v);
  } else if constexpr (std::same_as<T, kept<T>>) {
    return v;
  } else {
    return kept<T>(v.begin(), v.end());
  }
}

/// Whether values of T are equal if and only if their fingerprints are.
template <class T>
inline constexpr bool equal_as_fingerprints = [] {
  switch (kind_of<T>) {
  case value_kind::boolean:
  case value_kind::character:
  case value_kind::integer:
  case value_kind::byte:
  case value_kind::enumeration:
  case value_kind::text:
    return true;
  default:
    return false;
  }
}();

/// The fingerprint of one argument among several.
[[nodiscard]] std::uint64_t combine_fingerprints(std::uint64_t before, std::uint64_t next) noexcept;
/// Whether the function with this seed has a specific result for these arguments instead of the simplest.
[[nodiscard]] bool has_own_result(std::uint64_t seed, std::uint64_t fingerprint) noexcept;

} // namespace detail

template <class Signature>
class pure_function;

/// A function that returns equal results for equal arguments, and is printed as a table of its calls. Copies share the
/// table. Calls are thread-safe.
template <class R, class... A>
class pure_function<R(A...)> {
  static_assert(!std::is_void_v<R> && !std::is_reference_v<R>, "tali: a pure function must return a value");
  static_assert((values::hashable<std::remove_cvref_t<A>> && ...),
                "tali: the arguments of gen::function need a fingerprint (tali/value/hash.hpp)");

public:
  using result_type = R;
  using arguments = std::tuple<detail::kept<A>...>;
  static constexpr std::size_t most_stored = 1000;

  template <class G>
  pure_function(std::uint64_t seed, int size, const G& results)
      : state_(std::make_shared<state>(seed, size, results)) {}

  R operator()(A... args) const { return state_->result_of(state_->look_up(args...)); }

  /// The seed of the function.
  [[nodiscard]] std::uint64_t seed() const noexcept { return state_->seed; }

  /// Calls f(arguments, result) for each stored call, in order.
  template <class F>
  void for_each_call(const F& f) const {
    const std::scoped_lock lock(state_->guard);
    for (const auto& entry : state_->calls) {
      f(entry.given, state_->result_of(entry.fingerprint));
    }
  }
  /// The result of the simplest function.
  [[nodiscard]] R simplest_result() const { return state_->simplest(); }
  [[nodiscard]] bool remembers_all() const {
    const std::scoped_lock lock(state_->guard);
    return state_->calls.size() < most_stored;
  }

private:
  static constexpr bool can_store = (std::copy_constructible<detail::kept<A>> && ...);

  struct call {
    arguments given;
    std::uint64_t fingerprint;
  };

  struct state {
    template <class G>
    state(std::uint64_t wanted_seed, int wanted_size, const G& g) : seed(wanted_seed), size(wanted_size), results(g) {}

    std::uint64_t seed;
    int size;
    any_gen<R> results;

    std::mutex guard;
    std::vector<call> calls;
    std::unordered_map<std::uint64_t, std::uint64_t> decided; // from each fingerprint seen to the one used for it

    /// The fingerprint that determines the result: that of the first arguments equal to these.
    [[nodiscard]] std::uint64_t look_up(const std::remove_cvref_t<A>&... args) {
      std::uint64_t fingerprint = 0;
      ((fingerprint = detail::combine_fingerprints(fingerprint, values::hash_value(args))), ...);
      if constexpr (can_store) {
        arguments given{detail::keep_argument(args)...};
        const std::scoped_lock lock(guard);
        if (const auto known = decided.find(fingerprint); known != decided.end()) {
          return known->second;
        }
        if (calls.size() == most_stored) {
          return fingerprint;
        }
        if constexpr ((values::comparable_value<detail::kept<A>> && ...) &&
                      !(detail::equal_as_fingerprints<detail::kept<A>> && ...)) {
          for (const auto& before : calls) {
            if (values::equal_values(before.given, given)) {
              return decided[fingerprint] = before.fingerprint;
            }
          }
        }
        decided[fingerprint] = fingerprint;
        calls.push_back({std::move(given), fingerprint});
      }
      return fingerprint;
    }

    [[nodiscard]] R result_of(std::uint64_t fingerprint) const {
      if (!detail::has_own_result(seed, fingerprint)) {
        return simplest();
      }
      choices::recording_source source(choices::rng::stream(seed, fingerprint), size, nullptr);
      return results(static_cast<choices::dynamic_source&>(source));
    }

    [[nodiscard]] R simplest() const {
      try {
        choices::replay_source source({}, size, choices::past_end::simplest);
        return results(static_cast<choices::dynamic_source&>(source));
      } catch (const discard&) { // a filter rejects the simplest value: use the constant stream
        choices::recording_source source(choices::rng(0), size, nullptr);
        return results(static_cast<choices::dynamic_source&>(source));
      }
    }
  };

  std::shared_ptr<state> state_;
};

/// {(1, "a") -> 5, otherwise -> 0}
template <class R, class... A>
void tali_show(std::string& out, const pure_function<R(A...)>& f) {
  out += '{';
  f.for_each_call([&out](const auto& given, const R& result) {
    std::apply(
        [&out](const auto&... each) {
          std::size_t i = 0;
          out += '(';
          ((out += i++ == 0 ? "" : ", ", show_to(out, each)), ...);
          out += ") -> ";
        },
        given);
    show_to(out, result);
    out += ", ";
  });
  out += f.remembers_all() ? "otherwise -> " : "…, otherwise -> ";
  show_to(out, f.simplest_result());
  out += '}';
}

namespace detail {

template <class Signature, class G>
class function_gen : pack<G> {
  using parts = pack<G>;

public:
  using parts::parts;
  using value_type = pure_function<Signature>;
  static_assert(std::same_as<value_of<G>, typename value_type::result_type>,
                "tali: gen::function<R(A...)>(results): the generator must produce values of type R");

  template <class S>
  value_type operator()(S& source) const {
    // Edgy, so that constant and nearly constant functions occur too.
    const auto seed = source.template integer<spread::edgy>(~std::uint64_t{0}, std::uint64_t{0}, 0);
    return value_type(seed, source.size(), get<0>(static_cast<const parts&>(*this)));
  }
};

} // namespace detail

namespace gen {

/// Pure functions of this signature whose results come from this generator, or from arbitrary<R>().
template <class Signature, class G>
[[nodiscard]] constexpr auto function(const G& results) {
  return detail::function_gen<Signature, G>(results);
}
template <class Signature>
[[nodiscard]] constexpr auto function() {
  using result = typename pure_function<Signature>::result_type;
  return detail::function_gen<Signature, detail::arbitrary_gen<result>>(arbitrary<result>());
}

} // namespace gen

template <class R, class... A>
struct arbitrary_for<pure_function<R(A...)>> {
  static constexpr auto make() { return gen::function<R(A...)>(); }
};

namespace detail {
template <class Signature>
struct into_std_function {
  std::function<Signature> operator()(const pure_function<Signature>& f) const { return f; }
};
} // namespace detail

/// A pure function in a std::function, which stores its calls.
template <class R, class... A>
struct arbitrary_for<std::function<R(A...)>> {
  static constexpr auto make() { return gen::map(gen::function<R(A...)>(), detail::into_std_function<R(A...)>{}); }
};

#if defined(__cpp_rtti) || defined(__GXX_RTTI)
/// A std::function that contains a pure function is printed as its table.
template <class R, class... A>
struct shower<std::function<R(A...)>> {
  static void show(std::string& out, const std::function<R(A...)>& f) {
    if constexpr ((values::hashable<std::remove_cvref_t<A>> && ...) && !std::is_void_v<R> && !std::is_reference_v<R>) {
      if (const auto* pure = f.template target<pure_function<R(A...)>>()) {
        return tali_show(out, *pure);
      }
    }
    out += f ? "<function>" : "nullptr";
  }
};
#endif

} // namespace tali
