// SPDX-License-Identifier: BSL-1.0
#include <tali/interpret/complete.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace tali::detail {

completing_forest::completing_forest(int size, std::span<const hole_at> holes, rng engine)
    : forest(size), holes_(holes), reached_(holes.size()), engine_(engine) {}

bool completing_forest::find(const void* part, const void* type) {
  for (std::size_t i = 0; i < holes_.size(); ++i) {
    if (holes_[i].address == part && holes_[i].type == type) {
      reached_[i] = true;
      for (std::size_t j = 0; j < holes_.size(); ++j) {
        reached_[j] = reached_[j] || holes_[i].contains(part, holes_[j]);
      }
      return true;
    }
  }
  return false;
}

rng completing_forest::next_engine() { return rng(engine_()); }

bool completing_forest::all_filled() const noexcept {
  return std::all_of(reached_.begin(), reached_.end(), [](bool reached) { return reached; });
}

forest::node completing_forest::keep_choices(const trace& drawn) {
  node made = empty();
  for (auto c = drawn.choices.rbegin(); c != drawn.choices.rend(); ++c) {
    switch (c->kind) {
    case choice_kind::integer:
      made = join(integer(c->value, c->last, c->origin), made);
      break;
    case choice_kind::branch: {
      const std::vector<std::uint32_t> weights(c->last + 1, 1);
      made = branch(c->value, {weights, {}}, made);
      break;
    }
    case choice_kind::real:
      made = join(real(std::bit_cast<double>(c->value),
                       {std::bit_cast<double>(c->origin), std::bit_cast<double>(c->last), false, false}),
                  made);
      break;
    }
  }
  return made;
}

void throw_hole_not_reached() {
  throw_generator_error(
      "tali::complete: the generator never reaches one of the holes, because it computes with an enclosing "
      "part (the inverse of a gen::map, or a focus that returns a value); make the whole part a hole, or "
      "give the draw a focus that points to the hole");
}

} // namespace tali::detail
