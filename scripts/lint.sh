#!/usr/bin/env bash
# Formatting, unused code and rules; every part reports, also when another one fails.
# Usage: lint.sh [--fix | --fresh] [files…]
#   --fix     corrects what can be corrected
#   --fresh   looks at every file, also at those that passed before and have not changed
#   files     only these: no search for unused code, which needs all of them
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

prettier=(prettier --check --cache)
# A change of one file's types can make another file wrong, which the cache does not see: hence --fresh in test.sh.
eslint=(eslint --max-warnings 0 --no-warn-ignored --cache --cache-strategy content)
case "${1:-}" in
  --fix)
    shift
    prettier=(prettier --write --log-level=warn)
    eslint+=(--fix)
    ;;
  --fresh)
    shift
    prettier=(prettier --check)
    eslint=(eslint --max-warnings 0 --no-warn-ignored)
    ;;
  -*) fail "lint.sh does not know $1. Usage: lint.sh [--fix | --fresh] [files…]" ;;
esac
bash scripts/setup.sh --no-browser

# rules <name of the cache> <what to look at…>
rules() {
  local cache="node_modules/.cache/eslint/$1"
  shift
  "${eslint[@]}" --cache-location "$cache" "$@"
}

status=0
if [ "$#" -gt 0 ]; then
  "${prettier[@]}" --ignore-unknown "$@" || status=1
  scripts=()
  for file in "$@"; do
    case "$file" in *.ts | *.tsx | *.js | *.mjs) scripts+=("$file") ;; esac
  done
  [ "${#scripts[@]}" -eq 0 ] || rules changed "${scripts[@]}" || status=1
  exit "$status"
fi

"${prettier[@]}" . || status=1
knip --no-progress --no-config-hints || status=1
knip --production --no-progress --no-config-hints --include exports,types || status=1
# In parts, because ESLint keeps the types of everything it has seen: all at once is more than Node's heap holds.
rules some-packages packages/{core,store,http,hub,mcp-server,cli} || status=1
rules other-packages packages --ignore-pattern 'packages/{core,store,http,hub,mcp-server,cli}/**' || status=1
rules rest . --ignore-pattern 'packages/**' || status=1
exit "$status"
