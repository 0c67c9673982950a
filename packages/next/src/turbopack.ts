import type { Loader, Loaders } from './loaders.ts';
import { withLoaderAfterMdx } from './mdx-rules.ts';
import { objectIn } from './next-config.ts';
import { type NextVersion, runningNextVersion } from './next-version.ts';
import { findTypeScript } from './remove-types.ts';

/** Adds the loaders to the app's own rules. */
export function withTurbopackRules<Config extends object>(
  config: Config,
  loaders: Loaders,
  { major, minor }: NextVersion = runningNextVersion(),
): Config {
  const rules = major > 15 ? newerRules(loaders) : olderRules(loaders, major);
  const withRules = (settings: object, key: 'turbopack' | 'turbo') => {
    const turbopack = objectIn(settings, key);
    const own = withMdxLoader(objectIn(turbopack, 'rules'), loaders);
    return { [key]: { ...turbopack, rules: { ...own, ...rules } } };
  };
  if (major > 15 || (major === 15 && minor >= 3)) return { ...config, ...withRules(config, 'turbopack') };
  const experimental = objectIn(config, 'experimental');
  return { ...config, experimental: { ...experimental, ...withRules(experimental, 'turbo') } };
}

/** The app's own rules, in which our loader follows that of MDX. */
function withMdxLoader(rules: object, { mdx }: Loaders): object {
  if (mdx === null) return rules;
  return Object.fromEntries(
    Object.entries(rules).map(([glob, rule]: [string, unknown]) => [glob, withLoaderAfterMdx(rule, mdx)]),
  );
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
function olderRules({ source, script }: Loaders, major: number): object {
  const start = { [startModules]: { loaders: [script] } };
  if (source === null) return start;
  return { ...start, ...(major < 15 ? rulesOf14(source) : ownModules(sourceModules, source)) };
}

function ownModules(glob: string, loader: Loader): object {
  return { [glob]: { foreign: false, default: { loaders: [loader] } } };
}

/**
 * The Turbopack of Next 14 takes what a loader returns for JavaScript with JSX, so types have to be removed. With `as`,
 * which names another language, it does not find client components any more (`button.tsx.tsx`).
 */
function rulesOf14(source: Loader): object {
  const typescript = findTypeScript(process.cwd());
  return typescript === null
    ? ownModules('*.{js,jsx}', source)
    : ownModules(sourceModules, { ...source, options: { ...source.options, typescript } });
}
