#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Runs three properties with three generators each (good, flawed, naive) and creates the page that compares them.
#
#   examples/study/compare.sh [build folder] [page]      defaults: build/dev study.html
set -euo pipefail
build=${1:-build/dev}
page=${2:-study.html}
[[ -x $build/examples/tali_study && -x $build/bin/tali ]] || {
  echo "compare.sh: build these targets first: cmake --build $build --target tali_study tali_command" >&2
  exit 2
}
stats=$(mktemp --suffix .jsonl)
trap 'rm -f "$stats"' EXIT
"$build/examples/tali_study" --stats "$stats" --store off --seed 1 --verbosity quiet
"$build/bin/tali" report "$stats" -o "$page"
for what in "red-black%20tree" "topological%20sort" "name%20server"; do
  echo "file://$(realpath "$page")#property=$what%20(good)&tab=compare"
done
