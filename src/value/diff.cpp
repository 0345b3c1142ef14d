// SPDX-License-Identifier: BSL-1.0
// The lines of a difference.
//
// Both values are taken apart level by level: the visit function of their type passes the parts to a collector. Which
// parts belong together depends on the form: fields by position, items of sequences by alignment (alignment.hpp),
// items of sets and entries of maps by key. Keys are paired if their comparison says that they are equal: first along
// the common beginning and end, then by the bytes of their value trees, then, if few remain, each with each.
#include "tali/value/diff.hpp"

#include "value/alignment.hpp"
#include "value/ellipsis.hpp"
#include "value/tree_reader.hpp"

#include "tali/value/show.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <vector>

namespace tali::detail {

namespace {

bool within_character(std::string_view s, std::size_t at) {
  return at < s.size() && (static_cast<unsigned char>(s[at]) & 0xC0) == 0x80;
}

bool is_narrow_text(const value_type& type) {
  return type.form == value_form::text && type.characters == value_type::narrow;
}

bool has_parts(const value_type& type) { return type.form >= value_form::optional && type.form <= value_form::map; }

/// The parts of one value, by address. Of a map: key, value, key, value...
class part_collector final : public value_visitor {
public:
  using consumer = std::function<void(const part_collector&)>;

  /// Passes the parts of v to `use`. Their addresses are valid only there: fields can be computed for the visit.
  static void collect(const value_type& type, const void* v, const consumer& use) {
    part_collector collector(type, use);
    type.visit(collector, type, v);
    if (!collector.used_)
      use(collector);
  }

  std::vector<const void*> parts;
  std::vector<value_tree> copies; // of items whose addresses are not kept
  std::size_t index = 0;          // of the alternative
  std::string_view characters;

  void value(const value_type& type, const void* v) override {
    if (temporary_)
      encode_value(copies.emplace_back(), type, v, show_limits{});
    else
      parts.push_back(v);
  }
  void text(const value_type&, const void* all, std::size_t size) override {
    characters = {static_cast<const char*>(all), size};
  }
  void inner(const value_type&, const void* v) override { parts.push_back(v); }
  void product(const value_type& type, const void* const* all) override {
    parts.assign(all, all + type.part_count);
    used_ = true;
    use_(*this);
  }
  void alternative(const value_type&, std::size_t i, const void* v) override {
    index = i;
    parts.push_back(v);
  }
  void items(const value_type&, const void* data, std::size_t size, std::size_t item_size) override {
    parts.reserve(size);
    for (std::size_t i = 0; i < size; ++i)
      parts.push_back(static_cast<const std::byte*>(data) + i * item_size);
  }
  bool open(std::size_t) override { return true; }
  bool item(std::size_t) override { return true; }
  bool entry(const value_type&, const void* key, const void* v) override {
    parts.push_back(key);
    parts.push_back(v);
    return true;
  }
  void close() override {}
  // Only values without parts have these.
  void no_text() override {}
  void presence(bool) override {}
  void put_authored() override {}

private:
  part_collector(const value_type& type, const consumer& use) : use_(use), temporary_(type.temporary_items) {}

  const consumer& use_;
  bool used_ = false;
  bool temporary_;
};

/// Passes the parts of both values to `use`.
template <class F>
void with_parts_of_both(const value_type& type, const void* a, const void* b, F use) {
  part_collector::collect(type, a, [&](const part_collector& left) {
    part_collector::collect(type, b, [&](const part_collector& right) { use(left, right); });
  });
}

/// Pairs the keys of two collections: for each of the left the position of an equal key of the right, or unpaired.
class key_pairing {
public:
  static constexpr std::size_t unpaired = static_cast<std::size_t>(-1);

  key_pairing(const value_type& type, std::vector<const void*> left, std::vector<const void*> right)
      : type_(type), left_(std::move(left)), right_(std::move(right)), pair_(left_.size(), unpaired),
        taken_(right_.size(), false) {
    pair_ends();
    pair_by_bytes();
    pair_each_with_each();
  }

  [[nodiscard]] std::size_t pair(std::size_t left) const { return pair_[left]; }
  [[nodiscard]] bool taken(std::size_t right) const { return taken_[right]; }

private:
  bool try_pair(std::size_t i, std::size_t j) {
    if (taken_[j] || type_.differ(left_[i], right_[j]))
      return false;
    pair_[i] = j;
    taken_[j] = true;
    return true;
  }
  void pair_ends() {
    const std::size_t shorter = std::min(left_.size(), right_.size());
    while (first_ < shorter && try_pair(first_, first_))
      ++first_;
    while (behind_ < shorter - first_ && try_pair(left_.size() - 1 - behind_, right_.size() - 1 - behind_))
      ++behind_;
  }
  void pair_by_bytes() {
    std::unordered_map<std::string, std::vector<std::size_t>> positions;
    for (std::size_t j = first_; j + behind_ < right_.size(); ++j)
      positions[bytes_of(right_[j])].push_back(j);
    for (std::size_t i = first_; i + behind_ < left_.size(); ++i) {
      if (const auto found = positions.find(bytes_of(left_[i])); found != positions.end())
        std::any_of(found->second.begin(), found->second.end(), [&](std::size_t j) { return try_pair(i, j); });
    }
  }
  void pair_each_with_each() {
    constexpr std::size_t most_comparisons = 10'000;
    const auto left_over = static_cast<std::size_t>(std::count(pair_.begin(), pair_.end(), unpaired));
    const auto right_over = static_cast<std::size_t>(std::count(taken_.begin(), taken_.end(), false));
    if (left_over == 0 || right_over > most_comparisons / left_over)
      return;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      for (std::size_t j = 0; j < right_.size() && pair_[i] == unpaired; ++j)
        try_pair(i, j);
    }
  }
  std::string bytes_of(const void* key) const {
    value_tree tree;
    encode_value(tree, type_, key, show_limits{});
    return std::move(tree.bytes);
  }

  const value_type& type_;
  std::vector<const void*> left_, right_;
  std::vector<std::size_t> pair_;
  std::vector<bool> taken_;
  std::size_t first_ = 0, behind_ = 0; // paired at the beginning and at the end
};

/// Collects the lines.
class diff_writer {
public:
  explicit diff_writer(const diff_limits& limits) : limits_(limits), show_limits_{.max_chars = limits.max_chars} {}

  void value(const value_type& type, const void* a, const void* b);
  value_difference finish();

private:
  void leaf(const value_type& type, const void* a, const void* b);
  void text(std::string_view left, std::string_view right);
  void by_author(const value_type& type, const value_type& structure, const void* a, const void* b);
  void structure(const value_type& type, const value_type& structure, const void* a, const void* b);
  void product(const value_type& structure, const part_collector& left, const part_collector& right);
  void held(const value_type& type, const value_type& structure, const void* a, const part_collector& left,
            const void* b, const part_collector& right);
  void sequence(const value_type& structure, const part_collector& left, const part_collector& right);
  void copied_items(const std::vector<value_tree>& a, const std::vector<value_tree>& b);
  void set(const value_type& structure, const part_collector& left, const part_collector& right);
  void map(const value_type& structure, const part_collector& left, const part_collector& right);

  void changed(const value_type& type, const void* a, const void* b) { changed(shown(type, a), shown(type, b)); }
  void changed(const std::string& left, const std::string& right);
  void removed(const value_type& type, const void* v) { one_sided('-', shown(type, v)); }
  void added(const value_type& type, const void* v) { one_sided('+', shown(type, v)); }
  void one_sided(char sign, const std::string& shown);
  void line(const std::string& text, bool item = false);
  void narrow_common(bool item);
  std::string shown(const value_type& type, const void* v) const;
  std::string shown(const value_tree& tree) const;

  /// A step into a part; ends when it is destroyed.
  class step {
  public:
    step(diff_writer& d, const std::string& text) : d_(d), size_(d.path_.text.size()) {
      d.path_.steps.push_back(size_);
      d.path_.text += text;
    }
    step(const step&) = delete;
    step& operator=(const step&) = delete;
    ~step() {
      d_.path_.text.resize(size_);
      d_.path_.steps.pop_back();
    }

  private:
    diff_writer& d_;
    std::size_t size_;
  };
  static std::string item_step(std::size_t left, std::size_t right) {
    return '[' + std::to_string(left) + (left == right ? "" : "->" + std::to_string(right)) + ']';
  }
  std::string key_step(const value_type& type, const void* key) const { return '[' + shown(type, key) + ']'; }

  const diff_limits& limits_;
  show_limits show_limits_;
  /// A path and where its steps begin.
  struct path {
    std::string text;
    std::vector<std::size_t> steps;
  };
  path path_;
  path common_; // of all lines so far
  std::string out_;
  std::size_t lines_ = 0;
  std::size_t depth_ = 0;
  bool full_ = false;
};

value_difference diff_writer::finish() {
  if (full_) {
    out_ += ellipsis;
    out_ += " more differences\n";
  }
  if (!out_.empty())
    out_.pop_back();
  return {std::move(out_), full_ ? std::string() : std::move(common_.text)}; // the omitted differences may be anywhere
}

void diff_writer::line(const std::string& text, bool item) {
  if (lines_ == limits_.max_lines) {
    full_ = true;
    return;
  }
  narrow_common(item);
  out_ += text;
  out_ += '\n';
  ++lines_;
}

// If only one side has an item, the path is that of the collection.
void diff_writer::narrow_common(bool item) {
  path here = path_;
  if (item && !here.steps.empty() && here.text[here.steps.back()] == '[') {
    here.text.resize(here.steps.back());
    here.steps.pop_back();
  }
  if (lines_ == 0) {
    common_ = std::move(here);
    return;
  }
  const auto step_at = [](const path& p, std::size_t i) {
    const std::size_t end = i + 1 < p.steps.size() ? p.steps[i + 1] : p.text.size();
    return std::string_view(p.text).substr(p.steps[i], end - p.steps[i]);
  };
  std::size_t same = 0;
  while (same < common_.steps.size() && same < here.steps.size() && step_at(common_, same) == step_at(here, same))
    ++same;
  if (same < common_.steps.size()) {
    common_.text.resize(common_.steps[same]);
    common_.steps.resize(same);
  }
}

std::string diff_writer::shown(const value_type& type, const void* v) const {
  std::string out;
  show_value_to(out, type, v, show_limits_);
  return out;
}

std::string diff_writer::shown(const value_tree& tree) const {
  std::string out;
  append_text(out, tree, show_limits_);
  return out;
}

void diff_writer::one_sided(char sign, const std::string& shown) {
  std::string text{sign, ' '};
  text += path_.text;
  if (!path_.text.empty())
    text += ": ";
  line(text + shown, true);
}

void diff_writer::changed(const std::string& left, const std::string& right) {
  constexpr std::size_t wide = 80;
  std::string text = path_.text;
  if (left == right) {
    if (!path_.text.empty())
      text += ": ";
    line(text + "not equal, but both shown as " + left);
    return;
  }
  bool on_one_line = left.size() + right.size() <= wide && (left + right).find('\n') == std::string::npos;
  if (on_one_line) {
    if (!path_.text.empty())
      text += ": ";
    line(text + left + " -> " + right);
    return;
  }
  std::string indent;
  if (!path_.text.empty()) {
    text += ":\n";
    indent = "  ";
  }
  line(text + indent + "left:  " + left + '\n' + indent + "right: " + right);
}

void diff_writer::leaf(const value_type& type, const void* a, const void* b) {
  if (type.differ(a, b))
    changed(type, a, b);
}

// Short texts are shown whole. Of long ones, the common parts before and after the difference are omitted except for a
// few characters.
void diff_writer::text(std::string_view left, std::string_view right) {
  constexpr std::size_t whole = 40, context = 12, least_saving = 16;
  if (left == right)
    return;
  auto shown_text = [&](std::string_view s) { return show(s, show_limits_); };
  std::size_t shorter = std::min(left.size(), right.size());
  std::size_t before = 0;
  while (before < shorter && left[before] == right[before])
    ++before;
  while (before > 0 && (within_character(left, before) || within_character(right, before)))
    --before;
  std::size_t behind = 0;
  while (behind < shorter - before && left[left.size() - 1 - behind] == right[right.size() - 1 - behind])
    ++behind;
  while (behind > 0 &&
         (within_character(left, left.size() - behind) || within_character(right, right.size() - behind))) {
    --behind;
  }
  if (std::max(left.size(), right.size()) <= whole || before + behind < least_saving) {
    changed(shown_text(left), shown_text(right));
    return;
  }
  std::string text = path_.text;
  if (!path_.text.empty())
    text += ": ";
  std::size_t start = before > context ? before - context : 0;
  while (start > 0 && within_character(left, start))
    --start;
  if (start > 0)
    text += ellipsis;
  if (before > 0)
    text += shown_text(left.substr(start, before - start));
  text += '{';
  text += shown_text(left.substr(before, left.size() - behind - before));
  text += " -> ";
  text += shown_text(right.substr(before, right.size() - behind - before));
  text += '}';
  std::size_t stop = std::min(behind, context);
  while (stop < behind && within_character(left, left.size() - behind + stop))
    ++stop;
  if (behind > 0)
    text += shown_text(left.substr(left.size() - behind, stop));
  if (stop < behind)
    text += ellipsis;
  line(text + " (at " + std::to_string(before) + ")");
}

void diff_writer::value(const value_type& type, const void* a, const void* b) {
  if (full_)
    return;
  const value_type& structure = type.structure != nullptr ? *type.structure : type;
  if (is_narrow_text(type))
    with_parts_of_both(type, a, b, [&](auto& left, auto& right) { text(left.characters, right.characters); });
  else if (!has_parts(structure))
    leaf(type, a, b);
  else if (type.structure != nullptr || type.own_equality)
    by_author(type, structure, a, b);
  else if (depth_ >= limits_.max_depth)
    leaf(type, a, b);
  else
    this->structure(type, structure, a, b);
}

void diff_writer::by_author(const value_type& type, const value_type& structure, const void* a, const void* b) {
  constexpr std::size_t few = 60;
  if (!type.differ(a, b))
    return;
  if (type.structure != nullptr) {
    auto left = shown(type, a), right = shown(type, b);
    if (left.size() <= few && right.size() <= few)
      return changed(left, right);
  }
  // Values that differ by their own comparison may have equal parts: then the whole value is shown.
  auto before = lines_;
  if (depth_ < limits_.max_depth)
    this->structure(type, structure, a, b);
  if (lines_ == before && !full_)
    changed(type, a, b);
}

void diff_writer::structure(const value_type& type, const value_type& structure, const void* a, const void* b) {
  ++depth_;
  with_parts_of_both(structure, a, b, [&](const part_collector& left, const part_collector& right) {
    switch (structure.form) {
    case value_form::optional:
    case value_form::pointer:
    case value_form::variant:
      held(type, structure, a, left, b, right);
      break;
    case value_form::set:
      set(structure, left, right);
      break;
    case value_form::map:
      map(structure, left, right);
      break;
    case value_form::sequence:
      sequence(structure, left, right);
      break;
    default:
      product(structure, left, right);
    }
  });
  --depth_;
}

void diff_writer::product(const value_type& structure, const part_collector& left, const part_collector& right) {
  const product_shape& shape = *structure.shape;
  field_name_reader names(shape.raw_names);
  for (std::size_t i = 0; i < shape.size && !full_; ++i) {
    const std::string_view name = shape.listed != nullptr ? shape.listed[i] : names.next();
    const step into(*this, '.' + (name.empty() ? std::to_string(i) : std::string(name)));
    value(*structure.parts[i], left.parts[i], right.parts[i]);
  }
}

// An optional, a pointer or a variant: the part that it holds is null if it holds none.
void diff_writer::held(const value_type& type, const value_type& structure, const void* a, const part_collector& left,
                       const void* b, const part_collector& right) {
  const void *const x = left.parts[0], *const y = right.parts[0];
  if (x != nullptr && y != nullptr && left.index == right.index)
    value(*structure.parts[left.index], x, y);
  else if (x != y)
    changed(type, a, b);
}

void diff_writer::sequence(const value_type& structure, const part_collector& left, const part_collector& right) {
  if (structure.temporary_items)
    return copied_items(left.copies, right.copies);
  const value_type& type = *structure.parts[0];
  for (const differing_stretch& s : align(left.parts, right.parts, type.differ)) {
    std::size_t i = s.left_begin, j = s.right_begin;
    for (; i < s.left_end && j < s.right_end && !full_; ++i, ++j) {
      const step into(*this, item_step(i, j));
      value(type, left.parts[i], right.parts[j]);
    }
    for (; i < s.left_end && !full_; ++i) {
      const step into(*this, item_step(i, i));
      removed(type, left.parts[i]);
    }
    for (; j < s.right_end && !full_; ++j) {
      const step into(*this, item_step(j, j));
      added(type, right.parts[j]);
    }
  }
}

// Items made by an iterator (vector<bool>) are compared one by one, by their trees.
void diff_writer::copied_items(const std::vector<value_tree>& a, const std::vector<value_tree>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()) && !full_; ++i) {
    const step into(*this, item_step(i, i));
    if (i >= b.size())
      one_sided('-', shown(a[i]));
    else if (i >= a.size())
      one_sided('+', shown(b[i]));
    else if (a[i].bytes != b[i].bytes)
      changed(shown(a[i]), shown(b[i]));
  }
}

void diff_writer::set(const value_type& structure, const part_collector& left, const part_collector& right) {
  if (structure.temporary_items)
    return copied_items(left.copies, right.copies);
  const value_type& type = *structure.parts[0];
  const key_pairing pairs(type, left.parts, right.parts);
  for (std::size_t i = 0; i < left.parts.size() && !full_; ++i) {
    if (pairs.pair(i) == key_pairing::unpaired)
      removed(type, left.parts[i]);
  }
  for (std::size_t j = 0; j < right.parts.size() && !full_; ++j) {
    if (!pairs.taken(j))
      added(type, right.parts[j]);
  }
}

void diff_writer::map(const value_type& structure, const part_collector& left, const part_collector& right) {
  const auto keys_of = [](const part_collector& entries) {
    std::vector<const void*> keys;
    for (std::size_t i = 0; i < entries.parts.size(); i += 2)
      keys.push_back(entries.parts[i]);
    return keys;
  };
  const value_type& key_type = *structure.parts[0];
  const value_type& type = *structure.parts[1];
  const key_pairing pairs(key_type, keys_of(left), keys_of(right));
  for (std::size_t i = 0; i < left.parts.size() / 2 && !full_; ++i) {
    const step into(*this, key_step(key_type, left.parts[2 * i]));
    if (const std::size_t j = pairs.pair(i); j == key_pairing::unpaired)
      removed(type, left.parts[2 * i + 1]);
    else
      value(type, left.parts[2 * i + 1], right.parts[2 * j + 1]);
  }
  for (std::size_t j = 0; j < right.parts.size() / 2 && !full_; ++j) {
    if (pairs.taken(j))
      continue;
    const step into(*this, key_step(key_type, right.parts[2 * j]));
    added(type, right.parts[2 * j + 1]);
  }
}

} // namespace

value_difference find_differences(const value_type& type, const void* left, const void* right,
                                  const diff_limits& limits) {
  diff_writer d(limits);
  d.value(type, left, right);
  return d.finish();
}

} // namespace tali::detail
