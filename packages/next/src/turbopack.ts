import { isRecord } from '@annotate-mcp/core';
import type { Edge } from '@annotate-mcp/unplugin';

import type { Loader, Loaders } from './loaders.ts';
import { objectIn, valueIn } from './next-config.ts';
import { isNextOlder, type RunningNext, runningNext } from './next-version.ts';
import { findTypeScript } from './remove-types.ts';

/** Adds the loaders to the app's own rules, as the running Next accepts them by its own schema. */
export function withTurbopackRules<Config extends object>(
  config: Config,
  loaders: Loaders,
  edge: Pick<Edge, 'off'>,
  next: RunningNext = runningNext(),
): Config {
  const form = findForm(loaders, next);
  if (form === null) edge.off('lines', unknownFormError(next));
  // Rules of this form are in all versions; `turbopack` is where all since 15.3 read them.
  const { key, rules } = form ?? { key: 'turbopack', rules: scriptRule(loaders) };
  const withoutMdx = { ...loaders, mdx: form === null ? null : loaders.mdx };
  const withRules = (settings: object) => {
    const turbopack = objectIn(settings, key);
    const own = withMdxLoader(objectIn(turbopack, 'rules'), withoutMdx);
    return { [key]: { ...turbopack, rules: { ...own, ...rules } } };
  };
  if (key === 'turbopack') return { ...config, ...withRules(config) };
  const experimental = objectIn(config, 'experimental');
  return { ...config, experimental: { ...experimental, ...withRules(experimental) } };
}

interface Form {
  readonly key: 'turbopack' | 'turbo';
  readonly rules: object;
}

/**
 * Some versions accept either form of rules and read only the older one, and either key and warn about the older one.
 * `null` where the version cannot be asked or accepts none.
 */
function findForm(loaders: Loaders, { version, accepts }: RunningNext): Form | null {
  if (accepts === null) return null;
  const forms = (['turbopack', 'turbo'] as const).flatMap((key) =>
    [olderRules(loaders, isNextOlder(version, '15')), newerRules(loaders)].map((rules) => ({ key, rules })),
  );
  const isAccepted = ({ key, rules }: Form) =>
    accepts(key === 'turbopack' ? { turbopack: { rules } } : { experimental: { turbo: { rules } } });
  return forms.find(isAccepted) ?? null;
}

function unknownFormError({ version, accepts }: RunningNext): Error {
  const next = version === null ? 'This Next' : `Next ${version}`;
  return new Error(
    accepts === null
      ? `${next} does not say which rules for Turbopack it accepts.`
      : `${next} accepts none of the rules for Turbopack that we know.`,
  );
}

/** The app's own rules, in which our loader follows that of MDX. */
function withMdxLoader(rules: object, { mdx }: Loaders): object {
  if (mdx === null) return rules;
  return Object.fromEntries(
    Object.entries(rules).map(([glob, rule]: [string, unknown]) => [glob, withLoaderAfterMdx(rule, mdx)]),
  );
}

/** A rule of Turbopack, or a list of rules or loaders, in which this loader gets what each loader of MDX returns. */
function withLoaderAfterMdx(rule: unknown, loader: object): unknown {
  if (Array.isArray(rule)) {
    const items: unknown[] = rule;
    return items.some(isMdxLoader)
      ? [loader, ...items]
      : items.map((item) => withLoaderAfterMdx(item, loader));
  }
  const loaders = valueIn(rule, 'loaders');
  return isRecord(rule) && Array.isArray(loaders)
    ? { ...rule, loaders: withLoaderAfterMdx(loaders, loader) }
    : rule;
}

/** `@mdx-js/loader`, and the two of `@next/mdx`. */
function isMdxLoader(item: unknown): boolean {
  const name = typeof item === 'string' ? item : valueIn(item, 'loader');
  return typeof name === 'string' && /mdx-(?:js|rs)\b|[\\/]mdx[\\/]/.test(name);
}

/** An app hardly has rules under these names, and a module takes part in every rule that it matches. */
const sourceModules = '*.{js,jsx,tsx}';
/** Those of App Router and Pages Router. */
const startModules = '**/next/dist/client/{app-next-turbopack,next-dev-turbopack}.js';

function scriptRule({ script }: Loaders): object {
  return { [startModules]: { loaders: [script] } };
}

function newerRules(loaders: Loaders): object {
  // Packages are foreign, except those that Next is told to compile.
  const condition = { all: [{ not: 'foreign' }, { content: /<[A-Za-z]/ }] };
  const { source } = loaders;
  return {
    ...scriptRule(loaders),
    ...(source !== null && { [sourceModules]: { condition, loaders: [source] } }),
  };
}

/** Before Next 15.6 conditions are keys, of which the first that is true counts. */
function olderRules(loaders: Loaders, is14: boolean): object {
  const { source } = loaders;
  if (source === null) return scriptRule(loaders);
  return {
    ...scriptRule(loaders),
    ...(is14 ? rulesOf14(source) : ownModules(sourceModules, source)),
  };
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
