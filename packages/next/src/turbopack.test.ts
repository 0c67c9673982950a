import { expect, it } from 'vitest';

import { isNextOlder, type RunningNext, runningNext } from './next-version.ts';
import { findTypeScript } from './remove-types.ts';
import { withTurbopackRules } from './turbopack.ts';

const source = { loader: '/source-loader.js', options: {} };
const mdx = { loader: '/mdx-loader.js', options: {} };
const script = { loader: '/script-loader.js', options: {} };
/** How each version of Next answers, as its own schema does. */
const schemas = {
  '14.0': () => false,
  '14.2': (config) => 'experimental' in config,
  '15.0': (config) => 'experimental' in config,
  '15.3': () => true,
  '15.5': () => true,
  '15.6': (config) => 'turbopack' in config && !hasOlderRules(config),
  '16.0': (config) => 'turbopack' in config && !hasOlderRules(config),
} satisfies Record<string, RunningNext['accepts']>;

function hasOlderRules(config: object): boolean {
  return JSON.stringify(config).includes('"foreign":false');
}

function nextOf(name: keyof typeof schemas): RunningNext {
  return { version: name, accepts: schemas[name] };
}

const failing = { off: (_part: string, error: unknown) => expect.unreachable(String(error)) };

const sourceModules = '*.{js,jsx,tsx}';
const startModules = '**/next/dist/client/{app-next-turbopack,next-dev-turbopack}.js';

it.each<{ version: keyof typeof schemas; expected: object }>([
  {
    version: '16.0',
    expected: {
      turbopack: {
        rules: {
          [startModules]: { loaders: [script] },
          [sourceModules]: {
            condition: { all: [{ not: 'foreign' }, { content: /<[A-Za-z]/ }] },
            loaders: [source],
          },
        },
      },
    },
  },
  {
    version: '15.6',
    expected: {
      turbopack: {
        rules: {
          [startModules]: { loaders: [script] },
          [sourceModules]: {
            condition: { all: [{ not: 'foreign' }, { content: /<[A-Za-z]/ }] },
            loaders: [source],
          },
        },
      },
    },
  },
  {
    version: '15.3',
    expected: {
      turbopack: {
        rules: {
          [startModules]: { loaders: [script] },
          [sourceModules]: { foreign: false, default: { loaders: [source] } },
        },
      },
    },
  },
  {
    version: '15.0',
    expected: {
      experimental: {
        turbo: {
          rules: {
            [startModules]: { loaders: [script] },
            [sourceModules]: { foreign: false, default: { loaders: [source] } },
          },
        },
      },
    },
  },
  {
    version: '14.2',
    expected: {
      experimental: {
        turbo: {
          rules: {
            [startModules]: { loaders: [script] },
            [sourceModules]: {
              foreign: false,
              // What its loaders return is JavaScript.
              default: { loaders: [{ ...source, options: { typescript: findTypeScript(process.cwd()) } }] },
            },
          },
        },
      },
    },
  },
])('writes rules as Next $version reads them', ({ version, expected }) => {
  expect(withTurbopackRules({}, { source, mdx, script }, failing, nextOf(version))).toEqual(expected);
});

it('writes rules that the installed Next accepts by its own schema', () => {
  const { accepts, version } = runningNext();
  expect(isNextOlder(version, '16')).toBe(false);
  const config = withTurbopackRules({}, { source, mdx, script }, failing, { accepts, version });
  expect(accepts?.(config)).toBe(true);
  expect(accepts?.({ turbopack: { rules: { '*.js': { loaders: 'none' } } } })).toBe(false);
});

it.each([
  { name: 'whose schema cannot be asked', accepts: null, said: 'does not say which rules' },
  { name: 'that accepts no form of rules', accepts: () => false, said: 'accepts none of the rules' },
])('adds no lines for a Next $name, and says so', ({ accepts, said }) => {
  const lines: string[] = [];
  const off = (part: string, error: unknown) => lines.push(`${part}: ${String(error)}`);
  const config = { turbopack: { rules: { '*.mdx': ['@mdx-js/loader'] } } };
  const next = { version: '17.1', accepts };
  expect(withTurbopackRules(config, { source, mdx, script }, { off }, next)).toEqual({
    turbopack: { rules: { '*.mdx': ['@mdx-js/loader'], [startModules]: { loaders: [script] } } },
  });
  expect(lines).toEqual([expect.stringMatching(`^lines: Error: Next 17.1 ${said}`)]);
});

it.each([
  { name: 'a list of loaders', rule: ['@mdx-js/loader'], expected: [mdx, '@mdx-js/loader'] },
  {
    name: 'a rule of @next/mdx',
    rule: [{ loaders: [{ loader: '/app/node_modules/@next/mdx/mdx-js-loader.js' }], as: '*.tsx' }],
    expected: [{ loaders: [mdx, { loader: '/app/node_modules/@next/mdx/mdx-js-loader.js' }], as: '*.tsx' }],
  },
  { name: 'another rule', rule: { loaders: ['@svgr/webpack'] }, expected: { loaders: ['@svgr/webpack'] } },
])('puts its loader after that of MDX in $name', ({ rule, expected }) => {
  const config = { turbopack: { rules: { '*.mdx': rule } } };
  const { turbopack } = withTurbopackRules(config, { source, mdx, script }, failing, nextOf('16.0'));
  expect(turbopack.rules['*.mdx']).toEqual(expected);
});
