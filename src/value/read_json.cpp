// SPDX-License-Identifier: BSL-1.0
#include "value/tree_reader.hpp"

#include <tali/value/read_json.hpp>

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace tali::detail {

namespace {

template <class N>
N parsed_integer(const json_reader& in, std::string_view text, N least, N most) {
  N value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    in.fail(fmt::format("{} is not between {} and {}", text, least, most));
  }
  return value;
}

std::string readable_type(std::string_view raw_type) {
  std::string name;
  append_type_name(name, raw_type, false);
  return name;
}

} // namespace

long long read_signed(json_reader& in, long long least, long long most) {
  return parsed_integer(in, in.integer(), least, most);
}

unsigned long long read_unsigned(json_reader& in, unsigned long long most) {
  return parsed_integer(in, in.integer(), 0ULL, most);
}

int128 read_wide(json_reader& in, bool is_signed) {
  const std::string_view text = in.integer();
  const bool negative = text.starts_with('-');
  const uint128 most = is_signed ? (~uint128{0} >> 1U) + (negative ? 1U : 0U) : negative ? uint128{0} : ~uint128{0};
  uint128 value = 0;
  for (const char c : text.substr(negative ? 1 : 0)) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (value > (most - digit) / 10 || digit > most) {
      in.fail(fmt::format("{} does not fit into {} bits", text, 128));
    }
    value = value * 10 + digit;
  }
  return static_cast<int128>(negative ? ~value + 1 : value);
}

double read_floating(json_reader& in, double most) {
  if (in.peek() == '"') {
    const std::string text = in.string();
    if (text == "nan") {
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (text == "inf" || text == "-inf") {
      return std::copysign(std::numeric_limits<double>::infinity(), text == "inf" ? 1 : -1);
    }
    in.fail("expected a number, or one of the strings \"nan\", \"inf\" and \"-inf\"");
  }
  const double value = in.number();
  if (std::abs(value) > most) {
    in.fail("the number is too large");
  }
  return value;
}

unsigned char read_character(json_reader& in) {
  if (in.peek() != '"') {
    return static_cast<unsigned char>(read_unsigned(in, 255));
  }
  const std::string text = in.string();
  if (text.size() != 1) {
    in.fail("expected a string of one character (of one byte), or its number");
  }
  return static_cast<unsigned char>(text.front());
}

json_parts::json_parts(json_reader& in, const product_shape& shape) : in_(in), shape_(shape), after_(in.here()) {
  field_name_reader names(shape.raw_names);
  for (std::size_t i = 0; i < shape.size && !shape.tuple; ++i) {
    names_.push_back(shape.listed != nullptr ? shape.listed[i] : names.next());
  }
  at_.resize(shape.size);
  const bool named = !names_.empty() && !names_.front().empty();
  if (in.peek() == '{' && named) {
    in.object([&](const std::string& name) {
      for (std::size_t i = 0; i < names_.size(); ++i) {
        if (names_[i] == name) {
          at_[i] = in.here();
        }
      }
      in.skip();
    });
  } else if (in.peek() == '[') {
    std::size_t n = 0;
    in.array([&] {
      if (n == shape.size) {
        fail_length(in, shape.size);
      }
      at_[n++] = in.here();
      in.skip();
    });
    if (n != shape.size) {
      fail_length(in, shape.size);
    }
  } else {
    in.fail(named ? "expected an object or an array" : "expected an array");
  }
  after_ = in.here();
}

bool json_parts::go_to(std::size_t i) {
  const std::optional<json_reader::place>& start = at_[i];
  if (!start) {
    return false;
  }
  in_.back_to(*start);
  return true;
}

void json_parts::missing(std::size_t i) const {
  in_.fail(fmt::format("member \"{}\" of {} is missing", names_[i], readable_type(shape_.raw_type)));
}

std::optional<std::size_t> read_enumerator(json_reader& in, const std::string_view* names, std::size_t count) {
  if (in.peek() != '"') {
    return std::nullopt;
  }
  const std::string name = in.string();
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i] == name) {
      return i;
    }
  }
  in.fail(fmt::format("there is no enumerator \"{}\"", name));
}

void fail_length(const json_reader& in, std::size_t wanted) { in.fail(fmt::format("expected an array of {}", wanted)); }

void fail_alternatives(const json_reader& in, std::string_view raw_type) {
  in.fail(fmt::format("no alternative of {} can be read from this", readable_type(raw_type)));
}

std::size_t named_alternative(json_reader& in, const value_type& variant) {
  constexpr auto none = static_cast<std::size_t>(-1);
  if (in.peek() != '{' || variant.form != value_form::variant) {
    return none;
  }
  const json_reader::place start = in.here();
  std::string only;
  std::size_t members = 0;
  in.object([&](const std::string& name) {
    only = name;
    ++members;
    in.skip();
  });
  in.back_to(start);
  std::string name;
  for (std::size_t i = 0; members == 1 && i < variant.part_count; ++i) {
    name.clear();
    append_alternative_name(name, variant, i);
    if (name == only) {
      return i;
    }
  }
  return none;
}

} // namespace tali::detail
