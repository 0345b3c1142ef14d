// SPDX-License-Identifier: BSL-1.0
// What a child does while it dies: it notes signal, address and call stack in the black box, then dies as it would
// have.
//
// In a program that a sanitizer watches, its own handlers stay, because they know more; we are told when it has
// reported.
#pragma once

#include "isolate/black_box.hpp"

namespace tali::detail {

/// To be called once before the first fork: what the handlers need must be loaded by then.
void prepare_crash_handlers();
/// In a child: from now on crashes are noted in this box. `brief`: a sanitizer need not explain itself.
void install_crash_handlers(black_box& box, bool brief);

/// In a child: whether one of its threads is about to end it. A sanitizer's report may take longer than a case.
[[nodiscard]] bool dying() noexcept;

/// Whether the program was built with a sanitizer that handles crashes itself.
[[nodiscard]] bool sanitizer_present() noexcept;

} // namespace tali::detail
