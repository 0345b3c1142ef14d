// SPDX-License-Identifier: BSL-1.0
// Labels created at run time, which are kept until the program ends.
//
// Recorded data refers to the labels of branches by address: traces, journals of cases that may crash,
// and statistics that are written later. A constant label is always valid. Any other label is
// copied, once per text, into memory that is never freed. All processes that were
// forked from one another share this memory, so that the label of a crashed case can be read by the reporting process.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <string_view>

namespace tali::choices {

/// A copy of the text that lives as long as this process. Pass labels that are not constants to `branch_request`
/// through this. Throws generator_error if there are more different texts than fit: a million, or 64 MiB.
[[nodiscard]] std::string_view kept_label(std::string_view text);

} // namespace tali::choices

namespace tali::detail {
/// Call this before forking a process that may create labels which this process will read.
void share_kept_labels() noexcept;
} // namespace tali::detail
