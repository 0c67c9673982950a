#!/usr/bin/env bash
# The tests of the Angular library, by `ng test` in Chromium, on the built packages; arguments go to the Angular CLI.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh

# Without it Playwright looks for a Chromium of its own.
[ -n "${CHROME_BIN:-}" ] || [ ! -x /usr/bin/chromium ] || export CHROME_BIN=/usr/bin/chromium
cd packages/angular
exec ng test "$@"
