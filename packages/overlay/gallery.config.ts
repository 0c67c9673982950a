import { defineConfig } from 'vite';

/** `vite --config packages/overlay/gallery.config.ts`: every state of the overlay, to look at. */
export default defineConfig({
  root: `${import.meta.dirname}/gallery`,
  resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
});
