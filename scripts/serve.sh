#!/usr/bin/env bash
# `annotate-mcp serve` of this checkout: MCP over HTTP and the bridge to your Chrome (npm run build:extension).
# Usage: serve.sh [--source] [options of "annotate-mcp serve"]
#   --source   runs the sources, and starts again when they change
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

if [ "${1:-}" = --source ]; then
  shift
  exec node --watch --watch-preserve-output --conditions=@annotate-mcp/source packages/cli/src/bin.ts serve "$@"
fi
bash scripts/bundles.sh cli
exec node packages/cli/dist/bin.mjs serve "$@"
