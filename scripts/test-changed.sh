#!/usr/bin/env bash
# What a change needs while you work on it: types everywhere, lint of the changed files, and those tests of the changed
# workspaces that import a changed file or stand beside one. `npm test` runs the rest.
# Usage: test-changed.sh [commit]   (what has changed since then; without it, since the branch left main)
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
exec </dev/null

case "${1:-}" in -*) fail "test-changed.sh does not know $1. Usage: test-changed.sh [commit]" ;; esac
bash scripts/setup.sh
since="$(git rev-parse --verify --quiet "${1:-$(git merge-base HEAD main 2>/dev/null || echo HEAD)}^{commit}")" ||
  fail "There is no commit ${1:-HEAD}."

files=()
while IFS= read -r file; do
  [ ! -f "$file" ] || files+=("$file")
done < <({ git diff --name-only "$since" && git ls-files --others --exclude-standard; } | sort -u)
[ "${#files[@]}" -gt 0 ] || { say "nothing has changed since $since" && exit 0; }

# packages/core/src/a.ts belongs to packages/core, scripts/a.ts to scripts.
folders=()
while IFS= read -r folder; do
  folders+=("$folder")
done < <(printf '%s\n' "${files[@]}" | sed -nE 's#^((packages|apps|demos)/[^/]+|bench|scripts|eslint)/.*#\1/#p' | sort -u)

status=0
say "lint: ${#files[@]} files"
bash scripts/lint.sh "${files[@]}" &
lint="$!"
say types
tsc -b || status=1
wait "$lint" || status=1

# A test that starts a program does not import what it tests, but stands beside it: signals.ts, signals.test.ts.
tests_beside() {
  local file test
  for file in "${files[@]}"; do
    for test in "${file%.ts*}".{test.ts,browser.test.ts,browser.test.tsx}; do
      [ ! -f "$test" ] || printf '%s\n' "$test"
    done
  done
}

tests=()
if [ "${#folders[@]}" -gt 0 ]; then
  while IFS= read -r test; do
    tests+=("$test")
  done < <({ vitest list --filesOnly --changed "$since" "${folders[@]}" | sed 's/^\[[^]]*] //' && tests_beside; } | sort -u)
fi
if [ "${#tests[@]}" -gt 0 ]; then
  say "tests: ${#tests[@]} files of ${folders[*]}"
  vitest run "${tests[@]}" || status=1
fi
exit "$status"
