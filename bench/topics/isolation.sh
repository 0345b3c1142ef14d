#!/usr/bin/env bash
# topic: cost of crash isolation
# SPDX-License-Identifier: BSL-1.0
# targets: bench_isolation
#
#   ./bench.sh isolation [rounds]
#
# Runs bench_isolation as built by each compiler; fails if either run misses a bound (see bench/isolation/main.cpp).
set -u
status=0
runs=0
for build in "${TALI_BUILD_GCC-}" "${TALI_BUILD_CLANG-}"; do
  [[ -n $build ]] || continue
  echo "built in $(basename "$build")"
  "$build/bench/bench_isolation" "$@" || status=1
  echo
  runs=$((runs + 1))
done
if ((runs == 0)); then
  echo "isolation: nothing to run; start this through ./bench.sh isolation" >&2
  exit 2
fi
exit "$status"
