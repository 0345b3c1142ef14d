// SPDX-License-Identifier: BSL-1.0
// The part of the walk over a value that does not depend on its type, and the bytes of the tree.
#include <tali/value/tree.hpp>

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <sstream>

namespace tali::detail {

namespace {

constexpr std::uint64_t nothing = ~std::uint64_t{0}; // in place of a length

// The padding of a long double is arbitrary; equal values must have equal trees.
constexpr std::size_t used_bytes(const value_type& type) {
  constexpr bool extended = std::numeric_limits<long double>::digits == 64;
  return extended && type.form == value_form::floating && type.size == sizeof(long double) ? 10 : type.size;
}

bool has_fixed_size(const value_type& type) { return type.form <= value_form::address; }

} // namespace

template <class T>
void value_encoder::put(const T& bits) {
  put_bytes(&bits, sizeof(bits));
}

void value_encoder::put_bytes(const void* data, std::size_t size) {
  bytes_.append(static_cast<const char*>(data), size);
}

void value_encoder::value(const value_type& type, const void* v) {
  if (has_fixed_size(type)) {
    const std::size_t used = used_bytes(type);
    put_bytes(v, used);
    bytes_.append(type.size - used, '\0');
    ++least_;
  } else if (type.visit != nullptr) {
    type.visit(*this, type, v);
  } else {
    ++least_;
  }
}

// A character of the text represents at most four units, and an escape represents one.
void value_encoder::text(const value_type& type, const void* characters, std::size_t size) {
  constexpr std::size_t most_units = 4;
  const std::size_t left = full() ? 0 : limits_.max_chars - least_;
  const std::size_t kept = left < size / most_units ? most_units * (left + 1) : size;
  put(std::uint64_t{size});
  put(std::uint64_t{kept});
  put_bytes(characters, kept * type.size);
  least_ += 2 + kept / most_units;
  if (kept < size) {
    cut_ = true;
    least_ = std::max(least_, limits_.max_chars);
  }
}

void value_encoder::no_text() {
  put(nothing);
  ++least_;
}

void visit_c_string(value_visitor& visitor, const value_type& type, const void* p) {
  const char* const text = *static_cast<const char* const*>(p);
  if (text == nullptr)
    visitor.no_text();
  else
    visitor.text(type, text, std::strlen(text));
}

void value_encoder::presence(bool something) {
  put(static_cast<unsigned char>(something));
  ++least_;
}

void value_encoder::inner(const value_type& type, const void* v) {
  const bool pointer = type.form == value_form::pointer;
  if (v == nullptr)
    return presence(false);
  if (pointer &&
      std::find(path_, path_ + std::min(path_size_, longest_path), v) != path_ + std::min(path_size_, longest_path)) {
    put(static_cast<unsigned char>(2));
    cut_ = true;
    ++least_;
    return;
  }
  put(static_cast<unsigned char>(1));
  if (pointer) {
    if (path_size_ < longest_path)
      path_[path_size_] = v;
    ++path_size_;
  }
  value(*type.parts[0], v);
  path_size_ -= pointer ? 1 : 0;
}

bool value_encoder::nest() {
  ++depth_;
  ++least_;
  if (depth_ <= limits_.max_depth)
    return true;
  cut_ = true;
  return false;
}

bool value_encoder::part(std::size_t i) {
  if (full()) {
    cut_ = true;
    return false;
  }
  least_ += i == 0 ? 0 : 2;
  return true;
}

void value_encoder::close() {
  --depth_;
  ++least_;
}

void value_encoder::product(const value_type& type, const void* const* parts) {
  if (type.part_count == 0) {
    least_ += 2;
    return;
  }
  if (nest()) {
    for (std::size_t i = 0; i < type.part_count && part(i); ++i)
      value(*type.parts[i], parts[i]);
  }
  close();
}

void value_encoder::alternative(const value_type& type, std::size_t index, const void* v) {
  if (v == nullptr) {
    put(nothing);
    ++least_;
    return;
  }
  put(std::uint64_t{index});
  value(*type.parts[index], v);
}

bool value_encoder::open(std::size_t n) {
  put(std::uint64_t{n});
  items_ = n;
  if (n == 0) { // no bracket to open
    ++depth_;
    ++least_;
    return false;
  }
  return nest();
}

bool value_encoder::item(std::size_t i) {
  if (i < limits_.max_items)
    return part(i);
  cut_ = true;
  return false;
}

bool value_encoder::entry(const value_type& type, const void* key, const void* v) {
  value(*type.parts[0], key);
  if (full()) {
    cut_ = true;
    return false;
  }
  least_ += 2;
  value(*type.parts[1], v);
  return true;
}

void value_encoder::items(const value_type& type, const void* data, std::size_t size, std::size_t item_size) {
  const value_type& item_type = *type.parts[0];
  const auto* p = static_cast<const char*>(data);
  if (open(size)) {
    if (has_fixed_size(item_type) && used_bytes(item_type) == item_size) {
      const std::size_t left = full() ? 0 : (limits_.max_chars - least_) / 3 + 2; // an item, a comma and a space
      const std::size_t kept = std::min({size, limits_.max_items, left});
      put_bytes(p, kept * item_size);
      least_ += 3 * kept;
      cut_ = cut_ || kept < size;
      if (kept == left)
        least_ = std::max(least_, limits_.max_chars);
      else if (kept > 0)
        least_ -= 2;
    } else {
      for (std::size_t i = 0; i < size && item(i); ++i, p += item_size)
        value(item_type, p);
    }
  }
  close();
}

void value_encoder::put_authored() {
  put(std::uint64_t{authored_.size()});
  bytes_ += authored_;
  least_ += authored_.size();
}

void value_visitor::stream(const void* v, void (*write)(std::ostream&, const void*)) {
  // A value that cannot be printed must not prevent the report of a failure.
  std::string& out = author();
  try {
    std::ostringstream stream;
    stream << std::boolalpha;
    write(stream, v);
    out = stream.view();
  } catch (const std::exception& e) {
    out = "<operator<< threw: ";
    out += e.what();
    out += '>';
  } catch (...) {
    out = "<operator<< threw>";
  }
  put_authored();
}

std::string showing_threw(std::string_view what) {
  std::string text = "<showing it threw: ";
  text += what;
  text += '>';
  return text;
}

void encode_value(value_tree& out, const value_type& type, const void* v, const show_limits& limits) {
  static constexpr value_type text{.form = value_form::authored};
  out.type = &type;
  out.bytes.clear();
  value_encoder e(out.bytes, limits);
  try {
    e.value(type, v);
    out.cut = e.cut();
  } catch (const std::exception& error) {
    const std::string message = showing_threw(error.what());
    const std::uint64_t size = message.size();
    out.type = &text;
    out.bytes.assign(reinterpret_cast<const char*>(&size), sizeof(size));
    out.bytes += message;
    out.cut = false;
  }
}

bool trees_differ(const value_type& type, const void* left, const void* right) {
  const show_limits all;
  std::string a, b;
  value_encoder(a, all).value(type, left);
  value_encoder(b, all).value(type, right);
  return a != b;
}

} // namespace tali::detail
