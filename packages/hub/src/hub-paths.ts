/** Where a hub is reached on its server. Imports nothing of the hub itself, so that it can be asked before that is loaded. */
import type { Router } from '@annotate-mcp/http';

import { basePathOf } from './options.ts';

/** The WebSocket of pages; everything else that pages load is below it. */
export const hubPath = '/__annotate';
/** The page's module script. */
export const scriptPath = `${hubPath}/overlay.js`;
export const inlineReviewApiPath = '/__inline-review/api';

/** An attached server gives the whole path; a middleware that is mounted at the base gives the path below it. */
export function pathPrefixesOf(base = '/'): string[] {
  return [...new Set(['', basePathOf(base)])];
}

/** Finds the same routes below every path. */
export function withAnyBase(router: Router): Router {
  return {
    ...router,
    find: (kind, targets) => router.find(kind, targets) ?? router.find(kind, targets.map(removeBase)),
  };
}

function removeBase(target: string): string {
  return target.replace(/^[^?#]*?(?=\/__annotate(?:[/?#]|$))/, '');
}
