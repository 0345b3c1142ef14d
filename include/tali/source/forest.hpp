// SPDX-License-Identifier: BSL-1.0
// forest: a compact representation of all choice sequences (ways) that produce a value.
//
// Running a generator backward on a value returns a node: the value is impossible (`none`), needs no choice (`empty`),
// or is produced by a choice, by two nodes in sequence (`join`), or by any of several alternatives (`either`). A node
// has sixteen bytes and refers to its parts by number. Parts precede the nodes that contain them.
//
// Calls of recursive generators are shared: a repeated request for the same call (the same generator, the same
// arguments, the same part of the value) returns the same node, so that exponentially many ways take linear space. A
// request for a call that is still in progress returns a placeholder node for its result, so infinitely many ways form
// a cycle. Parts are identified by address, small numbers by value. A part that is computed during the run (by the
// inverse of a map) is kept in the forest, once for all equal ones, so that addresses stay valid.
//
// tali/interpret/forest.hpp has the operations on a forest: counting the ways, their probability, and enumerating
// them.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/owned.hpp>
#include <tali/source/arena.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/random.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/hash.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace tali::detail {

/// Values that are identified by their bits, not by their address.
template <class T>
concept identified_by_bits = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> &&
                             sizeof(T) <= sizeof(std::uint64_t);

template <class T>
[[nodiscard]] std::uint64_t bits_of(const T& v) noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &v, sizeof(T));
  return bits;
}

} // namespace tali::detail

namespace tali::choices {

class forest {
public:
  using node = std::uint32_t;
  /// Whether a generator that cannot run backward has no ways. Otherwise it is a compile-time error.
  static constexpr bool lenient = false;
  /// Whether parts of the value may be missing, to be filled in (tali/interpret/complete.hpp).
  static constexpr bool completes = false;

  explicit forest(int size = random_source::default_size) noexcept;
  forest(const forest&) = delete;
  forest& operator=(const forest&) = delete;
  ~forest();

  // For generators ----------------------------------------------------------------------------------------------------

  [[nodiscard]] static constexpr node none() noexcept { return 0; }
  [[nodiscard]] static constexpr node empty() noexcept { return 1; }
  /// A number that is drawn uniformly, or with the given request.
  [[nodiscard]] node integer(std::uint64_t index, std::uint64_t last, std::uint64_t origin) {
    return integer(index, {last, origin, 0, spread::uniform});
  }
  [[nodiscard]] node integer(std::uint64_t index, const integer_request& request);
  [[nodiscard]] node real(double value, const real_request& request);
  /// The branch `index`, then the node that it leads to.
  [[nodiscard]] node branch(std::size_t index, const branch_request& request, node then);
  [[nodiscard]] node join(node first, node second) {
    if (first == none() || second == none()) {
      return none();
    }
    if (first == empty()) {
      return second;
    }
    return second == empty() ? first : add({kind::join, first, second, 0});
  }
  [[nodiscard]] node either(node one, node other) {
    if (one == none() || other == none()) {
      return one == none() ? other : one;
    }
    ambiguous_ = true;
    return add({kind::either, one, other, 0});
  }
  /// Marks the part made by one generator. Spans are not stored in a forest: unpacking a way parses it, which
  /// restores them.
  [[nodiscard]] static constexpr node span(const span_info& /*info*/, node inside) noexcept { return inside; }
  /// There are other ways that were not searched for; `why` is a constant text with the reason.
  [[nodiscard]] node partly(std::string_view why, node inside);

  [[nodiscard]] int size() const noexcept { return size_; }
  void set_size(int size) noexcept { size_ = size; }
  void check_depth() const {
    if (__builtin_frame_address(0) < stack_floor_) [[unlikely]] {
      detail::check_stack(__builtin_frame_address(0));
    }
  }

  /// The arena for values that bodies build when they run backward.
  [[nodiscard]] arena& memory();

  /// Keeps a computed part for as long as the forest. Equal parts are kept once.
  template <class T>
  [[nodiscard]] const T& keep(T&& part) {
    static_assert(!std::is_reference_v<T>);
    if constexpr (detail::identified_by_bits<T>) {
      return *::new (small_room()) T(part);
    } else {
      return keep_large(std::move(part)); // NOLINT(bugprone-move-forwarding-reference): asserted above
    }
  }

  /// A call of a recursive generator, as a 96-bit fingerprint of the generator, its arguments, the part and the size.
  struct call {
    std::uint64_t high;
    std::uint32_t low;
    mutable std::uint32_t place = 0; // where it was last found
  };
  template <class... A>
  static constexpr bool can_share =
      ((detail::identified_by_bits<A> ||
        (values::hashable<A> && values::comparable_value<A> && std::copy_constructible<A>)) &&
       ...);
  template <class T, class... A>
  [[nodiscard]] call call_of(const void* family, const void* body, const T& part, const A&... arguments) {
    call c{detail::mix(reinterpret_cast<std::uintptr_t>(family), static_cast<std::uint64_t>(size_)), 0x9e3779b9U, 0};
    add_word(c, reinterpret_cast<std::uintptr_t>(body));
    if constexpr (detail::identified_by_bits<T>) {
      add_word(c, detail::bits_of(part));
    } else {
      add_word(c, reinterpret_cast<std::uintptr_t>(&part));
    }
    (add_word(c, word_of(arguments)), ...);
    return c;
  }
  /// The node of a call that was made before; empty if it is new, and then the call counts as in progress until
  /// `answer`.
  [[nodiscard]] std::optional<node> begin_call(const call& c);
  node answer(const call& c, node made);

  // For consumers -----------------------------------------------------------------------------------------------------

  enum class kind : std::uint32_t { integer, real, branch, join, either, later, partly };
  struct entry {
    kind what;
    std::uint32_t a; // integer, real, branch: the request; join, either: the first part; later, partly: the node itself
    std::uint32_t b; // branch: the index; join, either: the second part; partly: the reason
    std::uint32_t c; // branch: what follows
    [[nodiscard]] std::uint64_t bits() const noexcept { return b | std::uint64_t{c} << 32U; } // integer, real
  };
  struct integer_site {
    integer_request request;
    int size;
  };
  struct branch_site {
    std::vector<std::uint32_t> weights;
    std::vector<std::string_view> labels; // same number as weights, or none
    std::uint64_t total;
  };

  /// Nodes from 2 on have entries.
  [[nodiscard]] const entry& at(node n) const noexcept { return entry_at(n); }
  /// One more than the largest node.
  [[nodiscard]] node end() const noexcept { return end_; }
  /// The number of choices stored. Equals the length of the way if there is only one and no call is shared.
  [[nodiscard]] std::size_t choices() const noexcept { return choices_; }
  [[nodiscard]] choice choice_at(const entry& e) const noexcept {
    switch (e.what) {
    case kind::integer:
      return {choice_kind::integer, e.bits(), integers_[e.a].request.last, integers_[e.a].request.origin};
    case kind::real:
      return {choice_kind::real, e.bits(), std::bit_cast<std::uint64_t>(reals_[e.a].hi),
              std::bit_cast<std::uint64_t>(reals_[e.a].lo)};
    case kind::branch:
      return {choice_kind::branch, e.b, branches_[e.a].weights.size() - 1, 0};
    default:
      return {};
    }
  }
  [[nodiscard]] const integer_site& integer_at(const entry& e) const noexcept { return integers_[e.a]; }
  [[nodiscard]] const real_request& real_at(const entry& e) const noexcept { return reals_[e.a]; }
  [[nodiscard]] const branch_site& branch_at(const entry& e) const noexcept { return branches_[e.a]; }
  [[nodiscard]] const std::vector<std::string_view>& reasons() const noexcept { return reasons_; }
  /// Whether some value has several ways, and whether some has infinitely many.
  [[nodiscard]] bool ambiguous() const noexcept { return ambiguous_; }
  [[nodiscard]] bool cyclic() const noexcept { return cyclic_; }
  /// The size of the outermost request.
  [[nodiscard]] int full_size() const noexcept { return full_size_; }

private:
  template <class T>
  static constexpr char type_of = 0;
  struct kept_part {
    const void* type;
    std::uint64_t fingerprint;
    void* part;
    void (*destroy)(void*);
  };
  struct slot {
    std::uint64_t high = 0;
    std::uint32_t low = 0;
    std::uint32_t state = free_slot; // the node, or:
  };
  static constexpr std::uint32_t free_slot = 0xffffffffU;
  static constexpr std::uint32_t open_slot = 0xfffffffeU;       // in progress
  static constexpr std::uint32_t has_placeholder = 0x80000000U; // in progress, and the placeholder for its result

  [[nodiscard]] node add(const entry& e) {
    if (free_ == free_end_) [[unlikely]] {
      add_chunk();
    }
    *free_++ = e;
    return end_++;
  }
  [[nodiscard]] entry& entry_at(node n) const noexcept {
    return chunks_[(n - 2) / chunk_size]->entries[(n - 2) % chunk_size];
  }
  void add_chunk();
  static void add_word(call& c, std::uint64_t word) noexcept {
    const std::uint64_t other = (word + c.low) * 0xff51afd7ed558ccdU; // independent of `high`, for 96 bits in all
    c.low = static_cast<std::uint32_t>((other ^ (other >> 29U)) >> 16U);
    c.high = detail::mix(c.high, word);
  }
  template <class A>
  [[nodiscard]] std::uint64_t word_of(const A& argument) {
    if constexpr (detail::identified_by_bits<A>) {
      return detail::bits_of(argument);
    } else {
      return reinterpret_cast<std::uintptr_t>(&keep(A(argument)));
    }
  }
  template <class T>
  [[nodiscard]] const T& keep_large(T&& part) {
    std::uint64_t fingerprint = 0;
    bool (*equal)(const void*, const void*) = nullptr;
    if constexpr (values::hashable<T> && values::comparable_value<T>) {
      fingerprint = values::hash_value(part);
      equal = [](const void* a, const void* b) {
        return values::equal_values(*static_cast<const T*>(a), *static_cast<const T*>(b));
      };
      if (const void* known = find_kept(&type_of<T>, fingerprint, &part, equal)) {
        return *static_cast<const T*>(known);
      }
    }
    // NOLINTNEXTLINE(bugprone-move-forwarding-reference): only called by keep
    auto* owned = new T(std::move(part)); // kept, with its deleter
    add_kept({&type_of<T>, fingerprint, owned, [](void* p) { delete static_cast<T*>(p); }});
    return *owned;
  }
  [[nodiscard]] void* small_room();
  [[nodiscard]] const void* find_kept(const void* type, std::uint64_t fingerprint, const void* part,
                                      bool (*equal)(const void*, const void*)) const;
  void add_kept(const kept_part& k);
  [[nodiscard]] slot& slot_of(const call& c);
  void grow_table();

  const void* stack_floor_;
  // Entries do not move when their number grows: moving them would touch several times as much memory.
  static constexpr std::size_t chunk_size = 512;
  struct chunk {
    entry entries[chunk_size]; // uninitialised until used
  };
  std::vector<detail::owned<chunk>> chunks_;
  entry* free_ = nullptr;
  entry* free_end_ = nullptr;
  node end_ = 2;
  std::size_t choices_ = 0;
  std::vector<integer_site> integers_;
  std::vector<real_request> reals_;
  std::vector<branch_site> branches_;
  std::vector<std::string_view> reasons_;
  struct known_branch {
    std::uint32_t site = 0xffffffffU;
    std::uint32_t index = 0; // of the alternative that
    node alone = none();     // is here with nothing after it
  };
  std::vector<known_branch> known_branches_;  // a cache: the site last stored for these labels
  std::vector<std::uint32_t> known_integers_; // and for these bounds and this size
  detail::owned<arena> arena_;
  std::vector<kept_part> kept_;
  static constexpr std::size_t small_chunk_size = 128;
  struct small_chunk {
    std::uint64_t parts[small_chunk_size]{};
  };
  std::vector<detail::owned<small_chunk>> small_;
  std::size_t small_used_ = 0;
  std::vector<slot> calls_;
  std::size_t calls_used_ = 0;
  int full_size_;
  int size_;
  bool ambiguous_ = false;
  bool cyclic_ = false;
};

/// For checking whether a generator runs backward: one that does not has no ways.
class lenient_forest : public forest {
public:
  static constexpr bool lenient = true;
  using forest::forest;
};

} // namespace tali::choices
