#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# The page in a browser, once: with the build of GCC. Skipped without Node, playwright-core or Chromium.
set -u
cd "$(dirname "$0")/../../../page" || exit 1
case ${CXX-} in
  *clang*)
    echo "the page was tried with what GCC has built"
    exit 0
    ;;
esac
chromium=${CHROMIUM-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
for there in "$(command -v node)" "$chromium" node_modules/playwright-core "$TALI_BUILD_DIR/bin/tali"; do
  if [[ -z $there || ! -e $there ]]; then
    echo "not tried: needs node, chromium, a built tali, and playwright-core (npm ci in page/)"
    exit 0
  fi
done
if "$TALI_BUILD_DIR/bin/tali" report /dev/null 2>&1 | grep -q "without simdjson"; then
  echo "not tried: tali was built without simdjson"
  exit 0
fi
CHROMIUM=$chromium exec timeout 200 node tests/browser.mjs
