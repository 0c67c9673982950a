#!/usr/bin/env bash
# The suites of versions with what frameworks have under their tags for the next version. It reports, and gates nothing.
# Usage: test-unreleased.sh [options of Vitest]
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh
bash scripts/build.sh
export ANNOTATE_TEST_FULL=1 ANNOTATE_TEST_UNRELEASED=1
exec vitest run --testNamePattern unreleased \
  packages/next/src/versions.test.ts packages/astro/src/versions.test.ts packages/angular/install \
  packages/vite-plugin/src/{vite,nuxt,sveltekit}-versions.test.ts "$@"
