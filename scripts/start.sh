#!/usr/bin/env bash
# The product at work on a machine that has nothing yet: a demo to point at, and how to connect an agent to it.
# Usage: start.sh [demo] [--port N] [--agent]   (--agent: a scripted agent, demos/agent, answers what you say)
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

# Only what this demo needs is installed: the rest of the repository is three times as much. The program that agents
# start runs from its sources until it is built.
needed=(packages/cli packages/overlay demos/agent)
demo=angular
previous=
for argument in "$@"; do
  case "$argument" in
    -*) ;;
    *) [ "$previous" = --port ] || demo="$argument" ;;
  esac
  previous="$argument"
done
[ -f "demos/$demo/package.json" ] ||
  fail "There is no demo \"$demo\"; the demos are $(cd demos && echo *)."

bash scripts/setup.sh --no-browser --only "demos/$demo" "${needed[@]}"
bash scripts/bundles.sh overlay
exec node scripts/dev/serve-demo.ts --guide "$@"
