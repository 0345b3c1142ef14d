// SPDX-License-Identifier: BSL-1.0
// Names of enumerators as they appear in files. They are part of the format, so they are explicit.
#pragma once

#include <tali/property/result.hpp>

#include <string_view>

namespace tali::detail {

[[nodiscard]] constexpr std::string_view name_of(run_status s) {
  switch (s) {
  case run_status::passed:
    return "passed";
  case run_status::failed:
    return "failed";
  case run_status::gave_up:
    return "gave_up";
  case run_status::error:
    return "error";
  case run_status::skipped:
    return "skipped";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name_of(failure_kind k) {
  switch (k) {
  case failure_kind::returned_false:
    return "returned_false";
  case failure_kind::expectation:
    return "expectation";
  case failure_kind::exception:
    return "exception";
  case failure_kind::host_assertion:
    return "host_assertion";
  case failure_kind::signal:
    return "signal";
  case failure_kind::exited:
    return "exited";
  case failure_kind::hang:
    return "hang";
  case failure_kind::memory:
    return "memory";
  case failure_kind::sanitizer:
    return "sanitizer";
  case failure_kind::generator_error:
    return "generator_error";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name_of(failure_origin o) {
  switch (o) {
  case failure_origin::random_case:
    return "random_case";
  case failure_origin::example:
    return "example";
  case failure_origin::enumerated:
    return "enumerated";
  case failure_origin::replayed:
    return "replayed";
  case failure_origin::targeted:
    return "targeted";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name_of(coverage_verdict v) {
  switch (v) {
  case coverage_verdict::accepted:
    return "accepted";
  case coverage_verdict::refuted:
    return "refuted";
  case coverage_verdict::undecided:
    return "undecided";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name_of(warning_kind k) {
  switch (k) {
  case warning_kind::discards:
    return "discards";
  case warning_kind::slow:
    return "slow";
  case warning_kind::huge_values:
    return "huge_values";
  case warning_kind::duplicates:
    return "duplicates";
  case warning_kind::coverage_undecided:
    return "coverage_undecided";
  case warning_kind::one_thread:
    return "one_thread";
  case warning_kind::store:
    return "store";
  case warning_kind::replay:
    return "replay";
  case warning_kind::training:
    return "training";
  }
  return {};
}

} // namespace tali::detail
