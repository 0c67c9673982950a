#!/usr/bin/env bash
# Playwright over e2e/, on the built packages; arguments go to Playwright.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh
# What is newer than its sources is not built again.
tsc -b
bash scripts/bundles.sh overlay view cli extension angular-library

exec playwright test --config e2e/playwright.config.ts "$@"
