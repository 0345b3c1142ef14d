// SPDX-License-Identifier: BSL-1.0
// Parts that repeat earlier parts of their case.
//
// In a quarter of the cases of a property, the first parts (texts, containers, records) are remembered: the kind of the
// part, and the state of the random source when it was drawn. A later part of the same kind may return to that state,
// and then draws the same choices. When it ends, the source continues where it was, so that no other draw is affected.
//
//   - A record or tuple repeats an earlier one with probability 1/4.
//   - A sequence, once its length is due, repeats an earlier one as a whole with probability 5/16 (if its length is
//     possible here), or repeats its elements with a new length, 2/16: then one is a prefix of the other. With 1/16
//     it repeats the first elements only.
//   - Otherwise the elements of a sequence all repeat the first one, 1/16, or every other one repeats its predecessor,
//     1/16.
//
// Parts nest. The decisions inside a part are draws from the engine too, and depend on the parts remembered before it,
// so a repeated part first forgets the parts remembered since then; those inside it are remembered again, in the same
// places. Only frames that matter at their end are kept: sequences and repeated parts.
//
// Everything here is called only in a case that repeats parts: other cases pay for one test of a register per span.
#include <tali/source/random.hpp>

#include <algorithm>
#include <optional>

namespace tali::detail {

namespace {

draw_position here(const source_state& now, const random_context& context) {
  return {now.engine, now.order, context.drawn};
}

source_state go_to(const draw_position& p, random_context& context) {
  context.drawn = p.drawn;
  return {p.engine, p.order};
}

/// The index of an earlier part of this kind, chosen by `bits`.
std::optional<std::uint32_t> find_part(const drawn_parts& parts, const void* family, std::uint64_t bits) {
  std::array<std::uint32_t, drawn_parts::most> found{};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    if (parts.seen[i].family == family) {
      found[count++] = i;
    }
  }
  return count == 0 ? std::nullopt : std::optional(found[bits % count]);
}

void remember_part(drawn_parts& parts, const void* family, std::uint64_t length, const element_repetition& elements,
                   const draw_position& at) {
  if (parts.count < drawn_parts::most) {
    parts.seen[parts.count++] = {family, static_cast<std::uint32_t>(length), elements, at};
  }
}

drawn_parts::frame* add_frame(drawn_parts& parts, const span_info& info) {
  if (parts.depth == drawn_parts::deepest) {
    return nullptr;
  }
  drawn_parts::frame& f = parts.frames[parts.depth++];
  f.level = parts.level;
  f.returns = false;
  f.remembered = parts.count;
  f.around = parts.elements;
  f.info = &info;
  parts.elements = {};
  return &f;
}

/// The sequence whose length or element is drawn, if it has a frame.
drawn_parts::frame* current_sequence(drawn_parts& parts) {
  if (parts.depth == 0) {
    return nullptr;
  }
  drawn_parts::frame& f = parts.frames[parts.depth - 1];
  return f.level == parts.level && f.info->kind == span_kind::sequence ? &f : nullptr;
}

source_state open_element(source_state now, random_context& context) {
  drawn_parts& parts = context.parts;
  element_repetition& elements = parts.elements;
  drawn_parts::frame* const f = current_sequence(parts);
  ++parts.level;
  if (f == nullptr || elements.how == element_repetition::kind::none) {
    return now;
  }
  const std::uint32_t index = elements.next++;
  if (elements.how == element_repetition::kind::diverge) {
    if (index == elements.count && f->returns) {
      f->returns = false;
      parts.count = std::max(parts.count, f->remembered);
      return go_to(f->after, context);
    }
    return now;
  }
  if (index >= elements.count) { // more elements than planned: a set that needs other ones
    return now;
  }
  if (index == 0 || (elements.how == element_repetition::kind::some && index % 2 == 0)) {
    f->first = here(now, context);
    f->first_count = parts.count;
    return now;
  }
  parts.count = f->first_count;
  return go_to(f->first, context);
}

} // namespace

source_state open_part(source_state now, random_context& context, const span_info& info) {
  if (info.kind == span_kind::element) {
    return open_element(now, context);
  }
  drawn_parts& parts = context.parts;
  ++parts.level;
  if (info.kind == span_kind::sequence) {
    static_cast<void>(add_frame(parts, info));
    return now;
  }
  const std::uint64_t word = now.engine();
  const std::optional<std::uint32_t> earlier = find_part(parts, info.family, word >> 8U);
  if (!earlier || (word & 3U) != 0) {
    remember_part(parts, info.family, 0, {}, here(now, context));
    return now;
  }
  drawn_parts::frame* const f = add_frame(parts, info);
  if (f == nullptr) {
    return now;
  }
  f->returns = true;
  f->after = here(now, context);
  parts.count = *earlier + 1;
  return go_to(parts.seen[*earlier].at, context);
}

source_state close_part(source_state now, random_context& context) noexcept {
  drawn_parts& parts = context.parts;
  if (parts.depth > 0 && parts.frames[parts.depth - 1].level == parts.level) {
    const drawn_parts::frame& f = parts.frames[--parts.depth];
    parts.elements = f.around;
    if (f.returns) {
      parts.count = std::max(parts.count, f.remembered);
      now = go_to(f.after, context);
    }
  }
  --parts.level;
  return now;
}

drawn_length draw_length(source_state now, random_context& context, std::uint64_t last) {
  drawn_parts& parts = context.parts;
  const std::uint64_t word = now.engine();
  drawn_parts::frame* const f = current_sequence(parts);
  const std::uint64_t share = word & 15U;
  auto length = static_cast<std::uint64_t>(between(now.engine, last));
  if (f == nullptr) {
    return {now, length};
  }
  if (share < 8) {
    if (const auto earlier = find_part(parts, f->info->family, word >> 8U)) {
      const drawn_parts::part& part = parts.seen[*earlier];
      parts.elements = part.elements;
      if (share < 5 && part.length <= last) {
        length = part.length;
      } else if (share == 7 && part.length >= 2) {
        length = std::min<std::uint64_t>(part.length, last);
        parts.elements = {element_repetition::kind::diverge, 0,
                          static_cast<std::uint32_t>(1 + (word >> 32U) % (part.length - 1))};
        if ((word >> 16U & 1U) != 0) { // only the last one differs
          parts.elements.count = part.length - 1;
        }
      }
      f->returns = true;
      f->remembered = parts.count;
      f->after = here(now, context);
      parts.count = *earlier + 1;
      return {go_to(part.at, context), length};
    }
  } else if (share < 10) {
    parts.elements = {share == 8 ? element_repetition::kind::all : element_repetition::kind::some, 0,
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(length, 0xffffffffU))};
  }
  remember_part(parts, f->info->family, length, parts.elements, here(now, context));
  return {now, length};
}

} // namespace tali::detail
