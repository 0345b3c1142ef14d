// SPDX-License-Identifier: BSL-1.0
// Three assignments, ready to use: sorting, stable matching, topological sorting. After Nelson and others, "Automated,
// Targeted Testing of Property-Based Testing Predicates" (2021), with its subproperties and bounds.
#pragma once

#include <tali/assess/problem.hpp>

namespace tali::assess {

/// Sortacle: a list of people, sorted by age; not necessarily stable.
struct sorting {
  int least_in = 3;
  int least_out = 2;
  int most = 5; ///< people in a list
  int last_name = 4;
  int last_age = 5;

  template <class V>
  struct person {
    typename V::integer name;
    typename V::integer age;
  };
  template <class Make>
  auto people(Make& make, int least) const {
    const family names{"name", 0, last_name};
    return make.sequence(least, most, [&] {
      return person<typename Make::values>{make.integer("name", 0, last_name, names), make.integer("age", 0, last_age)};
    });
  }
  template <class Make>
  auto input(Make& make) const {
    return people(make, least_in);
  }
  template <class Make>
  auto output(Make& make) const {
    return people(make, least_out);
  }
};

/// Matcher: as many companies as candidates, each with a preference order of the other side. The output lists pairs
/// of a company and a candidate it hires, and may name outsiders.
struct matching {
  int least = 3;
  int most = 5;        ///< companies, and candidates
  int last_number = 6; ///< in the output
  int most_hires = 6;

  template <class V>
  struct preferences {
    typename V::template sequence<typename V::order> companies;
    typename V::template sequence<typename V::order> candidates;
  };
  template <class Make>
  auto input(Make& make) const {
    auto n = make.hidden(least, most);
    const auto one = [&] { return make.order(most, n); };
    return preferences<typename Make::values>{make.sequence_of("companies", n, most, one),
                                              make.sequence_of("candidates", n, most, one)};
  }
  template <class Make>
  auto output(Make& make) const {
    return make.relation("", {0, last_number}, {0, last_number}, 0, most_hires);
  }
};

/// Toposortacle: edges of a graph without cycles; the output lists the vertices.
struct toposorting {
  int last_vertex = 8; ///< in the input; the output may name one more
  int least_edges = 2;
  int most_edges = 10;
  int least_out = 3;
  int most_out = 10;

  template <class Make>
  auto input(Make& make) const {
    const family vertices{"vertex", 0, last_vertex};
    return make.relation("", {0, last_vertex}, {0, last_vertex}, least_edges, most_edges, &vertices, &vertices);
  }
  template <class Make>
  auto output(Make& make) const {
    const family vertices{"vertex", 0, last_vertex};
    return make.sequence(least_out, most_out, [&] { return make.integer(0, last_vertex + 1, vertices); });
  }
};

[[nodiscard]] std::unique_ptr<problem_of<sorting>> sortacle(const sorting& bounds = {});
[[nodiscard]] std::unique_ptr<problem_of<matching>> matcher(const matching& bounds = {});
[[nodiscard]] std::unique_ptr<problem_of<toposorting>> toposortacle(const toposorting& bounds = {});

} // namespace tali::assess
