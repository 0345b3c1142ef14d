#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: How to Specify It: mean tests to find 8 bugs by 57 properties, for six generators of search trees
# builds: gcc
# targets: bench_specify_it
#
#   ./bench.sh specify-it [--quick]  the picture goes to build/pictures
set -u
mkdir -p build/pictures
exec "$TALI_BUILD_GCC/bench/bench_specify_it" --svg=build/pictures/specify_it.svg "$@"
