import { resolve } from 'node:path';

import { defineConfig } from 'vite';

/** One file for each world a browser knows: the worker, the page agent. Chosen by mode; build.ts builds them all. */
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
      entry: resolve(import.meta.dirname, mode === 'worker' ? 'src/worker.ts' : 'src/page-agent/agent.ts'),
      formats: [mode === 'worker' ? 'es' : 'iife'],
      name: 'annotateBundle',
      fileName: () => `${mode}.js`,
    },
  },
}));
