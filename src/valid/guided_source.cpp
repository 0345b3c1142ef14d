// SPDX-License-Identifier: BSL-1.0
#include "valid/guided_source.hpp"

#include <tali/source/journal.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace tali::detail {

namespace {

/// The constants of drawing with a model. As those of the search (valid/search.cpp), they are part of a sampler that
/// was chosen as a whole on the subjects of bench/valid; the comments state what a larger or smaller value changes.
struct drawing_constants {
  // Sites
  static constexpr std::uint32_t distinct_positions = 4; // parts of a span beyond this many share one site, as in
                                                         // loops; more: sites are more exact and have less evidence
  static constexpr std::uint32_t distinct_counts = 63;   // choices of a frame that biases distinguish
  static constexpr std::uint64_t biased_integer = 3;     // the last index of the widest integers that have biases
  static constexpr std::uint64_t shape_range = 32;       // numbers of smaller ranges are part of the shape of a value
  // Weights of alternatives
  static constexpr float unbiased_share = 0.1F; // of the generator's weights in a bias; 0 would exclude what no new
                                                // value took
  static constexpr float prior_new = 0.1F;      // new values of a position in the prefix tree that was not tried
  static constexpr float prior_tries = 2;       // of an alternative there, as new as its position; larger: slower to
                                                // leave an alternative without new values
  // Attempts to find something that fits; more find rarer fits and take longer if there is none
  static constexpr int looks_for_fragment = 4;       // a fragment of the family of a span
  static constexpr int wide_turns = 12;              // a number of a wide range; then any number is taken
  static constexpr std::uint64_t near_reference = 2; // such a number is drawn at most this far from one it is compared
                                                     // with: heights and sizes differ by little
};

// The kind of each context: the first number of its kind.
constexpr auto context_kinds = [] {
  using namespace context;
  std::array<std::uint8_t, ancestor> all{};
  for (std::uint32_t i = 0; i < ancestor; ++i) {
    for (const std::uint32_t first : {site, own, own_joint, parent, sibling, parent_sibling, parent_own, sibling_own}) {
      all[i] = i >= first ? static_cast<std::uint8_t>(first) : all[i];
    }
    all[i] = i >= context::path ? static_cast<std::uint8_t>(context::path) : all[i];
  }
  return all;
}();

// The number of indices of a range, or the maximum if it has more.
std::uint64_t every_symbol(std::uint64_t last) noexcept {
  return last >= symbols - 1 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last + 1)) - 1;
}

// 0: less by more than one, 1: one less, 2: equal, 3: one more, 4: more.
std::uint32_t relation(std::uint64_t index, std::uint64_t reference) noexcept {
  if (index < reference) {
    return reference - index == 1 ? 1 : 0;
  }
  return index == reference ? 2 : (index - reference == 1 ? 3 : 4);
}

// The indices below 64 that have one of these relations to the reference.
std::uint64_t related(std::uint64_t relations, std::uint64_t reference) noexcept {
  const std::uint64_t at = std::uint64_t{1} << reference;
  std::uint64_t mask = 0;
  mask |= (relations & 1U) != 0 ? (at >> 1U) - (at > 1 ? 1 : 0) : 0;
  mask |= (relations & 2U) != 0 ? at >> 1U : 0;
  mask |= (relations & 4U) != 0 ? at : 0;
  mask |= (relations & 8U) != 0 ? at << 1U : 0;
  mask |= (relations & 16U) != 0 ? ~((at << 2U) - 1) & (reference >= 62 ? 0 : ~std::uint64_t{0}) : 0;
  return mask;
}

} // namespace

const guided_source::past& guided_source::frame::last_but(std::uint32_t n) const noexcept {
  static constexpr past none{};
  return count > n ? recent[(count - 1 - n) % recent.size()] : none;
}

void guided_source::frame::add(const past& made) noexcept {
  if (count < first.size()) {
    first[count] = made;
  }
  recent[count % recent.size()] = made;
  ++count;
}

void guided_source::frame::take_back(const past& replaced) noexcept {
  --count;
  if (count < first.size()) {
    first[count] = {};
  }
  recent[count % recent.size()] = replaced;
}

guided_source::guided_source(const valid_model& model, int size)
    : dynamic_source(size), model_(model), engine_(0), context_(size) {}

guided_source::guided_source(valid_model& model, prefix_tree* tree, int size)
    : dynamic_source(size), model_(model), learner_(&model), tree_(tree), engine_(0), context_(size) {}

void guided_source::start(rng engine, const drawing_options& how, int size) {
  engine_ = engine;
  how_ = how;
  set_size(size);
  context_.restart(size);
  frames_.clear();
  frames_.resize(2); // the first means none, the second is the root
  places_.assign(1, {1, 0, 0, 1});
  made_.clear();
  choices_.clear();
  contexts_.clear();
  path_.clear();
  steps_.clear();
  last_branch_ = {};
  in_tree_ = tree_ != nullptr && how.masks;
  if (in_tree_) {
    path_.push_back(0);
  }
  forced_ = {};
  next_forced_ = 0;
  spliced_frame_ = 0;
  hash_ = hash_of_none(size);
  shape_ = 1;
  start_over();
  if (running_ != nullptr) {
    running_->cut(journal_begin_);
  }
}

void guided_source::write_to(choice_journal* journal) noexcept {
  running_ = journal;
  journal_begin_ = journal == nullptr ? 0 : journal->count();
  journal_to(journal);
}

void guided_source::share_journal_with(dynamic_source& other) noexcept {
  if (running_ != nullptr) {
    running_->cut(journal_begin_);
    other.journal_to(running_);
  }
}

void guided_source::start_forced(std::span<const choice> choices, int size, bool bare) {
  drawing_options how;
  how.bare = bare;
  start(rng(0), how, size);
  forced_ = choices;
  observing_ = !bare;
}

// Families are numbered in order of appearance, so that the model does not depend on addresses.
std::uint64_t guided_source::number_of(const void* family) {
  const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(family));
  if (learner_ != nullptr) {
    return learner_->family_at(address);
  }
  return model_.find_family(address);
}

void guided_source::opened(const span_info& info) {
  if (how_.bare) {
    return;
  }
  place& here = places_.back();
  const std::uint64_t family = number_of(info.family != nullptr ? info.family : &info);
  const std::uint64_t position =
      mix(mix(here.base, std::min(here.parts, drawing_constants::distinct_positions)), here.branch);
  ++here.parts;
  if (info.kind != span_kind::recursion && info.kind != span_kind::element) {
    places_.push_back({mix(position, family), 0, 0, here.frame});
    return;
  }
  const auto index = static_cast<std::uint32_t>(frames_.size());
  const std::uint32_t parent = here.frame;
  frame& f = frames_.emplace_back();
  frame& p = frames_[parent];
  f.parent = parent;
  f.before = p.child;
  p.child = index;
  f.depth = p.depth + 1;
  f.begin = f.end = static_cast<std::uint32_t>(made_.size());
  f.slot = position;
  f.way = mix(p.way, mix(position, p.first[0].tag));
  f.family = family;
  places_.push_back({mix(family, 7), 0, 0, index});
  if (how_.splice && spliced_frame_ == 0 && f.depth > 1 && !model_.fragments.empty() && (engine_() & 1U) != 0) {
    // A few attempts to find one of this family.
    for (int look = 0; look < drawing_constants::looks_for_fragment; ++look) {
      const fragment& part = model_.fragments[below(engine_, model_.fragments.size())];
      if (part.family == family) {
        forced_ = part.choices;
        next_forced_ = 0;
        spliced_frame_ = index;
        break;
      }
    }
  }
}

void guided_source::end_part(std::uint32_t frame_index) {
  frames_[frame_index].end = static_cast<std::uint32_t>(made_.size());
  if (frame_index == spliced_frame_) {
    spliced_frame_ = 0;
    forced_ = {};
  }
}

void guided_source::closed() {
  if (how_.bare) {
    return;
  }
  const std::uint32_t inner = places_.back().frame;
  places_.pop_back();
  if (!places_.empty() && places_.back().frame != inner) {
    end_part(inner);
  }
}

fragment guided_source::some_part(rng& engine) const {
  if (frames_.size() <= 2) {
    return {};
  }
  const frame& f = frames_[2 + below(engine, frames_.size() - 2)];
  return {f.family, {made_.begin() + f.begin, made_.begin() + f.end}};
}

std::vector<known_value::part> guided_source::parts() const {
  std::vector<known_value::part> all;
  for (std::size_t i = 2; i < frames_.size(); ++i) {
    const frame& f = frames_[i];
    if (f.begin > 0 || f.end < made_.size()) {
      all.push_back({f.family, f.begin, f.end});
    }
  }
  return all;
}

// Contexts
// -------------------------------------------------------------------------------------------------------------

std::uint64_t guided_source::value_context(const frame& f, std::uint32_t c) const {
  const auto own_tag = [&](std::uint32_t n) { return f.last_but(n).tag; };
  const frame& p = frames_[f.parent];
  const frame& s = frames_[f.before];
  const std::uint32_t n = c - context_kinds[c];
  switch (context_kinds[c]) {
  case context::site:
    return 1;
  case context::own:
    return own_tag(n);
  case context::own_joint:
    switch (n) {
    case 0:
      return mix(own_tag(0), own_tag(1));
    case 1:
      return mix(mix(own_tag(0), own_tag(1)), own_tag(2));
    case 2:
      return mix(mix(own_tag(0), own_tag(1)), mix(own_tag(2), own_tag(3)));
    case 3:
      return mix(mix(mix(own_tag(0), own_tag(1)), mix(own_tag(2), own_tag(3))), mix(own_tag(4), own_tag(5)));
    case 4:
      return mix(own_tag(1), own_tag(3));
    default:
      return mix(mix(own_tag(1), own_tag(3)), own_tag(5));
    }
  case context::parent:
    return mix(f.slot, p.first[n].tag);
  case context::sibling:
    return mix(f.slot, s.first[n].tag);
  case context::parent_sibling:
    return mix(mix(f.slot, p.first[n / 3].tag), s.first[n % 3].tag);
  case context::parent_own:
    return mix(mix(f.slot, p.first[n].tag), own_tag(0));
  case context::sibling_own:
    return mix(mix(f.slot, s.first[n].tag), own_tag(0));
  default:
    switch (n) {
    case 0:
      return f.way;
    case 1:
      return mix(f.way, own_tag(0));
    case 2:
      return mix(mix(f.slot, p.first[0].tag), mix(p.slot, frames_[p.parent].first[0].tag));
    default:
      return mix(f.way, s.first[0].tag);
    }
  }
}

// The choices to compare with, each with a hash of its position.
template <class F>
void guided_source::each_reference(const frame& f, std::uint32_t c, const F& use) const {
  using namespace context;
  if (c < relation_parent) {
    use(f.last_but(c - relation_own), std::uint64_t{0});
  } else if (c < relation_sibling) {
    use(frames_[f.parent].first[c - relation_parent], f.slot);
  } else if (c < relation_ancestor) {
    use(frames_[f.before].first[c - relation_sibling], f.slot);
  } else if (c < relation_any_own) {
    for (const frame* a = &f; a->parent != 0; a = &frames_[a->parent]) {
      use(frames_[a->parent].first[c - relation_ancestor], a->slot);
    }
  } else if (c == relation_any_own) {
    for (std::uint32_t n = 0; n < std::min<std::uint32_t>(f.count, 6); ++n) {
      use(f.last_but(n), std::uint64_t{1});
    }
  } else {
    int left = 8;
    for (std::uint32_t s = f.before; s != 0 && left > 0; s = frames_[s].before, --left) {
      use(frames_[s].first[0], std::uint64_t{2});
    }
  }
}

void guided_source::apply(const site_model& site, std::uint64_t site_key, std::uint32_t c, std::uint64_t& mask,
                          bounds& within) {
  const frame& f = frames_[places_.back().frame];
  const std::uint64_t key = mix(site_key, c);
  if (c < context::ancestor) {
    if (const context_row* row = model_.rows.find(mix(key, value_context(f, c)))) {
      mask &= valid_model::allowed(site, *row);
    }
    return;
  }
  if (c < context::first_relation) {
    for (const frame* a = &f; a->parent != 0; a = &frames_[a->parent]) {
      const std::uint64_t tag = frames_[a->parent].first[c - context::ancestor].tag;
      if (tag == 0) {
        continue;
      }
      if (const context_row* row = model_.rows.find(mix(key, mix(a->slot, tag)))) {
        mask &= valid_model::allowed(site, *row);
      }
    }
    return;
  }
  each_reference(f, c, [&](const past& reference, std::uint64_t where) {
    if (reference.tag == 0 || reference.last != site.last) {
      return;
    }
    const context_row* row = model_.rows.find(mix(key, where));
    if (row == nullptr) {
      return;
    }
    const std::uint64_t left = valid_model::allowed_relations(site, *row);
    if (left == 0b11111) {
      return;
    }
    if (site.width != 0) {
      mask &= related(left, reference.index);
      return;
    }
    if ((left & 0b11100U) == 0) { // nothing from the reference upward
      within.high = std::min(within.high, reference.index == 0 ? 0 : reference.index - 1);
    } else if ((left & 0b11000U) == 0) {
      within.high = std::min(within.high, reference.index);
    }
    if ((left & 0b00111U) == 0) {
      within.low = std::max(within.low, reference.index == site.last ? site.last : reference.index + 1);
    } else if ((left & 0b00011U) == 0) {
      within.low = std::max(within.low, reference.index);
    }
    if (within.count < within.relations.size()) {
      within.relations[within.count++] = {reference.index, left};
    }
  });
}

// Lookahead
// --------------------------------------------------------------------------------------------------------

// Records the site that follows the last branch.
void guided_source::note_what_follows(std::uint32_t site, std::uint32_t frame_index) {
  if (last_branch_.site != 0) {
    std::uint32_t& next = learner_->sites[last_branch_.site - 1].next[last_branch_.index];
    const std::uint32_t now = site != 0 && last_branch_.frame == frame_index ? site : no_next;
    next = next == 0 || next == now ? now : no_next;
  }
}

// Whether the masks of the choice after an alternative leave something to choose.
bool guided_source::room_after(const question& q, std::uint32_t alternative, const site_model& next) {
  frame& f = frames_[places_.back().frame];
  const past before = f.recent[f.count % f.recent.size()];
  f.add({mix(q.site_key, alternative + 1), alternative, 0}); // as if it had been taken
  std::uint64_t room = every_symbol(next.last);
  bounds within{0, next.last, {}, 0};
  for (const std::uint8_t c : next.active) {
    apply(next, next.key, c, room, within);
  }
  f.take_back(before);
  return room != 0 && within.low <= within.high;
}

// The alternatives of a branch without those after which nothing would be left; all of them if none remains.
std::uint64_t guided_source::with_room_after(const question& q, const site_model& site, std::uint64_t mask) {
  std::uint64_t with_room = mask;
  for (std::uint64_t left = mask & ((std::uint64_t{1} << widest_branch) - 1); left != 0; left &= left - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
    const std::uint32_t next = site.next[i];
    if (next != 0 && next != no_next && !model_.sites[next - 1].active.empty() &&
        !room_after(q, i, model_.sites[next - 1])) {
      with_room &= ~(std::uint64_t{1} << i);
    }
  }
  return with_room != 0 ? with_room : mask;
}

void guided_source::observe_all(const question& q, std::uint64_t index) {
  const frame& f = frames_[places_.back().frame];
  const auto symbol = static_cast<std::uint8_t>(symbol_of(index, q.last, q.origin));
  const auto add = [&](std::uint32_t c, std::uint8_t s, std::uint64_t where) {
    contexts_.push_back({static_cast<std::uint8_t>(c), s, mix(mix(q.site_key, c), where)});
  };
  for (std::uint32_t c = 0; c < context::ancestor; ++c) {
    add(c, symbol, value_context(f, c));
  }
  for (const frame* a = &f; a->parent != 0; a = &frames_[a->parent]) {
    for (std::uint32_t n = 0; n < 3; ++n) {
      const std::uint64_t tag = frames_[a->parent].first[n].tag;
      if (tag != 0) {
        add(context::ancestor + n, symbol, mix(a->slot, tag));
      }
    }
  }
  if (q.branch != nullptr) {
    return;
  }
  for (std::uint32_t c = context::first_relation; c < context::count; ++c) {
    each_reference(f, c, [&](const past& reference, std::uint64_t where) {
      if (reference.tag != 0 && reference.last == q.last) {
        add(c, static_cast<std::uint8_t>(relation(index, reference.index)), where);
      }
    });
  }
}

bool guided_source::surroundings_known(const question& q) const {
  const frame& f = frames_[places_.back().frame];
  for (const std::uint32_t c : {context::own, context::own_joint, context::parent, context::parent + 1,
                                context::parent + 2, context::parent + 3}) {
    if (model_.rows.find(mix(mix(q.site_key, c), value_context(f, c))) == nullptr) {
      return false;
    }
  }
  return true;
}

// Drawing
// --------------------------------------------------------------------------------------------------------------

std::uint64_t guided_source::draw_plain(const question& q) {
  if (q.branch != nullptr) {
    const drawn_branch drawn = draw_branch(engine_, *q.branch);
    engine_ = drawn.engine;
    return drawn.index;
  }
  const integer_request& r = *q.integer;
  if (r.how == spread::edgy || (r.how == spread::automatic && r.last >= uniform_up_to)) {
    context_.size = size();
    const drawn_integer drawn = draw_edgy(engine_, context_, r.last, r.origin, r.zero);
    engine_ = drawn.engine;
    return drawn.index;
  }
  return between(engine_, r.last);
}

std::uint64_t guided_source::draw_unfinished(const question& q, std::uint64_t mask, std::uint32_t alternatives) {
  if (how_.avoid) {
    for (std::uint64_t left = mask; left != 0;) {
      const std::uint64_t index = draw_narrow(q, left, alternatives);
      if (!finished_->contains(mix(hash_, index + 1))) {
        return index;
      }
      ++avoided_;
      left &= ~(std::uint64_t{1} << index);
    }
  }
  return draw_narrow(q, mask, alternatives);
}

std::uint64_t guided_source::draw_narrow(const question& q, std::uint64_t mask, std::uint32_t alternatives) {
  if (std::has_single_bit(mask)) {
    return static_cast<std::uint64_t>(std::countr_zero(mask));
  }
  const bool biased = q.biased != nullptr && q.biased->ready && how_.masks;
  if (!biased && alternatives == 0 && q.branch == nullptr) {
    auto skip = below(engine_, static_cast<std::uint32_t>(std::popcount(mask)));
    for (; skip > 0; --skip) {
      mask &= mask - 1;
    }
    return static_cast<std::uint64_t>(std::countr_zero(mask));
  }
  std::array<float, symbols> weights; // uninitialised: only those in the mask are read
  float total = 0;
  float all = 0;
  if (q.branch != nullptr && biased) {
    for (const std::uint32_t w : q.branch->weights) {
      all += static_cast<float>(w);
    }
  } else {
    all = static_cast<float>(q.last + 1);
  }
  float expected = 0;
  if (alternatives != 0) {
    const prefix_tree::entry& here = tree_->at(path_.back());
    expected = drawing_constants::prior_tries * (here.is_new + drawing_constants::prior_new) / (here.tried + 1);
  }
  for (std::uint64_t left = mask; left != 0; left &= left - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
    float w = (q.branch != nullptr ? static_cast<float>(q.branch->weights[i]) : 1.0F) / all;
    if (biased) {
      w = drawing_constants::unbiased_share * w + q.biased->weight[i];
    }
    if (alternatives != 0) {
      const prefix_tree::entry& e = tree_->at(alternatives + i);
      w *= e.finished ? 0 : (e.is_new + expected) / (e.tried + drawing_constants::prior_tries);
    }
    weights[i] = w;
    total += w;
  }
  float at = static_cast<float>(unit_real(engine_)) * total;
  auto chosen = static_cast<std::uint32_t>(std::countr_zero(mask));
  for (std::uint64_t left = mask; left != 0; left &= left - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
    if (weights[i] > 0) {
      chosen = i;
      if (at < weights[i]) {
        break;
      }
      at -= weights[i];
    }
  }
  return chosen;
}

std::uint64_t guided_source::draw_wide(const question& q, std::uint64_t mask, const bounds& within) {
  const bool bounded = within.low <= within.high;
  std::uint64_t index = draw_plain(q);
  for (int turn = 0; turn < drawing_constants::wide_turns; ++turn) {
    const std::uint64_t symbol = std::uint64_t{1} << symbol_of(index, q.last, q.origin);
    bool good = (mask & symbol) != 0;
    for (std::uint32_t i = 0; good && i < within.count; ++i) {
      good = (within.relations[i].second >> relation(index, within.relations[i].first) & 1U) != 0;
    }
    if (good) {
      return index;
    }
    switch (turn % 3) {
    case 0: // one of the remaining symbols; those of a single value are exact
      if (mask != 0) {
        auto skip = below(engine_, static_cast<std::uint32_t>(std::popcount(mask)));
        std::uint64_t left = mask;
        for (; skip > 0; --skip) {
          left &= left - 1;
        }
        const auto rank = static_cast<std::uint64_t>(std::countr_zero(left));
        index = rank <= q.last ? index_of_rank(rank, q.last, q.origin) : draw_plain(q);
        break;
      }
      [[fallthrough]];
    case 1:
      index = bounded ? within.low + between(engine_, within.high - within.low) : draw_plain(q);
      break;
    default: // near a value to compare with
      if (within.count > 0) {
        const std::uint64_t near = within.relations[below(engine_, within.count)].first;
        constexpr std::uint64_t reach = drawing_constants::near_reference;
        const std::uint64_t step = below(engine_, 2 * reach + 1);
        index = std::min(q.last, near + step < reach ? 0 : near + step - reach);
      } else {
        index = draw_plain(q);
      }
      break;
    }
  }
  return index;
}

// One more or one less than valid values had at this site: heights, sizes and counts grow in steps.
std::uint64_t guided_source::draw_near(const question& q, const site_model& site) {
  std::uint64_t seen = 0;
  const std::uint32_t exact = site.width != 0 ? site.width : exact_symbols;
  for (std::uint32_t s = 0; s < exact; ++s) {
    seen |= site.taken[s] != 0 ? std::uint64_t{1} << s : 0;
  }
  if (seen == 0) {
    return draw_plain(q);
  }
  for (auto skip = below(engine_, static_cast<std::uint32_t>(std::popcount(seen))); skip > 0; --skip) {
    seen &= seen - 1;
  }
  const auto symbol = static_cast<std::uint64_t>(std::countr_zero(seen));
  const std::uint64_t index = site.width != 0 ? symbol : index_of_rank(symbol, q.last, q.origin);
  const bool up = (engine_() & 3U) != 0;
  return up ? std::min(q.last, index + 1) : (index == 0 ? 0 : index - 1);
}

// A number of a known value in a new context: replaced if it does not compare with its context as in valid values.
std::uint64_t guided_source::fitted(const question& q, const site_model& site, std::uint64_t given) {
  std::uint64_t mask = q.legal;
  bounds within{0, q.last, {}, 0};
  for (const std::uint8_t c : site.active) {
    if (c < context::first_relation) {
      break;
    }
    apply(site, q.site_key, c, mask, within);
  }
  if (site.width != 0) {
    return (mask >> given & 1U) != 0 || (mask & q.legal) == 0 ? given : draw_narrow(q, mask & q.legal, 0);
  }
  for (std::uint32_t i = 0; i < within.count; ++i) {
    if ((within.relations[i].second >> relation(given, within.relations[i].first) & 1U) == 0) {
      return draw_wide(q, mask, within);
    }
  }
  return given;
}

void guided_source::note_made(choice_kind kind, std::uint64_t index, std::uint64_t last, std::uint64_t origin) {
  hash_ = mix(hash_, index + 1);
  shape_ = mix(shape_, kind == choice_kind::branch || last < drawing_constants::shape_range ? index + 1 : 0);
  made_.push_back({kind, index, last, origin});
}

// long: it runs for every choice of every attempt, and its steps share most of its variables.
std::uint64_t guided_source::decide(question& q) {
  if (how_.bare) {
    const std::uint64_t index =
        next_forced_ < forced_.size() ? std::min(forced_[next_forced_++].value, q.last) : draw_plain(q);
    note_made(q.branch != nullptr ? choice_kind::branch : choice_kind::integer, index, q.last, q.origin);
    return index;
  }
  place& here = places_.back();
  frame& f = frames_[here.frame];
  const bool is_branch = q.branch != nullptr;
  q.site_key = mix(mix(here.base, std::min(here.parts, drawing_constants::distinct_positions)),
                   mix(2 * q.last + (is_branch ? 1 : 0), here.branch));
  const bool narrow = q.last < symbols;
  q.legal = every_symbol(q.last);
  if (is_branch && narrow) {
    for (std::size_t i = 0; i < q.branch->weights.size(); ++i) {
      q.legal &= q.branch->weights[i] != 0 ? ~std::uint64_t{0} : ~(std::uint64_t{1} << i);
    }
  }
  observed_choice seen;
  const site_model* site = nullptr;
  if (learner_ != nullptr) {
    site = &learner_->site_at(q.site_key, q.last);
    seen.site = static_cast<std::uint32_t>(site - model_.sites.data()) + 1;
  } else {
    site = model_.find_site(q.site_key);
  }
  if (site != nullptr && site->last != q.last) { // two sites with the same hash, or a model from a file
    site = nullptr;
    seen.site = 0;
  }
  if (q.last < branch_bias::widest && (is_branch || q.last <= drawing_constants::biased_integer)) {
    const std::uint64_t key = mix(q.site_key, mix(f.depth, std::min(f.count, drawing_constants::distinct_counts)));
    if (learner_ != nullptr) {
      q.biased = &learner_->bias_at(key);
      seen.bias = static_cast<std::uint32_t>(q.biased - model_.biases.data()) + 1;
    } else {
      q.biased = model_.find_bias(key);
    }
  }
  std::uint32_t alternatives = 0;
  if (in_tree_) {
    alternatives = narrow ? tree_->alternatives(path_.back(), static_cast<std::uint32_t>(q.last + 1), q.legal) : 0;
    in_tree_ = alternatives != 0;
  }

  if (learner_ != nullptr) {
    note_what_follows(seen.site, here.frame);
  }

  std::uint64_t index = 0;
  std::uint64_t drawn_from = 0;
  bool done = false;
  if (next_forced_ < forced_.size()) {
    const choice& given = forced_[next_forced_++];
    const bool fits = given.last == q.last && (given.kind == choice_kind::branch) == is_branch &&
                      (!narrow || (q.legal >> given.value & 1U) != 0);
    if (fits && how_.redraw != 0 && !is_branch && (mix(q.site_key, how_.redraw) & 1U) != 0) {
      // Drawn below, with the model.
    } else if (fits) {
      const bool fit = how_.fit == all_places || (how_.fit != 0 && (mix(q.site_key, how_.fit) & 1U) != 0);
      index = fit && !is_branch && site != nullptr ? fitted(q, *site, given.value) : given.value;
      done = true;
    } else {
      forced_ = {};
    }
  }
  if (!done) {
    std::uint64_t mask = q.legal;
    bounds within{0, q.last, {}, 0};
    if (how_.masks && site != nullptr && made_.size() != how_.deviate_at) {
      for (const std::uint8_t c : site->active) {
        const std::uint64_t before = mask;
        const std::uint32_t compared = within.count;
        apply(*site, q.site_key, c, mask, within);
        if (learner_ != nullptr) {
          site_model& learning = learner_->sites[seen.site - 1];
          ++learning.used[c];
          learning.helped[c] += ((before ^ mask) & q.legal) != 0 || within.count != compared ? 1U : 0U;
        }
        if ((mask & q.legal) == 0) {
          mask = before;
          break;
        }
      }
      if (is_branch && narrow) {
        mask = with_room_after(q, *site, mask);
      }
      if (how_.explore && (mask != q.legal || within.count != 0) && !surroundings_known(q) && (engine_() & 1U) != 0) {
        mask = q.legal;
        within = {0, q.last, {}, 0};
      }
    }
    if (made_.size() == how_.deviate_at && !is_branch && site != nullptr && (engine_() & 1U) != 0) {
      index = draw_near(q, *site);
    } else {
      drawn_from = narrow ? mask : 0;
      index = narrow ? draw_unfinished(q, mask, alternatives)
                     : (mask == q.legal && within.count == 0 ? draw_plain(q) : draw_wide(q, mask, within));
    }
  }

  const std::uint32_t symbol = symbol_of(index, q.last, q.origin);
  seen.symbol = symbol;
  seen.contexts_begin = static_cast<std::uint32_t>(contexts_.size());
  if (observing_) {
    observe_all(q, index);
  }
  seen.contexts_end = static_cast<std::uint32_t>(contexts_.size());
  choices_.push_back(seen);
  if (in_tree_) {
    path_.push_back(alternatives + static_cast<std::uint32_t>(index));
  }
  if (finished_ != nullptr) {
    steps_.push_back({hash_, drawn_from});
  }
  f.add({mix(q.site_key, symbol + 1), index, is_branch ? 0 : q.last});
  ++here.parts;
  last_branch_ = {};
  if (is_branch) {
    here.branch = index + 1;
    if (index < widest_branch) {
      last_branch_ = {seen.site, here.frame, static_cast<std::uint32_t>(index)};
    }
  }
  note_made(is_branch ? choice_kind::branch : choice_kind::integer, index, q.last, q.origin);
  return index;
}

std::uint64_t guided_source::decide_integer(const integer_request& request) {
  question q{request.last, request.origin, &request, nullptr, 0, 0, nullptr};
  return decide(q);
}

std::uint32_t guided_source::decide_branch(const branch_request& request) {
  question q{request.weights.size() - 1, 0, nullptr, &request, 0, 0, nullptr};
  return static_cast<std::uint32_t>(decide(q));
}

double guided_source::decide_real(const real_request& request) {
  in_tree_ = false;
  if (learner_ != nullptr) {
    note_what_follows(0, 0);
  }
  last_branch_ = {};
  if (finished_ != nullptr) {
    steps_.push_back({hash_, 0});
  }
  double x = 0;
  bool given = false;
  if (next_forced_ < forced_.size() && forced_[next_forced_].kind == choice_kind::real) {
    x = std::bit_cast<double>(forced_[next_forced_++].value);
    given = x >= request.lo && x <= request.hi;
  }
  if (!given) {
    forced_ = {};
    context_.size = size();
    const drawn_real drawn = draw_real(engine_, context_, request);
    engine_ = drawn.engine;
    x = drawn.value;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  choices_.emplace_back();
  ++places_.back().parts;
  hash_ = mix(hash_, bits);
  made_.push_back(
      {choice_kind::real, bits, std::bit_cast<std::uint64_t>(request.hi), std::bit_cast<std::uint64_t>(request.lo)});
  return x;
}

} // namespace tali::detail
