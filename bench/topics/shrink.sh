#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: shrink quality and cost on the public challenges, compared with published figures, RapidCheck and Hypothesis
# builds: gcc
# targets: bench_shrink
#
#   ./bench.sh shrink [seeds]
#
# RapidCheck and Hypothesis are measured where they are installed (librapidcheck-dev, python3-hypothesis); Hypothesis on
# a tenth of the seeds, since it takes a second each. Fails if a bound is missed (bench/shrink/main.cpp has them).
set -u
seeds=${1-100}
peer=$(mktemp) || exit 2
trap 'rm -f "$peer"' EXIT
# Debian's package belongs to Debian's Python, even if another one comes first in the path.
for python in /usr/bin/python3 python3; do
  "$python" -c 'import hypothesis' 2>/dev/null || continue
  echo "measuring Hypothesis..." >&2
  "$python" "$TALI_SOURCE_DIR/bench/shrink/hypothesis_peer.py" $(((seeds + 9) / 10)) >"$peer"
  break
done
"$TALI_BUILD_GCC/bench/bench_shrink" "$seeds" "$peer"
