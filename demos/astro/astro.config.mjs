import { defineConfig } from 'astro/config';

import { annotate } from '@annotate-mcp/astro';

export default defineConfig({
  integrations: [annotate()],
  // The dev toolbar would be next to the overlay at the bottom of the page.
  devToolbar: { enabled: false },
  // A build resolves it from here, where another package of this workspace depends on an older version.
  vite: { environments: { prerender: { resolve: { noExternal: ['cookie'] } } } },
  markdown: {
    shikiConfig: { themes: { light: 'github-light', dark: 'github-dark' }, defaultColor: 'light-dark()' },
  },
});
