#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Build the demonstration, run it, and write a page about that run.
#
#   ./demo.sh           build and run; arguments after -- go to the demonstration
#   ./demo.sh --help    this text
#
# Builds only what it shows, without optimisation, in build/demo. Missing Debian packages are installed with apt-get
# (through sudo unless root).
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" || exit 2
source tools/common.sh

case ${1-} in
  --help | -h)
    sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//p}' demo.sh
    exit 0
    ;;
  --) shift ;;
  "") ;;
  *) die "unknown argument '$1'; see --help" ;;
esac

need "${demo_needs[@]}"
folder=$(realpath -m "${TALI_BUILD_ROOT:-build}")/demo
shown=$(realpath -m --relative-to=. "$folder")
build() { cmake --build "$folder" -j "$(nproc)" --target "$1" 2>&1 | progress; }

say "building the library and the demonstration in $shown"
configure demo "$folder" || die "the configuration failed, see above"
build tali_demo || die "the build failed, see above"

say "running examples/demo"
statistics=$folder/demo.jsonl
rm -f "$statistics" # runs append to it
# Without a store every run starts the same way.
TALI_STORE=${TALI_STORE-off} TALI_STATS=${TALI_STATS-$statistics} "$shown/examples/tali_demo" "$@"
status=$?
# One property fails on purpose, so 1 is the expected status.
if ((status > 1)); then
  echo "demo.sh: the demonstration ended with unexpected status $status" >&2
  exit "$status"
fi
[[ -s $statistics ]] || exit 0 # no case was run, or the statistics are elsewhere

say "building the command tali, which makes a page of the run"
build tali_command || die "the build failed, see above"
"$folder/bin/tali" report "$statistics" -o "$folder/demo.html" || die "the page was not written, see above"

echo
if ((status)); then
  echo "The failure above is intended: it shows how a counterexample is found, shrunk and reported."
else
  echo "Every property holds."
fi
cat <<END
Three things to try next:

  1. Open the page of this run in a browser: $shown/demo.html
     It shows every case, how the cases are distributed, and the failure.
  2. Fix the bug in examples/demo/interval_set.hpp and run ./demo.sh again,
     or rerun the failing case alone with the command printed above after "to run this case again".
  3. Write a property of your own: docs/tutorial/README.md starts with the first one.
END
