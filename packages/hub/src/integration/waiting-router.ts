import { refuse, refuseOnSocket, type Refusal, type Router } from '@annotate-mcp/http';

import { scriptPath } from '../hub-paths.ts';

import { createPathRouter, type HubPlace } from './path-router.ts';

export interface AwaitedHub {
  /** Opens the hub; `null` when that has failed. */
  readonly router: () => Promise<Router | null>;
  readonly isClosed: () => boolean;
}

/**
 * Takes the requests for a hub that may not be open yet, and gives them to its router, whose guard decides about them.
 * Without a hub pages get an empty script.
 */
export function createWaitingRouter(place: HubPlace, hub: AwaitedHub): Router {
  const findIn = (router: Router | null, kind: 'handle' | 'upgrade', targets: readonly string[]) =>
    router?.find(kind, targets) ?? null;
  return createPathRouter(place, {
    isClosed: hub.isClosed,
    async handle(request, response, targets) {
      const router = await hub.router();
      const found = findIn(router, 'handle', targets);
      if (router !== null && found !== null) await router.handle(found, request, response);
      else if (pathEndsWithScript(targets)) response.writeHead(200, scriptHeaders).end(emptyScript);
      else refuse(request, response, offRefusal);
    },
    async upgrade(request, socket, head, targets) {
      const router = await hub.router();
      const found = findIn(router, 'upgrade', targets);
      if (router !== null && found !== null) await router.upgrade(found, request, socket, head);
      else refuseOnSocket(socket, offRefusal);
    },
  });
}

function pathEndsWithScript(targets: readonly string[]): boolean {
  return targets.some((target) => /^[^?#]*/.exec(target)?.[0].endsWith(scriptPath) === true);
}

const scriptHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' };
const emptyScript = '// annotate is off. The output of the dev server says why.\nexport {};\n';

const offRefusal: Refusal = {
  status: 503,
  code: 'hub/off',
  message: 'annotate is off on this dev server.',
  hint: 'The output of the dev server says why. Correct it, then start the dev server again.',
};
