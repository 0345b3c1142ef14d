// SPDX-License-Identifier: BSL-1.0
// Two small plots in one SVG: how long documents are, and how often they use each character.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace plot {

struct series {
  std::string name;
  std::string color;
  std::vector<std::string> documents;
};

inline std::array<double, 128> characters(const std::vector<std::string>& documents) {
  std::array<double, 128> share{};
  double total = 0;
  for (const std::string& d : documents) {
    for (const char c : d) {
      share[static_cast<unsigned char>(c) & 127U] += 1;
      total += 1;
    }
  }
  for (double& s : share) {
    s /= std::max(total, 1.0);
  }
  return share;
}

/// The Jensen-Shannon divergence of two distributions, in bits: 0 if they are the same, 1 if they have nothing in
/// common.
inline double divergence(const std::array<double, 128>& p, const std::array<double, 128>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double m = (p[i] + q[i]) / 2;
    sum += p[i] > 0 ? p[i] * std::log2(p[i] / m) / 2 : 0;
    sum += q[i] > 0 ? q[i] * std::log2(q[i] / m) / 2 : 0;
  }
  return sum;
}

inline std::vector<double> lengths(const std::vector<std::string>& documents) {
  std::vector<double> all;
  for (const std::string& d : documents) {
    all.push_back(static_cast<double>(d.size()));
  }
  std::sort(all.begin(), all.end());
  return all;
}
inline double quantile(const std::vector<double>& sorted, double q) {
  return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

inline bool write(const char* path, const std::vector<series>& all) {
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1000\" height=\"640\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"1000\" height=\"640\" fill=\"white\"/>\n";
  const auto text = [&](double x, double y, const std::string& what, const char* more = "") {
    svg += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" " + more + ">" + what + "</text>\n";
  };
  text(40, 24, "Length of documents (bytes, logarithmic): share of documents", "font-size=\"14\"");
  text(40, 334, "Share of each character, by the examples' order", "font-size=\"14\"");
  // Lengths in bins of a factor of 1.5.
  constexpr int bins = 24;
  const auto bin = [](double length) {
    return std::clamp(static_cast<int>(std::log(length / 20) / std::log(1.5)), 0, bins - 1);
  };
  for (std::size_t s = 0; s < all.size(); ++s) {
    std::array<double, bins> share{};
    for (const double length : lengths(all[s].documents)) {
      share[static_cast<std::size_t>(bin(length))] += 1.0 / static_cast<double>(all[s].documents.size());
    }
    std::string line;
    for (int b = 0; b < bins; ++b) {
      line += std::to_string(40 + b * 38) + "," + std::to_string(280 - share[static_cast<std::size_t>(b)] * 240) + " ";
    }
    svg += "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + all[s].color + "\" points=\"" + line + "\"/>\n";
    const double at = 40 + 18.0 * static_cast<double>(s);
    svg += "<rect x=\"780\" y=\"" + std::to_string(at - 10) + "\" width=\"12\" height=\"12\" fill=\"" + all[s].color +
           "\"/>\n";
    text(800, at, all[s].name);
  }
  for (int b = 0; b < bins; b += 4) {
    text(30 + b * 38, 298, std::to_string(static_cast<int>(20 * std::pow(1.5, b))));
  }
  // Characters: those of the first series, most frequent first.
  const auto first = characters(all.front().documents);
  std::vector<int> order;
  for (int c = 33; c < 127; ++c) {
    order.push_back(c);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return first[static_cast<std::size_t>(a)] > first[static_cast<std::size_t>(b)];
  });
  order.resize(60);
  for (std::size_t s = 0; s < all.size(); ++s) {
    const auto share = characters(all[s].documents);
    std::string line;
    for (std::size_t i = 0; i < order.size(); ++i) {
      line += std::to_string(40 + 15 * i) + "," +
              std::to_string(600 - share[static_cast<std::size_t>(order[i])] * 2200) + " ";
    }
    svg += "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + all[s].color + "\" points=\"" + line + "\"/>\n";
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const char c = static_cast<char>(order[i]);
    text(36 + 15.0 * static_cast<double>(i), 618, c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c));
  }
  svg += "</svg>\n";
  std::FILE* out = std::fopen(path, "w");
  if (out == nullptr) {
    return false;
  }
  const bool written = std::fwrite(svg.data(), 1, svg.size(), out) == svg.size();
  return std::fclose(out) == 0 && written;
}

} // namespace plot
