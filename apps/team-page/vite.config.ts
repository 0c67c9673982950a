import { defineConfig } from 'vite';

/** What the team server serves below `/home`: one module, and chunks for what is only needed now and then. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
  build: {
    target: 'es2022',
    cssTarget: 'esnext',
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    lib: { entry: 'src/main.tsx', formats: ['es'], fileName: () => 'page.js' },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: { chunkFileNames: '[name]-[hash].js', minify: true },
    },
  },
});
