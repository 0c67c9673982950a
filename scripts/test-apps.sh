#!/usr/bin/env bash
# Real apps, as their authors wrote them: init, start, one page, build, undo.
# Usage: test-apps.sh [--packed] [--no-build] [folder…] [-- options of Playwright]
#   --packed     dist/packages is up to date
#   --no-build   without the production builds, which take most of the time
#   folder       an app on this machine, or the repository with the app in a folder of it: ../shop#apps/web
#                Without one, those of e2e/apps/repositories.ts are fetched from GitHub.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

packed=no
apps=()
while [ "$#" -gt 0 ]; do
  case "$1" in
    --packed) packed=yes ;;
    --no-build) export ANNOTATE_TEST_NO_BUILD=1 ;;
    --)
      shift
      break
      ;;
    *) apps+=("$1") ;;
  esac
  shift
done

bash scripts/setup.sh
[ "$packed" = yes ] || bash scripts/build-packages.sh >/dev/null
# One in a line: a path may have any other character.
ANNOTATE_TEST_APPS="$(printf '%s\n' ${apps[@]+"${apps[@]}"})" \
  playwright test --config e2e/apps.config.ts "$@"
