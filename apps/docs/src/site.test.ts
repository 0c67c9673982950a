import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pages } from './pages.ts';
import { repositoryFolder } from './write-pages.ts';

it('the site has every guide of the repository', () => {
  const guides = ['', 'internals/'].flatMap((folder) =>
    readdirSync(join(repositoryFolder, 'docs', folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name),
  );
  const missing = guides.filter((name) => !pages.some(({ source }) => source === `docs/${name}`));
  // The list of the guides is the sidebar.
  expect(missing).toEqual(['README.md']);
});

describe('the built site', { tags: ['full'] }, () => {
  const base = '/annotate/';
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'annotate-docs-'));
    const astro = join(repositoryFolder, 'node_modules/astro/bin/astro.mjs');
    execFileSync(process.execPath, [astro, 'build', '--outDir', folder], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, DOCS_BASE: base, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('leads nowhere that does not exist, and shows no picture that is missing', () => {
    const read = (slug: string) => readFileSync(join(folder, slug, 'index.html'), 'utf8');
    const broken = pages.flatMap(({ slug }) =>
      [...read(slug).matchAll(/\b(?:href|src)="(\/annotate\/[^"]*|#[^"]+)"/g)].flatMap(([, address = '']) => {
        const [path = '', anchor = ''] = address.split('#');
        const target = path === '' ? slug : path.slice(base.length);
        const file = join(folder, target, /\.\w+$/.test(target) ? '' : 'index.html');
        const isThere =
          existsSync(file) && (anchor === '' || readFileSync(file, 'utf8').includes(`id="${anchor}"`));
        return isThere ? [] : [`${slug || 'index'}: ${address}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('can be searched', () => {
    expect(existsSync(join(folder, 'pagefind/pagefind.js'))).toBe(true);
  });
});
