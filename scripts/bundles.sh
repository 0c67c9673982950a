#!/usr/bin/env bash
# Bundles what a demo needs beside the sources it runs from, unless the bundle is newer than all of them.
# Usage: bundles.sh overlay|cli…   (overlay: what the page loads; cli: the program that agents start)
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

main() {
  local name
  for name in "$@"; do
    case "$name" in
      overlay) bundle packages/overlay packages/overlay/dist/page/overlay.js packages/core/src ;;
      cli) bundle packages/cli packages/cli/dist/bin.mjs packages/{core,store,http,mcp-server}/src ;;
      *) fail "bundles.sh does not know $name. Usage: bundles.sh overlay|cli…" ;;
    esac
  done
}

# bundle <package> <its output> <sources beside its own…>
bundle() {
  local package="$1" output="$2"
  shift 2
  [ -f "$package/vite.config.ts" ] || return 0
  if [ -f "$output" ] && [ -z "$(find "$package"/{src,vite.config.ts,package.json} "$@" -newer "$output" -print -quit)" ]; then
    return 0
  fi
  say "$output"
  vite build "$package" --config "$package/vite.config.ts"
}

main "$@"
