/**
 * Builds what is older than its sources: the packages, then everything that is bundled from them. `--only` and names build
 * these bundles alone, which is what a demo needs beside the sources that it runs from.
 */
import { existsSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { Failure, ownNode, root, run, runOrExit, say, sources, tool } from './toolchain.mjs';

async function buildAll(): Promise<void> {
  // Projects beside each other, each in one thread: several threads for a project compute a third more, each for itself.
  await runOrExit([...tool('tsc'), '-b', '--checkers', '1', '--builders', String(availableParallelism())]);
  // Neither needs anything of the other.
  await Promise.all([
    buildEach(['angular-library']),
    buildEach(['overlay', 'view', 'team-page', 'cli', 'plugins']),
  ]);
}

/** What the page, the review, the team's page and the extension are made of, beside their own sources. */
const bundles: Readonly<Record<string, () => Promise<void>>> = {
  /** What the page loads. */
  overlay: () => viteBundle('packages/overlay', 'dist/page/overlay.js', sourcesOf('core', 'page-facts')),
  /** The Markdown review, as hosts and browsers show it. The last of its files, so that an interrupted build is made again. */
  view: () =>
    viteBundle('apps/markdown-view', 'dist/katex.js', [
      'apps/markdown-view/index.html',
      ...sourcesOf('core', 'page-facts', 'markdown', 'overlay'),
    ]),
  /** What the team server shows at /. */
  'team-page': () =>
    viteBundle('apps/team-page', 'dist/page.js', [
      ...sourcesOf('core', 'page-facts', 'overlay'),
      'packages/team/src/overview/answers.ts',
    ]),
  /** The program that agents start, with the view, the overlay, the extension and the team's page beside it. */
  cli: buildProgram,
  /** What dev servers load when the first page asks for it. */
  hub: () => nodeBundle('hub', 'process/bin', sourcesOf('core', 'store', 'http', 'consent')),
  /** What dev servers load when they start, and the hub. */
  plugins: async () => {
    await buildEach(['hub']);
    await nodeBundle('unplugin', 'index', sourcesOf('core', 'store', 'http', 'consent', 'hub'));
    for (const name of ['vite-plugin', 'next']) await nodeBundle(name, 'index');
  },
  /** The Chrome extension, unpacked: several files, each for a world of its own. */
  extension: buildExtension,
  /** The builder that `ng serve` runs, and the types that the Angular library is checked against. */
  angular: async () => {
    // tsc sees for itself what is older than its sources.
    if (!exists('packages/angular/dist/builder/dev-server.js')) say('packages/angular/dist/builder');
    await runOrExit([...tool('tsc'), '-b', 'packages/overlay', 'packages/angular/builder']);
    await buildEach(['hub']);
  },
  /** That library as it is published. */
  'angular-library': buildAngularLibrary,
};

async function buildEach(wanted: readonly string[]): Promise<void> {
  for (const name of wanted) {
    const bundle = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
    if (bundle === undefined)
      throw new Failure(`There is no bundle ${name}. The bundles are ${Object.keys(bundles).join(', ')}.`);
    await bundle();
  }
}

async function buildProgram(): Promise<void> {
  await buildEach(['overlay', 'view', 'extension', 'team-page']);
  await viteBundle('packages/cli', 'dist/bin.mjs', [
    ...sourcesOf('core', 'store', 'http', 'page-facts', 'consent', 'work', 'lsp', 'team', 'hub', 'markdown'),
    ...sourcesOf('browser-protocol', 'mcp-server'),
    'packages/overlay/dist/page',
    ...['markdown-view/dist', 'extension/dist/unpacked', 'team-page/dist'].map((app) => `apps/${app}`),
  ]);
  linkProgram();
}

/** npm links only programs that exist when it installs, which this one does not in a fresh clone: `npx annotate-mcp`. */
function linkProgram(): void {
  const [target, link] = ['../annotate-mcp/dist/bin.mjs', join(root, 'node_modules/.bin/annotate-mcp')];
  if (existsSync(link) || !exists('node_modules/annotate-mcp')) return;
  rmSync(link, { force: true });
  const onWindows = `@node "%~dp0\\${target.replaceAll('/', '\\')}" %*\r\n`;
  if (process.platform === 'win32') writeFileSync(`${link}.cmd`, onWindows);
  else symlinkSync(target, link);
}

async function buildExtension(): Promise<void> {
  const app = 'apps/extension';
  if (!exists(`${app}/build.ts`)) return;
  const scripts = readdirSync(join(root, app)).filter((name) => name.endsWith('.ts'));
  const own = ['src', 'public', ...scripts, 'package.json'].map((name) => `${app}/${name}`);
  const beside = sourcesOf('core', 'page-facts', 'browser-protocol', 'overlay');
  if (isNewer(`${app}/dist/unpacked/build.json`, [...own, 'packages/cli/package.json', ...beside])) return;
  say(`${app}/dist`);
  await runOrExit([ownNode, sources, `${app}/build.ts`]);
}

/** By ng-packagr, which has a lot to say even when all is well. */
async function buildAngularLibrary(): Promise<void> {
  const folder = 'packages/angular';
  const output = `${folder}/dist/library`;
  if (!exists(`${folder}/ng-package.json`)) return;
  const own = ['src', 'ng-package.json', 'tsconfig.json', 'tsconfig.lib.json', 'package.json'];
  const files = own.map((name) => `${folder}/${name}`).filter((path) => exists(path));
  if (isNewer(`${output}/fesm2022`, files)) return;
  say(output);
  const printed: string[] = [];
  const code = await run([...tool('ng'), 'build'], {
    cwd: join(root, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    },
  });
  if (code !== 0) throw new Failure(`${printed.join('')}ng build failed.`);
  // A package inside of the package: the outer one exports what is in here.
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    rmSync(join(root, output, name), { force: true });
}

async function viteBundle(folder: string, output: string, beside: readonly string[]): Promise<void> {
  const config = `${folder}/vite.config.ts`;
  if (!exists(config)) return;
  const own = [`${folder}/src`, config, `${folder}/package.json`];
  if (isNewer(`${folder}/${output}`, [...own, ...beside])) return;
  say(`${folder}/${output}`);
  await runOrExit([...tool('vite'), 'build', folder, '--config', config]);
}

async function nodeBundle(name: string, entry: string, beside: readonly string[] = []): Promise<void> {
  const folder = `packages/${name}`;
  if (!exists(`${folder}/package.json`)) return;
  const output = `${folder}/dist/bundle/${entry}.js`;
  const own = [`${folder}/src`, `${folder}/package.json`, 'scripts/node-bundles.ts'];
  if (isNewer(output, [...own, ...beside])) return;
  say(output);
  await runOrExit([ownNode, 'scripts/node-bundles.ts', name]);
}

const sourcesOf = (...packages: readonly string[]) => packages.map((name) => `packages/${name}/src`);
const exists = (path: string) => existsSync(join(root, path));

/** Whether the output is there, and no file or folder among these paths has changed since. */
function isNewer(output: string, paths: readonly string[]): boolean {
  const made = statSync(join(root, output), { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && !paths.some((path) => hasChangedSince(join(root, path), made));
}

function hasChangedSince(path: string, time: number): boolean {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  if (entry.mtimeMs > time) return true;
  return entry.isDirectory() && readdirSync(path).some((name) => hasChangedSince(join(path, name), time));
}

const names = process.argv.slice(2);
try {
  await (names.shift() === '--only' ? buildEach(names) : buildAll());
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
