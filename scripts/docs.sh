#!/usr/bin/env bash
# Brings the generated parts of the documents up to date.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

exec node --conditions=@annotate-mcp/source scripts/docs.ts
