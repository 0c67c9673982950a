#!/usr/bin/env bash
# Builds what is older than its sources: the packages, then everything that is bundled from them.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

tsc -b
# Neither needs anything of the other.
bash scripts/bundles.sh angular-library &
bash scripts/bundles.sh overlay view team-page cli plugins
wait "$!"
