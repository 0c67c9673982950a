#!/usr/bin/env bash
# Formatting, unused code and rules; every part reports, also when another one fails.
# Usage: lint.sh [--fix] [files…]
#   --fix    corrects what can be corrected
#   files    only these: no search for unused code, which needs all of them
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

fix=no
if [ "${1:-}" = --fix ]; then
  fix=yes
  shift
fi
case "${1:-}" in -*) fail "lint.sh does not know $1. Usage: lint.sh [--fix] [files…]" ;; esac
bash scripts/setup.sh --no-browser

# Files that have not changed since they passed are not looked at again, except in CI: a rule that follows imports may
# find something in a file that has not changed itself.
cached=()
[ -n "${CI:-}" ] || cached=(--cache --cache-strategy content)
prettier=(prettier --check --cache)
eslint=(eslint --max-warnings 0 ${cached[@]+"${cached[@]}"})
if [ "$fix" = yes ]; then
  prettier=(prettier --write --log-level=warn)
  eslint+=(--fix)
fi

# rules <name of the cache> <what to look at…>
rules() {
  local cache="node_modules/.cache/eslint/$1"
  shift
  "${eslint[@]}" --cache-location "$cache" --no-warn-ignored "$@"
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
