// SPDX-License-Identifier: BSL-1.0
// recording_source: draws exactly what random_source draws from the same engine, through the dynamic interface.
//
// The passing path does not record. If the choices of a case are needed, it is rerun with this source from the same
// stream.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/random.hpp>

namespace tali::choices {

class recording_source final : public dynamic_source {
public:
  recording_source(rng engine, int size, trace* out) : dynamic_source(size), context_(size), random_(engine, context_) {
    ignore_spans();
    record_to(out);
  }
  [[nodiscard]] bool chance() const noexcept override { return true; }
  [[nodiscard]] std::optional<std::uint64_t> random_word() override { return random_.uniform(~std::uint64_t{0}); }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  random_context context_;
  random_source random_;
};

} // namespace tali::choices
