#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Build tali in every way we support and run all its tests.
#
#   ./test.sh                  lint, tidy, gcc, clang19, asan and tsan
#   ./test.sh --quick          lint and quick
#   ./test.sh --only <stage>   only this stage (repeatable)
#   ./test.sh --help           this text
#
# Stages:
#   lint      checks of the source text: layer order, licence lines, formatting, reasons for functions of more than 60
#             lines, NOLINT comments, mentions of files that do not exist, line lengths, and the sources of the page
#             (prettier, eslint; skipped without Node)
#   quick     GCC without optimisation and without the assessment of predicates; only the unit and golden tests, without
#             those labelled slow and the long ones
#   tidy      clang-tidy 19 over the library, the command, the assessment and the examples
#   gcc       GCC, every test
#   clang19   Clang 19, every test except: those labelled slow; those of scripts, single headers, the documentation and
#             projects that use tali; and the end-to-end tests, which asan runs with the same compiler
#   asan      address and undefined-behaviour sanitizers, every test that is not labelled slow or no_asan
#   tsan      thread sanitizer, the tests labelled threads and not slow or no_tsan
#   asan-all, tsan-all  every test, also those labelled slow, no_asan or no_tsan; only with --only
#
# Missing Debian packages are installed with apt-get (with sudo unless root). If none is missing, no network is used.
# Build folders are build/<preset>, or $TALI_BUILD_ROOT/<preset>. The last line is `N passed, N failed`, over all
# stages; a stage that does not build counts as one failure. Exit status: 0 if all passed, 1 if a test failed, 2 if it
# could not start.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" || exit 2
source tools/common.sh

default_stages=(lint tidy gcc clang19 asan tsan)
all_stages=("${default_stages[@]}" quick asan-all tsan-all)
stages=()
while (($#)); do
  case $1 in
    --help | -h)
      sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//p}' test.sh
      exit 0
      ;;
    --quick) stages+=(lint quick) ;;
    --only)
      stage=${2-}
      [[ $stage == asan+ubsan ]] && stage=asan
      [[ " ${all_stages[*]} " == *" $stage "* && -n $stage ]] ||
        die "--only takes a stage: one of ${all_stages[*]} (got '${2-}')"
      stages+=("$stage")
      shift
      ;;
    *) die "unknown argument '$1'; see --help" ;;
  esac
  shift
done
((${#stages[@]})) || stages=("${default_stages[@]}")

needs=("${tali_needs[@]}" python3=python3 pkg-config=pkg-config clang-format-19=clang-format-19
  gtest/gtest.h=libgtest-dev gmock/gmock.h=libgmock-dev catch2/catch.hpp=catch2 doctest/doctest.h=doctest-dev)
[[ " ${stages[*]} " =~ \ (tidy|clang19|asan|tsan|asan-all|tsan-all)\  ]] && needs+=(clang++-19=clang-19)
[[ " ${stages[*]} " == *" tidy "* ]] && needs+=(clang-tidy-19=clang-tidy-19)
need "${needs[@]}"
if [[ " ${stages[*]} " =~ \ (asan|tsan|asan-all|tsan-all)\  ]] &&
  ! echo 'int main() {}' | clang++-19 -fsanitize=address -x c++ - -o /dev/null 2>/dev/null; then
  need no-sanitizer-runtime=libclang-rt-19-dev
fi

# The page is tested in a browser if one is available; otherwise a test reports that it was skipped.
if [[ " ${stages[*]} " == *" gcc "* ]]; then
  (need chromium=chromium node=nodejs npm=npm) || echo "test.sh: continuing without a browser" >&2
fi
# Its sources are checked if Node is installed; otherwise a test reports that it was skipped.
if [[ " ${stages[*]} " =~ \ (lint|gcc)\  ]] && command -v npm >/dev/null; then
  [[ -d page/node_modules/playwright-core && -d page/node_modules/eslint ]] ||
    (cd page && timeout 120 npm ci --no-audit --no-fund >/dev/null 2>&1) ||
    echo "test.sh: continuing without eslint and playwright-core (npm ci in page/ failed)" >&2
fi

jobs=$(nproc)
build_root=$(realpath -m "${TALI_BUILD_ROOT:-build}")
mkdir -p "$build_root"
passed=0 failed=0 broken=() summary=()

# One run at a time in a build folder: a second one waits instead of corrupting the first.
exec 9>"$build_root/.test.sh.lock"
flock -n 9 || { say "waiting for another test.sh in $build_root" && flock 9; }

# run_stage <stage> <preset> <targets> [ctest option...]: configure, build the targets, run the tests, count.
run_stage() {
  local stage=$1 preset=$2 targets=$3
  shift 3
  local folder=$build_root/$preset start=$SECONDS
  local junit=$folder/junit-$stage.xml p=0 f=0 verdict=ok
  say "$stage: building ($preset)"
  rm -f "$junit"
  if ! configure "$preset" "$folder"; then
    verdict="configuration failed" f=1
  elif [[ -n $targets ]] && ! { # shellcheck disable=SC2086  # a list of words
    cmake --build "$folder" -j "$jobs" --target $targets 2>&1 | progress
  }; then
    verdict="build failed" f=1
  else
    local built=$((SECONDS - start))
    say "$stage: testing (built in ${built}s)"
    ctest --test-dir "$folder" -j "$jobs" --output-on-failure --timeout 300 --no-tests=error --output-junit "$junit" \
      "$@" 2>&1 | tee "$folder/test-$stage.log" | progress
    local status=$?
    read -r p f < <(python3 tools/count_junit "$junit")
    # ctest itself may fail with every test passing, for example when a fixture is missing or nothing was found.
    if ((status != 0 && ${f:-0} == 0)); then f=1; fi
    ((f)) && verdict=failed
  fi
  passed=$((passed + p)) failed=$((failed + f))
  ((f)) && broken+=("$stage")
  summary+=("$(printf '%-8s %5d passed %5d failed %5ds  %s' "$stage" "$p" "$f" $((SECONDS - start)) "$verdict")")
}

for stage in "${stages[@]}"; do
  case $stage in
    lint) run_stage lint gcc "" -L '^lint$' ;;
    quick)
      run_stage quick quick "tests_unit tests_golden" -L '^(unit|golden)$' -LE '^(slow|no_asan)$'
      ;;
    tidy) run_stage tidy clang tali_page -L '^tidy$' ;;
    gcc) run_stage gcc gcc all -LE '^lint$' ;;
    # Scripts do not depend on the compiler; headers alone and snippets need one (both have the same standard library).
    clang19)
      run_stage clang19 clang "tests_unit tests_conformance tests_quality tests_golden tests_fuzz tali_examples" \
        -LE '^(lint|tidy|tools|headers|docs|consumer|e2e|slow)$'
      ;;
    asan) run_stage asan asan all -LE '^(slow|no_asan)$' ;;
    tsan) run_stage tsan tsan tests_threads -L '^threads$' -LE '^(slow|no_tsan)$' ;;
    asan-all) run_stage asan-all asan all ;;
    tsan-all) run_stage tsan-all tsan all ;;
  esac
done

say "summary (total $((SECONDS / 60))m $((SECONDS % 60))s)"
printf '%s\n' "${summary[@]}"
((${#broken[@]})) && printf 'To repeat: ./test.sh --only %s\n' "${broken[@]}"
echo "$passed passed, $failed failed"
((failed == 0))
