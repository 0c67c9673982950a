#!/usr/bin/env bash
# Builds standalone executables of annotate-mcp into dist/executables: one file each, with Node inside.
# Usage: build-executables.sh [--all | linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64…]
#   without names   for this machine, with the Node of this checkout
#   with names      Node comes from the registry, into .dev/node
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser
bash scripts/bundles.sh overlay view extension team-page

exec node --conditions=@annotate-mcp/source packages/cli/sea/build.ts "$@"
