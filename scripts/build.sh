#!/usr/bin/env bash
# Builds everything, in this order.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

tsc -b
vite build packages/overlay --config packages/overlay/vite.config.ts
vite build apps/markdown-view --config apps/markdown-view/vite.config.ts
vite build packages/cli --config packages/cli/vite.config.ts
bash scripts/bundles.sh extension angular-library
