#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# The extension for VS Code against the real server, with a stand-in for the editor.
set -u
case ${CXX-} in *clang*) exit 0 ;; esac
if ! command -v node >/dev/null || [[ ! -x $TALI_BUILD_DIR/bin/tali ]] ||
  timeout 1 "$TALI_BUILD_DIR/bin/tali" serve /nonexistent 2>&1 | grep -q "built without"; then
  echo "not tried: needs node, and tali built with simdjson and cpp-httplib"
  exit 0
fi
exec timeout 60 node "$(dirname "$0")/../../../editor/vscode/test.mjs" "$TALI_BUILD_DIR/bin/tali"
