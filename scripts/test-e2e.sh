#!/usr/bin/env bash
# Playwright over e2e/, on the built packages.
# Usage: test-e2e.sh [--built] [options of Playwright]
#   --built   the caller has just built everything
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh
if [ "${1:-}" = --built ]; then
  shift
else
  bash scripts/build.sh
fi

# A project that is named runs also when `npm test` leaves it out.
case " $* " in *' --project'*) export ANNOTATE_E2E_PROJECTS=all ;; esac
exec playwright test --config e2e/playwright.config.ts "$@"
