// SPDX-License-Identifier: BSL-1.0
// any_gen<T>: a generator of T whose structure is known only at run time.
//
// It draws the same values from the same seed as the generator it holds. It costs a call through a
// pointer, and compiles each generator once for the random and once for the dynamic
// source. Small generators are held in place, larger ones shared on the heap.
#pragma once

#include <tali/detail/shared.hpp>
#include <tali/gen/generator.hpp>
#include <tali/source/kept_label.hpp>

#include <array>
#include <new>
#include <string>
#include <vector>

namespace tali {

template <class T>
class any_gen {
public:
  using value_type = T;

  template <class G>
    requires(generator<G> && !std::same_as<std::remove_cvref_t<G>, any_gen> && std::same_as<value_of<G>, T>)
  any_gen(const G& g) { // implicit: every generator converts
    if constexpr (fits<G>) {
      ::new (static_cast<void*>(storage_.data())) G(g);
      operations_ = &in_place<G>;
    } else {
      ::new (static_cast<void*>(storage_.data())) shared<G>(shared<G>::make(g));
      operations_ = &on_heap<G>;
    }
  }

  any_gen(const any_gen& other) : operations_(other.operations_) {
    operations_->copy(other.storage_.data(), storage_.data());
  }
  any_gen& operator=(const any_gen& other) {
    if (this != &other) {
      operations_->destroy(storage_.data());
      operations_ = other.operations_;
      operations_->copy(other.storage_.data(), storage_.data());
    }
    return *this;
  }
  ~any_gen() { operations_->destroy(storage_.data()); }

  T operator()(choices::random_source& source) const { return operations_->random(storage_.data(), source); }
  T operator()(choices::dynamic_source& source) const { return operations_->dynamic(storage_.data(), source); }

  /// Whether the generator is known to have no values (gen::nothing).
  [[nodiscard]] bool has_no_values() const noexcept { return operations_->is_void; }

private:
  struct operations {
    T (*random)(const void*, choices::random_source&);
    T (*dynamic)(const void*, choices::dynamic_source&);
    void (*copy)(const void* from, void* to);
    void (*destroy)(void*);
    bool is_void;
  };

  static constexpr std::size_t room = 48;
  template <class G>
  static constexpr bool fits =
      sizeof(G) <= room && alignof(G) <= alignof(std::max_align_t) && std::is_nothrow_copy_constructible_v<G>;

  template <class G>
  static constexpr operations in_place{
      [](const void* self, choices::random_source& source) -> T { return (*static_cast<const G*>(self))(source); },
      [](const void* self, choices::dynamic_source& source) -> T { return (*static_cast<const G*>(self))(source); },
      [](const void* from, void* to) { ::new (to) G(*static_cast<const G*>(from)); },
      [](void* self) { static_cast<G*>(self)->~G(); }, detail::known_void<G>};

  template <class G>
  using shared = detail::shared<const G>;
  template <class G>
  static constexpr operations on_heap{
      [](const void* self, choices::random_source& source) -> T {
        return (**static_cast<const shared<G>*>(self))(source);
      },
      [](const void* self, choices::dynamic_source& source) -> T {
        return (**static_cast<const shared<G>*>(self))(source);
      },
      [](const void* from, void* to) { ::new (to) shared<G>(*static_cast<const shared<G>*>(from)); },
      [](void* self) { static_cast<shared<G>*>(self)->~shared<G>(); }, detail::known_void<G>};

  alignas(std::max_align_t) std::array<std::byte, room> storage_;
  const operations* operations_ = nullptr;
};

template <class G>
any_gen(const G&) -> any_gen<value_of<G>>;

namespace gen {

/// A branch whose weight and label are known only at run time.
template <class T>
struct any_branch {
  std::uint32_t weight = 1;
  any_gen<T> generator;
  std::string_view label; // copied when the pick is created
};

} // namespace gen

namespace detail {

template <class T>
class any_pick_gen {
public:
  using value_type = T;
  static constexpr span_info span{span_kind::branch, {}, &family_of<any_pick_gen>};

  explicit any_pick_gen(std::vector<gen::any_branch<T>> branches) : branches_(std::move(branches)) {
    std::erase_if(branches_, [](const gen::any_branch<T>& b) { return b.generator.has_no_values(); });
    for (const auto& b : branches_) {
      for (const std::string_view before : labels_) {
        if (!b.label.empty() && before == b.label) {
          throw_generator_error("gen::pick: two branches have the same label: " + std::string(b.label));
        }
      }
      weights_.push_back(b.weight);
      labels_.push_back(kept_label(b.label));
    }
  }

  template <class S>
  T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return branches_[source.branch(branch_request{span_of(weights_), span_of(labels_)})].generator(source);
  }

private:
  std::vector<gen::any_branch<T>> branches_;
  std::vector<std::uint32_t> weights_;
  std::vector<std::string_view> labels_;
};

} // namespace detail

namespace gen {

/// `pick` over a list of branches created at run time. Branches that are known to have no values are dropped. Throws
/// generator_error if two of the others have the same label.
template <class T>
[[nodiscard]] detail::any_pick_gen<T> pick(std::vector<any_branch<T>> branches) {
  return detail::any_pick_gen<T>(std::move(branches));
}

} // namespace gen

} // namespace tali
