# shellcheck shell=bash
# For a shell: `. scripts/toolchain.sh` enters the repository's root and puts its own tools first in PATH.

ROOT="$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)"
cd -- "$ROOT" || exit

# node_modules/.bin holds Node 24 (the devDependency `node`), whatever Node the machine has. Its `tsc` may be that of
# either TypeScript, because both packages have one; version 7 compiles several times faster.
export PATH="$ROOT/node_modules/typescript-7/bin:$ROOT/node_modules/.bin:$PATH"

# What Node has compiled, kept for the next process: suites start hundreds, most of them from TypeScript sources.
export NODE_COMPILE_CACHE="$ROOT/.dev/compiled"
