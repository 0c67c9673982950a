import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
};

const entryTag = '<script type="module" src="/src/main.tsx"></script>';

/**
 * Builds the view as one HTML file without further requests, because a host shows it in a frame without an address. Code
 * that few documents need is built as separate scripts, which the view loads as text and runs.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
  define: { __ANNOTATE_MCP_VERSION__: JSON.stringify(version) },
  plugins: [withoutLocales(), oneFile()],
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
    },
  },
  build: { target: 'es2022', cssTarget: 'esnext' },
  environments: {
    client: { build: script('view', 'src/main.tsx', true) },
    mermaid: { consumer: 'client', build: script('mermaid', 'src/render/assets/mermaid.ts', false) },
    katex: { consumer: 'client', build: script('katex', 'src/render/assets/katex.ts', false) },
  },
});

function script(name: string, entry: string, first: boolean): BuildEnvironmentOptions {
  return {
    outDir: 'dist',
    emptyOutDir: first,
    copyPublicDir: false,
    modulePreload: false,
    license: { fileName: `licenses-${name}.md` },
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      // The built script has no address.
      transform: { define: { 'import.meta': '{}' } },
      input: entry,
      output: { format: 'iife', entryFileNames: `${name}.js`, codeSplitting: false },
    },
  };
}

/** Leaves out the error messages of zod in fifty languages, which the view does not show. */
function withoutLocales(): Plugin {
  return {
    name: 'without-locales',
    load: (id) => (id.endsWith('/zod/v4/locales/index.js') ? 'export {};' : null),
  };
}

/** Puts the view's script into index.html. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // After the licences of the bundled packages were collected.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunk = bundle['view.js'];
        if (chunk?.type !== 'chunk') return this.error('The view was not built into one script.');
        delete bundle['view.js'];
        const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
        if (!page.includes(entryTag)) return this.error(`index.html has no ${entryTag}.`);
        // Functions, because `$&` in a replacement string has a meaning.
        const source = page.replace(entryTag, () => `<script>${inlined(chunk.code)}</script>`);
        this.emitFile({ type: 'asset', fileName: 'markdown-view.html', source });
      },
    },
  };
}

/** Escapes `</script`, which would end the script, and `<!--`, which would change its parsing. In strings the escaped form is equal. */
function inlined(code: string): string {
  return code.replace(/<(?=\/script|!--|script)/gi, '\\x3c').trim();
}
