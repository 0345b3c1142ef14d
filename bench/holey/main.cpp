// SPDX-License-Identifier: BSL-1.0
// Holey generators: their cost, their uniformity, and the histograms of the paper as SVG files.
//
// Cost is measured side by side with a plain recursive generator of the same number of nodes, and with Rémy's
// algorithm, the fastest known algorithm for a uniform binary tree.
#include "common/bar_chart.hpp"
#include "common/measure.hpp"

#include <tali/gen.hpp>
#include <tali/gen/holey.hpp>
#include <tali/gen/sized_exactly.hpp>
#include <tali/interpret/sample.hpp>

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

namespace {

namespace gen = tali::gen;

struct node;
using tree = std::unique_ptr<node>;
struct node {
  tree left;
  int label;
  tree right;
};
tree make(tree l, int label, tree r) { return std::make_unique<node>(node{std::move(l), label, std::move(r)}); }

/// Exactly n nodes, by plain recursion: the nodes are divided on the way down.
constexpr auto plain = gen::recursive<tree>([](auto self, std::uint32_t n) {
  return gen::when(n == 0, gen::exact<tree>(), gen::compose<tree>([=](auto& draw) {
                     const std::uint32_t below = n == 0 ? 0 : n - 1; // never drawn with n = 0
                     const int label = draw(gen::integer(0, 99));
                     const auto k = draw(gen::integer<std::uint32_t>(0, below));
                     tree l = draw(self(k));
                     return make(std::move(l), label, draw(self(below - k)));
                   }));
});

constexpr auto labelled = gen::holey<tree>([](auto self) {
  return gen::hole(gen::exact<tree>(), [=](auto& draw) {
    const int label = draw(gen::integer(0, 99));
    return gen::fill([=](tree l, tree r) { return make(std::move(l), label, std::move(r)); }, self(), self());
  });
});
constexpr auto search_tree = gen::holey<tree>([](auto self, int lo, int hi) {
  return gen::hole(lo <= hi, gen::exact<tree>(), [=](auto& draw) {
    const int key = draw(gen::integer<int>(lo, hi).uniform());
    return gen::fill([=](tree l, tree r) { return make(std::move(l), key, std::move(r)); }, self(lo, key - 1),
                     self(key + 1, hi));
  });
});

/// Rémy 1985: nodes and leaves in one array. Each step replaces a random node by a new one, with the old node and a new
/// leaf as its children, in random order.
tree remy(tali::choices::random_source& source, std::uint32_t n) {
  std::vector<std::uint32_t> links(2 * std::size_t{n} + 1, 0); // odd numbers are nodes, their children at k and k + 1
  for (std::uint32_t k = 1; k < 2 * n; k += 2) {
    const std::uint32_t x = source.uniform(2 * k - 1);
    const std::uint32_t side = x & 1U;
    const std::uint32_t at = x >> 1U;
    links[k + side] = k + 1;
    links[k + 1 - side] = links[at];
    links[at] = k;
  }
  const auto build = [&](const auto& self, std::uint32_t at) -> tree {
    if (at % 2 == 0) {
      return nullptr;
    }
    const int label = source(gen::integer(0, 99));
    tree l = self(self, links[at]);
    return make(std::move(l), label, self(self, links[at + 1]));
  };
  return build(build, links[0]);
}

std::uint64_t checksum(const tree& t) {
  return t == nullptr ? 1 : static_cast<std::uint64_t>(t->label) + 3 * checksum(t->left) + 5 * checksum(t->right);
}

template <class F>
bench::contestant each(const F& f) {
  return [f](std::uint64_t turn, std::uint64_t count) {
    std::uint64_t sum = 0;
    tali::choices::random_context context(100);
    for (std::uint64_t i = 0; i < count; ++i) {
      tali::choices::random_source source(tali::choices::rng::stream(turn, i), context);
      sum += checksum(f(source));
    }
    return sum;
  };
}

void cost(bench::report& bounds, bool quick) {
  std::printf("cost, in ns a node (ratio to plain recursion)\n%-10s %12s %20s %20s %20s %20s\n", "nodes", "plain",
              "Rémy", "uniform", "search tree", "deep");
  for (const std::uint32_t n : {100U, 1000U, 10'000U, 100'000U}) {
    bench::options how;
    how.rounds = quick ? 7 : 21;
    how.turn_ns = n > 10'000 ? 1e7 : 2e6;
    const int keys = 10 * static_cast<int>(n);
    std::vector<bench::contestant> contestants{
        each([n](auto& s) { return plain(n)(s); }),
        each([n](auto& s) { return remy(s, n); }),
        each([n](auto& s) { return labelled().exactly(n)(s); }),
        each([n, keys](auto& s) { return search_tree(0, keys).exactly(n)(s); }),
    };
    if (n <= 10'000) { // destroying a tall tree with more nodes would overflow the stack
      contestants.push_back(each([n](auto& s) { return labelled().exactly(n).by(gen::deep())(s); }));
    } else {
      contestants.push_back(each([n](auto& s) { return labelled().exactly(n).by(gen::shallow())(s); }));
    }
    const std::vector<bench::timing> t = bench::compare(contestants, how);
    const double nodes = n;
    std::printf("%-10u %12.1f", n, t[0].ns / nodes);
    for (std::size_t i = 1; i < t.size(); ++i) {
      std::printf(" %12.1f (%5.2f)", t[i].ns / nodes, t[i].ratio);
    }
    std::printf("%s\n", n > 10'000 ? "  (the last: shallow)" : "");
    if (n == 100) {
      bounds.at_most("uniform against plain recursion, 100 nodes", t[2].ratio, 3);
    }
    if (n == 100'000) {
      std::printf("100,000 nodes, uniform: %.1f ms; %.2f times Rémy's algorithm\n", t[2].ns / 1e6, t[2].ns / t[1].ns);
      bounds.at_most("uniform tree of 100,000 nodes, ms", t[2].ns / 1e6, 50);
      bounds.at_most("uniform search tree of 100,000 nodes, ms", t[3].ns / 1e6, 50);
    }
  }
}

// Shapes --------------------------------------------------------------------------------------------------------------

using text = std::string;
constexpr auto shape = gen::holey<text>([](auto self) {
  return gen::hole(gen::make([] { return text("L"); }), [=](auto&) {
    return gen::fill([](const text& l, const text& r) { return "N" + l + r; }, self(), self());
  });
});
constexpr auto search_tree_shape = gen::holey<text>([](auto self, int lo, int hi) {
  return gen::hole(lo <= hi, gen::make([] { return text("L"); }), [=](auto& draw) {
    const int key = draw(gen::integer<int>(lo, hi).uniform());
    return gen::fill([](const text& l, const text& r) { return "N" + l + r; }, self(lo, key - 1), self(key + 1, hi));
  });
});

template <class G>
std::map<text, double> sampled(const G& g, std::uint64_t draws, std::uint64_t seed) {
  std::map<text, double> seen;
  tali::choices::random_context context(100);
  tali::choices::random_source source(tali::choices::rng(seed), context);
  for (std::uint64_t i = 0; i < draws; ++i) {
    ++seen[g(source)];
  }
  return seen;
}

constexpr std::array<double, 9> catalan{1, 1, 2, 5, 14, 42, 132, 429, 1430};

/// The number of standard deviations by which a chi-square statistic is too large (Wilson and Hilferty).
double deviations(const std::map<text, double>& seen, double shapes, double draws) {
  const double expected = draws / shapes;
  double chi_square = expected * (shapes - static_cast<double>(seen.size()));
  for (const auto& [name, count] : seen) {
    chi_square += (count - expected) * (count - expected) / expected;
  }
  const double freedom = shapes - 1;
  return freedom == 0 ? 0 : (std::cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / std::sqrt(2 / (9 * freedom));
}

void uniformity(bench::report& bounds) {
  std::printf(
      "\nuniform binary trees against 1/Catalan(n), chi-square in standard deviations (over 4.5: 3.4e-6 by chance)\n");
  for (std::uint32_t n = 1; n <= 8; ++n) {
    const double draws = 200 * catalan[n];
    const double off = deviations(sampled(shape().exactly(n), static_cast<std::uint64_t>(draws), n), catalan[n], draws);
    std::printf("  n = %u: %6.0f shapes, %+.2f\n", n, catalan[n], off);
    bounds.at_most("uniformity at size " + std::to_string(n), off, 4.5);
  }
  std::printf("\nsearch trees of 4 and 8 nodes: distance in variation from uniform shapes, by the number of keys\n"
              "  (a uniform sample of as many draws: about %.3f and %.3f)\n",
              0.4 * std::sqrt(14 / 100'000.0), 0.4 * std::sqrt(1430 / 100'000.0));
  for (const int n : {4, 8}) {
    for (const int keys : {n, n * 3 / 2, 2 * n, 5 * n, 20 * n, 100 * n}) {
      const double draws = 100'000;
      const auto seen = sampled(search_tree_shape(1, keys).exactly(static_cast<std::uint32_t>(n)), 100'000, 1);
      const double shapes = catalan[static_cast<std::size_t>(n)];
      double distance = (shapes - static_cast<double>(seen.size())) / shapes;
      for (const auto& [name, count] : seen) {
        distance += std::abs(count / draws - 1 / shapes);
      }
      std::printf("  %d nodes, %3d keys: %.3f\n", n, keys, distance / 2);
    }
  }
}

int depth(const text& t, std::size_t& at) {
  if (t[at++] == 'L') {
    return 0;
  }
  const int l = depth(t, at);
  return 1 + std::max(l, depth(t, at));
}

void pictures(const std::string& folder, bench::report& bounds) {
  const auto draw = [&](const std::string& file, const std::string& title, const auto& g, bool by_depth) {
    std::map<text, double> seen = sampled(g, 10'000, 4);
    for (const auto& [name, count] : sampled(shape().exactly(4), 2000, 1)) {
      seen.try_emplace(name, 0); // those that were not drawn
    }
    std::vector<std::pair<int, text>> order;
    for (const auto& [name, count] : seen) {
      std::size_t at = 0;
      order.emplace_back(by_depth ? depth(name, at) : 0, name);
    }
    std::sort(order.begin(), order.end());
    bench::bar_chart chart;
    chart.title = title + ": 10,000 trees of size 4";
    chart.series = {{"times drawn", {}}};
    chart.line = 10'000 / 14.0;
    for (const auto& [d, name] : order) {
      chart.labels.push_back(name);
      chart.series[0].values.push_back(seen[name]);
    }
    const bool written = chart.write(folder + "/" + file);
    bounds.at_least(file + " was written", written ? 1 : 0, 1);
    std::printf("  %s/%s\n", folder.c_str(), file.c_str());
  };
  std::printf("\npictures (the line is the uniform distribution)\n");
  draw("holey_deep.svg", "deep holes first", shape().exactly(4).by(gen::deep()), true);
  draw("holey_shallow.svg", "shallow holes first", shape().exactly(4).by(gen::shallow()), true);
  draw("holey_left.svg", "leaning left", shape().exactly(4).by(gen::leaning_left()), false);
  draw("holey_any_hole.svg", "any hole", shape().exactly(4).by(gen::any_hole{}), true);
  draw("holey_uniform.svg", "uniform shapes", shape().exactly(4), true);
}

} // namespace

int main(int argc, char** argv) {
  bool quick = false;
  std::string folder = ".";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      quick = true;
    } else if (argument.starts_with("--pictures=")) {
      folder = argument.substr(11);
    } else {
      std::printf("usage: bench_holey [--quick] [--pictures=FOLDER]\n");
      return 2;
    }
  }
  bench::report bounds;
  cost(bounds, quick);
  uniformity(bounds);
  pictures(folder, bounds);
  return bounds.exit_code();
}
