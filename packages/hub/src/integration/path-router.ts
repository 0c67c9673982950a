/** Takes the requests for a hub by their paths, for a hub that is elsewhere or not open yet. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import {
  findRoute,
  type Route,
  type RouteMatch,
  type Router,
  type RouterOptions,
  targetsOf,
} from '@annotate-mcp/http';

import { hubPath, inlineReviewApiPath, pathPrefixesOf, withAnyBase } from '../hub-paths.ts';

/** Where the hub is reached. */
export interface HubPlace {
  /** Public path of the dev server. Default: `/`. */
  readonly base?: string | undefined;
  /** See `HubSettings`. */
  readonly anyBase?: boolean | undefined;
}

export interface PathRouterDeps extends Pick<RouterOptions, 'network'> {
  /** `targets` are those by which the route was found. Guards the request. */
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    targets: readonly string[],
  ) => Promise<void>;
  readonly upgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    targets: readonly string[],
  ) => Promise<void>;
  /** Requests go to the app when the hub is closed. */
  readonly isClosed: () => boolean;
}

export function createPathRouter({ base, anyBase }: HubPlace, deps: PathRouterDeps): Router {
  const routes = pathPrefixesOf(base).flatMap((prefix): Route[] => [
    { prefix: prefix + hubPath, policy: 'page' },
    { prefix: prefix + inlineReviewApiPath, policy: 'page' },
  ]);
  const foundBy = new WeakMap<RouteMatch, readonly string[]>();
  const targetsFor = (match: RouteMatch, request: IncomingMessage) =>
    foundBy.get(match) ?? targetsOf(request);
  const router: Router = {
    options: {
      routes,
      onError: () => undefined,
      get network() {
        return deps.network;
      },
    },
    find(kind, targets) {
      const match = deps.isClosed() ? null : findRoute(routes, kind, targets);
      if (match !== null) foundBy.set(match, targets);
      return match;
    },
    handle: (match, request, response) => deps.handle(request, response, targetsFor(match, request)),
    upgrade(match, request, socket, head) {
      // Node takes its own listener off before an upgrade; an error without one would end the process.
      socket.on('error', () => socket.destroy());
      return deps.upgrade(request, socket, head, targetsFor(match, request));
    },
  };
  return anyBase === true ? withAnyBase(router) : router;
}
