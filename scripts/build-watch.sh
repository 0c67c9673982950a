#!/usr/bin/env bash
# Builds what changes, until it is stopped: the packages, the served overlay and the Markdown view.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

node scripts/dev/watch-bundles.ts &
trap 'kill "$!" 2>/dev/null || true' EXIT
tsc -b --watch --preserveWatchOutput
