// SPDX-License-Identifier: BSL-1.0
// The workloads: small loops and two realistic generators, inlined, as templates over an engine and a bounded draw.
//
// Every workload returns the number of units it produced (words, integers, tree nodes): times are per unit, so engines
// that happen to draw larger trees have no disadvantage. Every loop starts at the same place of a cache line if its
// code is the same: the placement alone can cost a tight loop a third of its speed.
#pragma once

#include "bounded.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace workloads {

using engines::u64;

inline volatile u64 sink = 0; // results end here, so that nothing is optimised away

/// Ranges of very different widths, as a generator of dependent values requests them.
inline const std::array<u64, 1024> lasts = [] {
  std::array<u64, 1024> result{};
  engines::splitmix64 words(7);
  for (u64& last : result)
    last = (words() >> 32) >> (words() % 31);
  return result;
}();

/// Words in sequence, the state in registers.
struct word {
  static constexpr const char* name = "word";
  template <class Engine, class Bounded>
  [[gnu::noinline, gnu::aligned(64)]] static u64 run(u64 seed, u64 n) {
    Engine engine(seed);
    u64 sum = 0;
    for (u64 i = 0; i < n; ++i)
      sum += engine();
    sink = sum;
    return n;
  }
};

/// [0, 1000], known at compile time.
struct fixed_bound {
  static constexpr const char* name = "[0,1000]";
  template <class Engine, class Bounded>
  [[gnu::noinline, gnu::aligned(64)]] static u64 run(u64 seed, u64 n) {
    Engine engine(seed);
    u64 sum = 0;
    for (u64 i = 0; i < n; ++i)
      sum += Bounded::draw(engine, 1000);
    sink = sum;
    return n;
  }
};

/// [0, last] with a run-time `last`.
struct run_time_bound {
  static constexpr const char* name = "[0,n]";
  template <class Engine, class Bounded>
  [[gnu::noinline, gnu::aligned(64)]] static u64 run(u64 seed, u64 n) {
    Engine engine(seed);
    u64 sum = 0;
    for (u64 i = 0; i < n; ++i)
      sum += Bounded::draw(engine, lasts[i % lasts.size()]);
    sink = sum;
    return n;
  }
};

/// The cost of a test case before its first choice: the stream of (seed, i), and one word from it.
struct start_stream {
  static constexpr const char* name = "stream";
  template <class Engine, class Bounded>
  [[gnu::noinline, gnu::aligned(64)]] static u64 run(u64 seed, u64 n) {
    u64 sum = 0;
    for (u64 i = 0; i < n; ++i) {
      Engine engine = Engine::stream(seed, i);
      sum += engine();
    }
    sink = sum;
    return n;
  }
};

/// A case of 100 integers in [0, 1000], into a buffer kept between cases.
struct ints {
  static constexpr const char* name = "100 ints";
  template <class Engine, class Bounded>
  [[gnu::noinline, gnu::aligned(64)]] static u64 run(u64 seed, u64 n) {
    std::vector<int> values(100);
    u64 sum = 0;
    const u64 cases = n / 100;
    for (u64 i = 0; i < cases; ++i) {
      Engine engine = Engine::stream(seed, i);
      for (int& value : values)
        value = static_cast<int>(Bounded::draw(engine, 1000));
      for (const int value : values)
        sum += static_cast<u64>(value);
    }
    sink = sum;
    return cases * 100;
  }
};

struct node {
  int label;
  node* left;
  node* right;
};

class arena {
public:
  [[gnu::always_inline]] node* make(int label, node* left, node* right) {
    if (used_ == nodes_.size())
      std::abort();
    node* made = &nodes_[used_++];
    *made = {label, left, right};
    return made;
  }
  void reset() { used_ = 0; }
  std::size_t used() const { return used_; }

private:
  std::vector<node> nodes_ = std::vector<node>(1 << 11);
  std::size_t used_ = 0;
};

template <class Engine, class Bounded>
node* search_tree(Engine& engine, arena& memory, int low, int high, int depth) {
  if (low > high || depth == 0 || Bounded::draw(engine, 5) == 0)
    return nullptr;
  const int label = low + static_cast<int>(Bounded::draw(engine, static_cast<u64>(high - low)));
  node* const left = search_tree<Engine, Bounded>(engine, memory, low, label - 1, depth - 1);
  node* const right = search_tree<Engine, Bounded>(engine, memory, label + 1, high, depth - 1);
  return memory.make(label, left, right);
}

/// A binary search tree over [0, 1000] of depth <= 10, a leaf with probability 1/6; the engine is passed by reference
/// down the recursion, so its state lives in memory.
struct tree {
  static constexpr const char* name = "tree";
  template <class Engine, class Bounded>
  [[gnu::noinline, gnu::aligned(64)]] static u64 run(u64 seed, u64 n) {
    static arena memory;
    u64 nodes = 0;
    u64 sum = 0;
    for (u64 i = 0; nodes < n; ++i) {
      memory.reset();
      Engine engine = Engine::stream(seed, i);
      const node* const root = search_tree<Engine, Bounded>(engine, memory, 0, 1000, 10);
      sum += root == nullptr ? 0 : static_cast<u64>(root->label);
      nodes += memory.used() + 1;
    }
    sink = sum;
    return nodes;
  }
};

/// Nanoseconds per unit of one run of about `n` units.
template <class Workload, class Engine, class Bounded>
double time_once(u64 seed, u64 n) {
  const auto start = std::chrono::steady_clock::now();
  const u64 units = Workload::template run<Engine, Bounded>(seed, n);
  const auto stop = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(stop - start).count() / static_cast<double>(units);
}

} // namespace workloads
