#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Build the examples and run the demonstration.
#
#   ./demo.sh           build and run; arguments after -- go to the demonstration
#   ./demo.sh --help    this text
#
# Missing Debian packages are installed with apt-get (through sudo unless root). Works in build/demo.
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

compgen -G 'examples/demo/*.cpp' >/dev/null || die "there is no demonstration: examples/demo/ holds no .cpp file"
need "${tali_needs[@]}"
folder=$(realpath -m "${TALI_BUILD_ROOT:-build}")/demo
say "building the examples in $folder"
configure release "$folder" -DTALI_BUILD_TESTS=OFF -DTALI_BUILD_BENCH=OFF || die "the configuration failed, see above"
cmake --build "$folder" -j "$(nproc)" 2>&1 | progress || die "the build failed, see above"

say "running examples/demo"
TALI_STORE=${TALI_STORE-off} "$folder/examples/tali_demo" "$@" # every show is the first one
status=$?
echo
case $status in
  0) echo "The demonstration ended with every property holding; the other examples are in $folder/examples." ;;
  # One property fails on purpose, so 1 is what a good run ends with.
  1) echo "The failure above is on purpose: it shows how a counterexample is found, shrunk and reported." ;;
  *)
    echo "The demonstration ended with status $status, which is not part of the show." >&2
    exit "$status"
    ;;
esac
