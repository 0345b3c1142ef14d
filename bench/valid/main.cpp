// SPDX-License-Identifier: BSL-1.0
// The number of distinct valid values in equal time: by rejection, by choice gradient sampling (with the paper's sample
// rates), and by tali's learned search.
//
//   bench_valid [seconds] [seeds] [svg file] [subject]
//
// Time is CPU time, so that other programs do not count. Rejection is inlined and records nothing, so it is the
// strongest competitor.
//
// There are two ratios to a competitor: of the numbers of values in equal time, and of the times until the competitor's
// final number is reached. If ten times the competitor's number exceeds the number of existing values, all values must
// be found, and the bound applies to the second ratio. On the four subjects of the paper, choice gradient sampling must
// find more values than rejection with each seed.
#include "common/measure.hpp"
#include "subjects.hpp"

#include <tali/valid/sampler.hpp>

#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

using tali::learn::valid_method;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// Hashes of values, open addressing: the same small cost for all methods.
class different {
public:
  bool insert(std::uint64_t h) {
    h += h == 0 ? 1 : 0;
    if (2 * count_ >= slots_.size()) {
      std::vector<std::uint64_t> before(slots_.size() * 2);
      before.swap(slots_);
      for (const std::uint64_t x : before) {
        if (x != 0) {
          slots_[slot(x)] = x;
        }
      }
    }
    std::uint64_t& s = slots_[slot(h)];
    if (s == h) {
      return false;
    }
    s = h;
    ++count_;
    return true;
  }
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  [[nodiscard]] std::size_t slot(std::uint64_t h) const {
    std::size_t i = h & (slots_.size() - 1);
    while (slots_[i] != 0 && slots_[i] != h) {
      i = (i + 1) & (slots_.size() - 1);
    }
    return i;
  }
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(4096);
  std::size_t count_ = 0;
};

constexpr std::size_t points = 50; // of a curve

struct outcome {
  double distinct = 0;
  double size = 0;
  std::vector<double> curve;                    // distinct values at each point of time
  std::vector<std::pair<double, double>> steps; // time, and distinct values then
  std::string figures;
};

/// `step` makes some values and passes the valid ones to its argument; false when there are no more.
template <class Step>
outcome run(double seconds, const Step& step) {
  different found;
  double sizes = 0;
  outcome o;
  const double start = cpu_seconds();
  const auto use = [&](const auto& value) {
    if (found.insert(subjects::hash(value))) {
      sizes += subjects::size(value);
    }
  };
  bool more = true;
  while (more) {
    more = step(use);
    const double passed = cpu_seconds() - start;
    o.steps.emplace_back(passed, static_cast<double>(found.count()));
    const double now = passed / seconds * points;
    while (o.curve.size() < points && now >= static_cast<double>(o.curve.size() + 1)) {
      o.curve.push_back(static_cast<double>(found.count()));
    }
    more = more && now < points;
  }
  while (o.curve.size() < points) {
    o.curve.push_back(static_cast<double>(found.count()));
  }
  o.distinct = static_cast<double>(found.count());
  o.size = found.count() == 0 ? 0 : sizes / o.distinct;
  return o;
}

template <class Subject>
outcome rejection(double seconds, std::uint64_t seed) {
  const auto g = Subject::generator();
  tali::choices::random_context context;
  std::uint64_t index = 0;
  return run(seconds, [&](const auto& use) {
    for (int i = 0; i < 2000; ++i) {
      context.restart(100);
      tali::choices::random_source source(tali::choices::rng::stream(seed, index++), context);
      const auto value = g(source);
      if (Subject::valid(value)) {
        use(value);
      }
    }
    return true;
  });
}

template <class Subject>
outcome searched(double seconds, std::uint64_t seed, valid_method method) {
  const auto g = Subject::generator();
  const auto predicate = [](const auto& value) { return Subject::valid(value); };
  tali::learn::valid_options options;
  options.method = method;
  options.rate = Subject::paper_rate;
  options.seed = seed;
  options.patience = 2000;
  tali::valid_sampler sampler(g, predicate, options);
  outcome o = run(seconds, [&](const auto& use) {
    const std::uint64_t until = sampler.attempts() + 1000;
    while (sampler.attempts() < until) {
      if (const auto value = sampler.next()) {
        use(*value);
      } else {
        return !sampler.statistics().exhausted;
      }
    }
    return true;
  });
  o.figures = sampler.statistics().summary();
  return o;
}

/// The ratio of the times at which the competitor and `o` reach the competitor's final number of values.
double times_sooner(const outcome& o, const outcome& rival, double seconds) {
  for (const auto& [time, distinct] : o.steps) {
    if (distinct >= rival.distinct) {
      return seconds / std::max(1e-6, time);
    }
  }
  return o.distinct / std::max(1.0, rival.distinct); // never: less than 1
}

struct row {
  std::string name;
  double all = 0;
  std::vector<outcome> methods; // rejection, gradient, learned: means over seeds
  double sooner_than_rejection = 0;
  double sooner_than_gradient = 0;
  double least_gradient = 0; // of all seeds: values by choice gradient sampling, times rejection
};

void add(outcome& sum, const outcome& o, double seeds) {
  sum.distinct += o.distinct / seeds;
  sum.size += o.size / seeds;
  sum.curve.resize(points);
  for (std::size_t i = 0; i < points; ++i) {
    sum.curve[i] += o.curve[i] / seeds;
  }
  sum.figures = o.figures;
}

constexpr const char* method_names[] = {"rejection", "choice gradient", "learned"};
constexpr const char* colours[] = {"#888888", "#d08030", "#2060c0"};

void draw(const std::string& file, const std::vector<row>& rows, double seconds) {
  std::FILE* out = std::fopen(file.c_str(), "w");
  if (out == nullptr) {
    std::fprintf(stderr, "cannot write %s\n", file.c_str());
    return;
  }
  constexpr int width = 260;
  constexpr int height = 200;
  const int lines = (static_cast<int>(rows.size()) + 3) / 4;
  std::fprintf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
               "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
               4 * width, lines * height + 30);
  for (int m = 0; m < 3; ++m) {
    std::fprintf(out, "<text x=\"%d\" y=\"20\" fill=\"%s\">%s</text>\n", 20 + 130 * m, colours[m], method_names[m]);
  }
  std::fprintf(
      out, "<text x=\"420\" y=\"20\">different valid values (logarithmic) over %.3g s; dashed: all there are</text>\n",
      seconds);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const int x0 = static_cast<int>(r % 4) * width + 45;
    const int y0 = static_cast<int>(r / 4) * height + 45;
    const int w = width - 60;
    const int h = height - 50;
    double most = rows[r].all > 0 && rows[r].all < 1e6 ? rows[r].all : 10;
    for (const outcome& o : rows[r].methods) {
      most = std::max(most, o.distinct);
    }
    const double top = std::ceil(std::log10(most));
    const auto y_of = [&](double v) { return y0 + h - std::log10(std::max(1.0, v)) / top * h; };
    std::fprintf(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", x0, y0 - 6, rows[r].name.c_str());
    std::fprintf(out, "<path d=\"M%d %d v%d h%d\" fill=\"none\" stroke=\"black\"/>\n", x0, y0, h, w);
    for (int p = 0; p <= static_cast<int>(top); ++p) {
      std::fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">10^%d</text>\n", x0 - 4,
                   y_of(std::pow(10, p)) + 4, p);
    }
    if (rows[r].all > 0 && rows[r].all <= std::pow(10, top)) {
      std::fprintf(out, "<path d=\"M%d %.1f h%d\" stroke=\"black\" stroke-dasharray=\"4 3\"/>\n", x0, y_of(rows[r].all),
                   w);
    }
    for (std::size_t m = 0; m < rows[r].methods.size(); ++m) {
      std::fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", colours[m]);
      for (std::size_t i = 0; i < points; ++i) {
        std::fprintf(out, "%.1f,%.1f ", x0 + w * static_cast<double>(i + 1) / points,
                     y_of(rows[r].methods[m].curve[i]));
      }
      std::fprintf(out, "\"/>\n");
    }
  }
  std::fprintf(out, "</svg>\n");
  std::fclose(out);
  std::printf("curves: %s\n", file.c_str());
}

class benchmark {
public:
  benchmark(double seconds, int seeds, std::string only) : seconds_(seconds), seeds_(seeds), only_(std::move(only)) {}

  template <class Subject>
  void measure(double over_rejection, double over_gradient, bool of_the_paper = false) {
    if (!only_.empty() && only_ != Subject::name) {
      return;
    }
    row r{Subject::name, Subject::all, std::vector<outcome>(3)};
    for (int seed = 1; seed <= seeds_; ++seed) {
      const auto s = static_cast<std::uint64_t>(seed);
      const outcome rejected = rejection<Subject>(seconds_, s);
      const outcome by_gradient = searched<Subject>(seconds_, s, valid_method::choice_gradient);
      const outcome learned = searched<Subject>(seconds_, s, valid_method::learned);
      r.sooner_than_rejection += times_sooner(learned, rejected, seconds_) / seeds_;
      r.sooner_than_gradient += times_sooner(learned, by_gradient, seconds_) / seeds_;
      const double ratio = by_gradient.distinct / std::max(1.0, rejected.distinct);
      r.least_gradient = seed == 1 ? ratio : std::min(r.least_gradient, ratio);
      add(r.methods[0], rejected, seeds_);
      add(r.methods[1], by_gradient, seeds_);
      add(r.methods[2], learned, seeds_);
    }
    const double base = std::max(1.0, r.methods[0].distinct);
    const double gradient = std::max(1.0, r.methods[1].distinct);
    const outcome& learned = r.methods[2];
    std::printf("%-10s", r.name.c_str());
    for (const outcome& o : r.methods) {
      std::printf(" %10.0f (%5.2f)", o.distinct, o.size);
    }
    std::printf("  %6.2f %7.1f %7.1f %7.1f %7.1f", r.methods[1].distinct / base, learned.distinct / base,
                learned.distinct / gradient, r.sooner_than_rejection, r.sooner_than_gradient);
    if (r.all > 0) {
      std::printf("   %.0f there are, %.3g %% found", r.all, 100 * learned.distinct / r.all);
    }
    std::printf("\n    %s\n", learned.figures.c_str());
    std::fflush(stdout);
    const auto bound = [&](const char* rival, double distinct, double sooner, double factor) {
      if (factor == 0) {
        return;
      }
      if (r.all > 0 && factor * distinct > r.all) {
        bounds_.at_least(r.name + ": % found of all there are", 100 * std::round(learned.distinct) / r.all, 100);
        bounds_.at_least(r.name + ": as many as " + rival + ", times sooner", sooner, factor);
      } else {
        bounds_.at_least(r.name + ": values, times " + rival, learned.distinct / distinct, factor);
      }
    };
    bound("rejection", base, r.sooner_than_rejection, over_rejection);
    bound("choice gradient sampling", gradient, r.sooner_than_gradient, over_gradient);
    bounds_.at_least(r.name + ": mean size, times that of choice gradient sampling",
                     learned.size / std::max(0.01, r.methods[1].size), 1);
    if (of_the_paper) {
      bounds_.at_least(r.name + ": values by choice gradient sampling, times rejection, least of all seeds",
                       r.least_gradient, 1);
    }
    rows_.push_back(std::move(r));
  }

  int finish(const std::string& svg) {
    if (!svg.empty()) {
      draw(svg, rows_, seconds_);
    }
    return bounds_.exit_code();
  }

private:
  double seconds_;
  int seeds_;
  std::string only_;
  bench::report bounds_;
  std::vector<row> rows_;
};

} // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 5;
  benchmark b(seconds, seeds, argc > 4 ? argv[4] : "");
  std::printf("different valid values in %.3g s of processor time, mean of %d seeds (mean size)\n", seconds, seeds);
  std::printf("%-10s %18s %18s %18s  %6s %7s %7s %15s\n", "", "rejection", "choice gradient", "learned", "cg/rej",
              "l/rej", "l/cg", "as many, sooner");
  b.measure<subjects::bst>(10, 3, true);
  b.measure<subjects::sorted>(10, 3, true);
  b.measure<subjects::avl>(10, 3, true);
  b.measure<subjects::stlc>(5, 3, true);
  b.measure<subjects::red_black>(10, 0);
  b.measure<subjects::sized_heap>(10, 0);
  b.measure<subjects::tags>(10, 0);
  b.measure<subjects::dag>(10, 0);
  return b.finish(argc > 3 ? argv[3] : "");
}
