// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/shape_counts.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

namespace tali::detail {

namespace {
constexpr double not_made = std::numeric_limits<double>::quiet_NaN();
constexpr double in_progress = -1;
constexpr double largest_exact = 9007199254740992.0; // 2^53
} // namespace

// Declared in sized_exactly.hpp, which has nothing else to compile.
[[noreturn]] void throw_no_shape(std::uint64_t nodes);
void throw_no_shape(std::uint64_t nodes) {
  throw_generator_error("gen::sized_exactly: the type has no value of " + std::to_string(nodes) +
                        " nodes (nodes are the value itself and every recursive value behind a pointer or in a "
                        "container); request another number");
}

shape_grammar::symbol shape_grammar::find(const void* key, bool& is_new) {
  const auto at = std::find(keys_.begin(), keys_.end(), key);
  is_new = at == keys_.end();
  const auto found = static_cast<symbol>(at - keys_.begin());
  if (is_new) {
    keys_.push_back(key);
    symbols_.emplace_back();
  }
  return found;
}

shape_grammar::symbol shape_grammar::lookup(const void* key) const {
  return static_cast<symbol>(std::find(keys_.begin(), keys_.end(), key) - keys_.begin());
}

shape_table::shape_table(const shape_grammar& grammar, std::uint32_t n, double rate)
    : grammar_(grammar), weight_of_cost_(1 / rate), largest_(n) {
  sequences_.push_back({0, 0, std::vector<double>(std::size_t{n} + 1, 0.0)});
  sequences_[0].counts[0] = 1;
  counts_.assign(grammar.size(), std::vector<double>(std::size_t{n} + 1, not_made));
  for (symbol s = 0; s < grammar.size(); ++s) {
    starts_.emplace_back();
    for (const shape_grammar::production& p : grammar.productions(s)) {
      starts_[s].emplace_back();
      for (std::size_t first = 0; first <= p.parts.size(); ++first) {
        starts_[s].back().push_back(intern(p.parts, first));
      }
    }
  }
  bool all_whole = rate == 1;
  for (std::uint32_t size = 0; size <= n; ++size) {
    for (symbol s = 0; s < grammar.size(); ++s) {
      all_whole = all_whole && make(s, size) < largest_exact;
      static_cast<void>(make(s, size));
    }
    for (std::uint32_t q = 0; q < sequences_.size(); ++q) {
      all_whole = all_whole && make_sequence(q, size) < largest_exact;
      static_cast<void>(make_sequence(q, size));
    }
    exact_ = all_whole ? size : exact_;
  }
}

// Equal sequences are stored once: similar parts share their tails.
std::uint32_t shape_table::intern(const std::vector<symbol>& parts, std::size_t first) {
  if (first == parts.size()) {
    return 0;
  }
  const std::uint32_t tail = intern(parts, first + 1);
  for (std::uint32_t q = 1; q < sequences_.size(); ++q) {
    if (sequences_[q].head == parts[first] && sequences_[q].tail == tail) {
      return q;
    }
  }
  sequences_.push_back({parts[first], tail, std::vector<double>(std::size_t{largest_} + 1, not_made)});
  return static_cast<std::uint32_t>(sequences_.size() - 1);
}

double shape_table::make(symbol s, std::uint32_t n) {
  double& here = counts_[s][n];
  if (here >= 0) {
    return here;
  }
  if (here == in_progress) {
    throw_generator_error(
        "tali: the shapes of a type cannot be counted: there are infinitely many of the same size, because a "
        "list may contain elements of size 0");
  }
  here = in_progress;
  double sum = 0;
  const auto& productions = grammar_.productions(s);
  for (std::size_t p = 0; p < productions.size(); ++p) {
    if (productions[p].cost <= n) {
      double shapes = make_sequence(starts_[s][p][0], n - productions[p].cost);
      for (std::uint32_t c = 0; c < productions[p].cost; ++c) {
        shapes *= weight_of_cost_;
      }
      sum += shapes;
    }
  }
  counts_[s][n] = sum;
  return sum;
}

double shape_table::make_sequence(std::uint32_t q, std::uint32_t n) {
  if (const double known = sequences_[q].counts[n]; known >= 0) {
    return known;
  }
  const symbol head = sequences_[q].head;
  const std::uint32_t tail = sequences_[q].tail;
  double sum = 0;
  if (tail == 0) {
    sum = make(head, n);
  } else {
    // The ends first: they may depend on this size themselves, and are not computed if the other factor is 0.
    const double none = make(head, 0);
    if (none != 0) {
      sum += none * make_sequence(tail, n);
    }
    if (n > 0) {
      const double rest = make_sequence(tail, 0);
      if (rest != 0) {
        sum += make(head, n) * rest;
      }
    }
    for (std::uint32_t i = 1; i < n; ++i) {
      if (std::isnan(counts_[head][i]) || std::isnan(sequences_[tail].counts[n - i])) {
        sum += make(head, i) * make_sequence(tail, n - i);
      } else {
        sum += counts_[head][i] * sequences_[tail].counts[n - i];
      }
    }
  }
  sequences_[q].counts[n] = sum;
  return sum;
}

double shape_table::count_parts(symbol s, std::size_t production, std::size_t first, std::uint32_t n) const {
  return sequences_[starts_[s][production][first]].counts[n];
}

// From the middle of the table to its end, for the symbol that grows most.
double shape_table::growth() const {
  double fastest = 1;
  for (const std::vector<double>& counts : counts_) {
    std::uint32_t last = largest_;
    while (last > 0 && counts[last] == 0) {
      --last;
    }
    std::uint32_t middle = last / 2;
    while (middle > 0 && counts[middle] == 0) {
      --middle;
    }
    if (last > middle && counts[middle] > 0) {
      fastest = std::max(fastest, std::pow(counts[last] / counts[middle], 1.0 / (last - middle)));
    }
  }
  return fastest;
}

struct shape_counts::state {
  std::mutex mutex;
  tables known;
};

shape_counts::shape_counts(shape_grammar grammar) : grammar_(std::move(grammar)), state_(new state) {}
shape_counts::~shape_counts() = default;

shape_counts::tables shape_counts::up_to(std::uint32_t n) {
  constexpr std::uint32_t first = 64; // for realistic grammars, counts of these sizes fit in a double
  constexpr std::uint32_t most = 1U << 15U;
  const std::lock_guard lock(state_->mutex);
  tables& known = state_->known;
  if (!known.exact) {
    known.exact = shared<const shape_table>::make(grammar_, first, 1.0);
    known.scaled = known.exact;
  }
  if (n > known.scaled->largest() || (n > known.exact->exact() && known.scaled.get() == known.exact.get())) {
    if (n > most) {
      throw_generator_error("tali: shapes of several kinds of nodes can be counted up to size " + std::to_string(most) +
                            "; request a smaller size, or use gen::holey with a weighting by position");
    }
    const std::uint32_t wanted = std::max(n, std::min(most, 2 * known.scaled->largest()));
    known.scaled = shared<const shape_table>::make(grammar_, wanted, known.exact->growth());
  }
  return known;
}

bool shape_draw::to_weights() {
  double total = 0;
  for (const double v : values_) {
    total += v;
  }
  if (!(total > 0)) {
    return false;
  }
  weights_.resize(values_.size());
  branch_weights(values_, weights_);
  return true;
}

bool shape_draw::weigh_productions(symbol s, std::uint32_t n, const std::uint32_t* allowed) {
  const auto& productions = grammar_.productions(s);
  const shape_table& table = tables_.of(n);
  values_.assign(productions.size(), 0.0);
  for (std::size_t p = 0; p < productions.size(); ++p) {
    if (productions[p].cost <= n && (allowed == nullptr || allowed[p] != 0)) {
      values_[p] = table.count_parts(s, p, 0, n - productions[p].cost);
    }
  }
  return to_weights();
}

bool shape_draw::weigh_split(symbol s, std::size_t production, std::size_t part, std::uint32_t n,
                             const std::vector<char>& open) {
  const std::vector<symbol>& parts = grammar_.productions(s)[production].parts;
  const shape_table& table = tables_.of(n);
  bool all_open = true;
  for (std::size_t i = part + 1; i < parts.size(); ++i) {
    all_open = all_open && open[i] != 0;
  }
  // The ways to split the rest: from the table, or computed here if parts are closed.
  rest_.assign(std::size_t{n} + 1, 0.0);
  if (all_open) {
    for (std::uint32_t i = 0; i <= n; ++i) {
      rest_[i] = table.count_parts(s, production, part + 1, i);
    }
  } else {
    rest_[0] = 1;
    for (std::size_t j = part + 1; j < parts.size(); ++j) {
      if (open[j] != 0) {
        values_.assign(std::size_t{n} + 1, 0.0);
        for (std::uint32_t a = 0; a <= n; ++a) {
          for (std::uint32_t b = 0; rest_[a] != 0 && a + b <= n; ++b) {
            values_[a + b] += rest_[a] * table.count(parts[j], b);
          }
        }
        rest_.swap(values_);
      }
    }
  }
  values_.assign(std::size_t{n} + 1, 0.0);
  for (std::uint32_t i = 0; i <= n; ++i) {
    values_[i] = table.count(parts[part], i) * rest_[n - i];
  }
  return to_weights();
}

} // namespace tali::detail
