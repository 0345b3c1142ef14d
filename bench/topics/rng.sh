#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: random engines, bounded draws and stream starts, compared with tali's
# targets: bench_rng
#
#   ./bench.sh rng [rounds] [thousands of units per run]
#
# Runs bench_rng as built by each compiler; fails if either run misses a bound (see bench/rng/main.cpp). TALI_BENCH_GCC
# and TALI_BENCH_CLANG name the folders of the programs if they are not in the build folders.
set -u
gcc=${TALI_BENCH_GCC:-${TALI_BUILD_GCC:+$TALI_BUILD_GCC/bench}}
clang=${TALI_BENCH_CLANG:-${TALI_BUILD_CLANG:+$TALI_BUILD_CLANG/bench}}
status=0
runs=0
for folder in "$gcc" "$clang"; do
  [[ -n $folder ]] || continue
  "$folder/bench_rng" "$@" || status=1
  echo
  runs=$((runs + 1))
done
if ((runs == 0)); then
  echo "rng: nothing to run; start this through ./bench.sh rng" >&2
  exit 2
fi
exit "$status"
