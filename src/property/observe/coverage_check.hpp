// SPDX-License-Identifier: BSL-1.0
// Decides whether the share of cases that meet a condition is as large as `cover` requires.
#pragma once

#include <tali/property/result.hpp>

namespace tali::detail {

/// Fills in interval and verdict from required share, hits and cases.
void decide_coverage(coverage_summary& c) noexcept;

/// For a run that has tried every input: a requirement is refuted if no input meets it. No statistics are needed.
void decide_exhaustive_coverage(coverage_summary& c) noexcept;

} // namespace tali::detail
