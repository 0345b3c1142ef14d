// SPDX-License-Identifier: BSL-1.0
// Moves in the space of pairs, for the random search and for simplifying pairs.
//
// The moves depend on the structure, not on the problem: they change numbers, insert, remove, swap and copy places of
// sequences, and add and remove pairs of relations. Copies between places of the same form (especially from the input
// to the output) make it likely that outputs are related to their inputs.
#include <tali/assess/layout.hpp>

#include <algorithm>
#include <numeric>

namespace tali::assess {

using namespace choices;

namespace {

/// The constants of the moves. How they were chosen is not recorded; the comments state what a larger or smaller value
/// changes.
struct move_constants {
  // The weight of a part in the choice of what to change; that of a pair as a whole (`cross`) is 1
  static constexpr std::size_t sequence_weight = 4; // larger: lengths and orders change more often than numbers
  static constexpr std::size_t relation_weight = 4;
  static constexpr std::size_t numbers_per_weight = 2; // there are more numbers than other parts
  // Odds, as one in this many
  static constexpr std::uint64_t another_move = 2; // after a move; fewer: larger steps
  static constexpr std::uint64_t random_cell = 4;  // instead of a copy of another place; copies relate output and input
  static constexpr std::uint64_t sorted_list = 4;  // of the moves that change how a relation is listed
  // Pairs of a random relation beyond the fewest allowed; more: dense relations, in which little can be true
  static constexpr int extra_pairs = 4;
};

struct live_parts {
  std::vector<const part*> numbers;
  std::vector<const part*> sequences;
  std::vector<const part*> relations;
  std::vector<const part*> orders;

  void collect(const part& p, const point& at) {
    switch (p.is) {
    case part::kind::group:
      for (const part& q : p.parts) {
        collect(q, at);
      }
      return;
    case part::kind::integer:
    case part::kind::boolean:
      numbers.push_back(&p);
      return;
    case part::kind::sequence:
      sequences.push_back(&p);
      for (std::size_t i = 0; i < static_cast<std::size_t>(at[p.length]); ++i) {
        collect(p.parts[i], at);
      }
      return;
    case part::kind::relation:
      relations.push_back(&p);
      return;
    case part::kind::order:
      orders.push_back(&p);
      return;
    }
  }
};

std::size_t below_size(rng& random, std::size_t n) { return static_cast<std::size_t>(below(random, std::uint64_t{n})); }
int within(rng& random, int first, int last) {
  return first + static_cast<int>(below(random, static_cast<std::uint64_t>(last - first) + 1));
}
bool one_in(rng& random, std::uint64_t n) { return below(random, n) == 0; }

template <class T>
const T& any_of(rng& random, const std::vector<T>& v) {
  return v[below_size(random, v.size())];
}

/// A cell consists of the coordinates up to the next cell. All cells have the same number of coordinates.
struct cells {
  explicit cells(const part& p) : sequence(p) {
    if (!p.parts.empty()) {
      first = first_coordinate(p.parts.front());
      width = p.parts.size() > 1 ? first_coordinate(p.parts[1]) - first : 0;
    }
  }
  [[nodiscard]] std::size_t begin(std::size_t i) const { return first + i * width; }
  void copy(point& at, std::size_t to, const point& from_point, const cells& from_cells, std::size_t from) const {
    for (std::size_t k = 0; k < width; ++k) {
      at[begin(to) + k] = from_point[from_cells.begin(from) + k];
    }
  }
  /// Removes a cell and shifts the cells after it.
  void remove(point& at, std::size_t i) const {
    const auto n = static_cast<std::size_t>(at[sequence.length]--);
    for (; i + 1 < n; ++i) {
      copy(at, i, at, *this, i + 1);
    }
  }
  void swap(point& at, std::size_t i, std::size_t j) const {
    for (std::size_t k = 0; k < width; ++k) {
      std::swap(at[begin(i) + k], at[begin(j) + k]);
    }
  }
  [[nodiscard]] bool fits(const layout& l, const cells& other) const {
    if (width == 0 || width != other.width) {
      return false;
    }
    for (std::size_t k = 0; k < width; ++k) {
      const layout::bounds a = l.coordinates[first + k];
      const layout::bounds b = l.coordinates[other.first + k];
      if (b.first < a.first || b.last > a.last) { // the value must be possible here
        return false;
      }
    }
    return true;
  }

  static std::size_t first_coordinate(const part& p) {
    switch (p.is) {
    case part::kind::group: {
      std::size_t least = static_cast<std::size_t>(-1);
      for (const part& q : p.parts) {
        least = std::min(least, first_coordinate(q));
      }
      return least;
    }
    case part::kind::sequence: // its own length comes first; a shared length is elsewhere
      return p.own_length || p.parts.empty() ? p.length : first_coordinate(p.parts.front());
    case part::kind::relation:
      return p.length;
    default:
      return p.coordinate;
    }
  }

  const part& sequence;
  std::size_t first = 0;
  std::size_t width = 0;
};

/// Draws everything in a part again, except lengths that belong to other parts.
void randomise(const layout& l, const part& p, point& at, rng& random) {
  switch (p.is) {
  case part::kind::group:
    for (const part& q : p.parts) {
      randomise(l, q, at, random);
    }
    return;
  case part::kind::integer:
  case part::kind::boolean:
    at[p.coordinate] = within(random, p.first, p.last);
    return;
  case part::kind::sequence:
    if (p.own_length) {
      at[p.length] = within(random, p.least, p.most);
    }
    for (const part& q : p.parts) {
      randomise(l, q, at, random);
    }
    return;
  case part::kind::relation: {
    const std::size_t bits = pairs_in(p);
    at[p.length] = within(random, 0, ways_to_list);
    std::fill_n(at.begin() + static_cast<std::ptrdiff_t>(p.coordinate), bits, 0);
    const int most = std::min(p.most, static_cast<int>(bits));
    for (int n = within(random, p.least, std::min(most, p.least + move_constants::extra_pairs)); n > 0;) {
      int& bit = at[p.coordinate + below_size(random, bits)];
      n -= 1 - bit;
      bit = 1;
    }
    return;
  }
  case part::kind::order:
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.last); ++i) {
      at[p.coordinate + i] = static_cast<int>(i);
      std::swap(at[p.coordinate + i], at[p.coordinate + below_size(random, i + 1)]);
    }
    return;
  }
}

class mover {
public:
  mover(const layout& l, point& at, const point& other, rng& random) : l_(l), at_(at), other_(other), random_(random) {}

  void move() {
    live_.collect(l_.input, at_);
    live_.collect(l_.output, at_);
    const std::size_t numbers = live_.numbers.size() / move_constants::numbers_per_weight;
    const std::size_t sequences = live_.sequences.size() * move_constants::sequence_weight;
    const std::size_t relations = live_.relations.size() * move_constants::relation_weight;
    std::size_t which = below_size(random_, numbers + sequences + relations + live_.orders.size() + 1);
    if (which == 0) {
      return cross();
    }
    --which;
    if (which < numbers) {
      return number(*any_of(random_, live_.numbers));
    }
    which -= numbers;
    if (which < sequences) {
      return sequence(*live_.sequences[which / move_constants::sequence_weight]);
    }
    which -= sequences;
    if (which < relations) {
      return relation(*live_.relations[which / move_constants::relation_weight]);
    }
    which -= relations;
    order(*live_.orders[which]);
  }

private:
  void cross() {
    const bool input = one_in(random_, 2);
    const std::size_t begin = input ? 0 : l_.output_begins;
    const std::size_t end = input ? l_.output_begins : at_.size();
    std::copy(other_.begin() + static_cast<std::ptrdiff_t>(begin), other_.begin() + static_cast<std::ptrdiff_t>(end),
              at_.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  void number(const part& p) {
    int& v = at_[p.coordinate];
    switch (below(random_, std::uint64_t{4})) {
    case 0:
      v = std::min(v + 1, p.last);
      return;
    case 1:
      v = std::max(v - 1, p.first);
      return;
    case 2: {
      const int copied = at_[any_of(random_, live_.numbers)->coordinate];
      v = copied >= p.first && copied <= p.last ? copied : v;
      return;
    }
    default:
      v = within(random_, p.first, p.last);
    }
  }

  void sequence(const part& p) {
    const cells here(p);
    const auto n = static_cast<std::size_t>(at_[p.length]);
    switch (below(random_, std::uint64_t{10})) {
    case 0:
    case 1:
      return insert(here);
    case 2:
    case 3:
      return remove(here);
    case 4:
      if (n > 0) {
        fill(here, below_size(random_, n));
      }
      return;
    case 5:
      for (std::size_t i = n; i > 1; --i) {
        here.swap(at_, i - 1, below_size(random_, i));
      }
      return;
    case 6:
      return copy_all(here);
    case 7:
      return sort(here);
    default:
      if (n > 1) {
        here.swap(at_, below_size(random_, n), below_size(random_, n));
      }
    }
  }

  /// Adds a cell at any place.
  void insert(const cells& here) {
    int& length = at_[here.sequence.length];
    if (length == l_.coordinates[here.sequence.length].last) {
      return;
    }
    const auto n = static_cast<std::size_t>(length);
    const std::size_t place = below_size(random_, n + 1);
    ++length;
    for (std::size_t i = n; i > place; --i) {
      here.copy(at_, i, at_, here, i - 1);
    }
    fill(here, place);
  }

  /// Removes a cell.
  void remove(const cells& here) {
    const int length = at_[here.sequence.length];
    if (length != l_.coordinates[here.sequence.length].first) {
      here.remove(at_, below_size(random_, static_cast<std::size_t>(length)));
    }
  }

  /// Copies all cells of another sequence, if they fit.
  void copy_all(const cells& here) {
    const part& p = here.sequence;
    const part& q = *any_of(random_, live_.sequences);
    const cells there(q);
    const layout::bounds bounds = l_.coordinates[p.length];
    const int length = at_[q.length];
    if (&q == &p || !here.fits(l_, there) || length < bounds.first || length > bounds.last ||
        static_cast<std::size_t>(length) > p.parts.size()) {
      return;
    }
    at_[p.length] = length;
    for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
      here.copy(at_, i, at_, there, i);
    }
  }

  /// Sorts by one of the numbers of a cell.
  void sort(const cells& here) {
    if (here.width == 0) {
      return;
    }
    const auto n = static_cast<std::size_t>(at_[here.sequence.length]);
    const std::size_t by = below_size(random_, here.width);
    for (std::size_t i = 1; i < n; ++i) {
      for (std::size_t j = i; j > 0 && at_[here.begin(j) + by] < at_[here.begin(j - 1) + by]; --j) {
        here.swap(at_, j, j - 1);
      }
    }
  }

  /// Fills a cell with a copy of another, or at random.
  void fill(const cells& here, std::size_t place) {
    const part& q = *any_of(random_, live_.sequences);
    const cells there(q);
    const auto n = static_cast<std::size_t>(at_[q.length]);
    if (!one_in(random_, move_constants::random_cell) && n > 0 && here.fits(l_, there)) {
      return here.copy(at_, place, at_, there, below_size(random_, n));
    }
    randomise(l_, here.sequence.parts[place], at_, random_);
  }

  void relation(const part& p) {
    const std::size_t bits = pairs_in(p);
    const auto begin = at_.begin() + static_cast<std::ptrdiff_t>(p.coordinate);
    int n = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(bits), 0);
    const auto flip = [&](int from) {
      std::size_t k = below_size(random_, static_cast<std::size_t>(from == 1 ? n : static_cast<int>(bits) - n));
      for (std::size_t i = 0; i < bits; ++i) {
        if (begin[static_cast<std::ptrdiff_t>(i)] == from && k-- == 0) {
          begin[static_cast<std::ptrdiff_t>(i)] = 1 - from;
          n += from == 1 ? -1 : 1;
          return;
        }
      }
    };
    switch (below(random_, std::uint64_t{4})) {
    case 0:
      if (n < p.most && n < static_cast<int>(bits)) {
        flip(0);
      }
      return;
    case 1:
      if (n > p.least) {
        flip(1);
      }
      return;
    case 2:
      if (n > 0 && n < static_cast<int>(bits)) {
        flip(1);
        flip(0);
      }
      return;
    default:
      at_[p.length] = one_in(random_, move_constants::sorted_list) ? 0 : within(random_, 0, ways_to_list);
    }
  }

  void order(const part& p) {
    const auto most = static_cast<std::size_t>(p.last);
    if (most > 0) {
      std::swap(at_[p.coordinate + below_size(random_, most)], at_[p.coordinate + below_size(random_, most)]);
    }
  }

  const layout& l_;
  point& at_;
  const point& other_;
  rng& random_;
  live_parts live_;
};

void visit_all(const part& p, const auto& f) {
  f(p);
  for (const part& q : p.parts) {
    visit_all(q, f);
  }
}

/// Renames every member of each family.
void rename_by(const layout& l, point& at, const std::vector<std::vector<int>>& names) {
  const auto renamed = [&](int of, int v) {
    if (of < 0) {
      return v;
    }
    const family& f = l.families[static_cast<std::size_t>(of)];
    return v < f.first || v > f.last ? v : names[static_cast<std::size_t>(of)][static_cast<std::size_t>(v - f.first)];
  };
  const point old = at;
  const auto one = [&](const part& p) {
    if (p.is == part::kind::integer) {
      at[p.coordinate] = renamed(p.of_family, old[p.coordinate]);
    } else if (p.is == part::kind::relation && (p.of_family >= 0 || p.right_family >= 0)) {
      const int width = p.right_last - p.right_first + 1;
      for (int a = p.first; a <= p.last; ++a) {
        for (int b = p.right_first; b <= p.right_last; ++b) {
          const int from = (a - p.first) * width + (b - p.right_first);
          const int to = (renamed(p.of_family, a) - p.first) * width + (renamed(p.right_family, b) - p.right_first);
          at[p.coordinate + static_cast<std::size_t>(to)] = old[p.coordinate + static_cast<std::size_t>(from)];
        }
      }
    }
  };
  visit_all(l.input, one);
  visit_all(l.output, one);
}

void first_uses(const layout& l, const part& p, const point& at, std::vector<std::vector<int>>& names) {
  const auto use = [&](int of, int v) {
    if (of < 0) {
      return;
    }
    const family& f = l.families[static_cast<std::size_t>(of)];
    std::vector<int>& used = names[static_cast<std::size_t>(of)];
    if (v >= f.first && v <= f.last && std::find(used.begin(), used.end(), v) == used.end()) {
      used.push_back(v);
    }
  };
  switch (p.is) {
  case part::kind::group:
    for (const part& q : p.parts) {
      first_uses(l, q, at, names);
    }
    return;
  case part::kind::integer:
    return use(p.of_family, at[p.coordinate]);
  case part::kind::sequence:
    for (std::size_t i = 0; i < static_cast<std::size_t>(at[p.length]); ++i) {
      first_uses(l, p.parts[i], at, names);
    }
    return;
  case part::kind::relation:
    for (const auto& [a, b] : pairs_of(p, at)) {
      use(p.of_family, a);
      use(p.right_family, b);
    }
    return;
  default:
    return;
  }
}

} // namespace

point random_point(const layout& l, rng& random) {
  point at;
  at.reserve(l.coordinates.size());
  for (const layout::bounds& b : l.coordinates) {
    at.push_back(within(random, b.first, b.last));
  }
  randomise(l, l.input, at, random);
  randomise(l, l.output, at, random);
  return at;
}

void mutate(const layout& l, point& at, const point& other, rng& random) {
  do {
    mover(l, at, other, random).move();
  } while (one_in(random, move_constants::another_move));
}

void rename(const layout& l, point& at, rng& random) {
  std::vector<std::vector<int>> names;
  for (const family& f : l.families) {
    std::vector<int> shuffled;
    for (int v = f.first; v <= f.last; ++v) {
      shuffled.push_back(v);
      std::swap(shuffled.back(), shuffled[below_size(random, shuffled.size())]);
    }
    names.push_back(std::move(shuffled));
  }
  if (!names.empty()) {
    rename_by(l, at, names);
  }
}

point with_first_names(const layout& l, point at) {
  if (l.families.empty()) {
    return at;
  }
  std::vector<std::vector<int>> used(l.families.size());
  first_uses(l, l.input, at, used);
  first_uses(l, l.output, at, used);
  std::vector<std::vector<int>> names;
  for (std::size_t i = 0; i < l.families.size(); ++i) {
    const family& f = l.families[i];
    for (int v = f.first; v <= f.last; ++v) {
      if (std::find(used[i].begin(), used[i].end(), v) == used[i].end()) {
        used[i].push_back(v);
      }
    }
    std::vector<int> of(used[i].size());
    for (std::size_t k = 0; k < used[i].size(); ++k) {
      of[static_cast<std::size_t>(used[i][k] - f.first)] = f.first + static_cast<int>(k);
    }
    names.push_back(std::move(of));
  }
  rename_by(l, at, names);
  return at;
}

namespace {

/// `number`: counts the parts of the layout. `inside`: which element of a sequence we are in, as first, last or other.
void change_one(const part& p, const point& at, std::uint64_t number, std::uint64_t inside, std::vector<changed>& out) {
  const auto place = [](std::size_t i, std::size_t n) { return std::uint64_t{i == 0 ? 1U : (i + 1 == n ? 2U : 3U)}; };
  const auto add = [&](point changed_point, std::uint64_t where) {
    out.push_back({std::move(changed_point), number * 64 + inside * 8 + where});
  };
  switch (p.is) {
  case part::kind::group:
    for (std::size_t i = 0; i < p.parts.size(); ++i) {
      change_one(p.parts[i], at, number * 8 + i + 1, inside, out);
    }
    return;
  case part::kind::sequence: {
    const cells here(p);
    const auto n = static_cast<std::size_t>(at[p.length]);
    for (std::size_t i = 0; i < n; ++i) {
      if (p.own_length) {
        point less = at;
        here.remove(less, i);
        add(std::move(less), place(i, n));
      }
      change_one(p.parts[i], at, number, place(i, n), out);
    }
    return;
  }
  case part::kind::relation: {
    const auto pairs = pairs_of(p, at);
    const auto width = static_cast<std::size_t>(p.right_last - p.right_first) + 1;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      point less = at;
      less[p.coordinate + static_cast<std::size_t>(pairs[i].first - p.first) * width +
           static_cast<std::size_t>(pairs[i].second - p.right_first)] = 0;
      add(std::move(less), place(i, pairs.size()));
    }
    return;
  }
  case part::kind::order: {
    // Two neighbours among the members that are present.
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < static_cast<std::size_t>(p.last); ++i) {
      if (at[p.coordinate + i] < at[p.length]) {
        places.push_back(p.coordinate + i);
      }
    }
    for (std::size_t i = 1; i < places.size(); ++i) {
      point other = at;
      std::swap(other[places[i - 1]], other[places[i]]);
      add(std::move(other), 0);
    }
    return;
  }
  default:
    return;
  }
}

} // namespace

std::vector<changed> changed_at_one_place(const layout& l, const point& at) {
  std::vector<changed> out;
  change_one(l.input, at, 1, 0, out);
  change_one(l.output, at, 2, 0, out);
  return out;
}

namespace {

/// Collects points that are simpler in one respect.
class simplifier {
public:
  simplifier(const layout& l, const point& at) : l_(l), at_(at) {
    live_.collect(l.input, at);
    live_.collect(l.output, at);
  }

  [[nodiscard]] std::vector<point> all() {
    for (const part* p : live_.sequences) {
      shorter(cells(*p));
    }
    for (const part* p : live_.sequences) {
      for (const part* q : live_.sequences) {
        if (p < q) {
          both_shorter(cells(*p), cells(*q));
        }
      }
    }
    for (const part* p : live_.relations) {
      smaller(*p);
    }
    // Families first, all members at once, because all uses of a member must change together.
    if (point named = with_first_names(l_, at_); named != at_) {
      out_.push_back(std::move(named));
    }
    for (const part* p : live_.numbers) {
      for (const int v : {p->first, at_[p->coordinate] - 1}) {
        if (v >= p->first && v < at_[p->coordinate]) {
          lower(*p, v);
        }
      }
    }
    for (const part* p : live_.orders) {
      more_ordered(*p);
    }
    return std::move(out_);
  }

private:
  [[nodiscard]] std::size_t length(const cells& c) const { return static_cast<std::size_t>(at_[c.sequence.length]); }
  [[nodiscard]] bool is_shortest(const cells& c) const {
    return at_[c.sequence.length] == l_.coordinates[c.sequence.length].first;
  }

  void shorter(const cells& here) {
    for (std::size_t i = 0; i < length(here) && !is_shortest(here); ++i) {
      here.remove(out_.emplace_back(at_), i);
    }
  }

  /// Removes the same cell from two sequences at once, for outputs that must contain the items of the input.
  void both_shorter(const cells& here, const cells& there) {
    if (here.sequence.length == there.sequence.length || !here.fits(l_, there) || is_shortest(here) ||
        is_shortest(there)) {
      return;
    }
    const auto begin = at_.begin();
    for (std::size_t i = 0; i < length(here); ++i) {
      const auto cell = begin + static_cast<std::ptrdiff_t>(here.begin(i));
      for (std::size_t j = 0; j < length(there); ++j) {
        if (std::equal(cell, cell + static_cast<std::ptrdiff_t>(here.width),
                       begin + static_cast<std::ptrdiff_t>(there.begin(j)))) {
          point& less = out_.emplace_back(at_);
          here.remove(less, i);
          there.remove(less, j);
          break;
        }
      }
    }
  }

  /// A relation without one of its pairs, or listed in order.
  void smaller(const part& p) {
    const auto begin = at_.begin() + static_cast<std::ptrdiff_t>(p.coordinate);
    const bool can_lose = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(pairs_in(p)), 0) > p.least;
    for (std::size_t i = 0; i < pairs_in(p); ++i) {
      if (can_lose && at_[p.coordinate + i] != 0) {
        out_.emplace_back(at_)[p.coordinate + i] = 0;
      }
    }
    if (at_[p.length] != 0) {
      out_.emplace_back(at_)[p.length] = 0;
    }
  }

  /// Lowers a number alone, and together with all numbers of the same value and meaning.
  void lower(const part& p, int v) {
    point less = at_;
    less[p.coordinate] = v;
    out_.push_back(less);
    bool more = false;
    for (const part* q : live_.numbers) {
      if (q != &p && q->name == p.name && q->first == p.first && at_[q->coordinate] == at_[p.coordinate]) {
        less[q->coordinate] = v;
        more = true;
      }
    }
    if (more) {
      out_.push_back(std::move(less));
    }
  }

  void more_ordered(const part& p) {
    for (std::size_t i = 1; i < static_cast<std::size_t>(p.last); ++i) {
      if (at_[p.coordinate + i - 1] > at_[p.coordinate + i]) {
        point& less = out_.emplace_back(at_);
        std::swap(less[p.coordinate + i - 1], less[p.coordinate + i]);
      }
    }
  }

  const layout& l_;
  const point& at_;
  live_parts live_;
  std::vector<point> out_;
};

} // namespace

std::vector<point> simpler(const layout& l, const point& at) { return simplifier(l, at).all(); }

} // namespace tali::assess
