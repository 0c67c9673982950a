import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Caller } from './caller.ts';
import type { PolicyName } from './policies.ts';
import { pathOf, queryOf } from './target.ts';

/** A path and the policy that says which requests may reach it. `path` is exact; `prefix` is that path and all below it. */
export type Route = ({ readonly path: string } | { readonly prefix: string }) & {
  readonly policy: PolicyName;
  readonly handle?: Handler;
  readonly upgrade?: UpgradeHandler;
};

/** Called for every method; by then the guard has passed and no byte of the body has been read. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  context: RouteContext,
) => void | Promise<void>;

/** Gets the bare socket, handshake unanswered, as a Node `upgrade` listener does. */
export type UpgradeHandler = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  context: RouteContext,
) => void | Promise<void>;

export interface RouteContext {
  readonly path: string;
  /** What follows the prefix, with its slash; empty at the prefix itself. */
  readonly below: string;
  /** Without `apiKey`, which is the guard's. */
  readonly query: URLSearchParams;
  /**
   * The request comes from this user on this machine, judged by the peer, the proxies in front and the Host. Never for
   * a caller that is known by a token.
   */
  readonly local: boolean;
  /** The limit to read the body with. */
  readonly maxBodyBytes: number;
  /** On a server where each token belongs to a caller of its own. */
  readonly caller?: Caller | undefined;
}

export type RouteKind = 'handle' | 'upgrade';

export interface RouteMatch {
  readonly route: Route;
  readonly path: string;
  readonly below: string;
  readonly query: URLSearchParams;
}

/**
 * The closest route for the first target that has one. One that lacks a handler of this kind is found too,
 * when no other has it, so that the caller can say what is wrong.
 */
export function findRoute(
  routes: readonly Route[],
  kind: RouteKind,
  targets: readonly string[],
): RouteMatch | null {
  for (const target of targets) {
    const path = pathOf(target);
    const found = routes.filter((route) => covers(route, path)).sort(closestFirst(kind))[0];
    if (found !== undefined) return describeMatch(found, path, target);
  }
  return null;
}

/** Throws for a path that could never match, or could match by accident. */
export function assertRoutes(routes: readonly Route[]): void {
  for (const route of routes) {
    const prefix = prefixOf(route);
    if (!prefix.startsWith('/') || ('prefix' in route && prefix.endsWith('/'))) {
      throw new TypeError(
        `The route ${JSON.stringify(prefix)} cannot be matched. Start it with "/", and end a prefix without one.`,
      );
    }
  }
}

function covers(route: Route, path: string): boolean {
  if ('path' in route) return path === route.path;
  return path === route.prefix || path.startsWith(`${route.prefix}/`);
}

function closestFirst(kind: RouteKind): (a: Route, b: Route) => number {
  const rank = (route: Route): [number, number, number] => [
    route[kind] === undefined ? 0 : 1,
    'path' in route ? 1 : 0,
    prefixOf(route).length,
  ];
  return (a, b) => {
    const [of, than] = [rank(a), rank(b)];
    return than[0] - of[0] || than[1] - of[1] || than[2] - of[2];
  };
}

function describeMatch(route: Route, path: string, target: string): RouteMatch {
  const query = queryOf(target);
  query.delete('apiKey');
  return { route, path, below: path.slice(prefixOf(route).length), query };
}

function prefixOf(route: Route): string {
  return 'path' in route ? route.path : route.prefix;
}
