#!/usr/bin/env bash
# Formatting, then rules; both report even when the first one fails.
# Usage: lint.sh [--fix]
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

case "${1:-}" in
  '') prettier=(--check) eslint=() ;;
  --fix) prettier=(--write --log-level=warn) eslint=(--fix) ;;
  *) fail "lint.sh does not know $1. Usage: lint.sh [--fix]" ;;
esac
bash scripts/setup.sh --no-browser

status=0
prettier "${prettier[@]}" . || status=1
# In parts, because what the rules know of types adds up: all of it at once is more than Node's heap holds.
# ${eslint[@]+…}: an empty array is an unset variable to the bash of macOS.
rules() { eslint --max-warnings 0 ${eslint[@]+"${eslint[@]}"} "$@" || status=1; }
rules packages/{core,store,http,hub,mcp-server,cli}
rules packages --ignore-pattern 'packages/{core,store,http,hub,mcp-server,cli}/**'
rules . --ignore-pattern 'packages/**'
exit "$status"
