import { isRecord } from '@annotate-mcp/core';

import { valueIn } from './next-config.ts';

/** A rule of Turbopack, or a list of rules or loaders, in which this loader gets what each loader of MDX returns. */
export function withLoaderAfterMdx(rule: unknown, loader: object): unknown {
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
