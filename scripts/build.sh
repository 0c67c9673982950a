#!/usr/bin/env bash
# Builds what is older than its sources: the packages, then everything that is bundled from them.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

# Projects beside each other, each in one thread: several threads for a project compute a third more, each for itself.
tsc -b --checkers 1 --builders "$(getconf _NPROCESSORS_ONLN)"
# Neither needs anything of the other.
bash scripts/bundles.sh angular-library &
bash scripts/bundles.sh overlay view team-page cli plugins
wait "$!"
