// SPDX-License-Identifier: BSL-1.0
#include "stats/value_json.hpp"

#include "base/json_text.hpp"

namespace tali::detail {

namespace {

class json_form_writer {
public:
  json_form_writer(std::string& out, std::string_view bytes) : out_(out), in_(bytes) {}

  void value(const value_type& type) {
    switch (type.form) {
    case value_form::boolean:
    case value_form::floating:
    case value_form::integer:
      return number(type);
    case value_form::byte:
      return append_json_number(out_, std::uint64_t{in_.take<unsigned char>()});
    case value_form::null:
      out_ += "null";
      return;
    case value_form::character:
      return characters(type, in_.take_bytes(type.size));
    case value_form::text:
    case value_form::c_string: {
      const tree_reader::text text = in_.take_text(type);
      if (text.null) {
        out_ += "null";
        return;
      }
      return characters(type, text.bytes);
    }
    case value_form::authored:
      return append_json_string(out_, in_.take_authored());
    case value_form::optional:
    case value_form::pointer:
      return nullable(type);
    case value_form::tuple:
    case value_form::fields:
      return product(type);
    case value_form::variant:
      return variant(type);
    case value_form::sequence:
    case value_form::set:
      return list(type);
    case value_form::map:
      return map(type);
    default:
      return as_text(type);
    }
  }

private:
  /// The text of a value that has no JSON form.
  void as_text(const value_type& type) {
    scratch_.clear();
    append_leaf(scratch_, type, in_);
    if (scratch_ == "nullptr") { // a null pointer
      out_ += "null";
    } else {
      append_json_string(out_, scratch_);
    }
  }

  /// JSON has no infinities, and integers of many digits do not fit into the numbers of most readers.
  void number(const value_type& type) {
    constexpr std::size_t most_digits = 18;
    const std::size_t begin = out_.size();
    append_leaf(out_, type, in_);
    const bool too_long = type.form == value_form::integer && out_.size() - begin > most_digits;
    const bool not_finite = type.form == value_form::floating && out_.find('n', begin) != std::string::npos;
    if (too_long || not_finite) {
      out_.insert(begin, 1, '"');
      out_ += '"';
    }
  }

  void characters(const value_type& type, std::string_view bytes) {
    if (type.size == 1) {
      return append_json_string(out_, bytes);
    }
    scratch_.clear();
    append_utf8(scratch_, type, bytes);
    append_json_string(out_, scratch_);
  }

  /// A value that can itself be null is wrapped in an object: an empty optional differs from one that holds a null.
  void nullable(const value_type& type) {
    if (in_.take_presence() == tree_reader::presence::none) {
      out_ += "null";
      return;
    }
    if (!type.nested) {
      return value(*type.parts[0]);
    }
    out_ += type.form == value_form::pointer ? "{\"pointer\":" : "{\"optional\":";
    value(*type.parts[0]);
    out_ += '}';
  }

  void product(const value_type& type) {
    const product_shape& shape = *type.shape;
    field_name_reader names(shape.raw_names);
    const auto name = [&](std::size_t i) { return shape.listed != nullptr ? shape.listed[i] : names.next(); };
    std::string_view next = shape.size > 0 ? name(0) : std::string_view();
    const bool named = !shape.tuple && (shape.size == 0 || !next.empty());
    out_ += named ? '{' : '[';
    for (std::size_t i = 0; i < shape.size; ++i) {
      if (i > 0) {
        out_ += ',';
        next = name(i);
      }
      if (named) {
        append_json_string(out_, next);
        out_ += ':';
      }
      value(*type.parts[i]);
    }
    out_ += named ? '}' : ']';
  }

  void variant(const value_type& type) {
    const std::size_t i = in_.take_alternative(type);
    if (i == type.part_count) {
      out_ += "null";
      return;
    }
    scratch_.clear();
    append_alternative_name(scratch_, type, i);
    out_ += '{';
    append_json_string(out_, scratch_);
    out_ += ':';
    value(*type.parts[i]);
    out_ += '}';
  }

  void list(const value_type& type) {
    const value_type& item = *type.parts[0];
    const bool integers = item.form == value_form::integer && item.size <= 4; // of few digits
    const std::size_t n = in_.take_size();
    out_ += '[';
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) {
        out_ += ',';
      }
      integers ? append_integer(out_, item, in_) : value(item);
    }
    out_ += ']';
  }

  /// An object if the keys are texts, otherwise a list of pairs.
  void map(const value_type& type) {
    const bool object = type.parts[0]->form == value_form::text;
    const std::size_t n = in_.take_size();
    out_ += object ? '{' : '[';
    for (std::size_t i = 0; i < n; ++i) {
      out_ += i > 0 ? "," : "";
      out_ += object ? "" : "[";
      value(*type.parts[0]);
      out_ += object ? ':' : ',';
      value(*type.parts[1]);
      out_ += object ? "" : "]";
    }
    out_ += object ? '}' : ']';
  }

  std::string& out_;
  tree_reader in_;
  std::string scratch_;
};

} // namespace

void append_value_json(std::string& out, const value_tree_view& tree) {
  json_form_writer(out, tree.bytes).value(*tree.type);
}

} // namespace tali::detail
