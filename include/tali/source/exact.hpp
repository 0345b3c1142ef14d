// SPDX-License-Identifier: BSL-1.0
// exact_source: makes exactly the given choices. Used by parse.
//
// A choice that cannot be made at its position (another kind, range or label) and a request after the last choice
// discard the run. replay_source, in contrast, accepts any choices.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>

#include <cstddef>
#include <span>

namespace tali::choices {

class exact_source final : public dynamic_source {
public:
  /// The choices are not copied and must outlive the source.
  exact_source(std::span<const choice> given, int size) : dynamic_source(size), given_(given) {}

  [[nodiscard]] bool chance() const noexcept override { return next_ < given_.size(); }
  /// Whether the run made all of the choices and no others.
  [[nodiscard]] bool matched() const noexcept { return !refused_ && next_ == given_.size(); }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  template <class Request>
  auto decide(const Request& request);

  std::span<const choice> given_;
  std::size_t next_ = 0;
  bool refused_ = false; // also if the generator handles the discard
};

} // namespace tali::choices
