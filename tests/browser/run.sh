#!/usr/bin/env bash
# Runs what opens the page that attest-trace writes in a browser without a window:
#     tests/browser/run.sh PROGRAM --test choosing.test.mjs
#     tests/browser/run.sh PROGRAM pictures.mjs FOLDER
# ATTEST_LIVE is 1 where the page has the library as WebAssembly, and ATTEST_FUSED where the program rounds
# multiply-adds once, as WebAssembly does not. Without Node.js, a browser or the packages it is skipped (77).
set -euo pipefail
program=$1
shift
cd "$(dirname "${BASH_SOURCE[0]}")"

skip() {
    echo "skipped: $1"
    exit 77
}

find_browser() {
    local name
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name"; then return; fi
    done
}

command -v node > /dev/null || skip "there is no Node.js (Debian: nodejs, npm)"
browser=${ATTEST_BROWSER:-$(find_browser)}
[[ $browser ]] || skip "there is no browser (Debian: chromium)"
[[ -d node_modules/playwright-core && -d node_modules/axe-core ]] ||
    skip "playwright-core and axe-core are not installed (npm ci, in tests/browser)"

ATTEST_TRACE=$program ATTEST_BROWSER=$browser exec node "$@"
