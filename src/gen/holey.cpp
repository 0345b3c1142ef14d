// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/holey.hpp>

#include <string>

namespace tali::detail {

void throw_no_hole(std::uint64_t wanted, std::uint64_t filled) {
  throw_discard("gen::holey: " + std::to_string(wanted) + " nodes wanted, but after " + std::to_string(filled) +
                " there was no hole left to fill; leave more room in the labels, or ask for fewer nodes");
}

plan_memory::~plan_memory() {
  while (last_ != nullptr) {
    block* const before = last_->before;
    ::operator delete(last_);
    last_ = before;
  }
}

void plan_memory::more(std::size_t bytes) {
  constexpr std::size_t largest = std::size_t{1} << 20U;
  if (block_bytes_ < largest) {
    block_bytes_ *= 2;
  }
  const std::size_t room = bytes > block_bytes_ ? bytes : block_bytes_;
  void* const memory = ::operator new(sizeof(block) + room);
  last_ = ::new (memory) block{last_};
  next_ = static_cast<std::byte*>(memory) + sizeof(block);
  end_ = next_ + room;
}

} // namespace tali::detail
