#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: different valid values in equal time: rejection, choice gradient sampling, learned; on eight subjects
# builds: gcc
# targets: bench_valid bench_valid_planted
#
#   ./bench.sh valid [seconds] [seeds] [subject]
#   ./bench.sh valid short              one second, one seed, ten runs of the planted mistakes: two minutes
#   ./bench.sh valid planted [runs]     only the planted mistakes
#
# Ten seconds and five seeds take twenty minutes, a hundred runs of each planted mistake five more. Writes
# build/valid.svg. Fails if a bound is missed (bench/valid/main.cpp and bench/valid_planted/main.cpp have them).
set -u
status=0
runs=100
case "${1-}" in
  short) set -- 1 1; runs=10 ;;
  planted) exec "$TALI_BUILD_GCC/bench/bench_valid_planted" "${2-100}" ;;
esac
"$TALI_BUILD_GCC/bench/bench_valid" "${1-10}" "${2-5}" "$TALI_SOURCE_DIR/build/valid.svg" "${3-}" || status=1
if [ -z "${3-}" ]; then
  "$TALI_BUILD_GCC/bench/bench_valid_planted" "$runs" || status=1
fi
exit $status
