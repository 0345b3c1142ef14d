// SPDX-License-Identifier: BSL-1.0
// Labels that are made at run time, kept for good.
//
// Whatever was recorded refers to the labels of branches by their addresses: traces, journals of cases that may die,
// lines of statistics that are made later. A label that a program has as a constant is always there. Any other one is
// put where it stays, once for each text: into memory that is never freed and that all processes share which were
// forked from one another, so that a label of a case that died can be read by whoever reports it.
#pragma once

#include <string_view>

namespace tali {

/// The same text, for as long as this process runs. Give labels that are not constants to `branch_request` through
/// this. Throws generator_error if there are more different texts than fit: a million, or 64 MiB.
[[nodiscard]] std::string_view kept_label(std::string_view text);

namespace detail {
/// To be called before a process is forked that may keep labels which this one will read.
void share_kept_labels() noexcept;
} // namespace detail

} // namespace tali
