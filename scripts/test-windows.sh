#!/usr/bin/env bash
# Runs what Windows does differently with Node for Windows under Wine: the store with several processes, programs that are
# started, the commands, and the unit tests of the packages that run in Node. Without Wine it says so and ends well.
# Usage: test-windows.sh [--built] [vitest filters…]
#   --built   the caller has just built everything
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser
if [ "${1:-}" = --built ]; then
  shift
else
  bash scripts/build.sh
fi
exec node scripts/windows/test-windows.ts "$@"
