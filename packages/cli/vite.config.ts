import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type Plugin } from 'vite';

import { asciiOnly } from './build/ascii-only.ts';
import { readBuiltinModules } from './build/builtin-modules.ts';
import { loadAtFirstCall } from './build/load-at-first-call.ts';
import { patchSdk } from './build/patch-sdk.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

/** The Markdown review, the overlay, the extension and the page of the team server as their own workspaces build them. */
const builtView = join(import.meta.dirname, '../../apps/markdown-view/dist');
const builtPage = join(import.meta.dirname, '../overlay/dist/page');
const builtExtension = join(import.meta.dirname, '../../apps/extension/dist/unpacked');
const builtTeam = join(import.meta.dirname, '../../apps/team-page/dist');

/**
 * What the stdio server loads before its first answer, in five files instead of thirty: each takes time to find and to
 * read. A group takes the modules that it imports along, unless a group of higher priority has them.
 */
const chunkGroups = [
  // Loaded before the version of Node is known, so nothing else may be in this chunk.
  { name: 'node-version', test: /[\\/]store[\\/]src[\\/]node-version\.ts$/, priority: 5 },
  { name: 'boot', test: /[\\/]cli[\\/]src[\\/]compile-cache\.ts$/, priority: 4 },
  { name: 'main', test: /[\\/]cli[\\/]src[\\/]main\.ts$/, priority: 3 },
  // With what the language server has in common with the stdio server, of which it needs nothing else.
  {
    name: 'store',
    test: /[\\/](?:store[\\/]src[\\/](?:open-store|every-annotation)|cli[\\/]src[\\/]project-store|core[\\/]src[\\/](?:anchors[\\/]locate|link-to|markdown|person-actions))\.ts$/,
    priority: 2,
  },
  { name: 'stdio', test: /[\\/]cli[\\/]src[\\/]stdio[\\/]stdio\.ts$/, priority: 1 },
];

/**
 * The program `bin.mjs` with the code of its commands in `chunks/`, and the files that browsers load in `view/`,
 * `page/`, `extension/` and `team/`. It has no dependencies, so that `npx` fetches one small package.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  define: { __ANNOTATE_MCP_VERSION__: JSON.stringify(version), __ANNOTATE_MCP_BUILT__: 'true' },
  plugins: [
    loadAtFirstCall('child_process', 'crypto', 'fs/promises'),
    readBuiltinModules(),
    patchSdk(),
    withoutEval(),
    asciiOnly(),
    withView(),
    withPage(),
    withExtension(),
    withTeam(),
    executable(),
  ],
  ssr: {
    noExternal: true,
    resolve: { conditions: ['@annotate-mcp/source', 'module', 'node', 'default'] },
  },
  build: {
    ssr: 'src/bin.ts',
    target: 'node22',
    outDir: 'dist',
    emptyOutDir: true,
    minify: true,
    // Licences of the bundled packages.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: 'bin.mjs',
        chunkFileNames: 'chunks/[name]-[hash].mjs',
        codeSplitting: { groups: chunkGroups },
        banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
      },
    },
  },
});

/** The TOML parser asks for `util.inspect` in a way that bundlers cannot follow, and does without when it fails. */
function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    transform: (code, id) =>
      id.includes('/@iarna/toml/') ? code.replace(`eval("require('util').inspect")`, 'undefined') : null,
  };
}

/** What a browser or a host shows goes beside the program, with the licences of what is in it. */
function withView(): Plugin {
  const files = ['markdown-view.html', 'mermaid.js', 'katex.js'];
  return {
    name: 'with-view',
    buildStart() {
      const missing = files.filter((file) => !existsSync(join(builtView, file)));
      if (missing.length === 0) return;
      this.error(
        `apps/markdown-view/dist has no ${missing.join(', ')}. Run "node scripts/run.mjs bundles view" first.`,
      );
    },
    writeBundle: ({ dir }) => {
      const view = join(dir ?? '', 'view');
      mkdirSync(view, { recursive: true });
      const licenses = readdirSync(builtView).filter((name) => /^licenses.*\.md$/.test(name));
      for (const file of [...files, ...licenses]) cpSync(join(builtView, file), join(view, file));
    },
  };
}

/** What browsers load goes beside the program, with the licences of what is in it. */
function withPage(): Plugin {
  return {
    name: 'with-page',
    buildStart() {
      if (existsSync(join(builtPage, 'overlay.js'))) return;
      this.error(
        'packages/overlay/dist/page has no overlay.js. Run "node scripts/run.mjs bundles overlay" first.',
      );
    },
    writeBundle: ({ dir }) => cpSync(builtPage, join(dir ?? '', 'page'), { recursive: true }),
  };
}

/** What `annotate-mcp extension` unpacks, with the licences of what is in it. */
function withExtension(): Plugin {
  return {
    name: 'with-extension',
    buildStart() {
      // The last of its files, so that an interrupted build is noticed.
      if (existsSync(join(builtExtension, 'build.json'))) return;
      this.error(
        'apps/extension/dist/unpacked is not complete. Run "node scripts/run.mjs bundles extension" first.',
      );
    },
    writeBundle: ({ dir }) => cpSync(builtExtension, join(dir ?? '', 'extension'), { recursive: true }),
  };
}

/** What the team server shows at `/`, with the licences of what is in it. */
function withTeam(): Plugin {
  return {
    name: 'with-team',
    buildStart() {
      if (existsSync(join(builtTeam, 'page.js'))) return;
      this.error('apps/team-page/dist has no page.js. Run "node scripts/run.mjs bundles team-page" first.');
    },
    writeBundle: ({ dir }) => cpSync(builtTeam, join(dir ?? '', 'team'), { recursive: true }),
  };
}

/** npm sees to it where it installs, but links a checkout before there is a program in it. */
function executable(): Plugin {
  return {
    name: 'executable',
    writeBundle: ({ dir }, files) => {
      for (const name of Object.keys(files).filter((file) => /^bin\.\w+$/.test(file)))
        chmodSync(join(dir ?? '', name), 0o755);
    },
  };
}
