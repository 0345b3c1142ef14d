// SPDX-License-Identifier: BSL-1.0
// Tests a stateful class against a model: commands are plain data, drawn as a vector, and run on both.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <variant>
#include <vector>

namespace gen = tali::gen;

namespace {

/// A queue of fixed capacity.
class ring_buffer {
public:
  static constexpr std::size_t capacity = 4;

  bool push(int value) {
    if (size_ == capacity) {
      return false;
    }
    slots_[(first_ + size_++) % capacity] = value;
    return true;
  }
  std::optional<int> pop() {
    if (size_ == 0) {
      return std::nullopt;
    }
    const int value = slots_[first_];
    first_ = (first_ + 1) % capacity;
    --size_;
    return value;
  }
  void clear() { size_ = 0; }

private:
  std::array<int, capacity> slots_{};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

struct push {
  int value;
};
struct pop {};
struct clear {};
using command = std::variant<push, pop, clear>;

constexpr auto any_command =
    gen::pick<command>(gen::branch<"push">(5, tali::arbitrary<push>()), gen::branch<"pop">(4, tali::arbitrary<pop>()),
                       gen::branch<"clear">(1, tali::arbitrary<clear>()));

/// Runs one command after another on the class and on its model.
struct run {
  tali::test_case& c;
  ring_buffer real{};
  std::deque<int> model{};

  void operator()(push p) {
    const bool room = model.size() < ring_buffer::capacity;
    if (room) {
      model.push_back(p.value);
    }
    c.cover(30, !room, "the buffer was full"); // otherwise the interesting half might not be tested
    c.require(real.push(p.value) == room, "push succeeds if there is room");
  }
  void operator()(pop /*command*/) {
    std::optional<int> expected;
    if (!model.empty()) {
      expected = model.front();
      model.pop_front();
    }
    c.require(real.pop() == expected, "pop gives what was pushed first");
  }
  void operator()(clear /*command*/) {
    real.clear();
    model.clear();
  }
};

TALI_PROPERTY("a ring buffer is a queue with an end", gen::vector(any_command),
              [](tali::test_case& c, const std::vector<command>& commands) {
                run all{c};
                for (const command& next : commands) {
                  std::visit(all, next);
                }
              });

} // namespace
