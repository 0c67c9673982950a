#!/usr/bin/env bash
# Builds the VS Code extension: apps/vscode/dist/extension, and the .vsix beside it.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/setup.sh --no-browser

exec node --conditions=@annotate-mcp/source apps/vscode/build.ts
