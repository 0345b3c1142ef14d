#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: shrink quality on a second fixed suite of challenges that nothing is tuned with
# builds: gcc
# targets: bench_shrink_suite
#
#   ./bench.sh shrink-suite [seeds [challenge]]
#
# Prints the share of runs that end in the simplest failing value, and the mean number of runs. Fails if a bound is
# missed.
set -u
"$TALI_BUILD_GCC/bench/bench_shrink_suite" "$@"
