#!/usr/bin/env bash
# Real apps, as their authors wrote them: init, start, one page, build, undo.
# Usage: test-apps.sh [--packed] [folder…] [-- options of Playwright]
#   --packed   dist/packages is up to date
#   folder     an app on this machine, or the repository with the app in a folder of it: ../shop#apps/web
#              Without one, those of e2e/apps/repositories.ts are fetched from GitHub.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

packed=no
if [ "${1:-}" = --packed ]; then
  packed=yes
  shift
fi
apps=()
while [ "$#" -gt 0 ]; do
  if [ "$1" = -- ]; then
    shift
    break
  fi
  apps+=("$1")
  shift
done

bash scripts/setup.sh
[ "$packed" = yes ] || bash scripts/build-packages.sh >/dev/null
# One in a line: a path may have any other character.
ANNOTATE_TEST_APPS="$(printf '%s\n' ${apps[@]+"${apps[@]}"})" \
  playwright test --config e2e/apps.config.ts "$@"
