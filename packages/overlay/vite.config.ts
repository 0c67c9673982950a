import { defineConfig, type Plugin } from 'vite';

/** What the hub serves: one module for the first load, and chunks for what is only needed now and then. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [withoutMoveErrorTexts()],
  resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
  build: {
    target: 'es2022',
    outDir: 'dist/page',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    lib: { entry: 'src/page.ts', formats: ['es'], fileName: () => 'overlay.js' },
    rolldownOptions: {
      // Shared code stays in the entry: a chunk of its own would be a second request of the first load.
      preserveEntrySignatures: 'allow-extension',
      output: { chunkFileNames: '[name]-[hash].js', minify: true },
    },
  },
});

/** A prediction that is refused is not shown (predict.ts), and the hub's answer says why: the texts need not be loaded. */
function withoutMoveErrorTexts(): Plugin {
  return {
    name: 'without-move-error-texts',
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith('/core/src/move-errors.ts')) return null;
      const names = Array.from(code.matchAll(/^export function (\w+)/gm), ([, name = '']) => name);
      return names.map((name) => `export const ${name} = () => new Error();`).join('\n');
    },
  };
}
