// SPDX-License-Identifier: BSL-1.0
// weighted_source: draws at random like the random source, but labelled branches with given weights.
//
// Weights computed from finite values lead to finite values; others need not. Inside `most_depth`
// nested branches, the simplest branch is always taken.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/label_context.hpp>
#include <tali/source/random.hpp>
#include <tali/source/weights.hpp>

#include <string_view>
#include <vector>

namespace tali::choices {

class weighted_source final : public dynamic_source {
public:
  static constexpr std::size_t default_depth = 100;

  /// The weights are not copied and must outlive the source.
  weighted_source(rng engine, int size, const weights& by, std::size_t most_depth = default_depth)
      : dynamic_source(size), context_(size), random_(engine, context_), weights_(by), most_depth_(most_depth) {}

  [[nodiscard]] bool chance() const noexcept override { return true; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
  void opened(const span_info& info) override { around_.opened(info); }
  void closed() override { around_.closed(); }

private:
  /// The cached weights for a request in a context.
  struct known_odds {
    std::vector<std::uint32_t> weights;
    std::vector<std::string_view> labels;
    std::vector<std::string_view> context;
    bool changed = false;
    std::vector<double> odds;
    double total = 0;
  };
  [[nodiscard]] const known_odds& odds_for(const branch_request& request);

  random_context context_;
  random_source random_;
  const weights& weights_;
  std::size_t most_depth_;
  label_context around_;
  std::vector<known_odds> known_; // a cache, by the addresses of the labels
};

} // namespace tali::choices
