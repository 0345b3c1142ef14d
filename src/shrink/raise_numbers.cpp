// SPDX-License-Identifier: BSL-1.0
// raise_numbers: one element of a sequence fewer, and the others at their limits.
//
// Fewer choices are simpler, whatever they are. Where elements add up to something (a sum, a product, a total length),
// one of them can go if the others make up for it, and no single one may be able to. So an element is deleted and all
// numbers of the others go to the largest value of their ranges, or all to the least; the quick passes then lower those
// that need not be there. Example: digits 2..10 whose product is at least 10^6: [4, 5, 7, 8, 9, 10, 10] becomes six
// times 10.
//
// Cost: two runs for each sequence.
#include "shrink/numbers.hpp"

namespace tali::detail {

void raise_numbers(shrinker& s) {
  sequence_in_tree q;
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    if (!find_sequence(s, i, q) || q.elements.size() < 2) {
      continue;
    }
    for (const bool largest : {true, false}) {
      choice_tree edited = without_elements(s, q, q.elements.size() - 1, 1);
      bool any = false;
      for (std::uint32_t j = q.elements.front(); j < q.elements.back(); ++j) {
        if (is_integer(edited[j]) && edited[j].chosen.last > 0) {
          edited[j].chosen.value = largest ? edited[j].chosen.last : 0;
          any = true;
        }
      }
      if (any && s.propose(edited)) {
        return;
      }
    }
  }
}

} // namespace tali::detail
