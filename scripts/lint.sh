#!/usr/bin/env bash
# Formatting, unused code and rules; every part reports, also when another one fails.
# Usage: lint.sh [--fix] [files…]
#   --fix   corrects what can be corrected
#   files   only these: no search for unused code, which needs all of them
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

oxfmt=(oxfmt --check)
eslint=(eslint --max-warnings 0 --no-warn-ignored)
oxlint=(oxlint --max-warnings 0)
case "${1:-}" in
  --fix)
    shift
    oxfmt=(oxfmt)
    eslint+=(--fix)
    oxlint+=(--fix)
    ;;
  -*) fail "lint.sh does not know $1. Usage: lint.sh [--fix] [files…]" ;;
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
"${oxlint[@]}" || status=1
exit "$status"
