#!/usr/bin/env bash
# Runs the benchmarks from source; arguments go to bench/run.ts.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

# What is measured starts as it does for users.
unset NODE_COMPILE_CACHE
exec node --conditions=@annotate-mcp/source bench/run.ts "$@"
