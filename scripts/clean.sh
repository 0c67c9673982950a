#!/usr/bin/env bash
# Removes what a build or a test run wrote. Folders are named, not searched for: a fixture may be called dist.
# Usage: clean.sh [--all]   (--all: also node_modules, the stores in .annotate, and .dev)
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

output=(dist coverage test-results)
case "${1:-}" in
  '') ;;
  --all) output+=(node_modules .annotate .dev) ;;
  *) fail "clean.sh does not know $1. Usage: clean.sh [--all]" ;;
esac

for folder in . packages/* apps/* demos/* demos/tasks/component-libraries bench e2e docs; do
  for name in "${output[@]}"; do
    rm -rf "${folder:?}/$name"
  done
  rm -f "$folder"/*.tsbuildinfo
done
