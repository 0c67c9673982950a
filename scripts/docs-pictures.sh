#!/usr/bin/env bash
# Takes the pictures in docs/images anew, on the demos; arguments go to Playwright.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh
bash scripts/build.sh

exec playwright test --config e2e/pictures.config.ts "$@"
