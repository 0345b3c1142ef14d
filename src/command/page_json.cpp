// SPDX-License-Identifier: BSL-1.0
// Runs as JSON for the page. This file assigns the values of a feature to bars: categories by their index, whole
// numbers one per bar while there are few, others in bars of equal width, or of doubling widths if most values are
// small and some are huge. Bars stay fixed while values stay within them, so a page that follows a run needs only the
// new rows.
#include "command/run_data.hpp"

#include "base/base64.hpp"
#include "base/json_text.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>

#include <fmt/format.h>

#ifdef TALI_HAVE_ZLIB
#include <zlib.h>
#endif

namespace tali::command {

namespace {

using detail::append_json_number;
using detail::append_json_string;

constexpr std::uint8_t absent = 255;
constexpr std::uint8_t text_among_numbers = 254;

/// Maps numbers to bars.
struct scale {
  bool doubling = false;
  double low = 0;   // of the first bar
  double width = 1; // of each
  double k = 1;     // the number of bars per octave, if widths double
  double first = 0; // if widths double, the number of the first bar
  int bars = 1;

  [[nodiscard]] double index(double v) const {
    return doubling ? (v < 0 ? -1 : 1) * std::floor(k * std::log2(1 + std::abs(v))) - first
                    : std::floor((v - low) / width);
  }
  [[nodiscard]] std::uint8_t bar(float v) const {
    return static_cast<std::uint8_t>(std::clamp(index(static_cast<double>(v)), 0.0, static_cast<double>(bars - 1)));
  }
};

bool most_are_small(const std::vector<float>& values, double greatest) {
  std::size_t small = 0;
  std::size_t all = 0;
  const std::size_t step = std::max<std::size_t>(1, values.size() / 2000);
  for (std::size_t i = 0; i < values.size(); i += step) {
    if (!std::isnan(values[i])) {
      ++all;
      small += std::abs(static_cast<double>(values[i])) < greatest / 50 ? 1U : 0U;
    }
  }
  return small * 10 > all * 4;
}

scale scale_of(const std::vector<float>& values, float least, float greatest, bool fraction, int most_bars) {
  scale s;
  const double lo = least;
  const double hi = greatest;
  const double far = std::max(std::abs(lo), std::abs(hi));
  if (far > 2000 && most_are_small(values, far)) {
    s.doubling = true;
    const double octaves = std::log2(1 + std::abs(lo)) * (lo < 0 ? 1 : 0) + std::log2(1 + std::abs(hi));
    s.k = 2 * octaves + 4 < most_bars ? 2 : (octaves + 4 < most_bars ? 1 : 0.25);
    const double down = scale{true, 0, 1, s.k, 0, 1}.index(lo);
    const double up = scale{true, 0, 1, s.k, 0, 1}.index(hi);
    s.first = std::floor(down / 8) * 8;
    s.bars = static_cast<int>(std::min<double>(std::ceil((up + 1) / 8) * 8 - s.first, 250));
    return s;
  }
  const double range = hi - lo;
  if (fraction && !(range > 0)) {
    s.width = lo == 0 ? 1 : std::abs(lo) / 10;
  } else if (fraction) {
    double width = std::pow(10, std::floor(std::log10(std::max(range, 1e-300) / 30)));
    for (const double nice : {2.0, 2.5, 2.0}) { // 2, 5, 10 times
      if (range / width > 60) {
        width *= nice;
      }
    }
    s.width = width > 0 && std::isfinite(width) ? width : 1;
  } else {
    s.width = 1;
    while (range / s.width > 0.7 * most_bars) {
      s.width *= 2;
    }
  }
  const double block = (fraction ? 5 : 10) * s.width;
  s.low = std::floor(lo / block) * block;
  s.bars = static_cast<int>(std::min(250.0, std::ceil((std::floor(hi / block) * block + block - s.low) / s.width)));
  s.bars = std::max(s.bars, 1);
  return s;
}

/// Writes bytes to the JSON, compressed if that makes them shorter.
void append_bytes(std::string& out, const std::vector<std::uint8_t>& bytes, bool compress) {
#ifdef TALI_HAVE_ZLIB
  if (compress && bytes.size() > 256) {
    uLongf size = compressBound(bytes.size());
    std::vector<std::uint8_t> packed(size);
    if (compress2(packed.data(), &size, bytes.data(), bytes.size(), 2) == Z_OK && size < bytes.size()) {
      out += "{\"z\":\"";
      detail::append_base64(out, std::span(packed).first(size));
      out += "\"}";
      return;
    }
  }
#else
  static_cast<void>(compress);
#endif
  out += "{\"b\":\"";
  detail::append_base64(out, bytes);
  out += "\"}";
}

void append_number(std::string& out, double v) { append_json_number(out, v); }

void append_scale(std::string& out, const scale& s) {
  if (s.doubling) {
    out += fmt::format("{{\"k\":{},\"first\":{},\"n\":{}}}", s.k, s.first, s.bars);
  } else {
    out += "{\"low\":";
    append_number(out, s.low);
    out += ",\"width\":";
    append_number(out, s.width);
    out += fmt::format(",\"n\":{}}}", s.bars);
  }
}

void append_strings(std::string& out, const std::vector<std::string>& texts, std::size_t most) {
  out += '[';
  for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) {
    if (i > 0) {
      out += ',';
    }
    append_json_string(out, std::string_view(texts[i]).substr(0, detail::cut_at_character(texts[i], 500)));
  }
  out += ']';
}

/// Columns of a run, one after the other.
class column_writer {
public:
  column_writer(std::string& out, const run_data& run, std::uint64_t from, std::string_view epochs,
                std::uint64_t stride, const export_options& options)
      : out_(out), run_(run), from_(from), epochs_(epochs), stride_(stride), options_(options) {}

  template <class Byte>
  void write(std::string_view head, const std::string& epoch, Byte byte) {
    // The epochs from the page are in the order of the columns.
    const std::size_t end = epochs_.find('.');
    const bool known = from_ > 0 && epochs_.substr(0, end) == epoch;
    epochs_ = end == std::string_view::npos ? std::string_view() : epochs_.substr(end + 1);
    const std::uint64_t begin = known ? from_ : 0;
    std::vector<std::uint8_t> bytes;
    bytes.reserve((run_.rows - begin) / stride_ + 1);
    for (std::uint64_t i = begin; i < run_.rows; i += stride_) {
      bytes.push_back(byte(i));
    }
    out_ += first_ ? "{" : ",{";
    first_ = false;
    out_ += head;
    out_ += fmt::format(",\"epoch\":\"{}\",\"from\":{},\"data\":", epoch, begin);
    append_bytes(out_, bytes, !options_.live);
    out_ += '}';
  }

private:
  std::string& out_;
  const run_data& run_;
  std::uint64_t from_;
  std::string_view epochs_;
  std::uint64_t stride_;
  const export_options& options_;
  bool first_ = true;
};

std::string key_of(std::string_view key, std::string_view name, std::string_view type) {
  std::string out = "\"key\":";
  append_json_string(out, key);
  out += ",\"name\":";
  append_json_string(out, name);
  out += ",\"type\":";
  append_json_string(out, type);
  return out;
}

void append_feature(column_writer& columns, const feature_column& f, std::size_t number) {
  const std::string key = fmt::format("f{}", number);
  const auto value = [](const std::vector<float>& v, std::uint64_t i) {
    return i < v.size() ? v[i] : std::numeric_limits<float>::quiet_NaN();
  };
  const auto epoch_of = [](const scale& s) {
    return s.doubling ? fmt::format("d{}_{}_{}", s.k, s.first, s.bars)
                      : fmt::format("l{}_{}_{}", s.low, s.width, s.bars);
  };
  const auto plain = [](std::string text) { // without '.', with which the page joins epochs
    std::replace(text.begin(), text.end(), '.', 'p');
    return text;
  };
  if (f.pairs > 0 && f.pairs >= f.numbers + f.texts) {
    for (const bool x : {true, false}) {
      const std::vector<float>& values = x ? f.values : f.second;
      const scale s = x ? scale_of(values, f.least, f.greatest, f.fraction, 60)
                        : scale_of(values, f.second_least, f.second_greatest, f.second_fraction, 60);
      std::string head = key_of(key + (x ? "x" : "y"), f.name, x ? "pair-x" : "pair-y");
      head += ",\"axis\":";
      append_json_string(head, x ? f.x_name : f.y_name);
      head += ",\"scale\":";
      append_scale(head, s);
      columns.write(head, plain(epoch_of(s)), [&](std::uint64_t i) {
        const float v = value(values, i);
        return std::isnan(v) ? absent : s.bar(v);
      });
    }
    return;
  }
  if (f.numbers > f.texts) {
    const scale s = scale_of(f.values, f.least, f.greatest, f.fraction, 200);
    std::string head = key_of(key, f.name, f.fraction ? "continuous" : "ordinal");
    head += ",\"scale\":";
    append_scale(head, s);
    const bool mixed = f.texts > 0;
    columns.write(head, plain(epoch_of(s)), [&](std::uint64_t i) {
      const float v = value(f.values, i);
      return std::isnan(v) ? absent : (mixed && (v < f.least || v > f.greatest) ? text_among_numbers : s.bar(v));
    });
    return;
  }
  std::string head = key_of(key, f.name, "nominal");
  head += ",\"names\":";
  append_strings(head, f.categories.names(), 251);
  columns.write(head, "n", [&](std::uint64_t i) {
    const float v = value(f.values, i);
    return std::isnan(v) ? absent : static_cast<std::uint8_t>(std::min(v, 250.0F));
  });
}

void append_columns(std::string& out, const run_data& r, std::uint64_t from, std::string_view epochs,
                    std::uint64_t stride, const export_options& options) {
  column_writer columns(out, r, from, epochs, stride, options);
  const auto as_byte = [](auto v) { return static_cast<std::uint8_t>(v); };
  columns.write(key_of("kind", "status", "kind"), "k", [&](std::uint64_t i) { return r.kinds[i]; });
  std::string how = key_of("how", "how generated", "nominal");
  how += ",\"names\":";
  append_strings(how, r.how_names.names(), 251);
  columns.write(how, "h", [&](std::uint64_t i) { return r.hows[i]; });
  std::string reason = key_of("reason", "reasons", "reason");
  reason += ",\"names\":";
  append_strings(reason, r.reason_names.names(), 251);
  columns.write(reason, "r", [&](std::uint64_t i) {
    return r.reasons[i] == 0 ? absent : as_byte(std::min<int>(r.reasons[i] - 1, 250));
  });
  columns.write(key_of("gen", "time to generate", "time"), "t", [&](std::uint64_t i) { return r.generate_times[i]; });
  columns.write(key_of("exec", "time to execute", "time"), "t", [&](std::uint64_t i) { return r.execute_times[i]; });
  for (std::size_t i = 0; i < r.features.size(); ++i) {
    append_feature(columns, r.features[i], i);
  }
}

void append_examples(std::string& out, const run_data& r, std::size_t most_bytes) {
  std::vector<const kept_case*> kept = r.kept();
  std::size_t bytes = 0;
  for (const kept_case* k : kept) {
    bytes += k->line.size();
  }
  // If there is too little room, remove every second case that does not fail, repeatedly.
  while (bytes > most_bytes && kept.size() > 40) {
    std::vector<const kept_case*> fewer;
    bytes = 0;
    bool odd = false;
    for (const kept_case* k : kept) {
      const bool failing = (r.kinds[k->row] & 3U) == 1 && k->line.size() < most_bytes / 20;
      odd = !odd;
      if (failing || odd) {
        fewer.push_back(k);
        bytes += k->line.size();
      }
    }
    if (fewer.size() == kept.size()) {
      break;
    }
    kept = std::move(fewer);
  }
  out += '[';
  bool first = true;
  for (const kept_case* k : kept) {
    out += first ? "" : ",";
    first = false;
    out += fmt::format("{{\"row\":{},\"n\":{},\"line\":", k->row, r.seen.count(k->hash));
    append_json_string(out, k->line); // as a string: the reader has not validated all of it
    out += '}';
  }
  out += ']';
}

/// The source text, if the file is below the folder whose files may be shown.
std::string source_below(const std::string& folder, const std::string& file) {
  std::error_code wrong;
  const std::filesystem::path root = std::filesystem::canonical(folder, wrong);
  if (folder.empty() || wrong) {
    return {};
  }
  const std::filesystem::path path = std::filesystem::canonical(
      std::filesystem::path(file).is_absolute() ? std::filesystem::path(file) : root / file, wrong);
  constexpr std::array<std::string_view, 16> known{".c",   ".cc",  ".cpp", ".cxx", ".h",  ".hh", ".hpp", ".hxx",
                                                   ".ipp", ".inl", ".py",  ".hs",  ".ml", ".rs", ".js",  ".ts"};
  if (wrong || std::find(known.begin(), known.end(), path.extension().string()) == known.end() ||
      std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first != root.end()) {
    return {};
  }
  constexpr std::uintmax_t longest = 400'000;
  if (std::filesystem::file_size(path, wrong) > longest || wrong) {
    return {};
  }
  std::ifstream in(path, std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

void append_coverage(std::string& out, const run_data& r, const export_options& options) {
  out += "{\"series\":[";
  for (std::size_t i = 0; i < r.covered.size(); ++i) {
    out += fmt::format("{}[{},{}]", i > 0 ? "," : "", r.covered[i].first, r.covered[i].second);
  }
  out += fmt::format("],\"passed\":{},\"failed\":{},\"files\":[", r.covered_cases_passed, r.covered_cases_failed);
  bool first = true;
  for (const auto& [file, lines] : r.coverage) {
    out += first ? "{\"name\":" : ",{\"name\":";
    first = false;
    append_json_string(out, file);
    out += ",\"lines\":[";
    bool first_line = true;
    for (const auto& [line, counts] : lines) {
      out += fmt::format("{}[{},{},{}]", first_line ? "" : ",", line, counts.passed, counts.failed);
      first_line = false;
    }
    out += "],\"source\":";
    append_json_string(out, source_below(options.sources, file));
    out += '}';
  }
  out += "]}";
}

void append_choices(std::string& out, const run_data& r) {
  out += "{\"labels\":";
  append_strings(out, r.label_names.names(), 64);
  const auto numbers = [&](const std::vector<std::uint64_t>& v) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      out += fmt::format("{}{}", i > 0 ? "," : "", v[i]);
    }
  };
  out += ",\"cases\":[";
  numbers(r.label_cases);
  out += "],\"uses\":[";
  numbers(r.label_uses);
  out += "],\"pairs\":[";
  bool first = true;
  for (const auto& [pair, count] : r.label_pairs) {
    out += fmt::format("{}[{},{},{}]", first ? "" : ",", pair.first, pair.second, count);
    first = false;
  }
  out += "]}";
}

void append_run(std::string& out, const run_data& r, std::size_t id, std::uint64_t from, std::string_view epochs,
                std::uint64_t stride, const export_options& options, std::size_t example_bytes) {
  out += fmt::format("{{\"id\":{},\"property\":", id);
  append_json_string(out, r.property);
  out += fmt::format(",\"start\":{:.6f},\"rows\":{},\"passed\":{},\"failed\":{},\"gave_up\":{},\"duplicates\":{},"
                     "\"distinct\":{},\"seconds\":{:.6f},\"stride\":{}",
                     r.start, r.rows, r.by_status[0], r.by_status[1], r.by_status[2], r.duplicates, r.seen.distinct(),
                     r.seconds, stride);
  out += ",\"covered\":" + std::to_string(r.covered.empty() ? 0 : r.covered.back().second);
  out += ",\"messages\":[";
  for (std::size_t i = 0; i < r.messages.size(); ++i) {
    out += i > 0 ? ",{\"type\":" : "{\"type\":";
    append_json_string(out, r.messages[i].type);
    out += ",\"title\":";
    append_json_string(out, r.messages[i].title);
    out += ",\"content\":";
    append_json_string(out, r.messages[i].content);
    out += '}';
  }
  out += ']';
  if (options.columns) {
    out += ",\"columns\":[";
    append_columns(out, r, from, epochs, stride, options);
    out += "],\"coverage\":";
    append_coverage(out, r, options);
    out += ",\"choices\":";
    append_choices(out, r);
    if (options.examples) {
      out += ",\"examples\":";
      append_examples(out, r, example_bytes);
    }
  }
  out += '}';
}

} // namespace

std::string run_json(const run_data& run, std::size_t id, std::uint64_t from, std::string_view epochs,
                     const export_options& options) {
  std::string out;
  append_run(out, run, id, from, epochs, 1, options, options.example_bytes);
  return out;
}

std::string page_json(const page_data& data, const export_options& options) {
  std::uint64_t columns = 0;
  for (const auto& r : data.runs()) {
    columns += r->rows * (5 + r->features.size());
  }
  for (std::uint64_t stride = 1;; stride *= 2) {
    std::string out = fmt::format("{{\"format\":1,\"live\":{},\"version\":{},\"files\":", options.live, data.version);
    append_strings(out, data.files, 1000);
    out += fmt::format(",\"bad\":{{\"count\":{},\"samples\":[", data.bad);
    for (std::size_t i = 0; i < data.bad_samples.size(); ++i) {
      out += i > 0 ? ",{\"file\":" : "{\"file\":";
      append_json_string(out, data.bad_samples[i].file);
      out += fmt::format(",\"line\":{},\"why\":", data.bad_samples[i].line);
      append_json_string(out, data.bad_samples[i].why);
      out += '}';
    }
    out += "]},\"runs\":[";
    std::uint64_t total_rows = 1;
    for (const auto& r : data.runs()) {
      total_rows += r->rows;
    }
    for (std::size_t i = 0; i < data.runs().size(); ++i) {
      if (i > 0) {
        out += ',';
      }
      const run_data& r = *data.runs()[i];
      const std::size_t share = options.example_bytes / 2 / data.runs().size() +
                                static_cast<std::size_t>(static_cast<double>(options.example_bytes) / 2 *
                                                         static_cast<double>(r.rows) / static_cast<double>(total_rows));
      append_run(out, r, i, 0, {}, stride, options, share);
    }
    out += "]}";
    if (!options.columns || out.size() < options.budget + options.example_bytes || columns / stride < 1000) {
      return out;
    }
  }
}

} // namespace tali::command
