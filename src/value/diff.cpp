// SPDX-License-Identifier: BSL-1.0
// The lines of a difference, and the alignment of sequences.
//
// Alignment: E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986), the greedy form that finds a
// shortest edit script, after equal beginnings and ends are set aside. It takes O((n + m) d) comparisons and O(d^2)
// memory for d edits; values that need more than 400 edits have so little in common that their items are compared one
// by one.
#include "value/ellipsis.hpp"

#include "tali/value/diff.hpp"

#include <algorithm>
#include <vector>

namespace tali::detail {

namespace {

bool within_character(std::string_view s, std::size_t at) {
  return at < s.size() && (static_cast<unsigned char>(s[at]) & 0xC0) == 0x80;
}

} // namespace

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

// If only one side has an item, the collection counts as changed.
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

std::string diff_writer::shown(const diff_operations& type, const void* v) const {
  std::string out;
  show_value_to(out, *type.type, v, show_limits_);
  return out;
}

void diff_writer::one_sided(char sign, const diff_operations& type, const void* v) {
  std::string text{sign, ' '};
  text += path_.text;
  if (!path_.text.empty())
    text += ": ";
  line(text + shown(type, v), true);
}

void diff_writer::changed(const diff_operations& type, const void* a, const void* b) {
  changed(shown(type, a), shown(type, b));
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

void diff_writer::leaf(const diff_operations& type, const void* a, const void* b) {
  if (!full_ && type.differ(a, b))
    changed(type, a, b);
}

// Short texts are shown whole. Of long ones, the common parts before and after the difference are omitted except for a
// few characters.
void diff_writer::text(std::string_view left, std::string_view right) {
  constexpr std::size_t whole = 40, context = 12, least_saving = 16;
  if (full_ || left == right)
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

void diff_writer::by_author(const diff_operations& type, bool shown_by_author, const void* a, const void* b,
                            void (*structure)(diff_writer&, const void*, const void*)) {
  constexpr std::size_t few = 60;
  if (full_ || !type.differ(a, b))
    return;
  if (shown_by_author) {
    auto left = shown(type, a), right = shown(type, b);
    if (left.size() <= few && right.size() <= few)
      return changed(left, right);
  }
  // Values that differ by their own comparison may have equal parts: then the whole value is shown.
  auto before = lines_;
  if (depth_ < limits_.max_depth) {
    ++depth_;
    structure(*this, a, b);
    --depth_;
  }
  if (lines_ == before && !full_)
    changed(type, a, b);
}

void diff_writer::deeper(const diff_operations& type, const void* a, const void* b,
                         void (*structure)(diff_writer&, const void*, const void*)) {
  if (full_)
    return;
  if (depth_ >= limits_.max_depth)
    return leaf(type, a, b);
  ++depth_;
  structure(*this, a, b);
  --depth_;
}

void diff_writer::product(const product_shape& shape, const diff_operations* const* types, const void* const* a,
                          const void* const* b) {
  field_name_reader names(shape.raw_names);
  for (std::size_t i = 0; i < shape.size && !full_; ++i) {
    step into(*this, shape.listed != nullptr ? shape.listed[i] : names.next(), i);
    types[i]->diff(*this, a[i], b[i]);
  }
}

void diff_writer::nullable(const diff_operations& type, const void* a, const void* b, const diff_operations& inner_type,
                           const void* inner_a, const void* inner_b) {
  if (inner_a != nullptr && inner_b != nullptr)
    inner_type.diff(*this, inner_a, inner_b);
  else if (inner_a != inner_b)
    changed(type, a, b);
}

void diff_writer::sequence(sequence_alignment& items, const diff_operations& item_type) {
  items.align(item_type.differ);
  while (!full_ && items.next()) {
    std::size_t i = items.left_begin, j = items.right_begin;
    for (; i < items.left_end && j < items.right_end && !full_; ++i, ++j) {
      step into(*this, i, j);
      item_type.diff(*this, items.left(i), items.right(j));
    }
    for (; i < items.left_end && !full_; ++i) {
      step into(*this, i, i);
      removed(item_type, items.left(i));
    }
    for (; j < items.right_end && !full_; ++j) {
      step into(*this, j, j);
      added(item_type, items.right(j));
    }
  }
}

void diff_writer::contiguous(const diff_operations& item_type, std::size_t item_size, const void* a, std::size_t a_size,
                             const void* b, std::size_t b_size) {
  sequence_alignment items;
  for (std::size_t i = 0; i < a_size; ++i)
    items.add_left(static_cast<const std::byte*>(a) + i * item_size);
  for (std::size_t i = 0; i < b_size; ++i)
    items.add_right(static_cast<const std::byte*>(b) + i * item_size);
  sequence(items, item_type);
}

diff_writer::step::~step() {
  d_.path_.text.resize(size_);
  d_.path_.steps.pop_back();
}

diff_writer::step::step(diff_writer& d, std::size_t left, std::size_t right) : d_(d), size_(d.path_.text.size()) {
  d.path_.steps.push_back(size_);
  d.path_.text += '[';
  d.path_.text += std::to_string(left);
  if (left != right) {
    d.path_.text += "->";
    d.path_.text += std::to_string(right);
  }
  d.path_.text += ']';
}

diff_writer::step::step(diff_writer& d, const diff_operations& key_type, const void* key)
    : d_(d), size_(d.path_.text.size()) {
  d.path_.steps.push_back(size_);
  d.path_.text += '[';
  d.path_.text += d.shown(key_type, key);
  d.path_.text += ']';
}

diff_writer::step::step(diff_writer& d, std::string_view field, std::size_t index) : d_(d), size_(d.path_.text.size()) {
  d.path_.steps.push_back(size_);
  d.path_.text += '.';
  if (field.empty())
    d.path_.text += std::to_string(index);
  else
    d.path_.text += field;
}

bool trees_differ(const value_type& type, const void* a, const void* b) {
  const show_limits all;
  std::string left, right;
  value_encoder(left, all).value(type, a);
  value_encoder(right, all).value(type, b);
  return left != right;
}

struct sequence_alignment::state {
  struct stretch {
    std::size_t left_begin, left_end, right_begin, right_end;
  };

  std::vector<const void*> left, right;
  std::vector<stretch> stretches; // in order
  std::size_t next = 0;

  void add(std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
    if (i == i_end && j == j_end)
      return;
    if (!stretches.empty() && stretches.back().left_end == i && stretches.back().right_end == j) {
      stretches.back().left_end = i_end;
      stretches.back().right_end = j_end;
    } else {
      stretches.push_back({i, i_end, j, j_end});
    }
  }
};

sequence_alignment::sequence_alignment() : state_(new state) {}
sequence_alignment::~sequence_alignment() { delete state_; }
void sequence_alignment::add_left(const void* item) { state_->left.push_back(item); }
void sequence_alignment::add_right(const void* item) { state_->right.push_back(item); }
const void* sequence_alignment::left(std::size_t i) const { return state_->left[i]; }
const void* sequence_alignment::right(std::size_t i) const { return state_->right[i]; }

bool sequence_alignment::next() {
  if (state_->next == state_->stretches.size())
    return false;
  const auto& s = state_->stretches[state_->next++];
  left_begin = s.left_begin;
  left_end = s.left_end;
  right_begin = s.right_begin;
  right_end = s.right_end;
  return true;
}

// long: the way forward and the way back use the same rows and the same best_way.
void sequence_alignment::align(bool (*differ)(const void*, const void*)) {
  auto equal = [&](const void* x, const void* y) { return !differ(x, y); };
  const auto& a = state_->left;
  const auto& b = state_->right;
  std::size_t first = 0, a_end = a.size(), b_end = b.size();
  while (first < a_end && first < b_end && equal(a[first], b[first]))
    ++first;
  while (a_end > first && b_end > first && equal(a[a_end - 1], b[b_end - 1]))
    --a_end, --b_end;

  using index = std::ptrdiff_t;
  const auto n = static_cast<index>(a_end - first), m = static_cast<index>(b_end - first);
  if (n == 0 || m == 0) {
    state_->add(first, a_end, first, b_end);
    return;
  }

  // rows[d][k + d]: the furthest position in a on diagonal k (k = x - y) with d edits, -1 if unreachable.
  constexpr index most_edits = 400;
  std::vector<std::vector<index>> rows;

  // The best path to diagonal k with d edits: the item of a before x removed, or the item of b before y added.
  struct way {
    index x;
    bool removal;
  };
  auto best_way = [&](index d, index k) -> way {
    auto before = [&](index diagonal) -> index {
      if (diagonal < -(d - 1) || diagonal > d - 1)
        return -1;
      return rows[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
    };
    index removal = before(k - 1) < 0 || before(k - 1) + 1 > n ? -1 : before(k - 1) + 1;
    index addition = before(k + 1) < 0 || before(k + 1) - k > m ? -1 : before(k + 1);
    return removal > addition ? way{removal, true} : way{addition, false};
  };

  bool found = false;
  for (index d = 0; d <= std::min(n + m, most_edits) && !found; ++d) {
    std::vector<index> row(static_cast<std::size_t>(2 * d + 1), -1);
    for (index k = -d; k <= d && !found; k += 2) {
      index x = d == 0 ? 0 : best_way(d, k).x;
      if (x < 0)
        continue;
      index y = x - k;
      while (x < n && y < m && equal(a[first + static_cast<std::size_t>(x)], b[first + static_cast<std::size_t>(y)])) {
        ++x, ++y;
      }
      row[static_cast<std::size_t>(k + d)] = x;
      found = x == n && y == m;
    }
    rows.push_back(std::move(row));
  }
  if (!found) {
    state_->add(first, a_end, first, b_end);
    return;
  }

  // Back along the path, then the edits in order.
  struct edit {
    index x, y;
    bool removal;
  };
  std::vector<edit> edits;
  index diagonal = n - m;
  for (auto d = static_cast<index>(rows.size()) - 1; d > 0; --d) {
    way w = best_way(d, diagonal);
    index y = w.x - diagonal;
    edits.push_back({w.removal ? w.x - 1 : w.x, w.removal ? y : y - 1, w.removal});
    diagonal += w.removal ? -1 : 1;
  }
  std::reverse(edits.begin(), edits.end());
  for (const auto& e : edits) {
    auto i = first + static_cast<std::size_t>(e.x), j = first + static_cast<std::size_t>(e.y);
    state_->add(i, e.removal ? i + 1 : i, j, e.removal ? j : j + 1);
  }
}

} // namespace tali::detail
