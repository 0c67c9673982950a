#!/usr/bin/env bash
# Starts a demo's dev server; scripts/dev/ has the rules about ports and earlier instances.
# Usage: dev.sh [demo] [--port N] [--watch]   (--watch: builds the packages as they change, too)
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

exec node scripts/dev/serve-demo.ts "$@"
