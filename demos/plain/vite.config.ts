import { defineConfig } from 'vite';

import { annotate } from '@annotate-mcp/vite-plugin';

export default defineConfig({
  plugins: [annotate()],
  build: { rolldownOptions: { input: ['index.html', 'tides.html'] } },
});
