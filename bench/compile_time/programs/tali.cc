// SPDX-License-Identifier: BSL-1.0
// One property, or ten (-DTEN), with tali.
#include "common.hpp"

#include <tali/tali.hpp>

int main() {
  bool good = tali::check("reverse twice", reverse_twice).passed();
#if defined(TEN)
  good &= tali::check("sort twice", sort_twice).passed();
  good &= tali::check("concatenate", concatenate).passed();
  good &= tali::check("commutes", commutes).passed();
  good &= tali::check("insert finds", insert_finds).passed();
  good &= tali::check("union contains", union_contains).passed();
  good &= tali::check("swap twice", swap_twice).passed();
  good &= tali::check("joined length", joined_length).passed();
  good &= tali::check("tuple orders", tuple_orders).passed();
  good &= tali::check("stays small", tali::gen::integer(0, 99), stays_small).passed();
#endif
  return good ? 0 : 1;
}
