#!/usr/bin/env bash
# The documents as a site.
# Usage: docs-site.sh dev | build [options of Astro]
#   dev     serves it, and shows changes of the documents at once
#   build   writes it to apps/docs/dist; DOCS_BASE=/name/ for a folder of another site, DOCS_URL for its address
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

export ASTRO_TELEMETRY_DISABLED=1
cd apps/docs
case "${1:-}" in
  dev) shift && exec astro dev --ignore-lock "$@" ;;
  build) shift && exec astro build "$@" ;;
  *) fail "docs-site.sh does not know ${1:-what to do}. Usage: docs-site.sh dev | build" ;;
esac
