#!/usr/bin/env bash
# Git may have been started with a PATH that has no Node: ours is last in it.
folder="$(dirname -- "${BASH_SOURCE[0]}")"
PATH="$PATH:$folder/../node_modules/.bin" exec node "$folder/run.mjs" pre-commit "$@"
