#!/usr/bin/env bash
# Releases all packages under one version. .github/workflows/release.yml runs it; CONTRIBUTING.md tells how.
# Usage: release.sh next|version|publish|--dry-run
#   next        says what the commit calls for: version, publish or nothing
#   version     turns the changesets into versions and changelogs, in the files of this checkout
#   publish     builds everything, publishes the packages that npm lacks, and leaves the files in dist/release
#   --dry-run   both in a copy of this checkout: publishes nothing and changes nothing here
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser >&2

exec node scripts/release/release.ts "$@"
