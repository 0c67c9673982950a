#!/usr/bin/env bash
# The attacks that SECURITY.md names for each actor, and nothing else.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

# With the check that the table has all actors and names files that exist.
node scripts/attacks.ts | xargs vitest run scripts/attacks.test.ts
