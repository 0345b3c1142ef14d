// SPDX-License-Identifier: BSL-1.0
// simplest_source: always the simplest answer. A case with too many requests is abandoned, because a generator need
// not end on simplest choices.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>

namespace tali::choices {

class simplest_source final : public dynamic_source {
public:
  static constexpr std::uint32_t most_choices = 256;

  explicit simplest_source(int size) noexcept : dynamic_source(size) { limit_choices(most_choices); }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
};

} // namespace tali::choices
