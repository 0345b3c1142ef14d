// SPDX-License-Identifier: BSL-1.0
#include <tali/source/forest.hpp>

#include <algorithm>

namespace tali::choices {

namespace {
constexpr std::size_t known_sites = 64; // a power of two

/// A loop, because most choices have two or three alternatives, and comparing them is faster than a function call.
bool is_site_of(const forest::branch_site& site, const branch_request& request) {
  const std::size_t n = request.weights.size();
  if (site.weights.size() != n || site.labels.size() != request.labels.size()) {
    return false;
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (site.weights[i] != request.weights[i]) {
      return false;
    }
  }
  for (std::size_t i = 0; i < request.labels.size(); ++i) {
    // Labels are constants: the same text has the same address.
    if (site.labels[i].data() != request.labels[i].data() || site.labels[i].size() != request.labels[i].size()) {
      return false;
    }
  }
  return true;
}
} // namespace

forest::forest(int size) noexcept : stack_floor_(detail::stack_floor()), full_size_(size), size_(size) {}

forest::~forest() {
  for (const kept_part& k : kept_) {
    k.destroy(k.part);
  }
}

void forest::add_chunk() {
  chunks_.push_back(detail::owned<chunk>(new chunk)); // no braces: the entries stay uninitialised
  free_ = chunks_.back()->entries;
  free_end_ = free_ + chunk_size;
}

forest::node forest::integer(std::uint64_t index, const integer_request& request) {
  const auto same = [&](const integer_site& s) {
    return s.request.last == request.last && s.request.origin == request.origin && s.request.zero == request.zero &&
           s.request.how == request.how && s.size == size_;
  };
  ++choices_;
  // Usually all numbers of a value are drawn from one range, or each from its own; in a tree, at the sizes of its
  // levels.
  if (integers_.empty() || !same(integers_.back())) {
    if (known_integers_.empty()) {
      known_integers_.resize(known_sites, 0xffffffffU);
    }
    const std::uint64_t mix =
        detail::fibonacci_hash(request.last + 3 * request.zero + static_cast<std::uint64_t>(size_));
    std::uint32_t& known = known_integers_[mix >> 32U & (known_sites - 1)];
    if (known >= integers_.size() || !same(integers_[known])) {
      known = static_cast<std::uint32_t>(integers_.size());
      integers_.push_back({request, size_});
    }
    return add({kind::integer, known, static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32U)});
  }
  return add({kind::integer, static_cast<std::uint32_t>(integers_.size() - 1), static_cast<std::uint32_t>(index),
              static_cast<std::uint32_t>(index >> 32U)});
}

forest::node forest::real(double value, const real_request& request) {
  const auto same = [&](const real_request& r) {
    return std::bit_cast<std::uint64_t>(r.lo) == std::bit_cast<std::uint64_t>(request.lo) &&
           std::bit_cast<std::uint64_t>(r.hi) == std::bit_cast<std::uint64_t>(request.hi) &&
           r.single == request.single && r.edgy == request.edgy;
  };
  if (reals_.empty() || !same(reals_.back())) {
    reals_.push_back(request);
  }
  ++choices_;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return add({kind::real, static_cast<std::uint32_t>(reals_.size() - 1), static_cast<std::uint32_t>(bits),
              static_cast<std::uint32_t>(bits >> 32U)});
}

forest::node forest::branch(std::size_t index, const branch_request& request, node then) {
  if (then == none()) {
    return none();
  }
  if (known_branches_.empty()) {
    known_branches_.resize(known_sites);
  }
  const auto place = reinterpret_cast<std::uintptr_t>(request.labels.data());
  known_branch& known = known_branches_[(place >> 4U ^ place >> 10U) % known_sites];
  if (known.site >= branches_.size() || !is_site_of(branches_[known.site], request)) {
    branch_site site{
        {request.weights.begin(), request.weights.end()}, {request.labels.begin(), request.labels.end()}, 0};
    for (const std::uint32_t weight : site.weights) {
      site.total += weight;
    }
    known = {static_cast<std::uint32_t>(branches_.size()), 0, none()};
    branches_.push_back(std::move(site));
  }
  ++choices_;
  const auto chosen = static_cast<std::uint32_t>(index);
  if (then != empty()) {
    return add({kind::branch, known.site, chosen, then});
  }
  // Half of the nodes of a tree are equal leaves: one entry represents them all.
  if (known.alone == none() || known.index != chosen) {
    known.index = chosen;
    known.alone = add({kind::branch, known.site, chosen, empty()});
  }
  return known.alone;
}

forest::node forest::partly(std::string_view why, node inside) {
  if (inside == none()) {
    return none();
  }
  const auto found = std::ranges::find(reasons_, why);
  const auto reason = static_cast<std::uint32_t>(found - reasons_.begin());
  if (found == reasons_.end()) {
    reasons_.push_back(why);
  }
  return add({kind::partly, inside, reason, 0});
}

arena& forest::memory() {
  if (!arena_) {
    arena_ = detail::owned<arena>(new arena);
  }
  return *arena_;
}

// Computed parts ------------------------------------------------------------------------------------------------------

void* forest::small_room() {
  if (small_used_ % small_chunk_size == 0) {
    small_.push_back(detail::owned<small_chunk>(new small_chunk()));
  }
  return &small_.back()->parts[small_used_++ % small_chunk_size];
}

const void* forest::find_kept(const void* type, std::uint64_t fingerprint, const void* part,
                              bool (*equal)(const void*, const void*)) const {
  // Uses the table of calls: a kept part is the result of the call of its type with its fingerprint.
  if (calls_.empty()) {
    return nullptr;
  }
  const call c{detail::mix(reinterpret_cast<std::uintptr_t>(type), fingerprint),
               static_cast<std::uint32_t>(fingerprint), 0};
  for (std::size_t i = c.high;; ++i) {
    const slot& s = calls_[i & (calls_.size() - 1)];
    if (s.state == free_slot) {
      return nullptr;
    }
    if (s.high == c.high && s.low == c.low && s.state < kept_.size()) {
      const kept_part& k = kept_[s.state];
      return k.type == type && k.fingerprint == fingerprint && equal(k.part, part) ? k.part : nullptr;
    }
  }
}

void forest::add_kept(const kept_part& k) {
  kept_.push_back(k);
  slot& s = slot_of({detail::mix(reinterpret_cast<std::uintptr_t>(k.type), k.fingerprint),
                     static_cast<std::uint32_t>(k.fingerprint), 0});
  s.state = s.state == free_slot ? static_cast<std::uint32_t>(kept_.size() - 1) : s.state;
}

// Calls ---------------------------------------------------------------------------------------------------------------

forest::slot& forest::slot_of(const call& c) {
  if (2 * (calls_used_ + 1) > calls_.size()) {
    grow_table();
  }
  for (std::size_t i = c.high;; ++i) {
    c.place = static_cast<std::uint32_t>(i & (calls_.size() - 1));
    slot& s = calls_[c.place];
    if (s.state == free_slot) {
      s.high = c.high;
      s.low = c.low;
      ++calls_used_;
      return s;
    }
    if (s.high == c.high && s.low == c.low) {
      return s;
    }
  }
}

void forest::grow_table() {
  std::vector<slot> before(calls_.empty() ? 256 : 4 * calls_.size());
  std::swap(before, calls_);
  for (const slot& s : before) {
    if (s.state != free_slot) {
      std::size_t i = s.high;
      while (calls_[i & (calls_.size() - 1)].state != free_slot) {
        ++i;
      }
      calls_[i & (calls_.size() - 1)] = s;
    }
  }
}

std::optional<forest::node> forest::begin_call(const call& c) {
  slot& s = slot_of(c);
  if (s.state == free_slot) {
    s.state = open_slot;
    return std::nullopt;
  }
  if (s.state == open_slot) {
    cyclic_ = true;
    s.state = has_placeholder | add({kind::later, none(), 0, 0});
  }
  return s.state & ~has_placeholder;
}

forest::node forest::answer(const call& c, node made) {
  slot& kept = calls_[c.place]; // unless the table has grown since
  slot& s = kept.high == c.high && kept.low == c.low ? kept : slot_of(c);
  if ((s.state & has_placeholder) != 0 && s.state != open_slot) {
    entry_at(s.state & ~has_placeholder).a = made;
  }
  s.state = made;
  return made;
}

} // namespace tali::choices
