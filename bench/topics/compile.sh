#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# topic: compile time and object size of one and of ten properties, against RapidCheck; the budget of tali.hpp
# targets: none
# packages: rapidcheck.h=librapidcheck-dev python3=python3
#
#   ./bench.sh compile [--rounds N] [compiler ...]
exec python3 "$TALI_SOURCE_DIR/bench/compile_time/properties.py" "$@"
