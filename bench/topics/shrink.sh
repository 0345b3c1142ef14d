#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: shrink quality and cost on the public challenges, beside published numbers of Hypothesis and Exhaust
# builds: gcc
# targets: bench_shrink
#
#   ./bench.sh shrink [seeds]
exec "$TALI_BUILD_GCC/bench/bench_shrink" "$@"
