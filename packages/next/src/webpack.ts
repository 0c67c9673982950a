import type { NextConfig } from 'next';

import type { Loaders } from './loaders.ts';

type Webpack = NonNullable<NextConfig['webpack']>;

/** Adds the loaders to what the app's own `webpack` returns. */
export function withWebpackRules(config: NextConfig, loaders: Loaders): NextConfig {
  const webpack: Webpack = (webpackConfig: unknown, context) => {
    const own: unknown = config.webpack?.(webpackConfig, context) ?? webpackConfig;
    rulesOf(own).push(...rules(loaders));
    return own;
  };
  return { ...config, webpack };
}

function rules({ source, script }: Loaders): object[] {
  const start = { test: startModules, use: [script] };
  if (source === null) return [start];
  // Before all others, so that it reads the module as it is written.
  return [start, { test: /\.(?:jsx?|tsx)$/, exclude: /[\\/]node_modules[\\/]/, enforce: 'pre', use: [source] }];
}

/** Those of App Router and Pages Router. */
const startModules = /[\\/]next[\\/]dist[\\/](?:esm[\\/])?client[\\/](?:app-)?next-dev\.js$/;

function rulesOf(webpackConfig: unknown): unknown[] {
  const rules = valueIn(valueIn(webpackConfig, 'module'), 'rules');
  if (!Array.isArray(rules)) throw new TypeError('The webpack config has no list of rules.');
  return rules as unknown[];
}

function valueIn(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null ? (Reflect.get(object, key) as unknown) : undefined;
}
