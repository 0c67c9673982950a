/** The site. `DOCS_BASE` is its folder when it is below another site, and `DOCS_URL` where it is published. */
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

import { documents } from './src/documents.ts';
import { sections } from './src/pages.ts';
import { publicFolder } from './src/write-pages.ts';

const { DOCS_BASE: base = '/', DOCS_URL: site } = process.env;
const repository = 'https://github.com/annotate-mcp/annotate-mcp';

export default defineConfig({
  base,
  ...(site !== undefined && { site }),
  publicDir: publicFolder,
  devToolbar: { enabled: false },
  // A build resolves them from here, where other packages of this workspace depend on other versions.
  vite: { environments: { prerender: { resolve: { noExternal: ['cookie', 'js-yaml'] } } } },
  integrations: [
    documents({ base, repository }),
    starlight({
      title: 'annotate-mcp',
      social: [{ icon: 'github', label: 'GitHub', href: repository }],
      customCss: ['./src/site.css'],
      sidebar: sections.map(({ label, pages }) => ({
        label,
        items: pages.map(({ slug, label: shown }) => ({
          slug: slug === '' ? 'index' : slug,
          ...(shown !== undefined && { label: shown }),
        })),
      })),
    }),
  ],
});
