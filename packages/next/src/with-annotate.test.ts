import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { withAnnotate } from './with-annotate.ts';

interface Settings {
  basePath?: string;
  reactStrictMode?: boolean;
  turbopack?: { root?: string; rules?: object };
  webpack?: (config: WebpackConfig) => WebpackConfig;
}

interface WebpackConfig {
  module: { rules: object[] };
}

const development = 'phase-development-server';
const context = { defaultConfig: {} };

beforeEach(() => void vi.stubEnv('TURBOPACK', undefined));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each(['phase-production-build', 'phase-production-server', 'phase-export', 'phase-test'])(
  'gives the config as it is in the phase %s',
  async (phase) => {
    const config: Settings = { basePath: '/docs' };
    expect(await withAnnotate(config)(phase, context)).toBe(config);
    expect(await withAnnotate(() => config)(phase, context)).toBe(config);
    expect(await withAnnotate(async () => Promise.resolve(config))(phase, context)).toBe(config);
  },
);

it('passes phase and context on to a config that is a function', async () => {
  const config = vi.fn((): Settings => ({ reactStrictMode: true }));
  expect(await withAnnotate(config)(development, context)).toMatchObject({ reactStrictMode: true });
  expect(config).toHaveBeenCalledWith(development, context);
});

it("adds its loaders to the app's own rules of webpack", async () => {
  const own: Settings = {
    basePath: '/docs',
    webpack(config) {
      config.module.rules.push({ test: /\.svg$/ });
      return config;
    },
  };
  const config = await withAnnotate(own)(development, context);
  expect(config.webpack?.({ module: { rules: [] } }).module.rules).toMatchObject([
    { test: /\.svg$/ },
    { use: [{ options: { path: '/docs/__annotate/overlay.js' } }] },
    { enforce: 'pre', use: [{ options: { root: expect.any(String) as string } }] },
    { enforce: 'post', test: /\.mdx?$/ },
  ]);
  expect(config).not.toHaveProperty('turbopack');
});

it("adds its loaders to the app's own rules of Turbopack", async () => {
  vi.stubEnv('TURBOPACK', 'auto');
  const turbopack = { root: '/repository', rules: { '*.svg': { loaders: ['svg'] } } };
  const config = await withAnnotate<Settings>({ turbopack })(development, context);
  expect(config.turbopack).toMatchObject(turbopack);
  expect(Object.keys(config.turbopack?.rules ?? {})).toHaveLength(3);
  expect(config).not.toHaveProperty('webpack');
});

it('marks no elements when that is switched off', async () => {
  vi.stubEnv('TURBOPACK', '1');
  const config = await withAnnotate<Settings>({}, { sourceAttributes: false })(development, context);
  expect(Object.keys(config.turbopack?.rules ?? {})).toHaveLength(1);
});

it('starts the app without annotations, and says why, when there is no such project', async () => {
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const config = {};
  expect(await withAnnotate(config, { root: '/no/such/folder' })(development, context)).toBe(config);
  expect(printed).toHaveBeenCalledWith(expect.stringMatching(/annotate is off: .*\/no\/such\/folder/));
});
