/** Faults in each hook of each plugin: the app starts, renders, updates and builds, and one line says what is off. */
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createApp } from '@annotate-mcp/unplugin/testing/app';

import type * as devPlugins from './dev-plugins.ts';
import { createDevServer } from './testing/dev-server.ts';

// The plugins are off in a test run.
beforeAll(() => void vi.stubEnv('VITEST', undefined));
afterAll(() => {
  vi.unstubAllEnvs();
  // Nor does the next file get the plugin of this one.
  vi.resetModules();
});

interface Fault {
  readonly plugin: string;
  readonly hook: string;
  readonly fail: () => unknown;
}

const injected = vi.hoisted(() => ({ fault: null as Fault | null }));

// Below the edge, where the plugins are made.
vi.mock('./dev-plugins.ts', async (load) => {
  const actual = await load<typeof devPlugins>();
  const createDevPlugins: typeof actual.createDevPlugins = (...args) =>
    actual.createDevPlugins(...args).map(([part, plugin]) => [part, withFault(plugin)] as const);
  return { ...actual, createDevPlugins };
});

// Another test file of this process may have loaded it, with plugins that are not mocked.
vi.resetModules();
const { annotate } = await import('./plugin.ts');

function withFault(plugin: Plugin): Plugin {
  const { fault } = injected;
  if (fault?.plugin !== plugin.name) return plugin;
  const hook: unknown = Reflect.get(plugin, fault.hook);
  const failing = typeof hook === 'object' ? { ...hook, handler: fault.fail } : fault.fail;
  return { ...plugin, [fault.hook]: failing };
}

const files = {
  'package.json': '{ "type": "module" }',
  'index.html':
    '<!doctype html><html><head></head><body><script type="module" src="/main.jsx"></script></body></html>',
  'main.jsx': `/** @jsxRuntime classic */
/** @jsx h */
import 'virtual:annotate';
import './plain.js';
const h = (...all) => all;
export const view = <p>Text</p>;
`,
  'plain.js': 'export const first = 1;\n',
};

const kinds = {
  throws: () => {
    throw new Error('injected');
  },
  rejects: async () => Promise.reject(new Error('injected')),
  'throws a text': () => {
    throw 'injected' as unknown;
  },
};

/** The hooks of all plugins, from the plugins themselves: a new one is in the table. */
async function hooksOfAll(): Promise<{ plugin: string; hook: string }[]> {
  injected.fault = null;
  return (
    annotate()
      // The first is only there for the case that another one fails; errors of the second are meant for Vite.
      .filter(({ name }) => !['annotate:empty-module', 'annotate:store-folder'].includes(name))
      .flatMap((plugin) =>
        Object.entries(plugin)
          .filter(([, value]) => isHook(value))
          .map(([hook]) => ({ plugin: plugin.name, hook })),
      )
  );
}

function isHook(value: unknown): boolean {
  return (
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && 'handler' in value && typeof value.handler === 'function')
  );
}

/** What was printed about parts that are off while the app was started, rendered, changed and built. */
async function useApp(): Promise<string[]> {
  await using app = await createApp(files);
  const lines: string[] = [];
  const customLogger = {
    info: () => undefined,
    warn: () => undefined,
    warnOnce: () => undefined,
    error: (line: string) => void lines.push(line),
    clearScreen: () => undefined,
    hasErrorLogged: () => false,
    hasWarned: false,
  };
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (String(text).startsWith('annotate')) lines.push(String(text));
    return true;
  });
  const plugins = annotate({ store: 'memory:', root: app.root });
  await using server = await createDevServer(app, { plugins, customLogger });
  await server.vite.listen();
  const page = await fetch(`${server.origin()}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('src="/main.jsx"');
  expect(await server.code('/plain.js')).toContain('first = 1');
  expect(await server.code('/main.jsx')).toContain('view');
  const changed = await app.write('plain.js', 'export const second = 2;\n');
  await server.vite.environments.client.pluginContainer.watchChange(changed, { event: 'update' });
  server.vite.environments.client.moduleGraph.onFileChange(changed);
  expect(await server.code('/plain.js')).toContain('second = 2');
  await build({
    root: app.root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false },
  });
  write.mockRestore();
  return lines;
}

const table = (await hooksOfAll()).flatMap((at) =>
  Object.entries(kinds).map(([kind, fail]) => ({ ...at, kind, fail })),
);

it('the table of faults has a row for each hook', () => {
  expect(table.length).toBeGreaterThan(60);
});

it('prints nothing without a fault', async () => {
  injected.fault = null;
  expect(await useApp()).toEqual([]);
});

it.each(table)('goes on when $hook of $plugin $kind', async ({ plugin, hook, kind, fail }) => {
  injected.fault = { plugin, hook, fail };
  const lines = await useApp();
  // Hooks for other kinds of modules are not called for this app.
  const isCalled = ['annotate', 'annotate:manifest', 'annotate:script-source'].includes(plugin);
  expect(lines.length).toBeLessThanOrEqual(1);
  if (isCalled && kind === 'throws')
    expect(lines[0]).toMatch(/^annotate.* off: injected.* · npx annotate-mcp doctor/);
});
