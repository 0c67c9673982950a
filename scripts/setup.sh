#!/usr/bin/env bash
# Makes a checkout ready to work in: packages, Chromium, the commit hook. Does nothing when it is.
# Usage: setup.sh [--no-browser] [--only workspace…]
#   --only   packages of these workspaces are enough; no commit hook
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

# A copy of the lockfile the packages came from. `npm ci` empties node_modules, so an interrupted one leaves none.
stamp=node_modules/.installed-package-lock.json
# Where Playwright's own Chromium is: asking Playwright costs half a second.
own_chromium=node_modules/.playwright-chromium
# For which workspaces packages are installed, where not all are: the checksum of the lockfile, then a line for each.
partial_stamp=node_modules/.installed-workspaces
only=()

main() {
  local browser=yes
  while [ "$#" -gt 0 ]; do
    case "$1" in
      --no-browser) browser=no ;;
      --only)
        shift
        only=("$@")
        break
        ;;
      *) fail "setup.sh does not know $1. Usage: setup.sh [--no-browser] [--only workspace…]" ;;
    esac
    shift
  done
  ready "$browser" && return
  lock
  packages_ready || install_packages
  hash -r # bash remembers where it found node before there was a better one
  [ "$browser" = no ] || chromium_ready || install_chromium
  hook_ready || install_hook
}

ready() {
  packages_ready && hook_ready && { [ "$1" = no ] || chromium_ready; }
}

packages_ready() {
  # Run, not only looked for: a node_modules made on another system has a Node that does not start.
  node_modules/.bin/node --version >/dev/null 2>&1 && { cmp -s package-lock.json "$stamp" || part_ready; }
}

# Whether only some workspaces are asked for, and those are installed.
part_ready() {
  local workspace
  [ "${#only[@]}" -gt 0 ] && [ "$(installed_workspaces | head -n 1)" = "$(lockfile_sum)" ] || return
  for workspace in "${only[@]}"; do
    installed_workspaces | grep -Fxq -- "$workspace" || return
  done
}

installed_workspaces() {
  [ ! -f "$partial_stamp" ] || cat "$partial_stamp"
}

lockfile_sum() {
  cksum <package-lock.json
}

hook_ready() {
  local hook
  [ "${#only[@]}" -eq 0 ] && [ -e .git ] && [ -z "${CI:-}" ] && [ -z "${SKIP_INSTALL_SIMPLE_GIT_HOOKS:-}" ] || return 0
  hook="$(git rev-parse --git-path hooks/pre-commit 2>/dev/null)" || return 0
  # A pre-commit hook that the contributor has written is not replaced.
  [ -e "$hook" ]
}

chromium_ready() {
  if [ -n "${CHROME_BIN:-}" ]; then
    [ -x "$CHROME_BIN" ] || fail "CHROME_BIN is $CHROME_BIN, which cannot be run. Correct it, or unset it."
    return 0
  fi
  [ -x /usr/bin/chromium ] || { [ -f "$own_chromium" ] && [ -x "$(cat "$own_chromium")" ]; }
}

# Two scripts started together must not both empty node_modules.
lock() {
  local holder
  mkdir -p .dev
  if command -v flock >/dev/null; then
    exec 9>.dev/setup.lock
    flock -n 9 || { say 'another setup is running: waiting for it' && flock 9; }
    return
  fi
  # macOS has no flock. A holder that died leaves its file behind, so its pid decides.
  until (set -o noclobber && echo $$ >.dev/setup.pid) 2>/dev/null; do
    holder="$(cat .dev/setup.pid 2>/dev/null || true)"
    [ -z "$holder" ] || kill -0 "$holder" 2>/dev/null || rm -f .dev/setup.pid
    sleep 1
  done
  trap 'rm -f .dev/setup.pid' EXIT
}

install_packages() {
  # After `npm install something` the packages are right and only the stamp is old.
  if node scripts/missing-packages.ts >/dev/null 2>&1; then
    cp package-lock.json "$stamp"
    return
  fi
  local outside workspaces=() workspace
  outside="$(path_outside)"
  # A checkout that had all packages keeps all: its owner works in it.
  [ "${#only[@]}" -eq 0 ] || [ -f "$stamp" ] || choose_workspaces
  if [ "${#workspaces[@]}" -eq 0 ]; then
    say 'packages: npm ci'
  else
    say "packages: npm ci, only for ${workspaces[*]}"
  fi
  PATH="$outside" command -v npm >/dev/null || fail 'npm was not found. Install Node.js 20 or newer (https://nodejs.org).'
  # What npm's cache says of a package may be older than the version in the lockfile. Then the registry is asked, which
  # for all packages takes almost as long as unpacking them.
  npm_ci --prefer-offline || { say 'packages: npm ci again, asking the registry' && npm_ci; } || fail 'npm ci failed; see above.'
  node_modules/.bin/node --version >/dev/null 2>&1 ||
    fail "The package \`node\` did not unpack its binary. Allow npm's install scripts (ignore-scripts=false), then run again."
  if [ "${#workspaces[@]}" -eq 0 ]; then
    cp package-lock.json "$stamp"
  else
    printf '%s\n' "$(lockfile_sum)" "${workspaces[@]}" >"$partial_stamp"
  fi
}

# npm_ci [option]: for the workspaces that install_packages has chosen, with npm's own Node.
npm_ci() {
  # The hook is ours to install, below: npm would do it in CI and in a repository around this folder, too.
  PATH="$outside" SKIP_INSTALL_SIMPLE_GIT_HOOKS=1 with_progress 'npm ci' \
    npm ci "$@" --include=dev --no-audit --no-fund --loglevel=error \
    ${workspaces[@]+"${workspaces[@]/#/--workspace=}"}
}

# Those that are asked for, and those that an earlier run installed: npm ci removes what it is not told.
choose_workspaces() {
  while IFS= read -r workspace; do
    workspaces+=("$workspace")
  done < <({ printf '%s\n' "${only[@]}" && installed_workspaces | tail -n +2; } | sort -u)
}

# with_progress <name> <command…>: says every ten seconds that it is still at work.
with_progress() {
  local name="$1" started=$SECONDS ticker status=0
  shift
  # The pause holds no output open: a reader would wait for it after the end.
  (while sleep 10 >/dev/null 2>&1; do printf '    %s: %s s\n' "$name" "$((SECONDS - started))"; done) 9>&- &
  ticker="$!"
  "$@" </dev/null 9>&- || status="$?"
  kill "$ticker" 2>/dev/null
  wait "$ticker" 2>/dev/null || true
  return "$status"
}

# PATH without our own Node: npm ci deletes it, and npm cannot go on when its own Node is gone.
path_outside() (
  set -f
  IFS=:
  kept=
  for folder in $PATH; do
    [ "$folder" = "$ROOT/node_modules/.bin" ] || [ "$folder" -ef node_modules/.bin ] || kept="$kept:$folder"
  done
  printf '%s' "${kept#:}"
)

install_chromium() {
  local path
  path="$(node --input-type=module -e "console.log((await import('playwright-core')).chromium.executablePath())")"
  if [ ! -x "$path" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say 'Chromium: apt-get install chromium'
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq 9>&- && apt-get install -y -qq chromium </dev/null >/dev/null 9>&-; then
      chromium_ready && return
    fi
  fi
  if [ ! -x "$path" ]; then
    say 'Chromium: playwright install chromium'
    playwright install chromium </dev/null 9>&- || true
    [ -x "$path" ] ||
      fail 'There is no Chromium. Install it (Debian: apt-get install chromium), or set CHROME_BIN to a Chrome or Chromium binary.'
  fi
  printf '%s' "$path" >"$own_chromium"
}

install_hook() {
  say 'commit hook: simple-git-hooks'
  simple-git-hooks >/dev/null
}

main "$@"
