// SPDX-License-Identifier: BSL-1.0
// An unfinished value: its holes, and the planned nodes.
//
// Nodes are planned in the order in which they are filled, and created at the end, children first. Holes of different
// types are in one list, so the operations on a hole are a table of functions (hole_operations), one for each
// type.
#pragma once

#include <tali/gen/hole.hpp>
#include <tali/gen/hole_weighting.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace tali::detail {

/// Memory that is released all at once.
class plan_memory {
public:
  plan_memory() = default;
  plan_memory(const plan_memory&) = delete;
  plan_memory& operator=(const plan_memory&) = delete;
  ~plan_memory();

  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) {
    auto at = (reinterpret_cast<std::uintptr_t>(next_) + alignment - 1) & ~(alignment - 1);
    if (at + bytes > reinterpret_cast<std::uintptr_t>(end_)) [[unlikely]] {
      more(bytes + alignment);
      at = (reinterpret_cast<std::uintptr_t>(next_) + alignment - 1) & ~(alignment - 1);
    }
    next_ = reinterpret_cast<std::byte*>(at + bytes); // NOLINT(performance-no-int-to-ptr)
    return reinterpret_cast<void*>(at);               // NOLINT(performance-no-int-to-ptr)
  }

private:
  // Each block is twice as large as the one before, up to the largest.
  static constexpr std::size_t first_block_bytes = 4096;
  static constexpr std::size_t largest_block_bytes = std::size_t{1} << 20U;

  void more(std::size_t bytes);

  struct block {
    block* before;
  };
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  block* last_ = nullptr;
  std::size_t block_bytes_ = first_block_bytes / 2; // of the last block
};

template <class S>
class hole_growth;

template <class S>
struct hole_record;

/// The operations on a hole of one type.
template <class S>
struct hole_operations {
  bool (*open)(const void* call);
  void (*weights)(const void* call, std::uint32_t* out); // of its constructors
  void (*fill)(hole_growth<S>& growth, std::uint32_t at, S& source, std::uint32_t constructor);
  void (*finish)(hole_growth<S>& growth, std::uint32_t at, S& source);
  void (*drop)(hole_record<S>& record) noexcept;
  std::uint32_t constructors;
  std::span<const std::string_view> labels;
  const span_info* span;
  const void* symbol; // identifies the type of the hole
};

/// Spans that are opened and closed explicitly, not by scopes.
template <class S>
class open_spans {
public:
  explicit open_spans(S& source) : source_(source) {}
  open_spans(const open_spans&) = delete;
  open_spans& operator=(const open_spans&) = delete;
  ~open_spans() {
    while (open_ > 0) {
      close();
    }
  }
  void open(const span_info& info) {
    source_.open_span(info);
    ++open_;
  }
  void close() noexcept {
    source_.close_span();
    --open_;
  }

private:
  S& source_;
  std::size_t open_ = 0;
};
template <>
class open_spans<random_source> {
public:
  explicit open_spans(random_source& /*source*/) {}
  void open(const span_info& /*info*/) {}
  void close() {}
};

template <class S>
struct hole_record {
  const hole_operations<S>* how = nullptr;
  const void* call = nullptr;
  void* plan = nullptr;  // if it is filled and not yet created
  void* value = nullptr; // if it is created and not yet part of its parent
  std::uint32_t constructor = 0;
  std::uint32_t first = 0; // the number of its first hole
  std::uint32_t holes = 0;
  bool open = false;
  gen::hole_place place;
  std::uint32_t budget = 0; // nodes to place here and below, if they are distributed in advance
};

/// The holes of an unfinished value.
template <class S>
class hole_growth {
public:
  hole_growth() = default;
  hole_growth(const hole_growth&) = delete;
  hole_growth& operator=(const hole_growth&) = delete;
  ~hole_growth() {
    for (hole_record<S>& record : records_) {
      record.how->drop(record);
    }
  }

  template <class H>
  void add(const H& call);
  template <class T>
  [[nodiscard]] T take(std::uint32_t at);

  [[nodiscard]] hole_record<S>& operator[](std::uint32_t at) { return records_[at]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
  [[nodiscard]] plan_memory& memory() { return memory_; }
  void reserve(std::size_t holes) { records_.reserve(holes); }

  void fill(std::uint32_t at, S& source, std::uint32_t constructor) {
    records_[at].how->drop(records_[at]); // the leaf that it was
    records_[at].value = nullptr;
    const std::uint32_t first = size();
    records_[at].how->fill(*this, at, source, constructor);
    records_[at].first = first;
    records_[at].holes = size() - first;
  }
  /// One of its constructors, by their weights.
  [[nodiscard]] std::uint32_t draw_constructor(std::uint32_t at, S& source) {
    const hole_operations<S>& how = *records_[at].how;
    if (how.constructors == 1) {
      return 0;
    }
    weights_.resize(how.constructors);
    how.weights(records_[at].call, weights_.data());
    return source.branch(branch_request{span_of(weights_), how.labels});
  }
  /// Creates a leaf, or a node from its holes, which must exist.
  void finish(std::uint32_t at, S& source) { records_[at].how->finish(*this, at, source); }
  /// Creates the whole value.
  void finish(S& source) {
    for (std::uint32_t at = size(); at-- > 0;) {
      records_[at].how->finish(*this, at, source);
    }
  }

private:
  plan_memory memory_;
  std::vector<hole_record<S>> records_;
  std::vector<std::uint32_t> weights_;
};

template <class H, class S>
struct hole_type {
  using T = typename H::value_type;
  using description = decltype(std::declval<const H&>().describe());
  template <std::size_t I>
  using plan_type = decltype(std::declval<const description&>().template plan<I>(std::declval<S&>()));

  static const H& call(const void* p) { return *static_cast<const H*>(p); }

  template <class F>
  static void with_constructor(std::uint32_t chosen, const F& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (static_cast<void>(chosen == I && (f(std::integral_constant<std::size_t, I>{}), true)), ...);
    }(std::make_index_sequence<description::constructors>{});
  }

  static bool open(const void* p) { return call(p).describe().open(); }
  static void weights(const void* p, std::uint32_t* out) {
    const description here = call(p).describe();
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((out[I] = here.template weight<I>()), ...);
    }(std::make_index_sequence<description::constructors>{});
  }
  static void fill(hole_growth<S>& growth, std::uint32_t at, S& source, std::uint32_t constructor) {
    with_constructor(constructor, [&](auto i) {
      using plan = plan_type<i>;
      void* const memory = growth.memory().allocate(sizeof(plan), alignof(plan));
      plan* const made = ::new (memory) plan(call(growth[at].call).describe().template plan<i>(source));
      growth[at].plan = made;
      growth[at].constructor = constructor;
      std::apply([&](const auto&... holes) { (growth.add(holes), ...); }, made->holes);
    });
  }
  static void finish(hole_growth<S>& growth, std::uint32_t at, S& source) {
    if (growth[at].value != nullptr) {
      return; // a leaf, created when it was skipped
    }
    void* const memory = growth.memory().allocate(sizeof(T), alignof(T));
    if (growth[at].plan == nullptr) {
      growth[at].value = ::new (memory) T(call(growth[at].call).describe().leaf()(source));
      return;
    }
    with_constructor(growth[at].constructor, [&](auto i) {
      using plan = plan_type<i>;
      plan& planned = *static_cast<plan*>(growth[at].plan);
      const std::uint32_t first = growth[at].first;
      [&]<class... Holes, std::size_t... I>(const std::tuple<Holes...>&, std::index_sequence<I...>) {
        growth[at].value = ::new (memory)
            T(std::move(planned.combine)(growth.template take<typename Holes::value_type>(first + I)...));
      }(planned.holes, std::make_index_sequence<plan::arity>{});
      planned.~plan();
      growth[at].plan = nullptr;
    });
  }
  static void drop(hole_record<S>& record) noexcept {
    if (record.value != nullptr) {
      static_cast<T*>(record.value)->~T();
    }
    if (record.plan != nullptr) {
      with_constructor(record.constructor, [&](auto i) {
        using plan = plan_type<i>;
        static_cast<plan*>(record.plan)->~plan();
      });
    }
  }

  static constexpr hole_operations<S> operations{&open,
                                                 &weights,
                                                 &fill,
                                                 &finish,
                                                 &drop,
                                                 description::constructors,
                                                 span_of(description::labels::value),
                                                 &hole_span<typename H::body_type>,
                                                 &family_of<H>};
};

template <class S>
template <class H>
void hole_growth<S>::add(const H& call) {
  records_.emplace_back();
  records_.back().how = &hole_type<H, S>::operations;
  records_.back().call = &call;
  records_.back().open = call.describe().open();
}

template <class S>
template <class T>
T hole_growth<S>::take(std::uint32_t at) {
  T* const made = static_cast<T*>(records_[at].value);
  T value = std::move(*made);
  made->~T();
  records_[at].value = nullptr;
  return value;
}

} // namespace tali::detail
