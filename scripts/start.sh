#!/usr/bin/env bash
# The product at work on a machine that has nothing yet: a demo to point at, and how to connect an agent to it.
# Usage: start.sh [demo] [--port N] [--agent]   (--agent: a scripted agent, demos/agent, answers what you say)
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser
bash scripts/bundles.sh overlay cli

exec node scripts/dev/serve-demo.ts --guide "$@"
