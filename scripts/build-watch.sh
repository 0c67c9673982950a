#!/usr/bin/env bash
# Builds what changes, until it is stopped.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

exec tsc -b --watch --preserveWatchOutput
