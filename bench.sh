#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Run a benchmark.
#
#   ./bench.sh                     list the topics
#   ./bench.sh <topic> [arg...]    build and run a topic, with the arguments
#   ./bench.sh --help              this text
#
# A topic is a script bench/topics/<topic>.sh. Comments at its start, one per line, configure this driver:
#   # topic: what is measured, in one line
#   # builds: gcc clang          the compilers to build with (default: both)
#   # targets: bench_a bench_b   the targets to build (default: every benchmark; `none` for nothing)
#   # packages: x.h=libx-dev     additional Debian packages, as <command or header>=<package>
#
# It runs in the source folder with TALI_SOURCE_DIR, TALI_BUILD_GCC and TALI_BUILD_CLANG set; the program bench_a is
# $TALI_BUILD_GCC/bench/bench_a. TALI_BUILD_CLANG is empty if Clang 19 is not available or not requested. The exit
# status is the topic's.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" || exit 2
source tools/common.sh

# header <topic> <key>: the value of a key in the comments of a topic.
header() { sed -n "1,20s/^# $2: *//p" "bench/topics/$1.sh" | head -n 1; }

list_topics() {
  local file topic
  for file in bench/topics/*.sh; do
    [[ -e $file ]] || { echo "no topics yet: bench/topics/ is empty" && return; }
    topic=$(basename "$file" .sh)
    printf '%-16s %s\n' "$topic" "$(header "$topic" topic)"
  done
}

case ${1-} in
  --help | -h)
    sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//p}' bench.sh
    exit 0
    ;;
  "")
    list_topics
    exit 0
    ;;
esac
topic=$1
shift
if [[ ! -f bench/topics/$topic.sh ]]; then
  echo "bench.sh: unknown topic '$topic'. The topics are:" >&2
  list_topics >&2
  exit 2
fi

builds=$(header "$topic" builds)
builds=${builds:-gcc clang}
targets=$(header "$topic" targets)
targets=${targets:-tali_bench}
read -ra packages <<<"$(header "$topic" packages)"
need "${tali_needs[@]}" python3=python3 gtest/gtest.h=libgtest-dev gmock/gmock.h=libgmock-dev \
  benchmark/benchmark.h=libbenchmark-dev "${packages[@]}"

build_root=$(realpath -m "${TALI_BUILD_ROOT:-build}")
export TALI_SOURCE_DIR=$PWD TALI_BUILD_GCC="" TALI_BUILD_CLANG=""
# build <preset>: build the targets of the topic. Messages go to standard error; standard output is for the topic.
build() {
  configure "$1" "$build_root/$1" || die "the configuration of $1 failed, see above"
  [[ $targets == none ]] && return
  # shellcheck disable=SC2086  # a list of words
  cmake --build "$build_root/$1" -j "$(nproc)" --target $targets 2>&1 | progress >&2 ||
    die "the build of $1 failed, see above"
}
for compiler in $builds; do
  case $compiler in
    gcc)
      build release
      TALI_BUILD_GCC=$build_root/release
      ;;
    clang)
      (need clang++-19=clang-19) >&2 || { echo "bench.sh: continuing without Clang 19" >&2 && continue; }
      build release-clang
      TALI_BUILD_CLANG=$build_root/release-clang
      ;;
    *) die "bench/topics/$topic.sh: '# builds:' names '$compiler', but there are gcc and clang only" ;;
  esac
done
exec bash "bench/topics/$topic.sh" "$@"
