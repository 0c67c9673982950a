#!/usr/bin/env bash
# Makes what Claude Code and Claude Desktop install, in apps/plugin/dist.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser
bash scripts/bundles.sh overlay view extension team-page

exec node apps/plugin/build.ts
