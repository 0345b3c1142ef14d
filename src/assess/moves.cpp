// SPDX-License-Identifier: BSL-1.0
// Moves in the space of pairs, for the random search and for making pairs small.
//
// The moves know the structure, not the problem: they change numbers, insert, remove, swap and copy places of
// sequences, add and remove pairs of relations. Copies between places of the same form (above all from the input to
// the output) make outputs likely that are related to their inputs.
#include <tali/assess/layout.hpp>

#include <algorithm>
#include <numeric>

namespace tali::assess {

using namespace choices;

namespace {

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

/// A cell is the coordinates from its first to the first of the next cell; all cells have the same number of them.
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
    for (int n = within(random, p.least, std::min(most, p.least + 4)); n > 0;) {
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
    const std::size_t kinds[] = {live_.numbers.size(), live_.sequences.size() * 4, live_.relations.size() * 4,
                                 live_.orders.size()};
    std::size_t which = below_size(random_, kinds[0] / 2 + kinds[1] + kinds[2] + kinds[3] + 1);
    if (which == 0) {
      return cross();
    }
    --which;
    if (which < kinds[0] / 2) {
      return number(*any_of(random_, live_.numbers));
    }
    which -= kinds[0] / 2;
    if (which < kinds[1]) {
      return sequence(*live_.sequences[which / 4]);
    }
    which -= kinds[1];
    if (which < kinds[2]) {
      return relation(*live_.relations[which / 4]);
    }
    which -= kinds[2];
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
    int& length = at_[p.length];
    const layout::bounds bounds = l_.coordinates[p.length];
    const auto n = static_cast<std::size_t>(length);
    switch (below(random_, std::uint64_t{10})) {
    case 0:
    case 1: { // one place more
      if (length == bounds.last) {
        return;
      }
      const std::size_t place = below_size(random_, n + 1);
      ++length;
      for (std::size_t i = n; i > place; --i) {
        here.copy(at_, i, at_, here, i - 1);
      }
      return fill(here, place);
    }
    case 2:
    case 3: { // one place less
      if (length == bounds.first) {
        return;
      }
      --length;
      for (std::size_t i = below_size(random_, n); i + 1 < n; ++i) {
        here.copy(at_, i, at_, here, i + 1);
      }
      return;
    }
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
    case 6: { // all of another sequence
      const part& q = *any_of(random_, live_.sequences);
      const cells there(q);
      const int other_length = at_[q.length];
      if (&q != &p && here.fits(l_, there) && other_length >= bounds.first && other_length <= bounds.last &&
          static_cast<std::size_t>(other_length) <= p.parts.size()) {
        length = other_length;
        for (std::size_t i = 0; i < static_cast<std::size_t>(other_length); ++i) {
          here.copy(at_, i, at_, there, i);
        }
      }
      return;
    }
    case 7: { // sorted by one of the numbers of a cell
      if (here.width == 0) {
        return;
      }
      const std::size_t by = below_size(random_, here.width);
      for (std::size_t i = 1; i < n; ++i) {
        for (std::size_t j = i; j > 0 && at_[here.begin(j) + by] < at_[here.begin(j - 1) + by]; --j) {
          here.swap(at_, j, j - 1);
        }
      }
      return;
    }
    default:
      if (n > 1) {
        here.swap(at_, below_size(random_, n), below_size(random_, n));
      }
    }
  }

  /// Fills a cell with a copy of another, or at random.
  void fill(const cells& here, std::size_t place) {
    const part& q = *any_of(random_, live_.sequences);
    const cells there(q);
    const auto n = static_cast<std::size_t>(at_[q.length]);
    if (!one_in(random_, 4) && n > 0 && here.fits(l_, there)) {
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
      at_[p.length] = one_in(random_, 4) ? 0 : within(random_, 0, ways_to_list);
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
  } while (one_in(random, 2));
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
        --less[p.length];
        for (std::size_t k = i; k + 1 < n; ++k) {
          here.copy(less, k, less, here, k + 1);
        }
        add(std::move(less), place(i, n));
      }
      change_one(p.parts[i], at, number, place(i, n), out);
    }
    return;
  }
  case part::kind::relation: {
    const auto pairs = pairs_of(p, at);
    const auto width = static_cast<std::size_t>(p.right_last - p.right_first + 1);
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

std::vector<point> simpler(const layout& l, const point& at) {
  live_parts live;
  live.collect(l.input, at);
  live.collect(l.output, at);
  std::vector<point> out;
  for (const part* p : live.sequences) {
    const cells here(*p);
    const int n = at[p->length];
    if (n == l.coordinates[p->length].first) {
      continue;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      point less = at;
      --less[p->length];
      for (std::size_t k = i; k + 1 < static_cast<std::size_t>(n); ++k) {
        here.copy(less, k, less, here, k + 1);
      }
      out.push_back(std::move(less));
    }
  }
  // The same item from two sequences at once: an output that must contain the items of the input loses it together
  // with the input.
  const auto without = [&](point& less, const part& p, std::size_t i) {
    const cells here(p);
    const auto n = static_cast<std::size_t>(less[p.length]--);
    for (std::size_t k = i; k + 1 < n; ++k) {
      here.copy(less, k, less, here, k + 1);
    }
  };
  for (const part* p : live.sequences) {
    for (const part* q : live.sequences) {
      const cells here(*p);
      const cells there(*q);
      if (p >= q || p->length == q->length || !here.fits(l, there) || at[p->length] == l.coordinates[p->length].first ||
          at[q->length] == l.coordinates[q->length].first) {
        continue;
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(at[p->length]); ++i) {
        for (std::size_t j = 0; j < static_cast<std::size_t>(at[q->length]); ++j) {
          if (std::equal(at.begin() + static_cast<std::ptrdiff_t>(here.begin(i)),
                         at.begin() + static_cast<std::ptrdiff_t>(here.begin(i) + here.width),
                         at.begin() + static_cast<std::ptrdiff_t>(there.begin(j)))) {
            point less = at;
            without(less, *p, i);
            without(less, *q, j);
            out.push_back(std::move(less));
            break;
          }
        }
      }
    }
  }
  for (const part* p : live.relations) {
    const auto begin = at.begin() + static_cast<std::ptrdiff_t>(p->coordinate);
    const bool can_lose = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(pairs_in(*p)), 0) > p->least;
    for (std::size_t i = 0; i < pairs_in(*p); ++i) {
      if (can_lose && at[p->coordinate + i] != 0) {
        point less = at;
        less[p->coordinate + i] = 0;
        out.push_back(std::move(less));
      }
    }
    if (at[p->length] != 0) {
      point less = at;
      less[p->length] = 0;
      out.push_back(std::move(less));
    }
  }
  // A family first: all its members at once, because all uses of a member have to change together.
  if (point named = with_first_names(l, at); named != at) {
    out.push_back(std::move(named));
  }
  for (const part* p : live.numbers) {
    for (const int v : {p->first, at[p->coordinate] - 1}) {
      if (v >= p->first && v < at[p->coordinate]) {
        point less = at;
        less[p->coordinate] = v;
        out.push_back(less);
        // Then every place where the same number has the same meaning.
        bool more = false;
        for (const part* q : live.numbers) {
          if (q != p && q->name == p->name && q->first == p->first && at[q->coordinate] == at[p->coordinate]) {
            less[q->coordinate] = v;
            more = true;
          }
        }
        if (more) {
          out.push_back(std::move(less));
        }
      }
    }
  }
  for (const part* p : live.orders) {
    for (std::size_t i = 1; i < static_cast<std::size_t>(p->last); ++i) {
      if (at[p->coordinate + i - 1] > at[p->coordinate + i]) {
        point less = at;
        std::swap(less[p->coordinate + i - 1], less[p->coordinate + i]);
        out.push_back(std::move(less));
      }
    }
  }
  return out;
}

} // namespace tali::assess
