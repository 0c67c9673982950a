#!/usr/bin/env bash
# The first minute with published packages: a local registry, fresh apps, a browser and an agent.
# Usage: test-packages.sh [--packed] [--record] [options of Playwright]
#   --packed   dist/packages is up to date
#   --record   writes what it took, and the pictures, into docs/
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

packed=no
record=no
while [ "$#" -gt 0 ]; do
  case "$1" in
    --packed) packed=yes ;;
    --record) record=yes ;;
    *) break ;;
  esac
  shift
done

bash scripts/setup.sh
[ "$packed" = yes ] || bash scripts/build-packages.sh >/dev/null
playwright test --config e2e/packages.config.ts "$@"
if [ "$record" = yes ]; then
  node e2e/packages/record.ts
  oxfmt docs/first-minute.md
fi
