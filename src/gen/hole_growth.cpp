// SPDX-License-Identifier: BSL-1.0
// The memory of planned nodes: blocks that double in size.
#include <tali/gen/hole_growth.hpp>

namespace tali::detail {

plan_memory::~plan_memory() {
  while (last_ != nullptr) {
    block* const before = last_->before;
    ::operator delete(last_);
    last_ = before;
  }
}

void plan_memory::more(std::size_t bytes) {
  if (block_bytes_ < largest_block_bytes) {
    block_bytes_ *= 2;
  }
  const std::size_t room = bytes > block_bytes_ ? bytes : block_bytes_;
  void* const memory = ::operator new(sizeof(block) + room);
  last_ = ::new (memory) block{last_};
  next_ = static_cast<std::byte*>(memory) + sizeof(block);
  end_ = next_ + room;
}

} // namespace tali::detail
