#!/usr/bin/env bash
# The commit hook: formats and lints what is staged. A script, because git starts hooks with the machine's Node.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

exec lint-staged
