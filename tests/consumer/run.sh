#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Build and run one consumer of tali, the way its user would.
#
#   run.sh install           install the build into a prefix, and move that prefix elsewhere
#   run.sh find_package      a CMake project using the installed package
#   run.sh add_subdirectory  a CMake project building tali from its sources
#   run.sh pkg_config        the compiler alone, with the flags from pkg-config
#
# Set by ctest: TALI_BUILD_DIR, TALI_SOURCE_DIR, CXX. Work happens in $TALI_BUILD_DIR/consumer.
set -euo pipefail

if [[ ${1-} == --help || $# -ne 1 ]]; then
  sed -n '3,11s/^# \{0,1\}//p' "$0"
  [[ ${1-} == --help ]] && exit 0 || exit 2
fi
: "${TALI_BUILD_DIR:?is not set: run this through ctest}" "${TALI_SOURCE_DIR:?is not set}" "${CXX:?is not set}"

work=$TALI_BUILD_DIR/consumer
prefix=$work/prefix
here=$TALI_SOURCE_DIR/tests/consumer

# Configure, build and run a consumer project with CMake; further arguments go to the configuration.
cmake_consumer() {
  local project=$1
  shift
  rm -rf "${work:?}/$project"
  cmake -G Ninja -S "$here/$project" -B "$work/$project" -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_BUILD_TYPE=Debug "$@"
  cmake --build "$work/$project"
  "$work/$project/consumer"
}

case $1 in
  install)
    rm -rf "${work:?}"
    cmake --install "$TALI_BUILD_DIR" --prefix "$work/first"
    # Moved, so that a consumer shows that no file contains the original location.
    mv "$work/first" "$prefix"
    for tree in "$TALI_BUILD_DIR" "$TALI_SOURCE_DIR"; do
      # The path as a whole, not as the tail of another one: sources in /tali must not match /lib/cmake/tali/.
      if grep -rIlP --include='*.cmake' --include='*.pc' --include='*.hpp' "(?<![\w.}/-])\Q$tree\E/" "$prefix"; then
        echo "the files above name $tree: they only work on this machine" >&2
        exit 1
      fi
    done
    ;;
  find_package) cmake_consumer find_package -DCMAKE_PREFIX_PATH="$prefix" ;;
  add_subdirectory)
    cmake_consumer add_subdirectory -DTALI_SOURCE_DIR="$TALI_SOURCE_DIR" -DTALI_UNITY=ON \
      ${TALI_CCACHE:+-DCMAKE_CXX_COMPILER_LAUNCHER="$TALI_CCACHE"}
    ;;
  pkg_config)
    pc_dir=$(dirname "$(find "$prefix" -name tali.pc)")
    # eval, because pkg-config quotes a prefix that has spaces in it.
    flags=()
    eval "flags=($(PKG_CONFIG_PATH=$pc_dir pkg-config --cflags --libs tali))"
    "$CXX" "$here/main.cpp" "${flags[@]}" -o "$work/pkg_config_consumer"
    "$work/pkg_config_consumer"
    ;;
  *)
    echo "run.sh: no consumer '$1'; see --help" >&2
    exit 2
    ;;
esac
