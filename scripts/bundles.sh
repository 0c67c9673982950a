#!/usr/bin/env bash
# Makes what a demo needs beside the sources it runs from, unless it is newer than all of them.
# Usage: bundles.sh overlay|view|team-page|cli|hub|plugins|extension|angular|angular-library…
#   overlay           what the page loads
#   view              the Markdown review, as hosts and browsers show it
#   team-page         what the team server shows at /
#   cli               the program that agents start, with the view, the overlay, the extension and the team's page beside it
#   hub               what dev servers load when the first page asks for it
#   plugins           what dev servers load when they start, and the hub
#   extension         the Chrome extension, unpacked
#   angular           the builder that `ng serve` runs, and the types that the Angular library is checked against
#   angular-library   that library as it is published
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/toolchain.sh"

main() {
  local name
  for name in "$@"; do
    case "$name" in
      overlay) bundle packages/overlay packages/overlay/dist/page/overlay.js packages/{core,page-facts}/src ;;
      # The last of its files, so that an interrupted build is made again.
      view) bundle apps/markdown-view apps/markdown-view/dist/katex.js apps/markdown-view/index.html packages/{core,page-facts,markdown,overlay}/src ;;
      team-page) bundle apps/team-page apps/team-page/dist/page.js packages/{core,page-facts,overlay}/src packages/team/src/overview/answers.ts ;;
      cli)
        main overlay view extension team-page
        bundle packages/cli packages/cli/dist/bin.mjs packages/{core,store,http,page-facts,consent,work,lsp,team,hub,markdown,browser-protocol,mcp-server}/src packages/overlay/dist/page apps/markdown-view/dist apps/extension/dist/unpacked apps/team-page/dist
        link_program
        ;;
      hub) node_bundle hub process/bin packages/{core,store,http,consent}/src ;;
      plugins)
        main hub
        node_bundle unplugin index packages/{core,store,http,consent,hub}/src
        node_bundle vite-plugin index
        node_bundle next index
        ;;
      extension) extension apps/extension ;;
      # tsc sees for itself what is older than its sources.
      angular)
        [ -f packages/angular/dist/builder/dev-server.js ] || say packages/angular/dist/builder
        tsc -b packages/overlay packages/angular/builder
        main hub
        ;;
      angular-library) library packages/angular ;;
      *) fail "bundles.sh does not know $name. Usage: bundles.sh overlay|view|team-page|cli|hub|plugins|extension|angular|angular-library…" ;;
    esac
  done
}

# bundle <package> <its output> <sources beside its own…>
bundle() {
  local package="$1" output="$2"
  shift 2
  [ -f "$package/vite.config.ts" ] || return 0
  if newer "$output" "$package"/{src,vite.config.ts,package.json} "$@"; then
    return 0
  fi
  say "$output"
  vite build "$package" --config "$package/vite.config.ts"
}

# node_bundle <package> <one of its entries> <sources beside its own…>
node_bundle() {
  local name="$1" output="packages/$1/dist/bundle/$2.js"
  shift 2
  [ -f "packages/$name/package.json" ] || return 0
  if newer "$output" "packages/$name"/{src,package.json} scripts/node-bundles.ts "$@"; then
    return 0
  fi
  say "$output"
  node scripts/node-bundles.ts "$name"
}

# npm links only programs that exist when it installs, which this one does not in a fresh clone: `npx annotate-mcp`.
link_program() {
  local link=node_modules/.bin/annotate-mcp
  [ -e "$link" ] || [ ! -e node_modules/annotate-mcp ] || ln -sf ../annotate-mcp/dist/bin.mjs "$link"
}

# extension <app>: several files, each for a world of its own.
extension() {
  local app="$1"
  [ -f "$app/build.ts" ] || return 0
  if newer "$app/dist/unpacked/build.json" "$app"/{src,public,*.ts,package.json} packages/cli/package.json packages/{core,page-facts,browser-protocol,overlay}/src; then
    return 0
  fi
  say "$app/dist"
  node --conditions=@annotate-mcp/source "$app/build.ts"
}

# library <package>: by ng-packagr, which has a lot to say even when all is well.
library() {
  local package="$1" output="$1/dist/library" said
  [ -f "$package/ng-package.json" ] || return 0
  if newer "$output/fesm2022" "$package"/{src,ng-package.json,tsconfig.json,tsconfig.lib.json,package.json}; then
    return 0
  fi
  say "$output"
  said="$(cd "$package" && ng build 2>&1)" || fail "$said"
  # A package inside of the package: the outer one exports what is in here.
  rm -f "$output"/{package.json,README.md,LICENSE}
}

# newer <output> <sources…>
newer() {
  local output="$1"
  shift
  [ -e "$output" ] && [ -z "$(find "$@" -newer "$output" -print -quit)" ]
}

main "$@"
