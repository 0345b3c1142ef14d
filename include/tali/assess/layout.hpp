// SPDX-License-Identifier: BSL-1.0
// The space of pairs: the choices in an input and an output, and their bounds.
//
// A pair is a point: one integer for each coordinate. A sequence has a coordinate for its length, and coordinates for
// its maximum number of cells; those beyond the length are unused. So all pairs of a problem have the same coordinates:
// the random search moves from point to point, and the solver has one fixed set of unknowns.
//
// The tree of parts gives the coordinates their meaning: with it, a point becomes JSON or C++ or literals without
// knowledge of the types of the problem.
#pragma once

#include <tali/assess/circuit.hpp>
#include <tali/random/rng.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tali::assess {

using point = std::vector<int>;

/// Interchangeable integers, such as names and vertices. Those from first to last can be permuted in a pair without a
/// change to any subproperty.
struct family {
  const char* name;
  int first;
  int last;
};

struct part {
  enum class kind : unsigned char { group, integer, boolean, sequence, relation, order };

  kind is = kind::group;
  std::string name;           ///< of a member of a group; empty: it has none
  std::size_t coordinate = 0; ///< of an integer; the first of a relation (a bit each pair) or an order (its members)
  int first = 0;              ///< of an integer, or of the left side of a relation
  int last = 0;               ///< the last; of an order: its largest possible size
  int right_first = 0;        ///< of a relation
  int right_last = 0;         ///< of a relation
  int least = 0;              ///< of a sequence or relation: its smallest size
  int most = 0;               ///< likewise: its largest size
  std::size_t length = 0;     ///< the coordinate of the length of a sequence or the size of an order; of a relation:
                              ///< that which decides in which order its pairs are listed
  bool own_length = false;    ///< of a sequence: the coordinate of its length is its own
  int of_family = -1;         ///< of an integer or the left side of a relation
  int right_family = -1;      ///< of a relation
  std::vector<part> parts;    ///< of a group: its members; of a sequence: a group for each cell
};

struct layout {
  struct bounds {
    int first;
    int last;
  };
  std::vector<bounds> coordinates;
  std::vector<family> families;
  part input;
  part output;
  std::size_t output_begins = 0; ///< the first coordinate of the output

  /// The bounds in words: sequence of 0 to 5 {name: 0..2, age: 0..5}
  [[nodiscard]] std::string describe(const part& p) const;
};

/// As JSON on one line.
[[nodiscard]] std::string to_json(const part& p, const point& at);
/// As nested braces: {{1, 2}, {3, 4}}.
[[nodiscard]] std::string to_braces(const part& p, const point& at);
/// The pairs of a relation in the order they are listed.
[[nodiscard]] std::vector<std::pair<int, int>> pairs_of(const part& p, const point& at);
/// The members of an order.
[[nodiscard]] std::vector<int> members_of(std::size_t coordinate, int most, int size, const point& at);
/// The maximum number of pairs of a relation. Each has a coordinate.
[[nodiscard]] std::size_t pairs_in(const part& relation);
/// Sizes that several parts share and that are not printed.
[[nodiscard]] std::vector<std::size_t> hidden_coordinates(const layout& l);
/// The size of a pair, for comparison: lengths first, then numbers.
[[nodiscard]] long weight(const layout& l, const point& at);

/// The order in which a relation lists the pair with number `bit`, for a value of its order coordinate. 0: as they are.
[[nodiscard]] std::uint64_t listed_at(int how, std::size_t bit);
inline constexpr int ways_to_list = 999;

/// The unknowns of a circuit that represent each coordinate.
struct unknowns {
  struct number {
    std::size_t coordinate;
    int first;
    std::vector<literal> is; // a truth value has two: 0 and 1
  };
  struct ordering {
    std::size_t coordinate;
    int most;
    std::vector<literal> before; // row by row
  };
  std::vector<number> numbers;
  std::vector<ordering> orderings;

  [[nodiscard]] const number& at(std::size_t coordinate) const;

  /// Converts a solution to a point. `holds(l)`: whether a literal holds in it. Coordinates that are not among the
  /// unknowns keep their values.
  template <class F>
  void read(point& at, const F& holds) const {
    for (const number& n : numbers) {
      for (std::size_t i = 0; i < n.is.size(); ++i) {
        if (holds(n.is[i])) {
          at[n.coordinate] = n.first + static_cast<int>(i);
        }
      }
    }
    for (const ordering& o : orderings) {
      for (int a = 0; a < o.most; ++a) {
        int place = 0;
        for (int b = 0; b < o.most; ++b) {
          place += b != a && holds(o.before[detail::row_major(b, o.most, a)]) ? 1 : 0;
        }
        at[o.coordinate + static_cast<std::size_t>(place)] = a;
      }
    }
  }
  /// Converts up to 64 points to the values of the unknowns of the circuit, one bit of each word for each point.
  [[nodiscard]] std::vector<std::uint64_t> values(const circuit& c, const std::vector<point>& at) const;
  /// The literals that hold in a point and together determine its printed form: a pair with all of them prints the
  /// same.
  [[nodiscard]] std::vector<literal> literals_of(const layout& l, const point& at) const;
};

/// Calls a function with every point of the space, each pair once: cells beyond a length keep their values, relations
/// are listed in their first order. For tiny bounds.
void for_every_point(const layout& l, const std::function<void(const point&)>& f);

// Random moves.

/// Any point; may violate preconditions. Lengths and numbers of pairs tend to be small.
[[nodiscard]] point random_point(const layout& l, choices::rng& random);
/// A change or two: a number, a place, a pair; parts copied from one place of the pair to another or from `other`.
void mutate(const layout& l, point& at, const point& other, choices::rng& random);
/// Renames the members of each family at random.
void rename(const layout& l, point& at, choices::rng& random);
/// Names in the order of their first use: afterwards, pairs that differ only by names are equal, except for the order
/// in which relations list their pairs.
[[nodiscard]] point with_first_names(const layout& l, point at);
/// Points with one thing removed: a place, a pair, or the order of two neighbours of an order. `where` distinguishes
/// the first, the last and the other positions of each part. They may be outside the bounds.
struct changed {
  point at;
  std::uint64_t where;
};
[[nodiscard]] std::vector<changed> changed_at_one_place(const layout& l, const point& at);
/// Simpler points than this, roughly in order: fewer places, fewer pairs, smaller numbers.
[[nodiscard]] std::vector<point> simpler(const layout& l, const point& at);

} // namespace tali::assess
