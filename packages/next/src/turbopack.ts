import type { NextConfig } from 'next';

import type { Loaders } from './loaders.ts';
import { type NextVersion, runningNextVersion } from './next-version.ts';

/** Adds the loaders to the app's own rules. */
export function withTurbopackRules(
  config: NextConfig,
  loaders: Loaders,
  version: NextVersion = runningNextVersion(),
): NextConfig {
  const { major, minor } = version;
  const rules = major < 16 ? olderRules(loaders) : newerRules(loaders);
  if (major > 15 || (major === 15 && minor >= 3)) return { ...config, ...withRules(config, 'turbopack', rules) };
  return { ...config, experimental: { ...config.experimental, ...withRules(config.experimental, 'turbo', rules) } };
}

/** The app's settings under this key with more rules. Their types differ between versions of Next. */
function withRules(settings: object | undefined, key: 'turbopack' | 'turbo', rules: object): object {
  const turbopack = objectIn(settings, key);
  return { [key]: { ...turbopack, rules: { ...objectIn(turbopack, 'rules'), ...rules } } };
}

function objectIn(object: object | undefined, key: string): object {
  const value: unknown = object === undefined ? undefined : Reflect.get(object, key);
  return typeof value === 'object' && value !== null ? value : {};
}

/** An app hardly has rules under these names, and a module takes part in every rule that it matches. */
const sourceModules = '*.{js,jsx,tsx}';
/** Those of App Router and Pages Router. */
const startModules = '**/next/dist/client/{app-next-turbopack,next-dev-turbopack}.js';

function newerRules({ source, script }: Loaders): object {
  // Packages are foreign, except those that Next is told to compile.
  const condition = { all: [{ not: 'foreign' }, { content: /<[A-Za-z]/ }] };
  return {
    [startModules]: { loaders: [script] },
    ...(source !== null && { [sourceModules]: { condition, loaders: [source] } }),
  };
}

/** Before Next 16 conditions are keys, of which the first that is true counts. */
function olderRules({ source, script }: Loaders): object {
  return {
    [startModules]: { loaders: [script] },
    ...(source !== null && { [sourceModules]: { foreign: false, default: { loaders: [source] } } }),
  };
}
