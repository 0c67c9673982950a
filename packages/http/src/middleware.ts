import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Router } from './router.ts';
import { targetsOf } from './target.ts';

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * The router for Connect and Express (and Vite, whose server is Connect). Middleware never sees upgrades:
 * for WebSockets `attach` the router to the server instead of, or beside, using this.
 */
export function middleware(router: Router): Middleware {
  return (request, response, next) => {
    const match = router.find('handle', targetsOf(request));
    if (match === null) next();
    else void router.handle(match, request, response);
  };
}
