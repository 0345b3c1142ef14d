// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace bench_valid {
/// 0 if gen::valid finds the bug with 95 of 100 seeds and gen::filter with fewer than 20.
int run_property(int seeds);
} // namespace bench_valid
