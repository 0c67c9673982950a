/** Writes the pages and pictures from which Astro makes the site. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { pages } from './pages.ts';
import { toPage } from './to-page.ts';

export const repositoryFolder = join(import.meta.dirname, '../../..');
const siteFolder = join(import.meta.dirname, '../.dev');
const pagesFolder = join(siteFolder, 'pages');
export const publicFolder = join(siteFolder, 'public');

export interface SiteOptions {
  readonly base: string;
  readonly repository: string;
}

export function writeSite(options: SiteOptions): void {
  rmSync(siteFolder, { recursive: true, force: true });
  mkdirSync(pagesFolder, { recursive: true });
  cpSync(join(repositoryFolder, 'docs/images'), join(publicFolder, 'images'), { recursive: true });
  cpSync(join(repositoryFolder, 'apps/extension/icon.svg'), join(publicFolder, 'favicon.svg'));
  for (const { source } of pages) writePage(source, options);
}

/** Does nothing for a file that is not a page. */
export function writePage(source: string, options: SiteOptions): void {
  const page = pages.find((each) => each.source === source);
  if (page === undefined) return;
  const text = readFileSync(join(repositoryFolder, source), 'utf8');
  const file = join(pagesFolder, `${page.slug === '' ? 'index' : page.slug}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, toPage(page, text, { ...options, pages }));
}
