import { resolve } from 'node:path';

import { defineConfig } from 'vite';

const entries: Readonly<Record<string, string>> = {
  worker: 'src/worker.ts',
  popup: 'src/popup/popup.tsx',
  'page-agent': 'src/page-agent/agent.ts',
  overlay: 'src/annotate/overlay.ts',
  inspectors: 'src/annotate/inspectors.ts',
};

/** One file for each world that a browser knows. Chosen by mode; build.ts builds them all. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: mode === 'worker' ? 'public' : false,
  resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
  build: {
    target: 'chrome125',
    outDir: 'dist',
    emptyOutDir: mode === 'worker',
    minify: true,
    lib: {
      entry: resolve(import.meta.dirname, entries[mode] ?? ''),
      formats: [mode === 'worker' || mode === 'popup' ? 'es' : 'iife'],
      name: 'annotateBundle',
      fileName: () => `${mode}.js`,
    },
    rolldownOptions: { output: { codeSplitting: false } },
  },
}));
