/**
 * Bundles the programs that tests start from their sources. Node takes most of a millisecond to find and to read a
 * module, and each of these programs has hundreds. test-programs.ts makes the tests start the bundles.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

import { testPrograms } from './test-programs.ts';

const root = join(import.meta.dirname, '..');
const bundles = join(root, '.dev/test-programs');

/** Vitest calls it for each project, before the first test process starts. */
export async function setup({ config }: TestProject): Promise<void> {
  // While a person edits, a bundle would soon be older than its sources. Windows has not run these bundles yet.
  if (config.watch || process.platform === 'win32') return;
  const folder = join(bundles, hashSources());
  if (!existsSync(folder)) await buildInto(folder);
  utimesSync(folder, new Date(), new Date());
  process.env.ANNOTATE_TEST_PROGRAMS = folder;
}

function hashSources(): string {
  const files = globSync(
    ['packages/*/src/**/*.{ts,json}', 'package-lock.json', 'scripts/*test-programs.ts'],
    {
      cwd: root,
    },
  );
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file} ${statSync(join(root, file)).mtimeMs}\n`);
  return hash.digest('hex').slice(0, 16);
}

async function buildInto(folder: string): Promise<void> {
  removeOldBundles();
  const unfinished = `${folder}-${process.pid}`;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepOwnPlace, includeStore],
    ssr: {
      noExternal: true,
      resolve: { conditions: ['@annotate-mcp/source', 'module', 'node', 'default'] },
    },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: unfinished,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(testPrograms.map((name) => [name, join(root, `${name}.ts`)])),
        external: (id) => !isBundled(id),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  try {
    renameSync(unfinished, folder);
  } catch (cause) {
    // Another run was faster.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw cause;
  }
}

/** Those that a run has begun with today may still be in use. */
function removeOldBundles(): void {
  const yesterday = Date.now() - 24 * 60 * 60 * 1_000;
  for (const folder of globSync('*', { cwd: bundles }).map((name) => join(bundles, name)))
    if ((statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? yesterday) < yesterday)
      rmSync(folder, { recursive: true, force: true });
}

/** Packages of JavaScript alone. Others are found from the bundle as they are from a source. */
const bundledPackages =
  /^(?:@annotate-mcp|@modelcontextprotocol|@oxc-project\/runtime|approx-string-match|commander|diff|markdown-it|mdast-util-[\w-]+|micromark(?:-[\w-]+)?|ws|zod)(?:\/|$)/;

function isBundled(id: string): boolean {
  return isAbsolute(id) || /^[.\0]/.test(id) || bundledPackages.test(id);
}

/** Modules that look for a file beside themselves find it where it is. */
const keepOwnPlace: Plugin = {
  name: 'keep-own-place',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
};

/** The worker of the store's contract is told by a URL what to load. */
const includeStore: Plugin = {
  name: 'include-store',
  enforce: 'pre',
  transform: {
    filter: { id: /\/store\/src\/contract\/subject\.ts$/ },
    handler(code, id) {
      const store = pathToFileURL(join(dirname(id), '../index.ts')).href;
      return code.replace(
        'import(module)',
        `(module === ${JSON.stringify(store)} ? import('../index.ts') : import(module))`,
      );
    },
  },
};
