// SPDX-License-Identifier: BSL-1.0
// Crash handlers of a child. They record the signal, the address and the call stack in the black box, and then let the
// process end as it would have without them.
//
// In a program with a sanitizer, the sanitizer's handlers stay, because their reports contain more; a callback records
// that it has reported.
#pragma once

#include "isolate/black_box.hpp"

namespace tali::detail {

/// Call before the first fork. Loads libraries that the handlers need.
void prepare_crash_handlers();
/// In a child: record crashes in this box from now on. `brief`: a sanitizer need not print its full report.
void install_crash_handlers(black_box& box, bool brief);

/// In a child: whether one of its threads is crashing. A sanitizer's report may take longer than a case.
[[nodiscard]] bool dying() noexcept;

/// Ends the process because a body ends its thread (pthread_exit, cancellation), which cannot be stopped: the run would
/// end without a report, and the program with status 0.
[[noreturn]] void end_process_with_thread() noexcept;

/// Whether the program was built with a sanitizer that handles crashes itself.
[[nodiscard]] bool sanitizer_present() noexcept;

} // namespace tali::detail
