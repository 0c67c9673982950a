#!/usr/bin/env bash
# Formatting, unused code and rules; every part reports, also when another one fails.
# Usage: lint.sh [--fix | --fresh] [files…]
#   --fix     corrects what can be corrected
#   --fresh   looks at every file, also at those that passed before and have not changed
#   files     only these: no search for unused code, which needs all of them
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

oxfmt=(oxfmt --check)
# A change of one file can make another one wrong, which the cache does not see: hence --fresh in test.sh.
eslint=(eslint --max-warnings 0 --no-warn-ignored --cache --cache-strategy content --cache-location node_modules/.cache/eslint)
oxlint=(oxlint --max-warnings 0)
case "${1:-}" in
  --fix)
    shift
    oxfmt=(oxfmt)
    eslint+=(--fix)
    oxlint+=(--fix)
    ;;
  --fresh)
    shift
    eslint=(eslint --max-warnings 0 --no-warn-ignored)
    ;;
  -*) fail "lint.sh does not know $1. Usage: lint.sh [--fix | --fresh] [files…]" ;;
esac
bash scripts/setup.sh --no-browser

status=0
if [ "$#" -gt 0 ]; then
  "${oxfmt[@]}" --no-error-on-unmatched-pattern "$@" || status=1
  scripts=()
  for file in "$@"; do
    case "$file" in *.ts | *.tsx | *.js | *.mjs) scripts+=("$file") ;; esac
  done
  if [ "${#scripts[@]}" -gt 0 ]; then
    "${eslint[@]}" "${scripts[@]}" || status=1
    "${oxlint[@]}" "${scripts[@]}" || status=1
  fi
  exit "$status"
fi

"${oxfmt[@]}" . || status=1
knip --no-progress --no-config-hints || status=1
knip --production --no-progress --no-config-hints --include exports,types || status=1
"${eslint[@]}" . || status=1
# The rules that need types.
"${oxlint[@]}" || status=1
exit "$status"
