/** Lets Astro see the documents of the repository, and see them again when they change. */
import { join, relative, sep } from 'node:path';

import type { AstroIntegration } from 'astro';

import { pages } from './pages.ts';
import { repositoryFolder, type SiteOptions, writePage, writeSite } from './write-pages.ts';

export function documents(options: SiteOptions): AstroIntegration {
  return {
    name: 'documents',
    hooks: {
      'astro:config:setup': () => writeSite(options),
      'astro:server:setup': ({ server }) => {
        server.watcher.add(pages.map(({ source }) => join(repositoryFolder, source)));
        server.watcher.on('change', (file) =>
          writePage(relative(repositoryFolder, file).split(sep).join('/'), options),
        );
      },
    },
  };
}
