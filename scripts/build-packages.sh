#!/usr/bin/env bash
# Packs the packages as npm would publish them, in dist/packages, to try them in an app of one's own.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"
bash scripts/build.sh

folder=dist/packages
node scripts/release/pack-packages.ts

# tarballs <package…>: their paths as a shell takes them.
tarballs() {
  local name
  for name in core http store page-facts overlay consent hub "$@"; do
    printf " '%s'" "$(echo "$ROOT/$folder"/annotate-mcp-"$name"-[0-9]*.tgz)"
  done
  printf " '%s'" "$(echo "$ROOT/$folder"/annotate-mcp-[0-9]*.tgz)"
}

cat <<TEXT

In your app with Vite:
  npm install --save-dev$(tarballs unplugin vite-plugin)
  npx annotate-mcp init

With Astro:
  npm install --save-dev$(tarballs unplugin vite-plugin astro)
  npx annotate-mcp init

With Next.js:
  npm install --save-dev$(tarballs unplugin next)
  npx annotate-mcp init

With Nuxt:
  npm install --save-dev$(tarballs unplugin vite-plugin nuxt)
  npx annotate-mcp init

With webpack, Rspack, Rsbuild, Farm or esbuild:
  npm install --save-dev$(tarballs unplugin)
  npx annotate-mcp init

With Angular:
  npm install --save-dev$(tarballs angular)
  npx ng add @annotate-mcp/angular --skip-confirmation

To take it back: npx annotate-mcp init --undo, then npm uninstall what you installed.
TEXT
