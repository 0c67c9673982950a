/** The steps of a new user: `ng new`, `ng add @annotate-mcp/angular`, `ng serve`, a comment, `ng build`. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';

import { keepRunning, run } from './commands.ts';
import { commentOn } from './comment-on.ts';
import { type InstalledKind, kinds } from './kinds.ts';
import { createNewApp, type NewApp } from './new-app.ts';
import { type Registry, serveRegistry } from './registry.ts';

const minutes = 60_000;

/** Matches with some context, for the report. Express has a media type "annotated-data-model". */
const ours = /.{0,40}(?:annotate(?!d-)|\bnga-).{0,40}/i;

let registry: Registry;
// Created only if the tests are not skipped.
const tarballs = join(tmpdir(), `annotate-tarballs-${randomUUID()}`);
beforeAll(async () => {
  mkdirSync(tarballs);
  registry = await serveRegistry(['@annotate-mcp/angular', 'annotate-mcp'], tarballs);
}, 2 * minutes);
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  rmSync(tarballs, { recursive: true, force: true });
});

/** Each test continues where the one before it stopped. */
describe.each(kinds)('$name', { tags: 'full' }, (kind) => {
  let app: NewApp;
  const ng = async (...args: string[]) =>
    run([...app.ng, ...args], { cwd: app.folder, env: { npm_config_registry: registry.url } });
  const annotate = async (...args: string[]) =>
    run(['npx', '--no', '--', 'annotate-mcp', ...args], { cwd: app.folder, mayFail: true });
  beforeAll(async () => {
    app = await createNewApp(kind);
  }, 8 * minutes);
  afterAll(() => app[Symbol.dispose](), 3 * minutes);

  it(
    'is set up by ng add',
    async () => {
      const output = await ng('add', '@annotate-mcp/angular', '--skip-confirmation');
      expect(output).not.toContain('already installed');
      expect(output).toContain('annotate-mcp is set up. Next:');
      expect(app.read('angular.json')).toContain('"builder": "@annotate-mcp/angular:dev-server"');
      expect(app.read(kind.providedIn)).toContain('provideNgAnnotate()');
      expect(JSON.parse(app.read('package.json'))).toMatchObject({
        devDependencies: {
          '@annotate-mcp/angular': expect.any(String) as unknown,
          'annotate-mcp': expect.any(String) as unknown,
        },
      });
      for (const folder of new Set([app.folder, app.root])) {
        const { mcpServers } = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8')) as {
          mcpServers: unknown;
        };
        expect(mcpServers).toEqual({ annotate: { command: 'npx', args: ['-y', 'annotate-mcp'] } });
      }
    },
    5 * minutes,
  );

  it(
    'is not changed by a second run, nor by one with --dry-run',
    async () => {
      const before = filesOf(app);
      for (const more of [[], ['--dry-run', '--ai-tool=both']]) {
        const output = await ng('generate', '@annotate-mcp/angular:ng-add', '--defaults', ...more);
        expect(output).toContain(
          more.length === 0 ? 'already set up; nothing was changed' : '.vscode/mcp.json',
        );
      }
      expect(filesOf(app)).toEqual(before);
    },
    3 * minutes,
  );

  it(
    'serves a page whose comments are stored with file and line',
    async () => {
      await using server = keepRunning([...app.ng, 'serve', '--port=0'], { cwd: app.folder });
      const [, url = ''] = await server.printed(/Local:\s+(http\S+)/);
      // The first request of a dev server with server rendering waits for a build.
      await using browser = await openPage(url, { timeoutMs: 2 * minutes });
      await commentOn(browser.page, 'h1', 'Say welcome');
      const stored = async () =>
        (JSON.parse(await annotate('list', '--json')) as { annotations: unknown[] }).annotations;
      await expect.poll(stored, { timeout: minutes, interval: 1_000 }).toHaveLength(1);
      const [annotation] = await stored();
      expect(annotation).toMatchObject({ annotationText: 'Say welcome', ...expectedLocation(app, kind) });
      if (kind.hasNoLines === true) {
        expect(annotation).not.toHaveProperty('sourceLocation');
        await server.printed(
          /annotate: annotations have no template lines: the compiler of Angular 20\.0\.0/,
        );
      }
      const consoleErrors = browser.console.filter(({ type }) => type === 'error');
      expect([browser.errors, consoleErrors]).toEqual([[], []]);
      if (kind.isRendered === true) {
        expect(await (await fetch(url)).text()).toContain('Hello, shop');
        expect(browser.console.map(({ text }) => text)).toContainEqual(
          expect.stringContaining('Angular hydrated'),
        );
      }
      const { checks } = JSON.parse(await annotate('doctor', '--json')) as { checks: { name: string }[] };
      for (const name of ['page side', 'dev server', 'browser', 'configuration']) {
        expect(checks.find((check) => check.name === name)).toMatchObject({ status: 'ok' });
      }
    },
    4 * minutes,
  );

  it(
    'has nothing of annotate-mcp in a production build',
    async () => {
      await ng('build');
      const files = readdirSync(join(app.folder, 'dist'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(m?js|html|css|json)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
      expect(files.some((file) => file.endsWith('.js'))).toBe(true);
      const traces = files.flatMap((file) => ours.exec(readFileSync(file, 'utf8'))?.[0] ?? []);
      expect(traces).toEqual([]);
    },
    4 * minutes,
  );
});

/** All files of the repository, except node_modules and caches. */
function filesOf({ root }: NewApp): Record<string, string> {
  const ignored = /(?:^|[\\/])(?:node_modules|\.angular)(?:$|[\\/])/;
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !ignored.test(path),
  );
  const files = entries.filter((path) => statSync(join(root, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

/** The expected location in the annotation of the heading. */
function expectedLocation(
  { root, folder, read }: NewApp,
  { template, hasNoLines = false }: InstalledKind,
): object {
  const inRepository = (path: string) => relative(root, join(folder, path)).split(sep).join('/');
  const line =
    read(template)
      .split('\n')
      .findIndex((text) => text.includes('<h1>')) + 1;
  const file = inRepository(template);
  return {
    kind: 'component',
    status: 'pending',
    appId: inRepository('.') === '' ? '.' : inRepository('.'),
    componentName: 'App',
    componentFilePath: inRepository('src/app/app.ts'),
    templateFilePath: file,
    ...(!hasNoLines && { sourceLocation: { file, line, column: expect.any(Number) as unknown } }),
  };
}
