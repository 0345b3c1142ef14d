// SPDX-License-Identifier: BSL-1.0
// A subject: a generator with its type erased, and what its author claims about it.
//
// The laws (laws.hpp) hold for every generator, so they are compiled once, against this class; each generator adds only
// the few functions that need its type. Adding a generator to the suite is one line in one of the tables:
//
//   SUBJECT(gen::integer(0, 9)).valid([](int v) { return v >= 0 && v <= 9; }).sequences(10).outside(-1, 10);
#pragma once

#include <tali/gen/any_gen.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/hash.hpp>
#include <tali/value/show.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace conformance {

/// What a run gave: a value, or nothing because the case was discarded.
using made = std::shared_ptr<const void>;

/// Where values that want an arena are built. Laws reset it before each case.
inline tali::arena& case_memory() {
  thread_local tali::arena memory;
  return memory;
}

struct subject {
  std::string name;

  // The generator itself, and the same one in an any_gen.
  std::function<made(std::uint64_t seed, int size)> sample;
  std::function<made(std::uint64_t seed, int size)> sample_any;
  std::function<made(tali::dynamic_source&)> run;
  std::function<made(tali::dynamic_source&)> run_any;
  std::function<std::optional<tali::choice_sequence>(const void*, int size)> reflect; // null: only forward

  // Its values.
  std::function<bool(const void*, const void*)> equal;
  std::function<std::uint64_t(const void*)> fingerprint; // null: has none
  std::function<std::string(const void*)> show;

  // What is claimed.
  std::function<bool(const void*, int size)> valid;
  std::vector<made> outside;            // values it cannot make
  std::optional<std::size_t> sequences; // how many choice sequences there are, if that is finite, at size `small`
  std::vector<int> sizes{100, 0, 1, 30, 5, 100, 2, 10};
  int small = 2;
  bool may_discard = false;
  bool long_sequences = false;
  double share = 1; // of the usual number of cases

  /// Equal, and told apart by nothing else either (0.0 and -0.0 are equal but not the same).
  [[nodiscard]] bool same(const made& a, const made& b) const {
    if (a == nullptr || b == nullptr) {
      return a == b;
    }
    return equal(a.get(), b.get()) && (!fingerprint || fingerprint(a.get()) == fingerprint(b.get()));
  }
  [[nodiscard]] std::string text(const made& v) const { return v == nullptr ? "(discarded)" : show(v.get()); }
};

/// What can be said of a subject of a certain type.
template <class T>
class claims {
public:
  explicit claims(subject& s) : subject_(s) {}

  /// Every value satisfies this. With two arguments the second is the size.
  template <class F>
  claims& valid(F f) {
    subject_.valid = [f](const void* v, int size) {
      if constexpr (requires { f(*static_cast<const T*>(v), size); }) {
        return f(*static_cast<const T*>(v), size);
      } else {
        static_cast<void>(size);
        return f(*static_cast<const T*>(v));
      }
    };
    return *this;
  }
  template <class... V>
  claims& outside(V&&... values) {
    (subject_.outside.push_back(std::make_shared<const T>(std::forward<V>(values))), ...);
    return *this;
  }
  claims& sequences(std::size_t n, int size = 2) {
    subject_.sequences = n;
    subject_.small = size;
    return *this;
  }
  claims& small(int size) {
    subject_.small = size;
    return *this;
  }
  claims& sizes(std::vector<int> sizes) {
    subject_.sizes = std::move(sizes);
    return *this;
  }
  claims& may_discard() {
    subject_.may_discard = true;
    return *this;
  }
  /// Even the first value takes too many choices for a walk that begins with the shortest sequences.
  claims& long_sequences() {
    subject_.long_sequences = true;
    return *this;
  }
  claims& share(double s) {
    subject_.share = s;
    return *this;
  }
  template <class F>
  claims& equal_by(F f) {
    subject_.equal = [f](const void* a, const void* b) {
      return f(*static_cast<const T*>(a), *static_cast<const T*>(b));
    };
    subject_.fingerprint = nullptr;
    return *this;
  }

private:
  subject& subject_;
};

class table {
public:
  template <class G>
  auto add(std::string name, const G& g) {
    using T = tali::value_of<G>;
    subject& s = add_forward_only(std::move(name), g);
    s.reflect = [g](const void* v, int size) { return tali::reflect(g, *static_cast<const T*>(v), size); };
    return claims<T>(s);
  }
  template <class G>
  auto add_forward(std::string name, const G& g) {
    return claims<tali::value_of<G>>(add_forward_only(std::move(name), g));
  }

  [[nodiscard]] const std::vector<std::unique_ptr<subject>>& subjects() const { return subjects_; }

private:
  template <class T, class F>
  static made boxed(const F& draw) {
    try {
      return std::make_shared<const T>(draw());
    } catch (const tali::discard&) {
      return nullptr;
    }
  }

  /// tali::sample, with an arena.
  template <class G>
  static tali::value_of<G> sampled(const G& g, std::uint64_t seed, int size) {
    tali::random_context context(size);
    context.memory = &case_memory();
    tali::random_source source(tali::rng(seed), context);
    return g(source);
  }

  template <class G>
  subject& add_forward_only(std::string name, const G& g) {
    using T = tali::value_of<G>;
    auto s = std::make_unique<subject>();
    s->name = std::move(name);
    s->sample = [g](std::uint64_t seed, int size) { return boxed<T>([&] { return sampled(g, seed, size); }); };
    s->run = [g](tali::dynamic_source& source) { return boxed<T>([&] { return g(source); }); };
    const tali::any_gen<T> any(g);
    s->sample_any = [any](std::uint64_t seed, int size) { return boxed<T>([&] { return sampled(any, seed, size); }); };
    s->run_any = [any](tali::dynamic_source& source) { return boxed<T>([&] { return any(source); }); };
    s->show = [](const void* v) {
      return tali::show(*static_cast<const T*>(v),
                        tali::show_limits{.max_items = 20, .max_chars = 300, .max_depth = 10});
    };
    if constexpr (tali::comparable_value<T>) {
      s->equal = [](const void* a, const void* b) {
        return tali::equal_values(*static_cast<const T*>(a), *static_cast<const T*>(b));
      };
    } else {
      s->equal = [](const void* a, const void* b) {
        return tali::show(*static_cast<const T*>(a)) == tali::show(*static_cast<const T*>(b));
      };
    }
    if constexpr (tali::hashable<T>) {
      s->fingerprint = [](const void* v) { return tali::hash_value(*static_cast<const T*>(v)); };
    }
    s->valid = [](const void*, int) { return true; };
    subjects_.push_back(std::move(s));
    return *subjects_.back();
  }

  std::vector<std::unique_ptr<subject>> subjects_;
};

// One function for each family; tables.hpp lists them.
using family = void (*)(table& into);

} // namespace conformance

// The expression is the name: `into` is the table of the function the line stands in.
#define SUBJECT(...) into.add(#__VA_ARGS__, __VA_ARGS__)
/// For generators that do not run backward.
#define FORWARD_SUBJECT(...) into.add_forward(#__VA_ARGS__, __VA_ARGS__)
