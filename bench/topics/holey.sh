#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: holey generators: cost against plain recursion and Rémy's algorithm, uniformity, the paper's histograms as SVG
# targets: bench_holey
#
#   ./bench.sh holey [--quick]       pictures go to build/pictures
set -u
status=0
mkdir -p build/pictures
for folder in "${TALI_BUILD_GCC:-}" "${TALI_BUILD_CLANG:-}"; do
  [[ -n $folder ]] || continue
  "$folder/bench/bench_holey" --pictures=build/pictures "$@" || status=1
  echo
done
exit "$status"
