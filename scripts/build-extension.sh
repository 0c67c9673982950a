#!/usr/bin/env bash
# Builds the Chrome extension: apps/extension/dist/unpacked for "Load unpacked", and the zip for the store beside it.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

node --conditions=@annotate-mcp/source apps/extension/build.ts
