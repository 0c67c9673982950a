#!/usr/bin/env bash
# Real MCP clients from the registry, each in a home of its own: they connect, list, and call where they need no model.
# Usage: test-clients.sh [--built] [options of Vitest]
#   --built   the caller has just built everything
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh
if [ "${1:-}" = --built ]; then
  shift
else
  bash scripts/build.sh
fi
# The tests have the tag "full", because they install what they run.
export ANNOTATE_TEST_FULL=1
exec vitest run packages/cli/src/real-clients apps/plugin/src/real-claude.test.ts "$@"
