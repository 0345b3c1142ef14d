#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: different valid values in equal time: rejection, choice gradient sampling, learned; on eight subjects
# builds: gcc
# targets: bench_valid
#
#   ./bench.sh valid [seconds] [seeds] [subject]
#
# Ten seconds and five seeds take twenty minutes. Writes build/valid.svg. Fails if a bound is missed
# (bench/valid/main.cpp has them).
set -u
"$TALI_BUILD_GCC/bench/bench_valid" "${1-10}" "${2-5}" "$TALI_SOURCE_DIR/build/valid.svg" "${3-}"
