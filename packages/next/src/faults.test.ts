/** A fault in each part of the integration: Next gets its config and each module, and one line says what is off. */
import type * as channels from 'node:diagnostics_channel';
import { type ChannelListener, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { afterAll, expect, it, onTestFinished, vi } from 'vitest';

const injected = vi.hoisted(() => {
  const state = { fault: '', called: [] as string[], subscribed: [] as [string, ChannelListener][] };
  const fail = (name: string): void => {
    state.called.push(name);
    if (state.fault === name) throw new Error(`injected into ${name}`);
  };
  /** The same functions, of which one fails. */
  const faulty = <Module extends object>(module: Module): Module =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]: [string, unknown]) => [
        name,
        typeof value !== 'function' || name === 'createEdge'
          ? value
          : (...args: unknown[]): unknown => {
              fail(name);
              return Reflect.apply(value, undefined, args);
            },
      ]),
    ) as Module;
  return { state, fail, faulty };
});

vi.mock('node:diagnostics_channel', async (load) => {
  const actual = await load<typeof channels>();
  const subscribe: typeof actual.subscribe = (name, listener) => {
    injected.state.subscribed.push([String(name), listener]);
    actual.subscribe(name, listener);
  };
  return { ...actual, subscribe };
});
vi.mock('@annotate-mcp/unplugin', async (load) => injected.faulty(await load()));
vi.mock('./loaders.ts', async (load) => injected.faulty(await load()));
vi.mock('./http-servers.ts', async (load) => injected.faulty(await load()));
vi.mock('./next-config.ts', async (load) => injected.faulty(await load()));
vi.mock('./next-version.ts', async (load) => injected.faulty(await load()));
vi.mock('./turbopack.ts', async (load) => injected.faulty(await load()));
vi.mock('./webpack.ts', async (load) => injected.faulty(await load()));

afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

interface Rules {
  readonly module: { readonly rules: object[] };
}

interface Config {
  readonly reactStrictMode: boolean;
  readonly webpack?: (config: Rules, context: object) => Rules;
}

/** In a project of its own, whose folder is that of the process, as with `next dev`. */
function inProject(fault: string): { root: string; printed: () => string[]; forDoctor: () => string[] } {
  const before = process.cwd();
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate faults-')));
  mkdirSync(join(root, '.git'));
  process.chdir(root);
  Object.assign(injected.state, { fault, called: [], subscribed: [] });
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.resetModules();
    for (const [name, listener] of injected.state.subscribed) unsubscribe(name, listener);
    process.chdir(before);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  const off = join(root, '.annotate/off');
  return {
    root,
    printed: () =>
      write.mock.calls.map(([text]) => stripVTControlCharacters(String(text)).replace(/^⨯ |\n$/g, '')),
    forDoctor: () =>
      readdirSync(off).flatMap(
        (name) => (JSON.parse(readFileSync(join(off, name), 'utf8')) as { lines: string[] }).lines,
      ),
  };
}

const ofConfig = [
  'openProject',
  'basePathOf',
  'allowedHostsOf',
  'deferDevHub',
  'onHttpServer',
  'hasListeningServer',
  'valueIn',
  'announcement',
  'loadersFor',
  'runningNextVersion',
  'isNextOlder',
];

it.each([
  ...[...ofConfig, 'withWebpackRules'].map((fault) => ({ fault, bundler: 'webpack' })),
  ...[...ofConfig, 'withTurbopackRules', 'objectIn', 'runningNext'].map((fault) => ({
    fault,
    bundler: 'turbopack',
  })),
])('in $fault leaves the config for $bundler and the server as they are', async ({ fault, bundler }) => {
  const { root, printed, forDoctor } = inProject(fault);
  vi.stubEnv('TURBOPACK', bundler === 'turbopack' ? '1' : undefined);
  const { withAnnotate } = await import('./with-annotate.ts');
  const context = { defaultConfig: { reactStrictMode: false } };
  const options = { root, store: 'memory:' } as const;
  const config = await withAnnotate<Config>({ reactStrictMode: true }, options)(
    'phase-development-server',
    context,
  );
  expect(config.reactStrictMode).toBe(true);
  const rules = { module: { rules: [] } };
  expect(config.webpack?.(rules, {}) ?? rules).toBe(rules);
  expect(await readPage()).toBe('the app');
  expect(injected.state.called).toContain(fault);
  expect(printed()).toEqual([
    expect.stringMatching(new RegExp(` off: injected into ${fault} · npx annotate-mcp doctor$`)),
  ]);
  expect(forDoctor().map((line) => `${line} · npx annotate-mcp doctor`)).toEqual(printed());
});

/** From a server of this process, which is the app's. */
async function readPage(): Promise<string> {
  const server = createServer((_, response) => response.end('the app')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const text = await response.text();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  return text;
}

const loaders = {
  'source-loader': { file: 'page.jsx', faults: ['markModule', 'projectAt'] },
  'mdx-loader': { file: 'page.mdx', faults: ['loadScriptParser', 'projectAt'] },
} as const;

it.each(
  Object.entries(loaders).flatMap(([name, { file, faults }]) =>
    faults.map((fault) => ({ name: name as keyof typeof loaders, file, fault })),
  ),
)('in $fault of the $name leaves the module as it is', async ({ name, file, fault }) => {
  const { root, printed, forDoctor } = inProject(fault);
  const code = 'import { jsx as _jsx } from "react/jsx-runtime";\nexport default () => <p>Text</p>;\n';
  writeFileSync(join(root, file), code);
  expect(await load(name, join(root, file), code, () => ({ root, version: '0', path: '/x' }))).toEqual(code);
  expect(injected.state.called).toContain(fault);
  expect(printed()).toEqual([
    expect.stringMatching(/^annotate: source lines .*are off: injected into .* · npx annotate-mcp doctor$/),
  ]);
  expect(forDoctor().map((line) => `${line} · npx annotate-mcp doctor`)).toEqual(printed());
});

it.each(['source-loader', 'mdx-loader', 'script-loader'] as const)(
  'in the context that a bundler gives the %s leaves the module as it is',
  async (name) => {
    const { root, printed } = inProject('');
    const code = 'export const first = 1;\n';
    const fail = (): never => {
      throw new Error('no options');
    };
    expect(await load(name, join(root, 'page.jsx'), code, fail)).toEqual(code);
    expect(printed()).toEqual(['annotate is off: no options · npx annotate-mcp doctor']);
  },
);

it('in the TypeScript that a bundler needs leaves the module as it is', async () => {
  const { root, printed } = inProject('');
  const code = 'export const Page = () => <p>Text</p>;\n';
  const file = join(root, 'page.tsx');
  const options = { root, version: '0', path: '/x', typescript: join(root, 'gone.js') };
  expect(await load('source-loader', file, code, () => options)).toEqual(code);
  expect(printed()).toEqual([expect.stringContaining('gone.js')]);
});

async function load(
  name: 'source-loader' | 'mdx-loader' | 'script-loader',
  resourcePath: string,
  code: string,
  getOptions: () => { root: string; version: string; path: string; typescript?: string },
): Promise<unknown> {
  const modules = {
    'source-loader': () => import('./source-loader.ts'),
    'mdx-loader': () => import('./mdx-loader.ts'),
    'script-loader': () => import('./script-loader.ts'),
  };
  const { default: run } = await modules[name]();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const done = (error: unknown, result?: string): void => {
    if (error === null) resolve(result);
    else reject(new Error('The bundler gets an error.', { cause: error }));
  };
  run.call({ resourcePath, getOptions, async: () => done }, code);
  return promise;
}
