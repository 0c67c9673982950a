#!/usr/bin/env bash
# The overlay in Firefox and WebKit, as far as they are installed: e2e/other-browsers.
# Usage: test-browsers.sh [--built] [options of Vitest]
#   --built   the caller has just built everything
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh

missing=0
node e2e/other-browsers/report-missing.ts || missing=$?
[ "$missing" -ne 3 ] || exit 0
[ "$missing" -eq 0 ] || exit "$missing"

if [ "${1:-}" = --built ]; then
  shift
else
  bash scripts/build.sh
fi
exec vitest run --config e2e/other-browsers/vitest.config.ts "$@"
