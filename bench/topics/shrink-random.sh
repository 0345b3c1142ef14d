#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: shrink quality on random generators and predicates, against the simplest failing input found by enumeration
# builds: gcc
# targets: bench_shrink_random
#
#   ./bench.sh shrink-random [--count N] [--tuning] [--family NAME] [--one NUMBER] [--shortfalls N]
#
# Reports the odd-numbered challenges; --tuning runs the even-numbered ones, which may be used for tuning. Results that
# are not minimal are printed with the number that runs them alone. Fails if a bound is missed.
set -u
"$TALI_BUILD_GCC/bench/bench_shrink_random" "$@"
