#!/usr/bin/env bash
# topic: cost of the runner per passing case, alone and against RapidCheck
# SPDX-License-Identifier: BSL-1.0
# targets: bench_overhead
# packages: rapidcheck.h=librapidcheck-dev
#
#   ./bench.sh overhead [rounds]
#
# Runs bench_overhead as built by each compiler; fails if either run misses a bound (see bench/overhead/main.cpp).
set -u
status=0
runs=0
for build in "${TALI_BUILD_GCC-}" "${TALI_BUILD_CLANG-}"; do
  [[ -n $build ]] || continue
  echo "built in $(basename "$build")"
  "$build/bench/bench_overhead" "$@" || status=1
  echo
  runs=$((runs + 1))
done
if ((runs == 0)); then
  echo "overhead: nothing to run; start this through ./bench.sh overhead" >&2
  exit 2
fi
exit "$status"
