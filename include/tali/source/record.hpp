// SPDX-License-Identifier: BSL-1.0
// recording_source: draws exactly what random_source draws from the same engine, through the dynamic interface.
//
// The passing path does not record. If the choices of a case are needed, it is rerun with this source from the same
// stream.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/random.hpp>

#include <vector>

namespace tali::choices {

/// Marks the random stream of a case of a property, whose draws vary (tali/source/variation.hpp).
struct varied_stream {
  rng engine;
  const detail::compared_values* compared = nullptr;
};

class recording_source final : public dynamic_source {
public:
  recording_source(rng engine, int size, trace* out) : dynamic_source(size), context_(size), random_(engine, context_) {
    ignore_spans();
    record_to(out);
  }
  recording_source(varied_stream stream, int size, trace* out)
      : dynamic_source(size), context_(size), random_((context_.vary(stream.engine), stream.engine), context_) {
    context_.compared = stream.compared;
    if (!random_.repeats()) {
      ignore_spans();
    }
    record_to(out);
  }
  [[nodiscard]] detail::text_hint text_hint(std::uint64_t length) override { return random_.text_hint(length); }
  void observe_integer(const integer_request& request, std::uint64_t index) override;
  [[nodiscard]] bool chance() const noexcept override { return true; }
  [[nodiscard]] std::optional<std::uint64_t> random_word() override { return random_.uniform(~std::uint64_t{0}); }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint64_t decide_length(const integer_request& request) override {
    return random_.length(request.last, request.zero);
  }
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;
  void opened(const span_info& info) override;
  void closed() override;

private:
  random_context context_;
  random_source random_;
  std::vector<bool> open_; // whether each open span is one that can be repeated
};

} // namespace tali::choices
