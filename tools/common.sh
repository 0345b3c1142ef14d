# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash
# Functions shared by test.sh, demo.sh and bench.sh.

# say <text>: a heading in the output of a script.
say() { printf '\n==> %s\n' "$*"; }

# die <text>: end with status 2, an error of the script itself (1 is an error of a program it ran).
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# Clones share the compile cache: paths inside this clone are relative to it.
# Ninja's dependency files list the includes of a file. Without them, the cache preprocesses every unknown file.
export CCACHE_BASEDIR CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
CCACHE_BASEDIR=$(pwd -P)

# missing_packages <item>...: the Debian packages of the missing items.
# An item is <command>=<package>, or <header.h>=<package> for a header the compiler must find.
missing_packages() {
  local item headers=()
  for item in "$@"; do
    if [[ ${item%%=*} == *.h* ]]; then
      headers+=("$item")
    elif ! command -v "${item%%=*}" >/dev/null; then
      echo "${item#*=}"
    fi
  done
  ((${#headers[@]})) || return 0
  if ! command -v g++ >/dev/null; then
    printf '%s\n' "${headers[@]#*=}"
    return 0
  fi
  # All headers in one run of the preprocessor: it prints the package of each one it cannot find.
  for item in "${headers[@]}"; do
    printf '#if !__has_include(<%s>)\nmissing %s\n#endif\n' "${item%%=*}" "${item#*=}"
  done | g++ -E -P -x c++ - | sed -n 's/^ *missing *//; s/ *\([-.+]\) */\1/g; /./p'
}

# need <item>...: install the missing packages (see missing_packages). Uses no network if nothing is missing.
need() {
  local packages
  mapfile -t packages < <(missing_packages "$@" | sort -u)
  ((${#packages[@]})) || return 0
  local wanted="these Debian packages are missing: ${packages[*]}"
  command -v apt-get >/dev/null || die "$wanted. There is no apt-get here: install what corresponds to them by hand"
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "$wanted. Not root and no sudo: run as root: apt-get install ${packages[*]}"
    # Without a terminal sudo cannot prompt for a password, and must not wait for one.
    as_root=(sudo)
    [[ -t 0 ]] || as_root+=(-n)
  fi
  say "installing ${packages[*]}"
  # The list of packages may be old or absent; a failed update matters only if the installation then fails.
  "${as_root[@]}" apt-get update -qq || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" \
    >/dev/null || die "$wanted, and apt-get could not install them (is there a network?)"
}

# Packages to build the library.
# shellcheck disable=SC2034,SC2191  # used by the scripts that read this file
tali_needs=(g++=g++ cmake=cmake ninja=ninja-build ccache=ccache fmt/core.h=libfmt-dev CLI/CLI.hpp=libcli11-dev
  nlohmann/json.hpp=nlohmann-json3-dev simdjson.h=libsimdjson-dev httplib.h=libcpp-httplib-dev
  cadical.hpp=libcadical-dev)

# Packages to build the demonstration and its page.
# shellcheck disable=SC2034,SC2191
demo_needs=(g++=g++ cmake=cmake ninja=ninja-build fmt/core.h=libfmt-dev CLI/CLI.hpp=libcli11-dev
  simdjson.h=libsimdjson-dev)

# configure <preset> <folder> [option...]: configure, showing the output only if it fails.
configure() {
  local preset=$1 folder=$2 log
  shift 2
  mkdir -p "$folder"
  log=$folder/configure.log
  # A second try from scratch: the folder may come from another place, compiler or version of CMake.
  cmake --preset "$preset" -B "$folder" "$@" >"$log" 2>&1 ||
    cmake --fresh --preset "$preset" -B "$folder" "$@" >"$log" 2>&1 ||
    {
      cat "$log" >&2
      return 1
    }
}

# progress: filters the output of ninja or ctest: keeps one line per 10 % of progress and all lines that do not
# report success.
progress() {
  awk '
    # "[12/80] Building ..." from ninja, " 12/80 Test #7: name ..... Passed" from ctest
    match($0, /^\[?[ ]*[0-9]+\/[0-9]+/) {
      split(substr($0, RSTART, RLENGTH), n, /[^0-9]+/)
      i = n[1] == "" ? 2 : 1
      tenth = int(10 * n[i] / n[i + 1])
      bad = / Test +#/ && !/Passed|Skipped|Disabled/
      if (tenth != shown || bad || /^FAILED/) { print; fflush() }
      shown = tenth
      next
    }
    /^ *Start +[0-9]+:/ || /^ninja: (Entering|no work)/ { next }
    /^-- (GLOB mismatch|Configuring|Generating|Build files)/ { next }
    { print; fflush() }'
}
