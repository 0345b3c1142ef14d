// SPDX-License-Identifier: BSL-1.0
// A subject: a type-erased generator, and claims about it.
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

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace conformance {

/// The result of a run: a value, or null because the case was discarded.
using made = std::shared_ptr<const void>;

/// The arena for values that need one. Laws reset it before each case.
inline tali::arena& case_memory() {
  thread_local tali::arena memory;
  return memory;
}

/// A function and its data. (std::function takes several times as long to compile, and there are thousands.)
template <class R, class... A>
class erased {
public:
  erased() = default;
  erased(const void* object, R (*call)(const void* object, A...)) : object_(object), call_(call) {}
  R operator()(A... arguments) const { return call_(object_, arguments...); }
  explicit operator bool() const { return call_ != nullptr; }

private:
  const void* object_ = nullptr;
  R (*call_)(const void*, A...) = nullptr;
};

struct subject {
  std::string name;
  std::vector<std::shared_ptr<const void>> kept; // the data of the functions

  template <class T>
  const T* keep(const T& object) {
    auto mine = std::make_shared<const T>(object);
    kept.push_back(mine);
    return mine.get();
  }

  // The generator itself, and the same one in an any_gen.
  erased<made, std::uint64_t, int> sample; // seed, size
  erased<made, std::uint64_t, int> sample_any;
  erased<made, tali::choices::dynamic_source&> run;
  erased<made, tali::choices::dynamic_source&> run_any;
  erased<std::optional<tali::choices::choice_sequence>, const void*, int> reflect; // value, size; none: only forward

  // Its values.
  erased<bool, const void*, const void*> equal;
  erased<std::uint64_t, const void*> fingerprint; // none: has none
  erased<std::string, const void*> show;

  // The claims.
  erased<bool, const void*, int> valid; // value, size
  std::vector<made> outside;            // values it cannot make
  std::optional<std::size_t> sequences; // how many choice sequences there are, if that is finite, at size `small`
  std::vector<int> sizes{100, 0, 1, 30, 5, 100, 2, 10};
  int small = 2;
  bool may_discard = false;
  bool long_sequences = false;
  double share = 1; // of the usual number of cases

  /// Equal, and indistinguishable in any other way (0.0 and -0.0 are equal but not the same).
  [[nodiscard]] bool same(const made& a, const made& b) const {
    if (a == nullptr || b == nullptr) {
      return a == b;
    }
    return equal(a.get(), b.get()) && (!fingerprint || fingerprint(a.get()) == fingerprint(b.get()));
  }
  [[nodiscard]] std::string text(const made& v) const { return v == nullptr ? "(discarded)" : show(v.get()); }
};

/// The claims that can be made about a subject of a certain type.
template <class T>
class claims {
public:
  explicit claims(subject& s) : subject_(s) {}

  /// Every value satisfies this. With two arguments the second is the size.
  template <class F>
  claims& valid(F f) {
    subject_.valid = {subject_.keep(f), [](const void* object, const void* v, int size) -> bool {
                        const F& holds = *static_cast<const F*>(object);
                        if constexpr (requires { holds(*static_cast<const T*>(v), size); }) {
                          return holds(*static_cast<const T*>(v), size);
                        } else {
                          static_cast<void>(size);
                          return holds(*static_cast<const T*>(v));
                        }
                      }};
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
  /// Even the first value needs too many choices for an enumeration that begins with the shortest sequences.
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
    subject_.equal = {subject_.keep(f), [](const void* object, const void* a, const void* b) -> bool {
                        return (*static_cast<const F*>(object))(*static_cast<const T*>(a), *static_cast<const T*>(b));
                      }};
    subject_.fingerprint = {};
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
    s.reflect = {s.kept.front().get(), [](const void* object, const void* v, int size) {
                   return tali::reflect(*static_cast<const G*>(object), *static_cast<const T*>(v), size);
                 }};
    return claims<T>(s);
  }
  template <class G>
  auto add_forward(std::string name, const G& g) {
    return claims<tali::value_of<G>>(add_forward_only(std::move(name), g));
  }

  [[nodiscard]] const std::vector<std::unique_ptr<subject>>& subjects() const { return subjects_; }

private:
  /// tali::sample, with an arena.
  template <class G>
  static made sampled(const void* g, std::uint64_t seed, int size) {
    tali::choices::random_context context(size);
    context.memory = &case_memory();
    tali::choices::random_source source(tali::choices::rng(seed), context);
    try {
      return std::make_shared<const tali::value_of<G>>((*static_cast<const G*>(g))(source));
    } catch (const tali::discard&) {
      return nullptr;
    }
  }
  template <class G>
  static made drawn(const void* g, tali::choices::dynamic_source& source) {
    try {
      return std::make_shared<const tali::value_of<G>>((*static_cast<const G*>(g))(source));
    } catch (const tali::discard&) {
      return nullptr;
    }
  }
  /// The parts that depend only on the type of the values.
  template <class T>
  static void set_type(subject& s, const tali::any_gen<T>& g) {
    const tali::any_gen<T>* const any = s.keep(g);
    s.sample_any = {any, &sampled<tali::any_gen<T>>};
    s.run_any = {any, &drawn<tali::any_gen<T>>};
    s.show = {nullptr, [](const void*, const void* v) {
                return tali::show(*static_cast<const T*>(v),
                                  tali::values::show_limits{.max_items = 20, .max_chars = 300, .max_depth = 10});
              }};
    s.equal = {nullptr, [](const void*, const void* a, const void* b) {
                 if constexpr (tali::values::comparable_value<T>) {
                   return tali::values::equal_values(*static_cast<const T*>(a), *static_cast<const T*>(b));
                 } else {
                   return tali::show(*static_cast<const T*>(a)) == tali::show(*static_cast<const T*>(b));
                 }
               }};
    if constexpr (tali::values::hashable<T>) {
      s.fingerprint = {nullptr,
                       [](const void*, const void* v) { return tali::values::hash_value(*static_cast<const T*>(v)); }};
    }
  }

  template <class G>
  subject& add_forward_only(std::string name, const G& g) {
    subject& s = add_named(std::move(name));
    const G* const mine = s.keep(g);
    s.sample = {mine, &sampled<G>};
    s.run = {mine, &drawn<G>};
    set_type<tali::value_of<G>>(s, tali::any_gen<tali::value_of<G>>(g));
    return s;
  }
  subject& add_named(std::string name) {
    subjects_.push_back(std::make_unique<subject>());
    subject& s = *subjects_.back();
    s.name = std::move(name);
    s.valid = {nullptr, [](const void*, const void*, int) { return true; }};
    return s;
  }

  std::vector<std::unique_ptr<subject>> subjects_;
};

// One function for each family; tables.hpp lists them.
using family = void (*)(table& into);

} // namespace conformance

// The expression is the name; `into` is the table of the enclosing function.
#define SUBJECT(...) into.add(#__VA_ARGS__, __VA_ARGS__)
/// For generators that do not run backward.
#define FORWARD_SUBJECT(...) into.add_forward(#__VA_ARGS__, __VA_ARGS__)
