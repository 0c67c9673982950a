import { expect, it } from 'vitest';

import { findTypeScript } from './remove-types.ts';
import { withTurbopackRules } from './turbopack.ts';

const source = { loader: '/source-loader.js', options: {} };
const mdx = { loader: '/mdx-loader.js', options: {} };
const script = { loader: '/script-loader.js', options: {} };
const sourceModules = '*.{js,jsx,tsx}';
const startModules = '**/next/dist/client/{app-next-turbopack,next-dev-turbopack}.js';

it.each([
  {
    version: { major: 16, minor: 0 },
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
    version: { major: 15, minor: 3 },
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
    version: { major: 15, minor: 2 },
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
    version: { major: 14, minor: 2 },
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
])('writes rules as Next $version.major.$version.minor reads them', ({ version, expected }) => {
  expect(withTurbopackRules({}, { source, mdx, script }, version)).toEqual(expected);
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
  const { turbopack } = withTurbopackRules(config, { source, mdx, script }, { major: 16, minor: 0 });
  expect(turbopack.rules['*.mdx']).toEqual(expected);
});
