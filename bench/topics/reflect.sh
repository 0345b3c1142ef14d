#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: running backward: speed, counting, documents similar to examples, shrinking of given values, mutation, coverage
# builds: gcc
# targets: bench_reflect
#
#   ./bench.sh reflect [seeds]
#
# Draws build/release/bench/reflect-json.svg. Fails if a bound is missed (bench/reflect/main.cpp has them).
set -u
"$TALI_BUILD_GCC/bench/bench_reflect" "$TALI_SOURCE_DIR/tests/quality/reflect/data" \
  "$TALI_BUILD_GCC/bench/reflect-json.svg" "${1-200}"
