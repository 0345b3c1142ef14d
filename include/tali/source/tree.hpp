// SPDX-License-Identifier: BSL-1.0
// choice_tree: the choices of a run with their spans, to be edited and replayed; and the source that replays it.
//
// In a flat sequence, adding or removing one choice changes the meaning of all choices after it. In the tree, an edit
// stays local. The source follows the generator span by span. On entering a span, it searches the siblings for the next
// span of the same generator and skips deleted ones in between; inside, it takes the choices that are given; on
// leaving, it drops the unused ones. If there is no such span, the next one is used if it is of the same kind
// (alternatives, or parts that belong together), because alternatives of the same thing tend to have parts in common.
// If nothing is given, the simplest choice is taken. A span that is not given may still contain one that is (a part
// that was moved to a place with more around it), which is then used.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tali::choices {

struct tree_token {
  enum class kind : std::uint8_t { choice, open, close };
  kind what = kind::choice;
  choice chosen;                       // of a choice
  const span_info* info = nullptr;     // of an open
  std::optional<std::uint64_t> zero{}; // of an integer: the index of the value 0 (modulo 2^64), where that is known
};

/// A run as tokens in order: choices, and spans as matching opens and closes.
using choice_tree = std::vector<tree_token>;

[[nodiscard]] choice_tree tree_of(const trace& run);

/// For each token that opens a span, where it is closed; for others, the token itself.
[[nodiscard]] std::vector<std::uint32_t> matching_closes(std::span<const tree_token> tree);

class tree_source final : public dynamic_source {
public:
  /// The tokens are not copied and must outlive the source.
  tree_source(std::span<const tree_token> given, int size);
  /// The same for callers that mutate values. A number whose range has changed keeps its value if possible (and if its
  /// token has one). Missing numbers are drawn at random. Missing branches are the simplest, which keeps additions
  /// small.
  tree_source(std::span<const tree_token> given, int size, rng fill);

  /// Draws branches that are not given at random as well.
  void fill_branches() noexcept { fill_branches_ = true; }
  /// A number whose range has moved keeps its value, as far as the new range allows, instead of its distance from the
  /// simplest value. Only for tokens that have a `zero`.
  void keep_values() noexcept { keep_values_ = true; }
  /// Whether that would make a difference, or does: some number was requested from another range than it was made for.
  [[nodiscard]] bool ranges_moved() const noexcept { return ranges_moved_; }
  /// A branch that is requested with another number of alternatives than it was made for keeps its distance from the
  /// last one instead of its index.
  void count_branches_back() noexcept { count_back_ = true; }
  [[nodiscard]] bool branches_moved() const noexcept { return branches_moved_; }
  /// For each choice made so far that is an integer: the index of the value 0.
  [[nodiscard]] const std::vector<std::optional<std::uint64_t>>& zeros() const noexcept { return zeros_; }

  /// Whether some choice or span was requested that was not given.
  [[nodiscard]] bool filled_in() const noexcept { return filled_in_; }
  [[nodiscard]] bool chance() const noexcept override { return present() && at_ < given_.size(); }
  [[nodiscard]] bool lenient() const noexcept override { return true; }
  /// The next token to read. Right after a span was opened, the token before it is the one found for the span, if
  /// any.
  [[nodiscard]] std::uint32_t next_token() const noexcept { return at_; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
  void opened(const span_info& info) override;
  void closed() override;

private:
  /// The index in the requested range that is nearest to the value of an integer token.
  [[nodiscard]] static std::uint64_t nearest_value(const choice& given, std::uint64_t zero,
                                                   const integer_request& request) noexcept;
  /// Consumes and returns the next token if it is a choice; otherwise null.
  [[nodiscard]] const tree_token* take();
  [[nodiscard]] bool present() const noexcept { return inside_.empty() || inside_.back() != absent; }

  static constexpr std::uint32_t absent = 0xffffffffU;

  std::span<const tree_token> given_;
  std::vector<std::uint32_t> closes_;
  std::vector<std::uint32_t> inside_; // for each open span: the token that closes it, or `absent`
  std::uint32_t end_;                 // of the innermost span that is given
  std::uint32_t at_ = 0;
  bool filled_in_ = false;
  bool fill_branches_ = false;
  bool keep_values_ = false;
  bool ranges_moved_ = false;
  bool branches_moved_ = false;
  bool count_back_ = false;
  std::vector<std::optional<std::uint64_t>> zeros_;
  std::optional<rng> fill_;
};

} // namespace tali::choices
