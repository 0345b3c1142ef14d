// SPDX-License-Identifier: BSL-1.0
// varying_source: repeats the choices of a case, except for some parts, which are drawn at random.
//
// Follows the tree of the case like tree_source. A choice that varies is drawn at random, and so is everything within a
// span that varies; after the span the choices of the case continue.
#pragma once

#include <tali/source/dynamic.hpp>
#include <tali/source/random.hpp>
#include <tali/source/tree.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace tali::detail {

class varying_source final : public dynamic_source {
public:
  /// `vary` has an entry for each token; true for choices, and for opening tokens of spans, that vary. Neither argument
  /// is copied. Varying parts are drawn at their own size.
  varying_source(const choice_tree& tree, const std::vector<bool>& vary, int size, int varying_size, rng engine);

  [[nodiscard]] bool chance() const noexcept override { return true; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
  void opened(const span_info& info) override;
  void closed() override;

private:
  /// Whether the currently requested choice varies.
  [[nodiscard]] bool varies() const;

  const choice_tree& tree_;
  const std::vector<bool>& vary_;
  const int varying_size_;
  int size_before_ = 0; // outside of the span that varies
  tree_source given_;
  std::vector<std::unique_ptr<scope>> scopes_; // the open spans of given_
  std::uint32_t at_random_ = 0;                // the depth of open spans inside the one that varies
  random_context context_;
  random_source random_;
};

} // namespace tali::detail
