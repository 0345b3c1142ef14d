#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: the share of seeds that meet each of more than 100 rare events within 1,000 cases
# builds: gcc
# targets: bench_find
#
#   ./bench.sh find [--seeds N] [--cases N] [--only TEXT] [--first SEED]
#
# The figures of Hypothesis are those that its own test suite requires of it, within 150 cases.
# Fails if a bound is missed (tests/quality/find has them).
set -u
"$TALI_BUILD_GCC/bench/bench_find" "$@"
