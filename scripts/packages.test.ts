/** What npm shows of each package, and what an install of one brings along. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { publishedPackages } from './release/published-manifest.ts';

const root = join(import.meta.dirname, '..');
const address = 'https://github.com/annotate-mcp/annotate-mcp';

const names = z.record(z.string(), z.string()).exactOptional();
const needsFormat = z.looseObject({ dependencies: names, peerDependencies: names });

const typesFormat = z.looseObject({
  types: z.string(),
  typesVersions: z.object({ '*': z.record(z.string(), z.array(z.string())) }).exactOptional(),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
});

const packages = publishedPackages(root);

it('published packages are those that somebody installs, and what these load when they run', () => {
  expect(packages.map(({ manifest }) => manifest.name)).toEqual([
    '@annotate-mcp/angular',
    '@annotate-mcp/astro',
    'annotate-mcp',
    '@annotate-mcp/consent',
    '@annotate-mcp/core',
    '@annotate-mcp/http',
    '@annotate-mcp/hub',
    '@annotate-mcp/next',
    '@annotate-mcp/nuxt',
    '@annotate-mcp/overlay',
    '@annotate-mcp/page-facts',
    '@annotate-mcp/store',
    '@annotate-mcp/unplugin',
    '@annotate-mcp/vite-plugin',
  ]);
});

it('need no package of this repository that is private', () => {
  const published = packages.map(({ manifest }) => manifest.name);
  for (const { folder } of packages) {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
    const { dependencies = {}, peerDependencies = {} } = needsFormat.parse(JSON.parse(text));
    const own = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) =>
      /^@?annotate-mcp\b/.test(name),
    );
    expect(
      own.filter((name) => !published.includes(name)),
      folder,
    ).toEqual([]);
  }
});

describe.each(packages)('$manifest.name', ({ folder, manifest }) => {
  it('says where it is developed, and brings its changes, readme and licence', () => {
    expect(manifest).toMatchObject({
      homepage: `${address}/tree/main/${folder}#readme`,
      bugs: `${address}/issues`,
      repository: { type: 'git', url: `git+${address}.git`, directory: folder },
    });
    expect(manifest.files).toContain('CHANGELOG.md');
    for (const file of ['README.md', 'LICENSE']) expect(existsSync(join(root, folder, file))).toBe(true);
  });

  it('says in its readme how to get it, shows it in use, and links to where it is developed', () => {
    const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
    const commands = new RegExp(
      `(?:npm install|npx|ng add|astro add|module add)[^\\n]* ?${manifest.name}\\b`,
    );
    expect(readme).toMatch(commands);
    expect(readme).toMatch(/^```(?:js|ts|html|sh)$/m);
    expect(readme).toContain(address);
  });

  it('has no link in its readme that leads out of the package', () => {
    const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
    expect(readme.match(/\]\(\.\.\/[^)]*\)/g)).toBeNull();
  });
});

// Next type-checks its configuration when it builds, and `tsc -b` that of Vite.
it.each(['next', 'nuxt', 'astro', 'vite-plugin', 'unplugin', 'hub'])(
  '%s has its types also where TypeScript does not read exports ("moduleResolution": "node")',
  (name) => {
    const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
    const { types, typesVersions, exports } = typesFormat.parse(JSON.parse(text));
    const expected = Object.entries(exports).flatMap(([entry, conditions]) =>
      typeof conditions === 'string' || conditions.types === undefined ? [] : [[entry, conditions.types]],
    );
    const found = Object.entries(typesVersions?.['*'] ?? {}).map(([entry, [file]]) => [`./${entry}`, file]);
    // Other entries of the hub are for our own packages.
    expect([['.', types], ...found]).toEqual(name === 'hub' ? expected.slice(0, 1) : expected);
  },
);

describe('an install', () => {
  it.each(['unplugin', 'vite-plugin', 'next', 'nuxt', 'astro', 'angular'])(
    'of %s brings nothing that only Markdown review needs',
    (name) => {
      const found = installedWith(`packages/${name}`);
      expect(found).toContain('node_modules/ws');
      const heavy = /(?:^|\/)(?:katex|mermaid|micromark[^/]*|highlight\.js|dompurify)$/;
      expect(found.filter((path) => heavy.test(path) || path === 'packages/markdown')).toEqual([]);
    },
  );
});

// npm and pnpm install what a package names as its peer, and other packages of the app then use it.
it.each(packages)('an install of $manifest.name brings no peer that the app does not have', ({ folder }) => {
  const locked = readLockfile();
  const found = installedWith(folder);
  const present = [...found.map(nameAt), ...Object.keys(locked[folder]?.peerDependencies ?? {})];
  const wanted = found.flatMap((path) => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = path.startsWith('node_modules/')
      ? (locked[path] ?? {})
      : {};
    const needed = Object.keys(peerDependencies).filter(
      (name) => peerDependenciesMeta[name]?.optional !== true,
    );
    return needed.map((name) => `${nameAt(path)} needs ${name}`);
  });
  expect(wanted.filter((each) => !present.includes(each.split(' needs ')[1] ?? ''))).toEqual([]);
});

interface Entry {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  link?: boolean;
  resolved?: string;
}

/** The places in the lockfile of everything that this one needs, without what only its own development needs. */
function installedWith(start: string): string[] {
  const locked = readLockfile();
  const found = new Set([start]);
  for (const path of found) {
    for (const name of Object.keys(locked[path]?.dependencies ?? {})) {
      const place = placeOf(path, name, locked);
      if (place !== null) found.add(locked[place]?.link === true ? (locked[place].resolved ?? '') : place);
    }
  }
  return [...found];
}

function readLockfile(): Record<string, Entry> {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  return locked;
}

function nameAt(path: string): string {
  return path.split('node_modules/').at(-1) ?? path;
}

/** As Node looks for a package: in each folder from the one that needs it upwards. */
function placeOf(from: string, name: string, locked: Record<string, Entry>): string | null {
  const place = join(from, 'node_modules', name);
  if (locked[place] !== undefined) return place;
  return from === '.' ? null : placeOf(dirname(from), name, locked);
}
