#!/usr/bin/env bash
# Starts a demo's dev server; scripts/dev/ has the rules about ports and earlier instances.
# Usage: dev.sh [demo] [--port N] [--watch] [--agent]
#   --watch   builds the packages as they change, too
#   --agent   runs the scripted agent of demos/agent beside it
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser
bash scripts/bundles.sh overlay

exec node scripts/dev/serve-demo.ts "$@"
