#!/usr/bin/env bash
# Runs the benchmarks from source; arguments go to bench/run.ts.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

exec node --conditions=@annotate-mcp/source bench/run.ts "$@"
