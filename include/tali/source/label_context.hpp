// SPDX-License-Identifier: BSL-1.0
// label_context: tracks the labels of the branches that enclose the current choice of a run.
//
// A branch is a span of kind `branch`; its label is that of its first choice. Computing weights and drawing with
// weights use this class and therefore follow the same rule.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/span_of.hpp>
#include <tali/source/choice.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tali::choices {

class label_context {
public:
  void opened(const span_info& info) {
    open_.push_back({static_cast<std::uint32_t>(labels_.size()), info.kind == span_kind::branch, true});
    depth_ += info.kind == span_kind::branch ? 1U : 0U;
  }
  void closed() {
    if (!open_.empty()) {
      labels_.resize(open_.back().labels);
      depth_ -= open_.back().branch ? 1U : 0U;
      open_.pop_back();
    }
  }
  /// A choice was made; `label` is empty if it has none.
  void chosen(std::string_view label) {
    if (!open_.empty()) {
      if (open_.back().branch && open_.back().first && !label.empty()) {
        labels_.push_back(label);
      }
      open_.back().first = false;
    }
  }

  /// The enclosing labels, the innermost last.
  [[nodiscard]] std::span<const std::string_view> labels() const noexcept { return detail::span_of(labels_); }
  /// The number of open branches, with or without a label.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }

private:
  struct open_span {
    std::uint32_t labels; // the number of labels when it was opened
    bool branch;
    bool first; // no choice was made in it so far
  };
  std::vector<open_span> open_;
  std::vector<std::string_view> labels_;
  std::size_t depth_ = 0;
};

} // namespace tali::choices
