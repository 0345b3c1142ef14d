// SPDX-License-Identifier: BSL-1.0
// A list of properties to run by name, for programs whose only purpose is to run them.
//
//   TALI_PROPERTY("reverse twice", [](const std::vector<int>& xs) { return reverse(reverse(xs)) == xs; });
//
//   const auto registered = tali::register_property(                      // the same without a macro, with an example
//       tali::property("parses back", [](const json& j) { ... }).example(json{}));
//
// Link with tali::main, or call tali::run_main (main.hpp) in your own main.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/owned.hpp>
#include <tali/property/check.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace tali::host {

/// A property of any type.
class any_property {
public:
  template <class Body, class... G>
  // implicit: any property is one
  any_property(property_of<Body, G...> p)
      : object_(new property_of<Body, G...>(std::move(p))), name_(held<Body, G...>(object_).name()),
        run_([](void* object, const session& around) { return held<Body, G...>(object).run(around); }),
        destroy_([](void* object) { delete &held<Body, G...>(object); }) {}

  any_property(any_property&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)), name_(other.name_), run_(other.run_), destroy_(other.destroy_) {
  }
  any_property& operator=(any_property&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(name_, other.name_);
    std::swap(run_, other.run_);
    std::swap(destroy_, other.destroy_);
    return *this;
  }
  any_property(const any_property&) = delete;
  any_property& operator=(const any_property&) = delete;
  ~any_property() {
    if (object_ != nullptr) {
      destroy_(object_);
    }
  }

  [[nodiscard]] const property_name& name() const { return name_; }
  [[nodiscard]] result run(const session& around) { return run_(object_, around); }

private:
  template <class Body, class... G>
  static property_of<Body, G...>& held(void* object) {
    return *static_cast<property_of<Body, G...>*>(object);
  }

  void* object_;
  property_name name_; // its text lives in the object
  result (*run_)(void*, const session&);
  void (*destroy_)(void*);
};

struct tunable;

class registry {
public:
  registry();
  registry(registry&& other) noexcept;
  registry& operator=(registry&& other) noexcept;
  ~registry();

  void add(any_property p);
  [[nodiscard]] std::vector<any_property>& properties() { return properties_; }
  /// Generators for `tali tune` (tali/property/tunable.hpp).
  void add(tunable t);
  [[nodiscard]] const std::vector<tunable>& tunables() const;

  /// The one that register_property fills and run_main runs.
  [[nodiscard]] static registry& of_program();

private:
  std::vector<any_property> properties_;
  struct tunable_list;
  detail::owned<tunable_list> tunables_; // incomplete here: only registering code includes their header
};

/// The object that a registration defines at namespace scope.
struct registration {};

} // namespace tali::host

namespace tali {

template <class Body, class... G>
host::registration register_property(host::property_of<Body, G...> p) {
  host::registry::of_program().add(std::move(p));
  return {};
}
template <class... A>
  requires(sizeof...(A) > 0)
host::registration register_property(const host::property_name& name, A&&... parts) {
  return register_property(tali::property(name, std::forward<A>(parts)...));
}

} // namespace tali

#define TALI_DETAIL_JOIN_(a, b) a##b
#define TALI_DETAIL_JOIN(a, b) TALI_DETAIL_JOIN_(a, b)

/// Registers a property at namespace scope: the same arguments as tali::check. It is a macro only to create a unique
/// name.
#define TALI_PROPERTY(...)                                                                                             \
  [[maybe_unused]] static const ::tali::host::registration TALI_DETAIL_JOIN(tali_registration_, __COUNTER__) =         \
      ::tali::register_property(__VA_ARGS__)
