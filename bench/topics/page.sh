#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: cost of statistics per case; a million cases as a report and in a browser; latency of the live page
# targets: bench_stats tali_command
# packages: chromium=chromium node=nodejs
#
#   ./bench.sh page
#
# The browser's part needs playwright-core (npm ci in page/).
set -u
build=${TALI_BUILD_GCC:-${TALI_BUILD_CLANG:-}}
[[ -n $build ]] || { echo "page: nothing to run; start this through ./bench.sh page" >&2 && exit 2; }
status=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for one in ${TALI_BUILD_GCC:+"$TALI_BUILD_GCC"} ${TALI_BUILD_CLANG:+"$TALI_BUILD_CLANG"}; do
  echo "what statistics cost, $([[ $one == "${TALI_BUILD_GCC-}" ]] && echo GCC || echo Clang)"
  "$one/bench/bench_stats" || status=1
  echo
done
echo "a million cases"
"$build/bench/bench_stats" write 1000000 "$folder/million.jsonl" || status=1
python3 - "$build/bin/tali" "$folder" <<'PY' || status=1
import os, resource, subprocess, sys, time
tali, folder = sys.argv[1:]
began = time.time()
subprocess.run([tali, "report", f"{folder}/million.jsonl", "-o", f"{folder}/million.html"], check=True)
took = time.time() - began
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
size = os.path.getsize(f"{folder}/million.html") / 1e6
ok = True
for what, value, most, unit in (
    ("tali report", took, 5, "s"), ("its memory", memory, 1024, "MB"), ("the report", size, 20, "MB")):
    good = value < most
    ok = ok and good
    print(f"{what:44} {value:7.2f} {unit}   bound {most} {unit}   {'ok' if good else 'MISSED'}")
print(f"  of {os.path.getsize(f'{folder}/million.jsonl') / 1e6:.0f} MB of statistics")
sys.exit(0 if ok else 1)
PY
cd "$TALI_SOURCE_DIR/page" || exit 2
if [[ ! -d node_modules/playwright-core ]] && ! npm ci --no-audit --no-fund >/dev/null 2>&1; then
  echo "page: no playwright-core; the browser's part was left out" >&2
  exit 1
fi
node tests/measure.mjs report "$folder/million.html" || status=1
echo
echo "live"
node tests/measure.mjs live "$build/bin/tali" "$build/bench/bench_stats" || status=1
exit "$status"
