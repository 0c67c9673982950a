/** A fault in what the integration calls: the site is served, and one line says what is off. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it, vi } from 'vitest';

import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { serve } from './testing/dev-server.ts';

const injected = vi.hoisted(() => {
  const state = { fault: '', called: [] as string[] };
  /** The same functions, of which one fails. */
  const faulty = <Module extends object>(module: Module): Module =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]: [string, unknown]) => [
        name,
        typeof value !== 'function' || name === 'createFirstEdge'
          ? value
          : (...args: unknown[]): unknown => {
              state.called.push(name);
              if (state.fault === name) throw new Error(`injected into ${name}`);
              return Reflect.apply(value, undefined, args);
            },
      ]),
    ) as Module;
  return { state, faulty };
});

vi.mock('@annotate-mcp/vite-plugin', async (load) => injected.faulty(await load()));
vi.mock('./markdown/mark-markdown.ts', async (load) => injected.faulty(await load()));
vi.mock('./markdown/satteri.ts', async (load) => injected.faulty(await load()));
vi.mock('./markdown/marks.ts', async (load) => injected.faulty(await load()));
vi.resetModules();
const { annotate } = await import('./integration.ts');
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const files = {
  'package.json': '{ "type": "module" }',
  'src/pages/index.md': '---\ntitle: Page\n---\n\n## Heading\n\n    code\n',
};

it.each(['annotate', 'markMarkdown', 'mdastPlugin', 'hastPlugin', 'marksIn'])(
  'in %s leaves the site as it is',
  { tags: ['full'] },
  async (fault) => {
    vi.stubEnv('VITEST', undefined);
    vi.stubEnv('ASTRO_TELEMETRY_DISABLED', '1');
    Object.assign(injected.state, { fault, called: [] });
    await using site = await createApp(files);
    const printed: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    const integrations = [annotate({ root: site.root, store: 'memory:' })];
    // Vite's own logger, which prints what its plugins say, prints to the console.
    vi.spyOn(console, 'error').mockImplementation((text) => void printed.push(String(text)));
    await using server = await serve(site, { integrations, logLevel: 'error' });
    expect(await server.page('/')).toContain('Heading</h2>');
    vi.restoreAllMocks();
    expect(injected.state.called).toContain(fault);
    const lines = printed.flatMap((text) => /annotate(?:: .*)? (?:is|are) off: .*/.exec(text)?.[0] ?? []);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`off: injected into ${fault} · npx annotate-mcp doctor$`)),
    ]);
    const off = join(site.root, '.annotate/off');
    const forDoctor = readdirSync(off).flatMap(
      (name) => (JSON.parse(readFileSync(join(off, name), 'utf8')) as { lines: string[] }).lines,
    );
    expect(forDoctor.map((line) => `${line} · npx annotate-mcp doctor`)).toEqual(lines);
  },
);
