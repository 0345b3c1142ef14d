#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: generation speed against hand-written code and RapidCheck, arenas, any_gen, with GCC and Clang
# targets: bench_gen
# packages: rapidcheck.h=librapidcheck-dev
#
#   ./bench.sh gen [--quick]
set -u
status=0
for folder in "${TALI_BUILD_GCC:-}" "${TALI_BUILD_CLANG:-}"; do
  [[ -n $folder ]] || continue
  "$folder/bench/bench_gen" "$@" || status=1
  echo
done
exit "$status"
