// SPDX-License-Identifier: BSL-1.0
// Running backward: each line is a measurement with its bound. The exit status is 1 if a bound is missed.
#include "../../tests/quality/reflect/json.hpp"
#include "../../tests/quality/reflect/package_json.hpp"
#include "../../tests/quality/reflect/subjects.hpp"
#include "../../tests/quality/shrink/challenges.hpp"
#include "plot.hpp"

#include <tali/gen/arbitrary.hpp>
#include <tali/interpret/coverage.hpp>
#include <tali/interpret/mutate.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/interpret/tune.hpp>
#include <tali/shrink/shrink.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

namespace {

using namespace reflective;

bool all_good = true;

void report(const char* what, double value, const char* unit, double bound, bool at_most = true) {
  const bool good = at_most ? value <= bound : value >= bound;
  all_good = all_good && good;
  std::printf("%-66s %14.4g %-6s (%s %g)%s\n", what, value, unit, at_most ? "at most" : "at least", bound,
              good ? "" : "  MISSED");
}

/// Microseconds of the fastest of many runs, which approximates the time on an idle machine.
template <class F>
double quickest(const F& f, int runs = 300) {
  double best = 1e300;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

std::string file(const std::string& path) {
  std::ifstream in(path);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text;
}

// Overlap: naturals as sums of ones and twos.
struct successor;
using natural = std::shared_ptr<const successor>;
struct successor {
  natural before;
};
natural next(const natural& n) { return std::make_shared<successor>(successor{n}); }
constexpr auto sums = gen::recursive<natural>([](auto self) {
  const auto one =
      gen::compose<natural>(focus::present, [=](auto& draw) { return next(draw(self(), &successor::before)); });
  const auto two = gen::compose<natural>(
      focus::present, [=](auto& draw) { return next(next(draw(self(), &successor::before, &successor::before))); });
  return gen::pick(gen::branch<"Z">(1, gen::exact<natural>()), gen::branch<"S">(1, one), gen::branch<"2">(1, two));
});

struct plain_tree {
  int key;
  std::unique_ptr<plain_tree> left;
  std::unique_ptr<plain_tree> right;
};
std::unique_ptr<plain_tree> plain(int lo, int hi) {
  const int key = lo + (hi - lo) / 2;
  return lo > hi ? nullptr : std::make_unique<plain_tree>(plain_tree{key, plain(lo, key - 1), plain(key + 1, hi)});
}
tree balanced_tree(int lo, int hi) {
  const int key = lo + (hi - lo) / 2;
  return lo > hi ? nullptr : branch_of(key, balanced_tree(lo, key - 1), balanced_tree(key + 1, hi));
}

void speed(const std::vector<std::string>& examples) {
  natural ninety;
  for (int i = 0; i < 90; ++i) {
    ninety = next(ninety);
  }
  std::uint64_t ways = 0;
  const double counting = quickest([&] { ways = tali::ways(sums(), ninety).count().count; });
  std::printf("ways to make 90 of ones and twos: %llu\n", static_cast<unsigned long long>(ways));
  all_good = all_good && ways == 4'660'046'610'375'530'309U;
  report("counting them", counting, "us", 1000);

  const auto derived = tali::arbitrary<plain_tree>();
  const auto unordered = plain(1, 1000);
  report("a tree of 1,000 nodes, derived generator: all its ways",
         quickest([&] { static_cast<void>(tali::ways(derived, *unordered, 1 << 20).any()); }), "us", 100);
  report("the same, and its choices",
         quickest([&] { static_cast<void>(tali::reflect(derived, *unordered, 1 << 20)->choices.size()); }), "us", 100);
  const tree ordered_tree = balanced_tree(1, 1000);
  report("a search tree of 1,000 nodes, composed with focus: all its ways",
         quickest([&] { static_cast<void>(tali::ways(search_tree(1, 1000), ordered_tree).any()); }), "us", 200);
  report("the same, and its choices",
         quickest([&] { static_cast<void>(tali::reflect(search_tree(1, 1000), ordered_tree)->choices.size()); }), "us",
         200);
  std::string large = "[";
  for (std::size_t i = 0; large.size() < 10'000; ++i) {
    large += (i == 0 ? "" : ",") + examples[i % examples.size()];
  }
  large = with_checksum(large + "]");
  const auto documents = document();
  std::printf("a JSON document of %zu bytes\n", large.size());
  report("its ways", quickest([&] { static_cast<void>(tali::ways(documents, large).any()); }, 100), "us", 2000);
  report("and its choices", quickest([&] { static_cast<void>(tali::reflect(documents, large)->choices.size()); }, 100),
         "us", 2000);
}

void like_examples(const std::vector<std::string>& payloads, const char* svg) {
  std::printf("\nJSON documents with a checksum, like eight examples\n");
  const auto documents = document();
  std::vector<std::string> examples;
  int again = 0;
  for (const std::string& p : payloads) {
    examples.push_back(with_checksum(p));
    const auto choices = tali::reflect(documents, examples.back());
    again += choices && tali::parse(documents, *choices) == examples.back() ? 1 : 0;
  }
  report("examples that run backward and are made again exactly", again, "", 8, false);
  const tali::learn::tuning like = tali::tune(documents, examples);
  plot::series given{"the examples", "#222222", examples};
  plot::series weighted{"1,000 drawn by their weights", "#c0392b", {}};
  plot::series unweighted{"1,000 drawn without", "#2471a3", {}};
  plot::series inverted{"1,000 drawn unlike them", "#7f8c8d", {}};
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    weighted.documents.push_back(tali::sample(documents, like.counts, seed));
    unweighted.documents.push_back(tali::sample(documents, seed));
    inverted.documents.push_back(tali::sample(documents, like.counts.inverted(), seed));
  }
  const auto to = plot::characters(examples);
  std::printf("%-32s %8s %8s %8s %8s %12s %10s\n", "", "10 %", "median", "90 %", "mean", "divergence", "trivial");
  const std::size_t trivial_length = with_checksum("{}").size();
  double shares[2] = {0, 0};
  double divergences[2] = {0, 0};
  double spreads[2] = {0, 0};
  int at = 0;
  for (const plot::series* s : {&given, &weighted, &unweighted, &inverted}) {
    const auto all = plot::lengths(s->documents);
    double mean = 0;
    double trivial = 0;
    for (const double length : all) {
      mean += length / static_cast<double>(all.size());
      trivial += length <= static_cast<double>(trivial_length) ? 100.0 / static_cast<double>(all.size()) : 0;
    }
    const double apart = plot::divergence(plot::characters(s->documents), to);
    std::printf("%-32s %8.0f %8.0f %8.0f %8.0f %8.4f bit %8.1f %%\n", s->name.c_str(), plot::quantile(all, 0.1),
                plot::quantile(all, 0.5), plot::quantile(all, 0.9), mean, apart, trivial);
    if (at == 1 || at == 2) {
      shares[at - 1] = trivial;
      divergences[at - 1] = apart;
      spreads[at - 1] = plot::quantile(all, 0.9) - plot::quantile(all, 0.1);
    }
    ++at;
  }
  report("divergence from the examples, weighted to unweighted", divergences[0] / divergences[1], "", 0.25);
  report("spread of lengths (10 % to 90 %), weighted to unweighted", spreads[0] / spreads[1], "", 2, false);
  report("trivial documents among the weighted", shares[0], "%", 1);
  std::printf("trivial among the unweighted: %.1f %%; plot in %s\n", shares[1],
              plot::write(svg, {given, weighted, unweighted, inverted}) ? svg : "(cannot be written)");
}

struct reflective_case {
  std::string name;
  std::function<void(std::uint64_t seed, double& native, double& reflected, int& found)> run;
};
struct make_reflective {
  using made = reflective_case;
  template <class G, class Holds, class Describe>
  reflective_case operator()(const char* name, const G& g, const Holds& holds, const Describe& describe,
                             std::uint64_t most, int largest) const {
    return {name, [=](std::uint64_t seed, double& native, double& reflected, int& found) {
              const auto fails = [&](const tali::value_of<G>& v) { return !holds(v); };
              for (std::uint64_t i = 0; i < most; ++i) {
                const int size = static_cast<int>(i % (static_cast<std::uint64_t>(largest) + 1));
                auto drawn = tali::record(g, tali::choices::rng::stream(seed, i), size);
                try {
                  if (!fails(drawn.value)) {
                    continue;
                  }
                } catch (const tali::discard&) {
                  continue;
                }
                const int by_choices = describe(tali::shrink(g, drawn.choices, fails).value).second;
                const auto from_value = tali::shrink(g, drawn.value, fails); // only the value is known
                if (!from_value) {
                  std::printf("%s: not accepted, seed %llu\n", name, static_cast<unsigned long long>(seed));
                  all_good = false;
                  return;
                }
                native += by_choices;
                reflected += describe(from_value->value).second;
                ++found;
                return;
              }
            }};
  }
};

void from_outside(const std::string& data, std::uint64_t seeds) {
  std::printf("\nShrinking values that tali did not draw\n");
  const std::string given = file(data + "/package.json");
  const auto fails = [](const std::string& text) { return text.find("\"express\":\"^4.15.3\"") != std::string::npos; };
  std::size_t length = 0;
  const double took = quickest(
      [&] {
        const auto least = tali::shrink(package_json(), given, fails);
        length = least ? least->value.size() : 0;
      },
      20);
  report("package.json of 530 bytes, shrunk to", static_cast<double>(length), "chars", 212);
  report("in", took / 1000, "ms", 50);
  std::printf("mean size over %llu seeds: %17s %12s\n", static_cast<unsigned long long>(seeds), "from choices",
              "from values");
  for (const reflective_case& c : challenges::smart_check_by(make_reflective{})) {
    double native = 0;
    double reflected = 0;
    int found = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      c.run(seed, native, reflected, found);
    }
    native /= std::max(found, 1);
    reflected /= std::max(found, 1);
    std::printf("  %-30s %17.3f %12.3f\n", c.name.c_str(), native, reflected);
    report("  from values to from choices", reflected / native, "", 1.02);
  }
}

template <class G, class Valid, class Key>
void mutate_many(const char* name, const G& g, const tali::value_of<G>& original, const Valid& valid, const Key& parts,
                 std::size_t count) {
  const tali::mutator change(g, original);
  tali::choices::rng engine(1);
  const std::multiset<std::string> before = parts(original);
  std::size_t good = 0;
  std::size_t different = 0;
  std::size_t near = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto made = change(engine);
    if (!made || !valid(*made)) {
      continue;
    }
    ++good;
    different += tali::values::equal_values(*made, original) ? 0U : 1U;
    std::multiset<std::string> after = parts(*made);
    std::size_t kept = 0;
    for (const std::string& p : before) {
      if (const auto found = after.find(p); found != after.end()) {
        after.erase(found);
        ++kept;
      }
    }
    near += 2 * kept >= before.size() ? 1U : 0U;
  }
  std::printf("%s: %zu mutants\n", name, count);
  report("  valid", 100.0 * static_cast<double>(good) / static_cast<double>(count), "%", 100, false);
  report("  different from the original", 100.0 * static_cast<double>(different) / static_cast<double>(count), "%", 95,
         false);
  report("  keep at least half of its parts", 100.0 * static_cast<double>(near) / static_cast<double>(count), "%", 50,
         false);
}

void mutation(const std::string& data) {
  std::printf("\nMutation\n");
  mutate_many(
      "a search tree of 7 nodes", search_tree(0, 40), balanced_tree(1, 7),
      [](const tree& t) { return ordered(t, 0, 40); },
      [](const tree& t) {
        std::multiset<std::string> keys;
        const std::function<void(const tree&)> walk = [&](const tree& at) {
          if (at) {
            keys.insert(std::to_string(at->key));
            walk(at->left);
            walk(at->right);
          }
        };
        walk(t);
        return keys;
      },
      10'000);
  const auto documents = document();
  mutate_many(
      "a JSON document with a checksum", documents, with_checksum(file(data + "/example-8.json")),
      [&](const std::string& d) { return tali::accepts(documents, d); },
      [](const std::string& d) { // the strings and numbers in it
        std::multiset<std::string> words;
        std::string word;
        for (const char c : d) {
          if (std::string_view("{}[],:\"").find(c) == std::string_view::npos) {
            word += c;
          } else if (!word.empty()) {
            words.insert(std::exchange(word, {}));
          }
        }
        return words;
      },
      10'000);
  const auto typed = typed_terms(4);
  std::uint64_t seed = 0;
  while (size_of(tali::sample(typed, seed)) < 8) {
    ++seed;
  }
  mutate_many(
      "a typed lambda term", typed, tali::sample(typed, seed),
      [](const term_ptr& t) { return type_of(t, {}).has_value(); },
      [](const term_ptr& t) {
        std::multiset<std::string> kinds;
        const std::function<void(const term_ptr&)> walk = [&](const term_ptr& at) {
          if (at) {
            kinds.insert(std::to_string(static_cast<int>(at->kind)) + at->argument + std::to_string(at->number));
            walk(at->first);
            walk(at->second);
          }
        };
        walk(t);
        return kinds;
      },
      10'000);
}

void coverage() {
  std::printf("\nCombinatorial coverage\n");
  std::vector<tali::choices::trace> runs;
  std::size_t labels = 0;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    runs.push_back(tali::record(expressions(5), seed).choices);
    labels += tali::labels_of(runs.back()).nodes.size();
  }
  std::printf("10,000 expression trees, %.1f labels each\n", static_cast<double>(labels) / 10'000);
  for (const int strength : {2, 3}) {
    std::size_t covered = 0;
    const double took = quickest(
        [&] {
          tali::combination_coverage c(strength);
          for (const tali::choices::trace& run : runs) {
            c.add(run);
          }
          covered = c.covered();
        },
        3);
    std::printf("strength %d: %zu descriptions covered\n", strength, covered);
    report("  in", took / 1e6, "s", 1);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_reflect <folder of the documents> <svg to write> [seeds]\n");
    return 2;
  }
  const std::string data = argv[1];
  std::vector<std::string> payloads;
  for (int i = 1; i <= 8; ++i) {
    payloads.push_back(file(data + "/example-" + std::to_string(i) + ".json"));
  }
  speed(payloads);
  like_examples(payloads, argv[2]);
  from_outside(data, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 200);
  mutation(data);
  coverage();
  return all_good ? 0 : 1;
}
