import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type Plugin } from 'vite';

import { pastBarrels } from './build/past-barrels.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

/** The Markdown review and the overlay as their own workspaces build them. */
const builtView = join(import.meta.dirname, '../../apps/markdown-view/dist');
const builtPage = join(import.meta.dirname, '../overlay/dist/page');

/**
 * One program with what browsers show and load in `view/` and `page/`: `npx` fetches little, and nothing is looked for
 * at run time.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  define: { __ANNOTATE_MCP_VERSION__: JSON.stringify(version), __ANNOTATE_MCP_BUILT__: 'true' },
  plugins: [
    pastBarrels(),
    whenNeeded('sqlite', 'http', 'http2', 'tls'),
    withoutEval(),
    withView(),
    withPage(),
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
 * In one file every `import` of a Node module is hoisted to its top. There an older Node fails on `node:sqlite` before
 * bin.ts can say what is wrong, and every Node loads what most commands never use: to import `node:http` is to load
 * its WebSocket, too. Asked for when it is used, it is loaded or missed when it is used.
 */
function whenNeeded(...names: string[]): Plugin {
  const prefix = '\0when-needed:';
  return {
    name: 'when-needed',
    enforce: 'pre',
    resolveId: (source) => {
      const name = source.replace(/^node:/, '');
      return names.includes(name) ? prefix + name : null;
    },
    load: (id) => (id.startsWith(prefix) ? late(`node:${id.slice(prefix.length)}`) : null),
  };
}

function late(name: string): string {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name) ?? {}));
  // A getter loads something of its own.
  const plain = properties.filter(([, property]) => 'value' in property).map(([key]) => key);
  return `const it = process.getBuiltinModule('${name}');\nexport default it;\nexport const { ${plain.join(', ')} } = it;`;
}

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
        `apps/markdown-view/dist has no ${missing.join(', ')}. Run "bash scripts/bundles.sh view" first.`,
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
