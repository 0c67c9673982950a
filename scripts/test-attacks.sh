#!/usr/bin/env bash
# The attacks that docs/threat-model.md names for each actor, and nothing else.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

# With the check that it has all actors and names files that exist.
node scripts/attacks.ts | xargs vitest run scripts/attacks.test.ts
