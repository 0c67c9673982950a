import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { annotateModule } from './module.ts';

const nuxtWith = (options: object = {}) => ({
  options: {
    dev: true,
    builder: '@nuxt/vite-builder',
    vite: { plugins: ['theirs'] as unknown[] },
    ...options,
  },
});

const namesOf = ({ options }: ReturnType<typeof nuxtWith>) =>
  options.vite.plugins.map((plugin) =>
    typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : plugin,
  );

it('puts the plugin of Vite before those of the app', async () => {
  const nuxt = nuxtWith({ vite: {} });
  await annotateModule({}, nuxt);
  expect(namesOf(nuxt)[0]).toBe('annotate');
  const other = nuxtWith();
  await annotateModule({}, other);
  expect(namesOf(other)).toEqual([...namesOf(nuxt), 'theirs']);
});

it.each([
  { name: 'in a build', options: { dev: false } },
  { name: 'where nuxt.config has `annotate: false`', options: { annotate: false } },
])('changes nothing $name', async ({ options }) => {
  const nuxt = nuxtWith(options);
  await annotateModule({}, nuxt);
  expect(namesOf(nuxt)).toEqual(['theirs']);
});

it('says that it is off with another builder than Vite', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const nuxt = nuxtWith({ builder: '@nuxt/webpack-builder' });
  await annotateModule({}, nuxt);
  const [[said] = []] = write.mock.calls;
  write.mockRestore();
  expect(namesOf(nuxt)).toEqual(['theirs']);
  expect(said).toContain("annotate is off: it needs Nuxt's builder Vite");
});

it('leaves the app as it is when it fails, and says once why, which doctor repeats', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate nuxt ')));
  mkdirSync(join(root, '.git'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const fail = (): never => {
    throw new Error('injected');
  };
  const nuxt = nuxtWith();
  Object.defineProperty(nuxt.options, 'vite', { get: fail });
  await annotateModule({ root }, nuxt);
  const said = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  expect(said).toEqual(['annotate is off: injected · npx annotate-mcp doctor\n']);
  const [name = ''] = readdirSync(join(root, '.annotate/off'));
  expect(readFileSync(join(root, '.annotate/off', name), 'utf8')).toContain('"annotate is off: injected"');
});

it('tells Nuxt its name and the key of its options', async () => {
  expect(await annotateModule.getMeta()).toMatchObject({ name: '@annotate-mcp/nuxt', configKey: 'annotate' });
});
