// SPDX-License-Identifier: BSL-1.0
// Holey generators: recursive values of a given size, with global control of their shape.
//
//   constexpr auto bst = gen::holey<tree>([](auto self, int lo, int hi) {
//     return gen::hole(lo <= hi, leaf, [=](auto& draw) {
//       const int key = draw(gen::integer(lo, hi));
//       return gen::fill([=](tree l, tree r) { return node(l, key, r); }, self(lo, key - 1), self(key + 1, hi));
//     });
//   });
//   sample(bst(0, 99).exactly(30));                  // 30 nodes; the shape is uniform
//   sample(bst(0, 99).exactly(30).by(gen::deep()));  // the same trees, but mostly tall
//
// A hole is a leaf that may be filled. The value starts as one hole; the body says what would stand there if it were
// filled: what its node carries, drawn by ordinary generators, and the holes below, with their parameters. Which hole
// is filled next is decided over all holes of the whole value, so that sizes are exact and a weighting decides about
// shapes, while what the body hands down keeps invariants (after Cutler, Goldstein, Claessen, Hughes and Pierce, "Holey
// Generators").
//
// Uniform shapes, the default. Where every hole can be filled by one kind of node with d holes, shapes are drawn in
// preorder: with m nodes still to place and h holes open, of the h/(dm+h) * binomial(dm+h, m) forests that can follow,
// m(h+d-1) in h(dm+h-1) fill the first hole. Small integers, one decision a hole, linear time, exactly uniform. The
// same walk is used where invariants close holes; if it then runs out of holes, those it has passed over are opened
// again, so that the size is reached whenever it can be. Several kinds of nodes or of values are counted
// (shape_counts.hpp).
//
// Other weightings. Each hole has a weight from its place (hole_weights.hpp) and is drawn by it, in logarithmic time.
//
// Choices. Uniform shapes are laid out as plain recursion would be: the size, then for every hole, in preorder, whether
// it is filled, what its node carries, and its holes. Other weightings have the size, then for every node where it goes
// and what it carries, flat, as a sequence of elements. Both shrink, mutate and enumerate like any generator. Edited
// choices may end a value before its drawn size is reached, if its least size is: taking a part away then does not make
// another one grow.
#pragma once

#include <tali/gen/exact.hpp>
#include <tali/gen/hole_weights.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/recursive.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/shape_counts.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <new>
#include <tuple>
#include <vector>

namespace tali {

namespace detail {

// What a body says ----------------------------------------------------------------------------------------------------

template <class T, class Body>
class hole_self;

/// A hole: the body and the parameters it would be filled by.
template <class T, class Body, class... A>
class hole_call : pack<body_ref<Body>, A...> {
  using parts = pack<body_ref<Body>, A...>;

public:
  using value_type = T;
  using body_type = Body;
  using parts::parts;

  /// What the body says about this hole. Makes no choice.
  [[nodiscard]] TALI_INLINE constexpr auto describe() const { return describe(std::index_sequence_for<A...>{}); }

private:
  template <std::size_t... I>
  TALI_INLINE constexpr auto describe(std::index_sequence<I...> /*all*/) const {
    const body_ref<Body> body = get<0>(static_cast<const parts&>(*this));
    TALI_INLINE_CALL return (*body)(hole_self<T, Body>(body), get<I + 1>(static_cast<const parts&>(*this))...);
  }
};

/// What a body sees of its own family: call it with parameters to get a hole.
template <class T, class Body>
class hole_self : pack<body_ref<Body>> {
  using parts = pack<body_ref<Body>>;

public:
  using parts::parts;
  TALI_INLINE constexpr hole_self(const hole_self& other) : parts(static_cast<const parts&>(other)) {}
  constexpr hole_self& operator=(const hole_self&) = default;
  constexpr ~hole_self() = default;

  template <class... A>
  [[nodiscard]] TALI_INLINE constexpr auto operator()(const A&... arguments) const {
    return hole_call<T, Body, A...>(get<0>(static_cast<const parts&>(*this)), arguments...);
  }
};

/// The span of a hole that is visited: holes of the same body may stand in for one another.
template <class Body>
inline constexpr span_info hole_span{span_kind::recursion, {}, &family_of<Body>};

} // namespace detail

namespace gen {

/// A node to be: how to make it of the values of its holes.
template <class Combine, class... Holes>
struct fill_of {
  Combine combine;
  std::tuple<Holes...> holes;
  static constexpr std::size_t arity = sizeof...(Holes);
};

/// Fills a hole with what `combine` makes of the values of these holes.
template <class Combine, class... Holes>
[[nodiscard]] TALI_INLINE constexpr auto fill(Combine combine, const Holes&... holes) {
  static_assert(std::is_invocable_v<Combine, typename Holes::value_type...>,
                "tali: gen::fill(combine, holes...): combine must take the values of the holes, in their order");
  return fill_of<Combine, Holes...>{std::move(combine), std::tuple<Holes...>(holes...)};
}

template <label Label, class Body>
struct constructor_of : detail::pack<std::uint32_t, Body> {
  using base = detail::pack<std::uint32_t, Body>;
  using base::base;
  static constexpr std::string_view name = Label.view();
};

/// One of several ways to fill a hole, with a name and a weight. A weight of 0 excludes it; uniform shapes look at
/// nothing else of the weights.
template <label Label, class Body>
[[nodiscard]] TALI_INLINE constexpr constructor_of<Label, Body> constructor(std::uint32_t weight, const Body& body) {
  return constructor_of<Label, Body>(weight, body);
}

} // namespace gen

namespace detail {

template <class T>
inline constexpr bool is_constructor = false;
template <label Label, class Body>
inline constexpr bool is_constructor<gen::constructor_of<Label, Body>> = true;

template <class Body>
[[nodiscard]] TALI_INLINE constexpr auto as_constructor(const Body& body) {
  if constexpr (is_constructor<Body>) {
    return body;
  } else {
    return gen::constructor_of<"", Body>(1, body);
  }
}

/// What a body says about a hole: what stands there unfilled, whether it can be filled, and by what.
template <bool Guarded, class Leaf, class... Constructors>
class hole_of : pack<bool, Leaf, Constructors...> {
  using parts = pack<bool, Leaf, Constructors...>;

public:
  using parts::parts;
  static constexpr bool guarded = Guarded;
  static constexpr std::size_t constructors = sizeof...(Constructors);
  using leaf_type = Leaf;
  struct labels {
    static constexpr std::array<std::string_view, sizeof...(Constructors)> value{Constructors::name...};
  };

  [[nodiscard]] TALI_INLINE constexpr bool open() const { return get<0>(static_cast<const parts&>(*this)); }
  [[nodiscard]] TALI_INLINE constexpr decltype(auto) leaf() const { return get<1>(static_cast<const parts&>(*this)); }
  template <std::size_t I>
  [[nodiscard]] TALI_INLINE constexpr decltype(auto) constructor() const {
    return get<I + 2>(static_cast<const parts&>(*this));
  }
  template <std::size_t I>
  [[nodiscard]] TALI_INLINE constexpr std::uint32_t weight() const {
    return get<0>(constructor<I>());
  }
  template <std::size_t I, class S>
  [[nodiscard]] TALI_INLINE auto plan(S& source) const {
    TALI_INLINE_CALL return get<1>(constructor<I>())(source);
  }
};

template <class Leaf>
[[nodiscard]] TALI_INLINE constexpr auto as_leaf(const Leaf& leaf) {
  if constexpr (generator<Leaf>) {
    return leaf;
  } else {
    return gen::exact(leaf);
  }
}

} // namespace detail

namespace gen {

/// A hole: `leaf` (a generator or a value) as long as it is not filled, and what it can be filled with: functions that
/// draw what a node carries and return a `fill`, or several `constructor`s.
template <class Leaf, class... Bodies>
  requires(!std::same_as<Leaf, bool>)
[[nodiscard]] TALI_INLINE constexpr auto hole(const Leaf& leaf, const Bodies&... bodies) {
  static_assert(sizeof...(Bodies) > 0, "tali: gen::hole(leaf, bodies...): say what the hole can be filled with");
  return detail::hole_of<false, decltype(detail::as_leaf(leaf)), decltype(detail::as_constructor(bodies))...>(
      true, detail::as_leaf(leaf), detail::as_constructor(bodies)...);
}
/// The same, but the hole can only be filled where `open` holds: elsewhere there is always the leaf.
template <std::same_as<bool> Open, class Leaf, class... Bodies>
[[nodiscard]] TALI_INLINE constexpr auto hole(Open open, const Leaf& leaf, const Bodies&... bodies) {
  static_assert(sizeof...(Bodies) > 0, "tali: gen::hole(open, leaf, bodies...): say what the hole can be filled with");
  return detail::hole_of<true, decltype(detail::as_leaf(leaf)), decltype(detail::as_constructor(bodies))...>(
      open, detail::as_leaf(leaf), detail::as_constructor(bodies)...);
}

/// A hole of another family, for types that contain one another. Body is a function object without state that has a
/// `value_type`.
template <class Body, class... A>
[[nodiscard]] TALI_INLINE constexpr auto hole_for(const A&... arguments) {
  return detail::hole_call<typename Body::value_type, Body, A...>(detail::body_ref<Body>(Body{}), arguments...);
}

// Weightings
// ------------------------------------------------------------------------------------------------------------

/// Every shape of the drawn size is equally likely: exactly if nothing but the type restricts it, otherwise nearly.
struct uniform_shapes {};

/// Any hole, each as likely as the other.
struct any_hole {
  [[nodiscard]] double operator()(const hole_place& /*place*/) const { return 1; }
};
namespace weighting {
struct deep {
  double base;
  [[nodiscard]] hole_weight operator()(const hole_place& p) const { return hole_weight::power(base, p.depth); }
};
struct shallow {
  double base;
  [[nodiscard]] hole_weight operator()(const hole_place& p) const {
    return hole_weight::power(base, -std::int64_t{p.depth});
  }
};
struct leaning_left {
  double base;
  [[nodiscard]] hole_weight operator()(const hole_place& p) const { return hole_weight::power(base, p.lefts); }
};
struct leaning_right {
  double base;
  [[nodiscard]] hole_weight operator()(const hole_place& p) const { return hole_weight::power(base, p.rights); }
};
} // namespace weighting

/// Deep holes first: each level below another is `base` times as likely. Tall, stringy values.
[[nodiscard]] constexpr weighting::deep deep(double base = 4) { return {base}; }
/// Shallow holes first. Short, bushy values.
[[nodiscard]] constexpr weighting::shallow shallow(double base = 4) { return {base}; }
/// Holes on the left: each step to the first of several holes makes a hole `base` times as likely.
[[nodiscard]] constexpr weighting::leaning_left leaning_left(double base = 4) { return {base}; }
/// Holes on the right.
[[nodiscard]] constexpr weighting::leaning_right leaning_right(double base = 4) { return {base}; }

template <class... W>
struct mixture_of : detail::pack<W...> {
  using base = detail::pack<W...>;
  using base::base;
};
/// One of these weightings for each value, equally likely.
template <class... W>
[[nodiscard]] constexpr mixture_of<W...> mixture(const W&... weightings) {
  static_assert(sizeof...(W) > 0);
  return mixture_of<W...>(weightings...);
}

} // namespace gen

namespace detail {

[[noreturn, gnu::cold]] void throw_no_hole(std::uint64_t wanted, std::uint64_t filled);

struct skip_or_fill {
  static constexpr std::array<std::string_view, 2> value{"skip", "fill"};
};

/// The walk that makes shapes uniform: decides hole by hole.
struct uniform_walk {
  std::uint64_t least;   // so many nodes there must be
  std::uint64_t to_come; // nodes
  std::uint64_t open = 1;
  bool ended = false; // edited choices have passed over the last hole, and mean it

  /// Whether the next hole is filled. It is asked also where the answer is forced: then the choices mean the same for a
  /// hole whatever was changed before it.
  template <class S>
  TALI_INLINE bool fills(S& source, std::uint64_t arity) {
    const std::uint64_t m = to_come;
    const std::uint64_t h = open;
    std::uint64_t skip = (h - 1) * (arity * m - m + h);
    std::uint64_t fill = m * (h + arity - 1);
    if (skip + fill - 1 >= 0xffffffffU) [[unlikely]] {
      scale(skip, fill);
    } else if (skip == 0 && source.lenient() && least == 0) [[unlikely]] {
      skip = 1;
      ended = true; // unless it is filled
    }
    if (source.template branch<skip_or_fill>(static_cast<std::uint32_t>(skip), static_cast<std::uint32_t>(fill)) == 0) {
      --open;
      return false;
    }
    ended = false;
    --to_come;
    least -= least > 0 ? 1 : 0;
    return true;
  }

private:
  // Beyond exact weights; each is still within 2^-31 of the sum. With no hole below a node and one left, or nothing to
  // come and one left, both are 0.
  void scale(std::uint64_t& skip, std::uint64_t& fill) const {
    if (skip + fill == 0) {
      (to_come == 0 ? skip : fill) = 1;
      return;
    }
    while (skip + fill > 0xffffffffU) {
      skip = skip / 2 + (skip == 1 ? 1 : 0);
      fill = fill / 2 + (fill == 1 ? 1 : 0);
    }
  }
};

// Values made as by plain recursion, without a way back to holes that were passed over.
// --------------------------------

template <class H, class S>
typename H::value_type grow_directly(S& source, uniform_walk& walk, const H& call) {
  source.check_depth();
  [[maybe_unused]] const auto scope = source.template span<hole_span<typename H::body_type>>();
  const auto here = call.describe();
  constexpr bool guarded = decltype(here)::guarded;
  constexpr std::size_t arity = decltype(here.template plan<0>(source))::arity;
  if ((guarded && !here.open()) || !walk.fills(source, arity)) {
    return typename H::value_type(here.leaf()(source));
  }
  auto plan = here.template plan<0>(source);
  return [&]<std::size_t... I>(std::index_sequence<I...>) TALI_INLINE_LAMBDA {
    if constexpr (guarded) {
      walk.open += (std::size_t{std::get<I>(plan.holes).describe().open()} + ... + 0) - 1;
    } else {
      walk.open += arity - 1;
    }
    // Braces: the holes are grown in their order.
    std::tuple<typename std::tuple_element_t<I, decltype(plan.holes)>::value_type...> values{
        grow_directly(source, walk, std::get<I>(plan.holes))...};
    return typename H::value_type(std::move(plan.combine)(std::get<I>(std::move(values))...));
  }(std::make_index_sequence<arity>{});
}

// Otherwise nodes are planned first, in the order in which they are filled, and made at the end, children first.
// -------

/// Memory that is given back all at once.
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
  void more(std::size_t bytes);

  struct block {
    block* before;
  };
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  block* last_ = nullptr;
  std::size_t block_bytes_ = 2048;
};

template <class S>
class hole_growth;

template <class S>
struct hole_record;

/// What can be done with a hole of one type.
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
  const void* symbol; // tells types of holes apart
};

/// Spans that are not scopes of the code that opens them.
template <class S>
class open_spans {
public:
  explicit open_spans(S& source) : source_(source) {}
  open_spans(const open_spans&) = delete;
  open_spans& operator=(const open_spans&) = delete;
  ~open_spans() {
    while (!scopes_.empty()) {
      scopes_.pop_back();
    }
  }
  void open(const span_info& info) { scopes_.emplace_back(source_, info); }
  void close() { scopes_.pop_back(); }

private:
  S& source_;
  std::deque<dynamic_source::scope> scopes_;
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
  void* plan = nullptr;  // where it is filled and not yet made
  void* value = nullptr; // where it is made and not yet part of its parent
  std::uint32_t constructor = 0;
  std::uint32_t first = 0; // its holes are those numbered from here
  std::uint32_t holes = 0;
  bool open = false;
  gen::hole_place place;
  std::uint32_t budget = 0; // nodes to come here and below, where they are shared out beforehand
};

/// The holes of a value in the making.
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
    return source.branch(branch_request{weights_, how.labels});
  }
  /// Makes a leaf, or a node of its holes, which must be made.
  void finish(std::uint32_t at, S& source) { records_[at].how->finish(*this, at, source); }
  /// Makes everything.
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
      return; // a leaf, made when it was passed
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
      std::destroy_at(&planned);
      growth[at].plan = nullptr;
    });
  }
  static void drop(hole_record<S>& record) noexcept {
    if (record.value != nullptr) {
      std::destroy_at(static_cast<T*>(record.value));
    }
    if (record.plan != nullptr) {
      with_constructor(record.constructor, [&](auto i) { std::destroy_at(static_cast<plan_type<i>*>(record.plan)); });
    }
  }

  static constexpr hole_operations<S> operations{&open,
                                                 &weights,
                                                 &fill,
                                                 &finish,
                                                 &drop,
                                                 description::constructors,
                                                 description::labels::value,
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
  std::destroy_at(made);
  records_[at].value = nullptr;
  return value;
}

/// Fills up to n holes, each drawn among all by its weight. Returns how many were filled.
template <class S, class Weighting>
std::uint64_t grow_by_place(S& source, hole_growth<S>& growth, std::uint64_t n, const Weighting& weighting) {
  hole_picker picker;
  if (growth[0].open) {
    picker.add(0, weighting(growth[0].place));
  }
  std::uint64_t filled = 0;
  for (; filled < n && !picker.empty(); ++filled) {
    [[maybe_unused]] const auto scope = source.template span<element_span>();
    const std::uint32_t at = picker.take(source);
    growth.fill(at, source, growth.draw_constructor(at, source));
    const std::uint32_t first = growth[at].first;
    const std::uint32_t holes = growth[at].holes;
    const gen::hole_place above = growth[at].place;
    for (std::uint32_t i = 0; i < holes; ++i) {
      growth[first + i].place = {above.depth + 1, above.lefts + (holes > 1 && i == 0 ? 1U : 0U),
                                 above.rights + (holes > 1 && i + 1 == holes ? 1U : 0U), i, holes};
      if (growth[first + i].open) {
        picker.add(first + i, weighting(growth[first + i].place));
      }
    }
  }
  return filled;
}

/// Fills up to n holes by the uniform walk for nodes with `arity` holes. Holes are visited in preorder; those passed
/// over are visited again when the walk has run out of holes with nodes to come.
template <class S>
std::uint64_t grow_in_preorder(S& source, hole_growth<S>& growth, std::uint64_t n, std::uint64_t least,
                               std::uint64_t arity) {
  constexpr std::uint32_t close = 0xffffffffU;
  std::vector<std::uint32_t> stack{0}; // of what is to be visited, the next one last; `close` ends the span of a node
  std::vector<std::uint32_t> passed;
  open_spans<S> spans(source);
  uniform_walk walk{least, n, growth[0].open ? 1U : 0U};
  for (;;) {
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      stack.pop_back();
      if (at == close) {
        spans.close();
        continue;
      }
      spans.open(*growth[at].how->span);
      if (!growth[at].open || !walk.fills(source, arity)) {
        if (growth[at].open) {
          passed.push_back(at);
        }
        growth.finish(at, source);
        spans.close();
        continue;
      }
      --walk.open;
      growth.fill(at, source, 0);
      stack.push_back(close);
      for (std::uint32_t i = growth[at].holes; i-- > 0;) {
        stack.push_back(growth[at].first + i);
        walk.open += growth[growth[at].first + i].open ? 1U : 0U;
      }
    }
    if (walk.to_come == 0 || passed.empty() || walk.ended) {
      return n - walk.to_come;
    }
    stack.assign(passed.rbegin(), passed.rend());
    passed.clear();
    walk.open = stack.size();
  }
}

/// The shapes of values that grow from a hole of this type.
template <class H>
shape_grammar::symbol add_shapes(shape_grammar& grammar) {
  bool is_new = false;
  const shape_grammar::symbol s = grammar.find(&family_of<H>, is_new);
  if (is_new) {
    using kind = hole_type<H, random_source>;
    std::vector<shape_grammar::production> productions(1); // the leaf; then one for each constructor
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (productions.push_back([&]<class... Holes>(const std::tuple<Holes...>*) {
        return shape_grammar::production{1, {add_shapes<Holes>(grammar)...}};
      }(static_cast<decltype(kind::template plan_type<I>::holes)*>(nullptr))),
       ...);
    }(std::make_index_sequence<kind::description::constructors>{});
    grammar.set(s, std::move(productions));
  }
  return s;
}
template <class H>
shape_counts& shapes_of() {
  static shape_counts counts([] {
    shape_grammar grammar;
    add_shapes<H>(grammar);
    return grammar;
  }());
  return counts;
}

/// Fills up to n holes so that shapes are uniform by counting: every hole gets its share of the nodes. What cannot be
/// placed where it belongs, since invariants closed the holes there, goes to holes that would have stayed leaves.
template <class S>
std::uint64_t grow_by_counts(S& source, hole_growth<S>& growth, std::uint32_t n, std::uint32_t least,
                             shape_counts& counts) {
  constexpr std::uint32_t close = 0xffffffffU;
  shape_draw draw(counts, n);
  std::vector<std::uint32_t> stack{0};
  std::vector<std::uint32_t> passed;
  std::vector<std::uint32_t> allowed;
  std::vector<std::uint32_t> shares;
  std::vector<bool> open;
  open_spans<S> spans(source);
  growth[0].budget = n;
  std::uint32_t slack = n - least; // edited choices may leave out so many
  std::uint32_t filled = 0;
  std::uint32_t left_over = 0;
  for (;;) {
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      stack.pop_back();
      if (at == close) {
        spans.close();
        continue;
      }
      spans.open(*growth[at].how->span);
      const std::uint32_t budget = growth[at].budget;
      bool fills = false;
      std::uint32_t chosen = 0;
      const shape_grammar::symbol symbol = counts.grammar().lookup(growth[at].how->symbol);
      if (growth[at].open) {
        const bool may_skip = budget == 0 || (source.lenient() && budget <= slack);
        fills = source.template branch<skip_or_fill>(may_skip ? 1U : 0U, budget == 0 ? 0U : 1U) == 1;
        slack -= !fills ? budget : 0;
        if (fills) {
          allowed.assign(std::size_t{growth[at].how->constructors} + 1, 0);
          growth[at].how->weights(growth[at].call, allowed.data() + 1);
          fills = draw.production(source, symbol, budget, allowed.data(), chosen);
          left_over += fills ? 0 : budget;
        } else {
          passed.push_back(at);
        }
      } else {
        left_over += budget;
      }
      if (!fills) {
        growth.finish(at, source);
        spans.close();
        continue;
      }
      growth.fill(at, source, chosen - 1);
      ++filled;
      const std::uint32_t first = growth[at].first;
      open.resize(growth[at].holes);
      for (std::uint32_t i = 0; i < growth[at].holes; ++i) {
        open[i] = growth[first + i].open;
      }
      if (draw.split(source, symbol, chosen, budget - 1, open, shares)) {
        for (std::uint32_t i = 0; i < growth[at].holes; ++i) {
          growth[first + i].budget = shares[i];
        }
      } else {
        left_over += budget - 1;
      }
      stack.push_back(close);
      for (std::uint32_t i = growth[at].holes; i-- > 0;) {
        stack.push_back(first + i);
      }
    }
    if (left_over == 0 || passed.empty()) {
      return filled;
    }
    const auto next = static_cast<std::uint32_t>(source.uniform(static_cast<std::uint32_t>(passed.size() - 1)));
    growth[passed[next]].budget = left_over;
    left_over = 0;
    stack.push_back(passed[next]);
    passed[next] = passed.back();
    passed.pop_back();
  }
}

/// The number of holes in each node, where all nodes are alike; otherwise -1.
template <class H>
consteval int uniform_arity() {
  using kind = hole_type<H, random_source>;
  if constexpr (kind::description::constructors == 1) {
    return []<class... Holes>(const std::tuple<Holes...>*) {
      return (std::same_as<typename Holes::body_type, typename H::body_type> && ...)
                 ? static_cast<int>(sizeof...(Holes))
                 : -1;
    }(static_cast<decltype(kind::template plan_type<0>::holes)*>(nullptr));
  } else {
    return -1;
  }
}

/// Whether values can be made by plain recursion. Not lists: they would be as deep as they are long.
template <class H>
consteval bool grows_directly() {
  return uniform_arity<H>() == 0 || uniform_arity<H>() > 1;
}

} // namespace detail

namespace gen {

/// A holey generator with its parameters, its size and its weighting.
template <class T, class Body, class Size, class Weighting, class... A>
class holey_gen : detail::pack<Body, Size, Weighting, A...> {
  using parts = detail::pack<Body, Size, Weighting, A...>;
  using call_type = detail::hole_call<T, Body, A...>;

public:
  using value_type = T;
  static constexpr span_info span{span_kind::value, {}, &detail::family_of<holey_gen>};
  static constexpr span_info flat_span{std::same_as<Size, detail::length_exactly> ? span_kind::value
                                                                                  : span_kind::sequence,
                                       {},
                                       &detail::family_of<holey_gen>};
  using parts::parts;

  /// With exactly n nodes. Where invariants leave no place for so many, the case is discarded.
  [[nodiscard]] constexpr auto exactly(std::uint32_t n) const { return with(detail::length_exactly{n}, weighting()); }
  /// With lo to hi nodes, each number equally likely; fewer than drawn, but at least lo, where there is no place for
  /// more.
  [[nodiscard]] constexpr auto between(std::uint32_t lo, std::uint32_t hi) const {
    return with(detail::length_between{lo, hi}, weighting());
  }
  /// With at most n nodes.
  [[nodiscard]] constexpr auto at_most(std::uint32_t n) const { return between(0, n); }
  /// With shapes by this weighting: `uniform_shapes`, a function of a `hole_place` that returns a weight, or a
  /// `mixture`.
  template <class W>
  [[nodiscard]] constexpr auto by(const W& weighting) const {
    return with(detail::get<1>(all()), weighting);
  }

  template <class S>
  T operator()(S& source) const {
    return grow(source, weighting());
  }

private:
  [[nodiscard]] constexpr const parts& all() const { return *this; }
  [[nodiscard]] constexpr decltype(auto) weighting() const { return detail::get<2>(all()); }

  template <class NewSize, class W>
  [[nodiscard]] constexpr auto with(const NewSize& size, const W& weighting) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return holey_gen<T, Body, NewSize, W, A...>(detail::get<0>(all()), size, weighting, detail::get<I + 3>(all())...);
    }(std::index_sequence_for<A...>{});
  }

  template <class S, class... W>
  T grow(S& source, const mixture_of<W...>& mixture) const {
    std::array<std::uint32_t, sizeof...(W)> equal{};
    equal.fill(1);
    const std::uint32_t chosen = source.branch(branch_request{equal, {}});
    return take<0>(source, mixture, chosen);
  }
  template <std::size_t I, class S, class... W>
  T take(S& source, const mixture_of<W...>& mixture, std::uint32_t chosen) const {
    if constexpr (I + 1 < sizeof...(W)) {
      if (chosen != I) {
        return take<I + 1>(source, mixture, chosen);
      }
    }
    return grow(source, detail::get<I>(mixture));
  }

  template <class S, class W>
  T grow(S& source, const W& how) const {
    [[maybe_unused]] const auto scope = source.template span<std::same_as<W, uniform_shapes> ? span : flat_span>();
    decltype(auto) size = detail::get<1>(all());
    const std::uint32_t n = detail::draw_length(source, size, "gen::holey");
    const std::uint32_t least = size.bounds(source).first;
    decltype(auto) body = detail::get<0>(all());
    const call_type root = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return call_type(detail::body_ref<Body>(body), detail::get<I + 3>(all())...);
    }(std::index_sequence_for<A...>{});
    if constexpr (std::same_as<W, uniform_shapes> && detail::grows_directly<call_type>()) {
      constexpr bool guarded = decltype(root.describe())::guarded;
      if constexpr (!guarded) {
        detail::uniform_walk walk{least, n};
        return detail::grow_directly(source, walk, root);
      } else if constexpr (std::same_as<S, random_source>) {
        // Mostly no hole that was passed over is needed again. If one is, the same is done once more, more slowly. Not
        // for large values, which invariants could make deeper than the stack.
        constexpr std::uint32_t few = 10'000;
        if (n <= few) {
          const auto start = source.here();
          detail::uniform_walk walk{least, n, root.describe().open() ? 1U : 0U};
          T value = detail::grow_directly(source, walk, root);
          if (walk.to_come == 0) {
            return value;
          }
          source.back_to(start);
        }
      }
    }
    if constexpr (!std::same_as<W, uniform_shapes> || !detail::grows_directly<call_type>() ||
                  decltype(root.describe())::guarded) {
      detail::hole_growth<S> growth;
      growth.reserve(std::min<std::size_t>(n, 4096) * 2 + 1);
      growth.add(root);
      std::uint64_t filled = 0;
      if constexpr (!std::same_as<W, uniform_shapes>) {
        filled = detail::grow_by_place(source, growth, n, how);
      } else {
        if constexpr (detail::uniform_arity<call_type>() >= 0) {
          filled =
              detail::grow_in_preorder(source, growth, n, least, std::uint64_t{detail::uniform_arity<call_type>()});
        } else {
          filled = detail::grow_by_counts(source, growth, n, least, detail::shapes_of<call_type>());
        }
      }
      if (filled < least) {
        detail::throw_no_hole(n, filled);
      }
      growth.finish(source);
      return growth.template take<T>(0);
    }
  }
};

template <class T, class Body>
class holey_of : detail::pack<Body> {
  using parts = detail::pack<Body>;

public:
  using parts::parts;

  /// The generator for these parameters: of a size from 0 to the size parameter, of uniform shape, unless it is told
  /// otherwise.
  template <class... A>
  [[nodiscard]] constexpr auto operator()(const A&... arguments) const {
    return holey_gen<T, Body, detail::length_by_size, uniform_shapes, A...>(
        detail::get<0>(static_cast<const parts&>(*this)), detail::length_by_size{}, uniform_shapes{}, arguments...);
  }
};

/// A family of holey generators of T. The body gets `self` and its parameters and returns a `hole`.
template <class T, class Body>
[[nodiscard]] constexpr holey_of<T, Body> holey(const Body& body) {
  return holey_of<T, Body>(body);
}

} // namespace gen

} // namespace tali
