import {
  findRoute,
  refuse,
  refuseOnSocket,
  type Refusal,
  type Route,
  type RouteMatch,
  type Router,
} from '@annotate-mcp/http';

import { hubPath, inlineReviewApiPath, pathPrefixesOf, scriptPath, withAnyBase } from '../hub-paths.ts';

/** Where the hub is reached. */
export interface HubPlace {
  /** Public path of the dev server. Default: `/`. */
  readonly base?: string | undefined;
  /** See `HubOptions`. */
  readonly anyBase?: boolean | undefined;
}

export interface AwaitedHub {
  /** Opens the hub; `null` when that has failed. */
  readonly router: () => Promise<Router | null>;
  /** Requests go to the app when the hub is closed. */
  readonly isClosed: () => boolean;
}

/**
 * Takes the requests for a hub that may not be open yet, and gives them to its router, whose guard decides about them.
 * Without a hub pages get an empty script.
 */
export function createWaitingRouter({ base, anyBase }: HubPlace, hub: AwaitedHub): Router {
  const routes = pathPrefixesOf(base).flatMap((prefix): Route[] => [
    { prefix: prefix + hubPath, policy: 'page' },
    { prefix: prefix + inlineReviewApiPath, policy: 'page' },
  ]);
  const targetsOf = new WeakMap<RouteMatch, readonly string[]>();
  const findIn = (router: Router | null, kind: 'handle' | 'upgrade', match: RouteMatch) =>
    router?.find(kind, targetsOf.get(match) ?? []) ?? null;
  const router: Router = {
    options: { routes, onError: () => undefined },
    find(kind, targets) {
      const match = hub.isClosed() ? null : findRoute(routes, kind, targets);
      if (match !== null) targetsOf.set(match, targets);
      return match;
    },
    async handle(match, request, response) {
      const hubRouter = await hub.router();
      const found = findIn(hubRouter, 'handle', match);
      if (hubRouter !== null && found !== null) await hubRouter.handle(found, request, response);
      else if (match.path.endsWith(scriptPath)) response.writeHead(200, scriptHeaders).end(emptyScript);
      else refuse(request, response, offRefusal);
    },
    async upgrade(match, request, socket, head) {
      // Node takes its own listener off before an upgrade; an error without one would end the process.
      socket.on('error', () => socket.destroy());
      const hubRouter = await hub.router();
      const found = findIn(hubRouter, 'upgrade', match);
      if (hubRouter !== null && found !== null) await hubRouter.upgrade(found, request, socket, head);
      else refuseOnSocket(socket, offRefusal);
    },
  };
  return anyBase === true ? withAnyBase(router) : router;
}

const scriptHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' };
const emptyScript = '// annotate is off. The output of the dev server says why.\nexport {};\n';

const offRefusal: Refusal = {
  status: 503,
  code: 'hub/off',
  message: 'annotate is off on this dev server.',
  hint: 'The output of the dev server says why. Correct it, then start the dev server again.',
};
