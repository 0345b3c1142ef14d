#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: assessment of predicates: buckets filled and proven impossible, compared with the published figures
# builds: gcc
# targets: bench_assess
#
#   ./bench.sh assess
#
# Fails if a bound is missed (bench/assess/main.cpp has them).
set -u
"$TALI_BUILD_GCC/bench/bench_assess"
