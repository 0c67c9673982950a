/** The rule for frames: a frame has the permissions of its own site, and never more than what is around it. */
import type { Decision } from './decide.ts';
import { type PermissionScope, scopeOf } from './permission-scope.ts';

/** What a frame shows. */
export interface FrameDocument {
  /** Empty for a frame that has only its first, empty document. */
  readonly url: string;
  /** The security origin, which an empty document takes over from the page that made it. Empty if it is not known. */
  readonly origin: string;
}

/** The page and each frame in it down to one; `null` stands for a document that is not known yet. */
export type FrameChain = readonly (FrameDocument | null)[];

/**
 * `open`: as the page. `ask`: closed until an agent acts on it and the person has answered. `closed`: an agent never gets
 * into it.
 */
export type FrameAccess = 'open' | 'ask' | 'closed';

export function frameAccess(chain: FrameChain, decide: (scope: PermissionScope) => Decision): FrameAccess {
  if (chain.includes(null)) return 'closed';
  const decisions = frameScopes(chain).map(decide);
  if (decisions.some((decision) => decision !== 'allow' && decision !== 'ask')) return 'closed';
  return decisions.includes('ask') ? 'ask' : 'open';
}

/** The scopes of the frames in a chain, without the one of the page, which a command was admitted to already. */
export function frameScopes(chain: FrameChain): PermissionScope[] {
  const scopes: PermissionScope[] = [];
  for (const document of chain)
    scopes.push(document === null ? unknown : scopeIn(document, scopes.at(-1) ?? { kind: 'blank' }));
  return scopes.slice(1);
}

const unknown: PermissionScope = { kind: 'closed' };

/** What has no address of its own, such as `srcdoc`, belongs to the site that made it: by default that around it. */
function scopeIn({ url, origin }: FrameDocument, around: PermissionScope): PermissionScope {
  switch (URL.parse(url)?.protocol) {
    case undefined:
    case 'about:':
    case 'data:':
    case 'javascript:':
    case 'chrome-error:':
      return madeBy(origin) ?? around;
    case 'blob:':
    case 'filesystem:':
      return madeBy(URL.parse(url)?.origin ?? '') ?? madeBy(origin) ?? around;
    default:
      return scopeOf(url);
  }
}

function madeBy(origin: string): PermissionScope | null {
  const scope = scopeOf('about:blank', origin);
  return scope.kind === 'site' ? scope : null;
}

/** How an answer names the site of the innermost frame. */
export function frameHost(chain: FrameChain): string {
  const scope = frameScopes(chain).at(-1);
  if (scope?.kind !== 'site') return 'a page of the browser';
  const host = URL.parse(scope.site)?.host ?? '';
  return host === '' ? scope.site : host;
}
