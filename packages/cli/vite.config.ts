import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type Plugin } from 'vite';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

/** The overlay as its own package builds it, for pages that load it from `serve`. */
const builtPage = join(import.meta.dirname, '../overlay/dist/page');

/** One program with the files that it serves in `page/`: `npx` fetches little, and nothing is looked for at run time. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  define: { __ANNOTATE_MCP_VERSION__: JSON.stringify(version), __ANNOTATE_MCP_BUILT__: 'true' },
  plugins: [sqliteWhenNeeded(), withoutEval(), withPage(), executable()],
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
    // What is bundled brings its licences along.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: 'bin.mjs',
        codeSplitting: false,
        banner: '#!/usr/bin/env node',
      },
    },
  },
});

/**
 * In one file every `import` of a Node module is hoisted to its top, where an older Node fails on `node:sqlite`
 * before bin.ts can say what is wrong. Asked for when it is used, it is missed when it is used.
 */
function sqliteWhenNeeded(): Plugin {
  const id = '\0node:sqlite';
  return {
    name: 'sqlite-when-needed',
    enforce: 'pre',
    resolveId: (source) => (source === 'node:sqlite' ? id : null),
    load: (source) =>
      source === id
        ? "export const { DatabaseSync, StatementSync, constants, backup } = process.getBuiltinModule('node:sqlite');"
        : null,
  };
}

/** The TOML parser asks for `util.inspect` in a way that bundlers cannot follow, and does without when it fails. */
function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    transform: (code, id) =>
      id.includes('/@iarna/toml/') ? code.replace(`eval("require('util').inspect")`, 'undefined') : null,
  };
}

/** What browsers load goes beside the program, with the licences of what is in it. */
function withPage(): Plugin {
  return {
    name: 'with-page',
    buildStart() {
      if (existsSync(join(builtPage, 'overlay.js'))) return;
      this.error(
        'packages/overlay/dist/page has no overlay.js. Run "bash scripts/bundles.sh overlay" first.',
      );
    },
    writeBundle: ({ dir }) => cpSync(builtPage, join(dir ?? '', 'page'), { recursive: true }),
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
