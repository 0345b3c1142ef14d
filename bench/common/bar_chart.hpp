// SPDX-License-Identifier: BSL-1.0
// Bar charts as SVG: one group of bars for each label, one bar for each series.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace bench {

struct bar_series {
  std::string name;
  std::vector<double> values; // one for each label
};

struct bar_chart {
  std::string title;
  std::vector<std::string> labels;
  std::vector<bar_series> series;
  double line = -1; // a horizontal line at this value, if it is positive

  [[nodiscard]] std::string svg() const {
    const double group = std::max(18.0, 14.0 * static_cast<double>(series.size()) + 6);
    const double width = 70 + group * static_cast<double>(labels.size()) + 20;
    const double height = 300;
    const double top = 50;
    const double bottom = 190;
    double largest = line;
    for (const bar_series& s : series) {
      for (const double v : s.values) {
        largest = std::max(largest, v);
      }
    }
    largest = largest > 0 ? largest : 1;
    const auto y = [&](double v) { return bottom - (bottom - top) * v / largest; };
    const auto n = [](double v) { return number(v); };
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + n(width) + " " + n(height) +
                      "\" width=\"" + n(width) + "\" height=\"" + n(height) +
                      "\" font-family=\"sans-serif\" font-size=\"10\">\n";
    out += rectangle(0, 0, width, height, "white", "");
    out += "<text x=\"10\" y=\"18\" font-size=\"13\">" + title + "</text>\n";
    for (std::size_t s = 0; s < series.size(); ++s) {
      const double x = 10 + 150 * static_cast<double>(s);
      out += rectangle(x, 27, 9, 9, color(s), "");
      out += "<text x=\"" + n(x + 12) + "\" y=\"35\">" + series[s].name + "</text>\n";
    }
    for (int i = 0; i <= 4; ++i) {
      const double v = largest * i / 4;
      out += rule(width, y(v), "#ddd");
      out += "<text x=\"50\" y=\"" + n(y(v) + 3) + "\" text-anchor=\"end\">" + n(v) + "</text>\n";
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double x = 60 + group * static_cast<double>(i);
      for (std::size_t s = 0; s < series.size(); ++s) {
        const double v = series[s].values[i];
        out += rectangle(x + 14 * static_cast<double>(s), y(v), 12, bottom - y(v), color(s), n(v));
      }
      out +=
          "<text transform=\"translate(" + n(x + 3) + " " + n(bottom + 8) + ") rotate(60)\">" + labels[i] + "</text>\n";
    }
    if (line > 0) {
      out += rule(width, y(line), "#c00");
    }
    return out + "</svg>\n";
  }

  /// False if the file could not be written.
  [[nodiscard]] bool write(const std::string& path) const {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    if (file == nullptr) {
      return false;
    }
    const std::string text = svg();
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && written;
  }

private:
  static const char* color(std::size_t s) {
    static const char* const colors[] = {"#4477aa", "#ee9933", "#228833", "#aa3377"};
    return colors[s % 4];
  }
  static std::string number(double v) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", v);
    return text;
  }
  static std::string rectangle(double x, double y, double width, double height, const char* fill,
                               const std::string& hint) {
    return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
           number(height) + "\" fill=\"" + fill + "\"><title>" + hint + "</title></rect>\n";
  }
  static std::string rule(double width, double y, const char* stroke) {
    return "<line x1=\"55\" x2=\"" + number(width - 20) + "\" y1=\"" + number(y) + "\" y2=\"" + number(y) +
           "\" stroke=\"" + stroke + "\"/>\n";
  }
};

} // namespace bench
