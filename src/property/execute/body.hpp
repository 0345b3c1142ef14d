// SPDX-License-Identifier: BSL-1.0
// call_body: the only place that calls the body of a property and catches what it throws.
#pragma once

#include "property/case/case_log.hpp"

#include <tali/property/probe.hpp>

#include <string>
#include <utility>

namespace tali::detail {

/// Calls a body on a case that has been started, and classifies how it ended. `discard_reason` is set if the case is
/// discarded. Always inlined: the loop over random cases spends a few nanoseconds per case, and a call would add one or
/// two.
template <class Body>
[[nodiscard, gnu::always_inline]] inline case_status call_body(test_case& c, failure_probe* probe, const Body& body,
                                                               std::string& discard_reason) {
  if (probe != nullptr) [[unlikely]] {
    probe->begin_case();
  }
  case_status status = case_status::passed;
  try {
    body(c);
    status = case_control::failed(c) ? case_status::failed : case_status::passed;
  } catch (const discard& d) { // before the general handler, which rethrows to find the type
    status = case_control::discarded(c, d, discard_reason);
  } catch (const case_abandoned&) {
    status = case_status::discarded;
  } catch (...) {
    status = case_control::caught(c);
  }
  if (probe != nullptr) [[unlikely]] {
    host_message message;
    const host_verdict verdict = probe->end_case(message);
    status = case_control::apply_host_verdict(c, verdict, std::move(message), status, discard_reason);
  }
  return status;
}

} // namespace tali::detail
