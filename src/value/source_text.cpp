// SPDX-License-Identifier: BSL-1.0
#include "value/source_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tali::detail {

namespace {

struct integer_literal {
  std::string_view type;
  std::string_view suffix;
  bool cast;              // the type has no literals of its own
  std::string_view least; // has no literal
};
constexpr std::array integer_literals{
    integer_literal{"int", "", false, "-2147483648"},
    integer_literal{"unsigned int", "U", false, ""},
    integer_literal{"long", "L", false, "-9223372036854775808"},
    integer_literal{"unsigned long", "UL", false, ""},
    integer_literal{"long long", "LL", false, "-9223372036854775808"},
    integer_literal{"unsigned long long", "ULL", false, ""},
    integer_literal{"short", "", true, ""},
    integer_literal{"unsigned short", "", true, ""},
    integer_literal{"signed char", "", true, ""},
    integer_literal{"unsigned char", "", true, ""},
};

constexpr std::array<std::string_view, 9> lists{"std::array",         "std::vector",       "std::deque",
                                                "std::list",          "std::set",          "std::multiset",
                                                "std::unordered_set", "std::forward_list", "std::unordered_multiset"};
constexpr std::array<std::string_view, 4> maps{"std::map", "std::multimap", "std::unordered_map",
                                               "std::unordered_multimap"};
constexpr std::array<std::string_view, 10> texts{
    "std::string",      "std::wstring",      "std::u8string",      "std::u16string",      "std::u32string",
    "std::string_view", "std::wstring_view", "std::u8string_view", "std::u16string_view", "std::u32string_view"};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string name_of(const value_type& type) {
  std::string name;
  append_type_name(name, type.raw_name, true);
  return name;
}

/// std::vector of std::vector<int>.
std::string_view template_of(std::string_view type) { return type.substr(0, type.find('<')); }

class source_writer {
public:
  explicit source_writer(std::string_view bytes) : in_(bytes) {}

  /// Appends one value. False if there is no source for it.
  bool value(const value_type& type) {
    const std::string name = name_of(type);
    switch (type.form) {
    case value_form::boolean:
      append_leaf(out_, type, in_);
      return true;
    case value_form::character:
      append_literal(out_, type, in_.take_bytes(type.size), '\'');
      return true;
    case value_form::integer:
      return integer(type, name);
    case value_form::floating:
      return floating(type);
    case value_form::byte:
      return wrapped("std::byte{", type, "}");
    case value_form::enumeration:
      return enumerator(type, name);
    case value_form::null:
      out_ += "nullptr";
      return true;
    case value_form::text:
      return text(type, name);
    case value_form::optional:
    case value_form::pointer:
      return nullable(type, name);
    case value_form::tuple:
      return tuple(type, name);
    case value_form::fields:
      return fields(type, name);
    case value_form::variant:
      return variant(type, name);
    case value_form::sequence:
    case value_form::set:
      return list(type, name);
    case value_form::map:
      return map(type, name);
    case value_form::duration:
    case value_form::time_point:
      return name.starts_with("std::chrono::") && around(name + "(", *type.parts[0], ")");
    default:
      return false;
    }
  }

  std::string take() { return std::move(out_); }

private:
  bool wrapped(std::string_view before, const value_type& leaf, std::string_view after) {
    out_ += before;
    append_leaf(out_, leaf, in_);
    out_ += after;
    return true;
  }
  bool around(std::string_view before, const value_type& inner, std::string_view after) {
    out_ += before;
    const bool fine = value(inner);
    out_ += after;
    return fine;
  }

  bool integer(const value_type& type, std::string_view name) {
    const auto* const literal = std::find_if(integer_literals.begin(), integer_literals.end(),
                                             [&](const integer_literal& i) { return i.type == name; });
    if (literal == integer_literals.end())
      return false;
    std::string digits;
    append_leaf(digits, type, in_);
    if (literal->cast) {
      out_ += "static_cast<";
      out_ += name;
      out_ += ">(" + digits + ')';
    } else if (digits == literal->least) { // the minus would apply to a number that is out of range by one
      --digits.back();
      out_ += '(' + digits;
      out_ += literal->suffix;
      out_ += " - 1)";
    } else {
      out_ += digits;
      out_ += literal->suffix;
    }
    return true;
  }

  bool floating(const value_type& type) {
    std::string digits;
    append_leaf(digits, type, in_);
    if (digits.find('n') != std::string::npos) // nan and inf
      return false;
    out_ += digits;
    out_ += type.size == sizeof(float) ? "F" : type.size == sizeof(double) ? "" : "L";
    return true;
  }

  bool enumerator(const value_type& type, const std::string& name) {
    tree_reader number = in_;
    const std::string_view enumerator = type.enumerator(in_.take_value(type));
    if (!enumerator.empty()) {
      out_ += name + "::";
      out_ += enumerator;
      return true;
    }
    out_ += "static_cast<" + name + ">(";
    const std::int64_t value = number.take_integer(type);
    out_ += type.is_signed ? std::to_string(value) : std::to_string(static_cast<std::uint64_t>(value));
    out_ += ')';
    return true;
  }

  /// A zero would end the text unless its length is given.
  bool text(const value_type& type, const std::string& name) {
    if (!contains(texts, name))
      return false;
    const tree_reader::text text = in_.take_text(type);
    out_ += name + '(';
    append_literal(out_, type, text.bytes, '"');
    bool zero = false;
    for (std::size_t i = 0; i < text.bytes.size(); i += type.size)
      zero = zero || text.bytes.substr(i, type.size).find_first_not_of('\0') == std::string_view::npos;
    if (zero)
      out_ += ", " + std::to_string(text.size);
    out_ += ')';
    return true;
  }

  bool nullable(const value_type& type, const std::string& name) {
    const std::string_view kind = template_of(name);
    const bool there = in_.take_presence() == tree_reader::presence::there;
    if (kind == "std::optional") {
      if (there)
        return around(name + '(', *type.parts[0], ")");
      out_ += name + "(std::nullopt)";
      return true;
    }
    const std::string inside = name_of(*type.parts[0]);
    const bool unique = name == "std::unique_ptr<" + inside + '>';
    if (!unique && name != "std::shared_ptr<" + inside + '>')
      return false;
    move_only_ = move_only_ || unique;
    if (there)
      return around((unique ? "std::make_unique<" : "std::make_shared<") + inside + ">(", *type.parts[0], ")");
    out_ += name + "(nullptr)";
    return true;
  }

  template <class Part>
  bool parts(std::size_t n, const Part& part) {
    for (std::size_t i = 0; i < n; ++i) {
      out_ += i > 0 ? ", " : "";
      if (!part(i))
        return false;
    }
    return true;
  }

  bool tuple(const value_type& type, const std::string& name) {
    if (template_of(name) != "std::pair" && template_of(name) != "std::tuple")
      return false;
    out_ += name + '(';
    const bool fine = parts(type.part_count, [&](std::size_t i) { return value(*type.parts[i]); });
    out_ += ')';
    return fine;
  }

  bool fields(const value_type& type, const std::string& name) {
    const product_shape& shape = *type.shape;
    if (shape.listed != nullptr || name.find("<lambda") != std::string::npos)
      return false;
    field_name_reader names(shape.raw_names);
    out_ += name + '{';
    const bool fine = parts(shape.size, [&](std::size_t i) {
      const std::string_view field = names.next();
      out_ += '.';
      out_ += field;
      out_ += " = ";
      const value_type& part = *type.parts[i];
      return !field.empty() && (is_array(part) ? items(part) : value(part));
    });
    out_ += '}';
    return fine;
  }

  bool variant(const value_type& type, const std::string& name) {
    const std::size_t i = in_.take_alternative(type);
    return template_of(name) == "std::variant" && i < type.part_count &&
           around(name + "(std::in_place_index<" + std::to_string(i) + ">, ", *type.parts[i], ")");
  }

  bool list(const value_type& type, const std::string& name) {
    if (!contains(lists, template_of(name)))
      return false;
    out_ += name;
    const bool moved_before = std::exchange(move_only_, false);
    const bool fine = items(type);
    const bool copied = template_of(name) != "std::array"; // from an initialiser list
    const bool possible = fine && !(copied && move_only_);
    move_only_ = move_only_ || moved_before;
    return possible;
  }

  /// Arrays of the language have items, but no expression of their type.
  static bool is_array(const value_type& type) {
    return type.form == value_form::sequence && name_of(type).ends_with(']');
  }
  bool items(const value_type& type) {
    const std::size_t n = in_.take_size();
    const value_type& item = *type.parts[0];
    out_ += '{';
    const bool fine = parts(n, [&](std::size_t) { return is_array(item) ? items(item) : value(item); });
    out_ += '}';
    return fine;
  }

  bool map(const value_type& type, const std::string& name) {
    if (!contains(maps, template_of(name)))
      return false;
    const bool moved_before = std::exchange(move_only_, false);
    out_ += name + '{';
    const bool fine = parts(in_.take_size(), [&](std::size_t) {
      return around("{", *type.parts[0], ", ") && around("", *type.parts[1], "}");
    });
    out_ += '}';
    const bool possible = fine && !move_only_;
    move_only_ = move_only_ || moved_before;
    return possible;
  }

  tree_reader in_;
  std::string out_;
  bool move_only_ = false; // the value written last cannot be copied
};

} // namespace

std::string source_text(const value_tree_view& tree) {
  if (tree.cut || tree.type == nullptr)
    return {};
  source_writer w(tree.bytes);
  return w.value(*tree.type) ? w.take() : std::string();
}

} // namespace tali::detail
