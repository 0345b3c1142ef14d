// SPDX-License-Identifier: BSL-1.0
#include "command/stats_reader.hpp"

#include <tali/detail/mix.hpp>

#ifdef TALI_HAVE_SIMDJSON

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <simdjson.h>

namespace tali::command {

namespace {

using namespace simdjson;

constexpr std::size_t longest_line = std::size_t{16} << 20U;
constexpr std::size_t block = std::size_t{4} << 20U;

/// The error in a line.
struct invalid_line {
  std::string why;
};

void must(error_code e, const char* what) {
  if (e != SUCCESS) {
    throw invalid_line{fmt::format("{}: {}", what, error_message(e))};
  }
}

/// The kind of a feature is that of its value; [["x", 1], ["y", 2]] is a pair.
feature_value feature_from(const dom::element& value) {
  feature_value out;
  switch (value.type()) {
  case dom::element_type::INT64:
  case dom::element_type::UINT64:
  case dom::element_type::DOUBLE:
    out.what = feature_value::kind::number;
    must(value.get_double().get(out.x), "features");
    break;
  case dom::element_type::STRING:
    must(value.get_string().get(out.text), "features");
    break;
  case dom::element_type::BOOL:
    out.text = bool(value) ? "true" : "false";
    break;
  case dom::element_type::ARRAY: {
    const dom::array both = value;
    if (both.size() == 2 && both.at(0).is_array() && both.at(1).is_array() &&
        both.at(0).at(0).get_string().get(out.x_name) == SUCCESS &&
        both.at(0).at(1).get_double().get(out.x) == SUCCESS &&
        both.at(1).at(0).get_string().get(out.y_name) == SUCCESS &&
        both.at(1).at(1).get_double().get(out.y) == SUCCESS) {
      out.what = feature_value::kind::pair;
    } else {
      out.text = "(a list)";
    }
    break;
  }
  case dom::element_type::OBJECT:
    out.text = "(an object)";
    break;
  default:
    out.text = "(nothing)";
  }
  return out;
}

} // namespace

struct stats_reader::parts {
  parts(std::string file, page_data& data) : name(std::move(file)), into(data) {}

  std::string name;
  page_data& into;
  int fd = -1;
  std::uint64_t number = 0; // of the last line
  std::vector<char> buffer; // the unparsed bytes read so far, with padding for the parser
  std::size_t filled = 0;
  bool skipping = false; // a line that is too long
  dom::parser parser;
  case_line c;

  void line(const char* begin, std::size_t size) {
    ++number;
    if (size > 0 && begin[size - 1] == '\r') {
      --size;
    }
    if (size == 0) {
      return;
    }
    try {
      parse(begin, size);
    } catch (const invalid_line& u) {
      into.add_bad(name, number, u.why);
    } catch (const simdjson_error& e) {
      into.add_bad(name, number, e.what());
    }
  }

  // The parser ignores the bytes after the line, but they must be readable.
  void parse(const char* begin, std::size_t size) {
    c.features.clear();
    c.labels.clear();
    c.coverage.clear();
    c.property = c.reason = c.how = c.representation = {};
    c.has_coverage = c.timed = false;
    c.shrink_step = 0;
    c.run_start = 0;
    c.generate_seconds = c.execute_seconds = 0;
    c.raw = {begin, size};
    dom::object object;
    must(parser.parse(begin, size, false).get_object().get(object), "not a JSON object");
    members m;
    for (const auto& [key, value] : object) {
      member(m, key, value);
    }
    if (m.type == "test_case" || m.type == "example") {
      add_case(m);
    } else if (m.type == "info" || m.type == "alert" || m.type == "error") {
      into.add_message(c.property, c.run_start, {std::string(m.type), std::string(m.title), std::move(m.content)});
    } else {
      throw invalid_line{fmt::format("unknown type '{}'", m.type.substr(0, 40))};
    }
  }

  /// The fields of a line other than those of a case.
  struct members {
    std::string_view type;
    std::string_view status;
    std::string_view title;
    std::string content;
    bool has_status = false;
    bool has_representation = false;
    bool has_property = false;
  };

  void member(members& m, std::string_view key, const dom::element& value) {
    if (key == "type") {
      must(value.get_string().get(m.type), "type");
    } else if (key == "run_start") {
      must(value.get_double().get(c.run_start), "run_start");
    } else if (key == "property") {
      must(value.get_string().get(c.property), "property");
      m.has_property = true;
    } else if (key == "status") {
      must(value.get_string().get(m.status), "status");
      m.has_status = true;
    } else if (key == "status_reason") {
      must(value.get_string().get(c.reason), "status_reason");
    } else if (key == "representation") {
      must(value.get_string().get(c.representation), "representation");
      m.has_representation = true;
    } else if (key == "how_generated") {
      if (!value.is_null()) { // null is allowed
        must(value.get_string().get(c.how), "how_generated");
      }
    } else if (key == "features") {
      dom::object features;
      must(value.get_object().get(features), "features");
      for (const auto& [name_of, v] : features) {
        c.features.emplace_back(name_of, feature_from(v));
      }
    } else if (key == "timing") {
      read_timing(value);
    } else if (key == "coverage" && !value.is_null()) {
      read_coverage(value);
    } else if (key == "metadata") {
      read_metadata(value);
    } else if (key == "title") {
      must(value.get_string().get(m.title), "title");
    } else if (key == "content") {
      std::string_view text;
      m.content = value.get_string().get(text) == SUCCESS ? std::string(text) : minify(value);
    }
  }

  void read_timing(const dom::element& value) {
    dom::object times;
    must(value.get_object().get(times), "timing");
    for (const auto& [part, v] : times) {
      double seconds = 0;
      must(v.get_double().get(seconds), "timing");
      (part.starts_with("generate") ? c.generate_seconds : c.execute_seconds) += seconds;
      c.timed = true;
    }
  }

  void read_coverage(const dom::element& value) {
    dom::object by_file;
    must(value.get_object().get(by_file), "coverage");
    c.has_coverage = true;
    for (const auto& [file, v] : by_file) {
      dom::array lines;
      must(v.get_array().get(lines), "coverage");
      for (const dom::element& l : lines) {
        std::uint64_t at = 0;
        must(l.get_uint64().get(at), "coverage");
        c.coverage.emplace_back(file, static_cast<std::uint32_t>(std::min<std::uint64_t>(at, 10'000'000)));
      }
    }
  }

  /// Metadata of other tools may have any form.
  void read_metadata(const dom::element& value) {
    dom::object metadata;
    if (value.get_object().get(metadata) != SUCCESS) {
      return;
    }
    for (const auto& [what, v] : metadata) {
      dom::array choices;
      std::uint64_t step = 0;
      if (what == "choices" && v.get_array().get(choices) == SUCCESS) {
        for (const dom::element& one : choices) {
          if (std::string_view label; one.get_string().get(label) == SUCCESS) {
            c.labels.push_back(label);
          }
        }
      } else if (what == "shrink_step" && v.get_uint64().get(step) == SUCCESS) {
        c.shrink_step = static_cast<std::uint32_t>(std::min<std::uint64_t>(step, 1'000'000));
      }
    }
  }

  void add_case(const members& m) {
    if (!m.has_property || !m.has_status || !m.has_representation) {
      throw invalid_line{"missing property, status or representation"};
    }
    if (m.status == "passed") {
      c.status = line_status::passed;
    } else if (m.status == "failed") {
      c.status = line_status::failed;
    } else if (m.status == "gave_up" || m.status == "discarded") {
      c.status = line_status::gave_up;
    } else {
      throw invalid_line{
          fmt::format("invalid status '{}': expected passed, failed or gave_up", m.status.substr(0, 40))};
    }
    c.representation_hash = detail::hash_memory(detail::golden_ratio, c.representation.data(), c.representation.size());
    into.run_of(c.property, c.run_start).add(c);
  }
};

stats_reader::stats_reader(std::string file, page_data& into)
    : parts_(std::make_unique<parts>(std::move(file), into)) {}

stats_reader::~stats_reader() {
  if (parts_ != nullptr && parts_->fd >= 0) {
    close(parts_->fd);
  }
}

bool stats_reader::read(std::uint64_t most, bool to_the_end) {
  parts& p = *parts_;
  if (p.fd < 0) {
    p.fd = open(p.name.c_str(), O_RDONLY | O_CLOEXEC);
    if (p.fd < 0) {
      throw std::runtime_error(fmt::format("cannot read '{}': {}", p.name, std::strerror(errno)));
    }
  }
  bool any = false;
  for (std::uint64_t taken = 0; taken < most;) {
    if (p.buffer.size() < p.filled + block + SIMDJSON_PADDING) {
      p.buffer.resize(p.filled + block + SIMDJSON_PADDING);
    }
    const ssize_t got = ::read(p.fd, p.buffer.data() + p.filled, std::min<std::uint64_t>(block, most - taken));
    if (got <= 0) {
      break;
    }
    any = true;
    taken += static_cast<std::uint64_t>(got);
    const std::size_t old = p.filled;
    p.filled += static_cast<std::size_t>(got);
    std::size_t at = 0;
    std::size_t from = old; // there is no newline before this
    while (const void* end = std::memchr(p.buffer.data() + from, '\n', p.filled - from)) {
      const auto stop = static_cast<std::size_t>(static_cast<const char*>(end) - p.buffer.data());
      if (p.skipping) {
        p.skipping = false;
        ++p.number;
        p.into.add_bad(p.name, p.number, fmt::format("longer than {} MiB", longest_line >> 20U));
      } else {
        p.line(p.buffer.data() + at, stop - at);
      }
      at = from = stop + 1;
    }
    if (p.filled - at > longest_line) {
      p.skipping = true;
    }
    if (p.skipping) {
      at = p.filled;
    }
    std::memmove(p.buffer.data(), p.buffer.data() + at, p.filled - at);
    p.filled -= at;
  }
  if (to_the_end && p.filled > 0 && !p.skipping) {
    p.buffer.resize(p.filled + SIMDJSON_PADDING);
    p.line(p.buffer.data(), p.filled);
    p.filled = 0;
    any = true;
  } else if (to_the_end && p.skipping) {
    ++p.number;
    p.into.add_bad(p.name, p.number, fmt::format("longer than {} MiB", longest_line >> 20U));
    p.skipping = false;
  }
  if (any) {
    ++p.into.version;
  }
  return any;
}

} // namespace tali::command

#endif
