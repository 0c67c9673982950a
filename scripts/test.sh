#!/usr/bin/env bash
# Everything a change must pass. The last line is `N passed, N failed`, whatever happened before it.
# Usage: test.sh [--full] [vitest filters…]
#   --full    sets ANNOTATE_TEST_FULL=1: also the tests with the tag "full", longer series, published
#             packages in fresh apps, Node for Windows under Wine, Firefox and WebKit where they are installed, and the
#             coverage floors
#   filters   only these vitest files: no lint, no coverage floors, no ng test, no e2e
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

# Nothing here asks a question, and a closed stdin would be reused for the first file that is opened.
exec </dev/null

filters=()
# Measuring coverage makes the tests a quarter slower.
coverage=()
for argument in "$@"; do
  if [ "$argument" = --full ]; then
    export ANNOTATE_TEST_FULL=1
    coverage=(--coverage)
  else
    filters+=("$argument")
  fi
done

# Reports live outside the checkout: another vitest running beside this one cannot overwrite them. They are kept only in
# a folder that the caller names.
reports="${ANNOTATE_REPORTS:-$(mktemp -d)}"
mkdir -p "$reports"
lint=
angular=
end() {
  local beside
  for beside in $lint $angular; do kill "$beside" 2>/dev/null || true; done
  [ -n "${ANNOTATE_REPORTS:-}" ] || rm -rf "$reports"
}
trap end EXIT
vitest=(vitest run --reporter=default --reporter=json "--outputFile.json=$reports/vitest.json")

# run <name> <report file or ''> <command…>: goes on after a failure, so one run shows all that is wrong.
steps=()
run() {
  local name="$1" report="$2" status=0 started=$SECONDS
  shift 2
  say "$name"
  if [ "$1" = finish ]; then "$@" || status=$?; else (timed "$name" "$@") || status=$?; fi
  steps+=("$name:$status${report:+:$report}")
  say "$name: $((SECONDS - started)) s, $(computed "$name") s of computing"
  return "$status"
}

# timed <name> <command…>, in a shell of its own: notes what the command and all that it started have computed.
timed() {
  local name="$1" status=0
  shift
  "$@" || status=$?
  times >"$reports/$name.times"
  return "$status"
}

# The seconds of computing of a step, on all cores. The last line that `times` prints is of the programs that were run.
computed() {
  tail -n 1 "$reports/$1.times" | awk '
    { split($1, own, /[ms]/); split($2, kernel, /[ms]/); printf "%d", (own[1] + kernel[1]) * 60 + own[2] + kernel[2] }'
}

# Lint computes while the tests wait for processes and browsers; with the lowest priority, so that it delays none.
start_lint() {
  timed lint nice -n 19 bash scripts/lint.sh >"$reports/lint.txt" 2>&1 &
  lint="$!"
}

# The suites of the demos wait about as long as they compute, so this one has room beside them.
start_angular() {
  timed 'ng test' bash scripts/test-angular.sh --reporters=default --reporters=json \
    --output-file="$reports/ng-test.json" >"$reports/angular.txt" 2>&1 &
  angular="$!"
}

# Firefox and WebKit are not installed by setup.sh. Without them there is no report to count.
run_browsers() {
  local missing=0
  node e2e/other-browsers/report-missing.ts >"$reports/missing-browsers.txt" || missing=$?
  if [ "$missing" -eq 3 ]; then
    say 'browsers: skipped'
    cat "$reports/missing-browsers.txt"
    return
  fi
  run browsers "$reports/browsers.json" bash scripts/test-browsers.sh --built \
    --reporter=default --reporter=json "--outputFile.json=$reports/browsers.json" || true
}

# finish <lint or angular>: waits for it and prints what it said.
finish() {
  local status=0
  wait "${!1}" || status=$?
  printf -v "$1" ''
  cat "$reports/$1.txt"
  return "$status"
}

say setup
if ! bash scripts/setup.sh; then
  # Without packages there is no Node to count with.
  printf '%s\n' 'setup failed' '0 passed, 1 failed'
  exit 1
fi

built=yes
run build '' bash scripts/build.sh || built=no
if [ "${#filters[@]}" -gt 0 ]; then
  run vitest "$reports/vitest.json" "${vitest[@]}" "${filters[@]}" || true
else
  start_lint
  # ${coverage[@]+…}: an empty array is an unset variable to the bash of macOS.
  run vitest "$reports/vitest.json" "${vitest[@]}" ${coverage[@]+"${coverage[@]}"} || true
  if [ "$built" = yes ]; then
    start_angular
    export PLAYWRIGHT_JSON_OUTPUT_FILE="$reports/playwright.json"
    run e2e "$reports/playwright.json" bash scripts/test-e2e.sh --built --reporter=list,json || true
    run 'ng test' "$reports/ng-test.json" finish angular || true
    if [ -n "${ANNOTATE_TEST_FULL:-}" ]; then
      export PLAYWRIGHT_JSON_OUTPUT_FILE="$reports/packages.json"
      run packages "$reports/packages.json" bash scripts/test-packages.sh --reporter=list,json || true
      # One check: what Windows runs has a report of its own form. Without Wine it says so.
      run windows '' bash scripts/test-windows.sh --built || true
      run_browsers
    fi
  else
    say 'ng test, e2e: not run, the build failed'
  fi
  run lint '' finish lint || true
fi

say result
node scripts/tally.ts "${steps[@]}"
