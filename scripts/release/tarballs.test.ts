/** The packages as npm gets them. They are packed from what is built. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkTarball } from './check-tarball.ts';
import { packPackages } from './pack-packages.ts';
import { type Manifest, publishedManifest, publishedPackages, readManifest } from './published-manifest.ts';

const root = join(import.meta.dirname, '../..');

describe('a published manifest', () => {
  it('has no condition for our sources, and no entry that only our tests import', () => {
    const manifest = {
      name: 'x',
      version: '1.0.0',
      exports: {
        '.': {
          '@annotate-mcp/source': './src/index.ts',
          types: './dist/index.d.ts',
          default: './dist/index.js',
        },
        './testing/*': { '@annotate-mcp/source': './src/testing/*.ts' },
        './package.json': './package.json',
      },
    };
    expect(publishedManifest(manifest).exports).toEqual({
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    });
  });
});

describe('the tarballs', () => {
  // Created only if the tests are not skipped.
  const folder = join(tmpdir(), `annotate-tarballs-${randomUUID()}`);
  let tarballs: string[] = [];

  beforeAll(async () => {
    if (process.env.ANNOTATE_TEST_FULL !== '1') return;
    mkdirSync(folder);
    tarballs = await packPackages(root, folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('satisfy publint and attw', { tags: ['full'], timeout: 300_000 }, async () => {
    const found: Record<string, string[]> = {};
    for (const tarball of tarballs) {
      const problems = await checkTarball(tarball);
      if (problems.length > 0) found[basename(tarball)] = problems;
    }
    expect(tarballs).toHaveLength(publishedPackages(root).length);
    expect(found).toEqual({});
  });

  it('bring a readme, a licence and no test', { tags: ['full'] }, () => {
    for (const tarball of tarballs) {
      const files = filesIn(tarball);
      expect(files, tarball).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE']));
      expect(files.filter((file) => /\.test\.|\.tsbuildinfo$/.test(file))).toEqual([]);
    }
  });

  it(
    'name the licence of everything that is bundled, and all of them are permissive',
    { tags: ['full'] },
    () => {
      const notes = tarballs.flatMap(licenceNotes);
      expect(notes.map(({ place }) => place).sort()).toEqual(bundles);
      for (const { place, licences } of notes)
        expect(
          licences.filter((each) => !permissive.test(each)),
          place,
        ).toEqual([]);
    },
  );
});

/** The files with the licences of bundled code: one for each bundle. */
const extensionParts = [
  'inspectors',
  'keeper-clock',
  'keeper',
  'options',
  'overlay',
  'page-agent',
  'popup',
  'shield-page',
  'worker',
];
const bundles = [
  ...['hub', 'next', 'unplugin', 'vite-plugin'].map(
    (name) => `@annotate-mcp/${name}/dist/bundle/licenses.md`,
  ),
  '@annotate-mcp/overlay/dist/page/licenses.md',
  'annotate-mcp/dist/licenses.md',
  ...['page', 'team'].map((name) => `annotate-mcp/dist/${name}/licenses.md`),
  ...['katex', 'mermaid', 'view'].map((name) => `annotate-mcp/dist/view/licenses-${name}.md`),
  ...extensionParts.map((name) => `annotate-mcp/dist/extension/licenses/${name}.md`),
].sort();

const permissive =
  /^(?:\(?(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|MPL-2\.0 OR Apache-2\.0)(?: (?:OR|AND) )?\)?)+$/;

interface LicenceNote {
  readonly place: string;
  readonly licences: readonly string[];
}

function licenceNotes(tarball: string): LicenceNote[] {
  const { name } = manifestOf(tarball);
  return filesIn(tarball)
    .filter((file) => /\/licenses(?:[^/]*|\/[^/]*)\.md$/.test(file))
    .map((file) => ({
      place: file.replace('package', name),
      licences: [...readIn(tarball, file).matchAll(/^## .* - \S+ \((.*)\)$/gm)].map(
        ([, licence = '']) => licence,
      ),
    }));
}

function filesIn(tarball: string): string[] {
  return execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
}

function readIn(tarball: string, file: string): string {
  return execFileSync('tar', ['-xzOf', tarball, file], { encoding: 'utf8', maxBuffer: 1e8 });
}

function manifestOf(tarball: string): Manifest {
  return readManifest(readIn(tarball, 'package/package.json'));
}
