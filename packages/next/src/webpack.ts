import type { Edge } from '@annotate-mcp/unplugin';

import type { Loaders } from './loaders.ts';
import { valueIn } from './next-config.ts';

/** Adds the loaders to what the app's own `webpack` returns. */
export function withWebpackRules<Config extends object>(
  config: Config,
  loaders: Loaders,
  edge: Pick<Edge, 'run'>,
): Config {
  const own = valueIn(config, 'webpack');
  const webpack = (webpackConfig: unknown, context: unknown): unknown => {
    const changed: unknown =
      typeof own === 'function' ? own.call(config, webpackConfig, context) : webpackConfig;
    // Without these rules no page loads the overlay.
    edge.run(
      'all',
      () => addRules(changed, loaders),
      () => undefined,
    );
    return changed;
  };
  return { ...config, webpack };
}

function addRules(changed: unknown, loaders: Loaders): void {
  const rules = valueIn(valueIn(changed, 'module'), 'rules');
  // An app that returns something else gets Next's own message about it.
  if (Array.isArray(rules)) rules.push(...rulesFor(loaders));
}

function rulesFor({ source, mdx, script }: Loaders): object[] {
  const start = { test: startModules, use: [script] };
  if (source === null || mdx === null) return [start];
  // Before all others, so that it reads the module as it is written.
  const marking = {
    test: /\.(?:jsx?|tsx)$/,
    exclude: /[\\/]node_modules[\\/]/,
    enforce: 'pre',
    use: [source],
  };
  // After all others, because MDX has no JSX before it is compiled.
  const markingMdx = { ...marking, test: /\.mdx?$/, enforce: 'post', use: [mdx] };
  return [start, marking, markingMdx];
}

/** Those of App Router and Pages Router. */
const startModules = /[\\/]next[\\/]dist[\\/](?:esm[\\/])?client[\\/](?:app-)?next-dev\.js$/;
