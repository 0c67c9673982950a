import { defineConfig } from 'astro/config';

import { annotate } from '@annotate-mcp/astro';

export default defineConfig({
  integrations: [annotate()],
  // Two bars at the bottom of a page are one too many for a first look.
  devToolbar: { enabled: false },
  // A build looks for it from here, where another package of this workspace brings an older one.
  vite: { environments: { prerender: { resolve: { noExternal: ['cookie'] } } } },
  markdown: {
    shikiConfig: { themes: { light: 'github-light', dark: 'github-dark' }, defaultColor: 'light-dark()' },
  },
});
