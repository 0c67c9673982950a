#!/usr/bin/env bash
# Puts back the demo files that an agent was asked to change: the paths in each demo's `reset` file, one per line.
# Only those: whatever else you changed in a demo is your own work.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

found=no
for list in demos/*/reset; do
  [ -f "$list" ] || continue
  found=yes
  demo="$(dirname -- "$list")"
  git -C "$demo" restore --source=HEAD --staged --worktree --pathspec-from-file=reset
  say "$demo is as committed"
done
[ "$found" = yes ] || fail 'There is no demo in demos/: nothing to reset.'
