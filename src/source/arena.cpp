// SPDX-License-Identifier: BSL-1.0
// Blocks that double in size; a reset keeps the largest one, so that after a few cases everything fits in one block.
#include <tali/source/arena.hpp>

#include <algorithm>
#include <memory>
#include <memory_resource>
#include <vector>

namespace tali {

namespace {

constexpr std::size_t first_block = std::size_t{64} << 10U;

class arena_resource final : public std::pmr::memory_resource {
public:
  explicit arena_resource(arena& owner) : owner_(owner) {}

private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override { return owner_.allocate(bytes, alignment); }
  void do_deallocate(void* /*p*/, std::size_t /*bytes*/, std::size_t /*alignment*/) override {}
  [[nodiscard]] bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  arena& owner_;
};

struct block {
  std::unique_ptr<std::byte[]> memory;
  std::size_t size = 0;
};

} // namespace

struct arena::state {
  explicit state(arena& owner) : resource(owner) {}
  std::vector<block> blocks;
  std::size_t filled = 0; // bytes of blocks before the current one
  arena_resource resource;
};

arena::arena() : state_(new state(*this)) {}
arena::~arena() = default;

void* arena::allocate_elsewhere(std::size_t bytes, std::size_t alignment) {
  const std::size_t wanted = bytes + alignment;
  const std::size_t grown = state_->blocks.empty() ? first_block : state_->blocks.back().size * 2;
  const std::size_t size = std::max(grown, wanted);
  if (!state_->blocks.empty()) {
    state_->filled += state_->blocks.back().size;
  }
  state_->blocks.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
  next_ = reinterpret_cast<std::uintptr_t>(state_->blocks.back().memory.get());
  end_ = next_ + size;
  return allocate(bytes, alignment);
}

void arena::reset_blocks() noexcept {
  auto& blocks = state_->blocks;
  if (blocks.size() > 1) {
    std::swap(blocks.front(), blocks.back());
    blocks.resize(1);
  }
  state_->filled = 0;
  next_ = reinterpret_cast<std::uintptr_t>(blocks.front().memory.get());
  end_ = next_ + blocks.front().size;
}

std::size_t arena::used() const noexcept {
  if (state_->blocks.empty()) {
    return 0;
  }
  return state_->filled + (next_ - reinterpret_cast<std::uintptr_t>(state_->blocks.back().memory.get()));
}

std::size_t arena::reserved() const noexcept {
  std::size_t total = 0;
  for (const block& b : state_->blocks) {
    total += b.size;
  }
  return total;
}

void* arena::as_memory_resource() noexcept { return static_cast<std::pmr::memory_resource*>(&state_->resource); }

} // namespace tali
