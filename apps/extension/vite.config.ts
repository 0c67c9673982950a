import { resolve } from 'node:path';

import { defineConfig } from 'vite';

/** One file for each world that a browser knows, by the mode that builds it. */
export const entries = {
  worker: 'src/worker.ts',
  popup: 'src/popup/popup.tsx',
  options: 'src/consent/options.tsx',
  keeper: 'src/keeper/keeper.ts',
  'keeper-clock': 'src/keeper/clock.ts',
  'page-agent': 'src/page-agent/agent.ts',
  overlay: 'src/annotate/overlay.ts',
  inspectors: 'src/annotate/inspectors.ts',
  'shield-page': 'src/annotate/shield-page.ts',
} as const;

/** build.ts builds every mode. */
export default defineConfig(({ mode }) => {
  if (!isMode(mode)) throw new Error(`There is no "${mode}" to build. Run: node apps/extension/build.ts`);
  const isModule = ['worker', 'popup', 'options', 'keeper', 'keeper-clock'].includes(mode);
  return {
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: mode === 'worker' ? 'public' : false,
    resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
    // A script that is put into a page is no module: this is how the overlay knows its own errors there.
    define: isModule ? {} : { 'import.meta.url': '"chrome-extension://"' },
    build: {
      target: 'chrome125',
      cssTarget: 'esnext',
      outDir: 'dist/unpacked',
      emptyOutDir: false,
      minify: true,
      reportCompressedSize: false,
      license: { fileName: `licenses/${mode}.md` },
      lib: {
        entry: resolve(import.meta.dirname, entries[mode]),
        formats: [isModule ? 'es' : 'iife'],
        name: 'annotateBundle',
        fileName: () => `${mode}.js`,
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  };
});

function isMode(mode: string): mode is keyof typeof entries {
  return Object.hasOwn(entries, mode);
}
