import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { BuilderContext } from '@angular-devkit/architect';
import { logging } from '@angular-devkit/core';
import { expect, it, onTestFinished } from 'vitest';

import { announcement, integrate, type Integration } from './integrate.ts';
import type { AnnotateOptions } from './options.ts';
import { findPackages } from './workspace-packages.ts';

const target = { tsConfig: null, baseHref: null, isDevelopment: true, assets: [] };

function serveIn(annotate: object, nodeVersion?: string) {
  const before = process.cwd();
  const workspaceRoot = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-integrate-')));
  mkdirSync(join(workspaceRoot, '.git'));
  onTestFinished(() => {
    process.chdir(before);
    rmSync(workspaceRoot, { recursive: true, force: true });
  });
  const logger = new logging.Logger('test');
  const logged: string[] = [];
  logger.subscribe(({ level, message }) => logged.push(`${level}: ${message}`));
  // Only the members that are used before Angular's dev server starts.
  const context = {
    workspaceRoot,
    logger,
    target: { project: 'app', target: 'serve' },
    getProjectMetadata: async () => ({ root: '' }),
  } as unknown as BuilderContext;
  const packages = findPackages(import.meta.dirname);
  if (packages === null) throw new Error('@angular/build is not installed.');
  const options = { buildTarget: 'app:build', annotate };
  return {
    workspaceRoot,
    logged,
    integrate: () => integrate(options, context, target, packages, nodeVersion),
  };
}

/** The script that a page gets from a server with the middleware, as Angular's. */
async function readScript(integration: Integration | null): Promise<string> {
  const [middleware] = integration?.extensions.middleware ?? [];
  const server = createServer((request, response) =>
    middleware?.(request, response, () => response.writeHead(404).end()),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return (await fetch(`http://127.0.0.1:${port}/__annotate/overlay.js`)).text();
}

it('the integration is off, with the reason, when the store cannot be opened', async () => {
  const { workspaceRoot, logged, integrate } = serveIn({});
  mkdirSync(join(workspaceRoot, '.annotate'));
  writeFileSync(join(workspaceRoot, '.annotate/store.db'), 'These are notes, not a database.'.repeat(200));
  const integration = await integrate();
  onTestFinished(() => integration?.close());
  expect(await readScript(integration)).toContain('annotate is off');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/^warn: annotate is off: .*store\.db/);
});

it('the integration is off when the configured root is not a folder', async () => {
  const { logged, integrate } = serveIn({ root: 'nowhere' });
  expect(await integrate()).toBeNull();
  expect(logged).toEqual([expect.stringMatching(/^warn: annotate is off: .*nowhere is not a folder/)]);
});

it.each(['20.19.0', '22.12.9'])(
  'the integration is off on Node %s, with a hint, and creates no files',
  async (version) => {
    const { workspaceRoot, logged, integrate } = serveIn({}, version);
    expect(await integrate()).toBeNull();
    expect(logged).toEqual([
      expect.stringMatching(
        /^warn: annotate is off: annotate-mcp needs Node 22.13 or newer; .*Install a current Node/,
      ),
    ]);
    expect(existsSync(join(workspaceRoot, '.annotate'))).toBe(false);
  },
);

it.each(['22.13.0', '24.0.0'])('the integration is on with Node %s until it is closed', async (version) => {
  const { workspaceRoot, logged, integrate } = serveIn({}, version);
  const integration = await integrate();
  expect(await readScript(integration)).toContain('__ANNOTATE_LOADING__');
  expect(existsSync(join(workspaceRoot, '.annotate/store.db'))).toBe(true);
  await integration?.close();
  await integration?.close();
  expect(logged).toEqual([]);
});

function announced(
  options: AnnotateOptions,
  host = 'localhost',
  url = 'http://localhost:4200/shop',
): string[] {
  return announcement(options, url, host).map(stripVTControlCharacters);
}

it('tells how to start, with the configured key', () => {
  expect(announced({})).toEqual(['  ➜  Annotate: press Alt+Shift+A in the page (Option+Shift+A on macOS)']);
  expect(announced({ keys: { inspect: 'Ctrl+Shift+Digit1' } })).toEqual([
    '  ➜  Annotate: press Ctrl+Shift+1 in the page',
  ]);
  expect(announced({ keys: { inspect: null } })).toEqual(['  ➜  Annotate: use the button in the page']);
});

it('prints the link for other machines only where they are allowed and can reach the server', () => {
  const options = { network: true, token: 'a token' };
  expect(announced(options)[1]).toBe(
    '  ➜  Annotate: other machines cannot reach this server: start it with --host 0.0.0.0',
  );
  expect(announced(options, 'desk.example', 'http://desk.example:4200/')[1]).toBe(
    '  ➜  Annotate: on other machines, open http://desk.example:4200/__annotate?apiKey=a%20token',
  );
  const [address] = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === 'IPv4' && !each.internal);
  if (address === undefined) return;
  expect(announced(options, '0.0.0.0')[1]).toBe(
    `  ➜  Annotate: on other machines, open http://${address.address}:4200/shop/__annotate?apiKey=a%20token`,
  );
  expect(announced({ token: 'a token' }, '0.0.0.0')).toHaveLength(1);
});
