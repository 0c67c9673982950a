/** A fault in each part of the integration: Angular's dev server gets what it needs, and one line says what is off. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BuilderContext } from '@angular-devkit/architect';
import { logging } from '@angular-devkit/core';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';

import type { Integration } from './integrate.ts';
import { findPackages } from './workspace-packages.ts';

const injected = vi.hoisted(() => {
  const state = { fault: '', called: [] as string[] };
  const fail = (name: string): void => {
    state.called.push(name);
    if (state.fault === name) throw new Error(`injected into ${name}`);
  };
  /** The same functions, of which one fails. */
  const faulty = <Module extends object>(module: Module): Module =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]: [string, unknown]) => [
        name,
        typeof value !== 'function'
          ? value
          : (...args: unknown[]): unknown => {
              fail(name);
              return Reflect.apply(value, undefined, args);
            },
      ]),
    ) as Module;
  return { state, fail, faulty };
});

vi.mock('./project.ts', async (load) => injected.faulty(await load()));
vi.mock('@annotate-mcp/hub/integration', async (load) => injected.faulty(await load()));
vi.mock('./template-locations.ts', async (load) => injected.faulty(await load()));
vi.mock('./listening-server.ts', async (load) => injected.faulty(await load()));
vi.mock('./manifest/find-components.ts', async (load) => injected.faulty(await load()));
vi.mock('./manifest/program.ts', async (load) => injected.faulty(await load()));
vi.mock('./manifest/manifest.ts', async (load) => injected.faulty(await load()));
vi.resetModules();
const { integrate } = await import('./integrate.ts');
afterAll(() => vi.resetModules());

it.each([
  'readProject',
  'overlaySettings',
  'createManifest',
  'programPlugin',
  'startTemplateLocations',
  'attachWhenListening',
  'startHint',
])('in %s leaves the app as it is', async (fault) => {
  const before = process.cwd();
  const workspaceRoot = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-faults-')));
  mkdirSync(join(workspaceRoot, '.git'));
  onTestFinished(() => {
    process.chdir(before);
    rmSync(workspaceRoot, { recursive: true, force: true, maxRetries: 5 });
  });
  Object.assign(injected.state, { fault, called: [] });
  const logged: string[] = [];
  const integration = await integrateIn(workspaceRoot, logged);
  onTestFinished(() => integration?.close());
  integration?.announce({ success: true, baseUrl: 'http://localhost:4200/' });
  expect(await readPage(integration)).toBe('the app');
  expect(injected.state.called).toContain(fault);
  const off = logged.filter((line) => line.includes(' off: '));
  expect(off).toEqual([
    expect.stringMatching(new RegExp(`off: injected into ${fault} · npx annotate-mcp doctor$`)),
  ]);
  expect(off).toEqual(forDoctor(workspaceRoot).map((line) => `${line} · npx annotate-mcp doctor`));
});

async function integrateIn(workspaceRoot: string, logged: string[]): Promise<Integration | null> {
  const logger = new logging.Logger('test');
  logger.subscribe(({ message }) => logged.push(message));
  // Only the members that are used before Angular's dev server starts.
  const context = {
    workspaceRoot,
    logger,
    target: { project: 'app', target: 'serve' },
    getProjectMetadata: async () => ({ root: '' }),
    addTeardown: () => undefined,
  } as unknown as BuilderContext;
  const packages = findPackages(import.meta.dirname);
  if (packages === null) throw new Error('@angular/build is not installed.');
  const target = { tsConfig: null, baseHref: null, isDevelopment: true, assets: [] };
  return integrate({ buildTarget: 'app:build', annotate: {} }, context, target, packages);
}

/** What a server answers that has Angular's pages behind our middleware. */
async function readPage(integration: Integration | null): Promise<string> {
  const [middleware] = integration?.extensions.middleware ?? [];
  const server = createServer((request, response) => {
    const answer = () => response.end('the app');
    if (middleware === undefined) answer();
    else middleware(request, response, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return (await fetch(`http://127.0.0.1:${port}/`)).text();
}

/** What `annotate-mcp doctor` repeats. */
function forDoctor(root: string): readonly string[] {
  const folder = join(root, '.annotate/off');
  return readdirSync(folder).flatMap((name) => {
    const { lines } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { lines: readonly string[] };
    return lines;
  });
}
