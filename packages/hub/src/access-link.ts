/** The path `/__annotate` itself: the WebSocket of pages, and the link that gives another machine access. */
import type { IncomingMessage } from 'node:http';

import { type GuardOptions, type Handler, HttpError, isSameToken, tokenCookie } from '@annotate-mcp/http';

/**
 * `GET /__annotate?apiKey=…` stores the token in a cookie and redirects to the app, because script tags cannot send a
 * header with it.
 */
export function serveAccessLink(guard: GuardOptions, appPath: string): Handler {
  return (request, response, { below, path }) => {
    if (below !== '' && below !== '/') {
      throw new HttpError(404, 'route/unknown', `There is nothing at ${JSON.stringify(path)}.`, {
        hint: 'Check the address for a typing error.',
      });
    }
    const cookie = cookieFor(request, guard);
    if (cookie === null) {
      throw new HttpError(426, 'route/web-socket-only', `${JSON.stringify(path)} accepts only WebSockets.`, {
        hint: 'Connect with a WebSocket client.',
      });
    }
    response.writeHead(303, { Location: appPath, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).end();
  };
}

/** Sets the cookie in the answer to every request that has the token in its address. */
export function withTokenCookie(guard: GuardOptions, handle: Handler): Handler {
  return (request, response, context) => {
    const cookie = cookieFor(request, guard);
    if (cookie !== null) response.setHeader('Set-Cookie', cookie);
    return handle(request, response, context);
  };
}

// The guard checks the token only where one is required, so it is compared here before it goes into a cookie.
function cookieFor(request: IncomingMessage, { token }: GuardOptions): string | null {
  const given = new URLSearchParams(/\?([^#]*)/.exec(request.url ?? '')?.[1]).get('apiKey');
  if (given === null || token === undefined || token === '' || !isSameToken(given, token)) return null;
  return tokenCookie(given, { secure: 'encrypted' in request.socket && request.socket.encrypted === true });
}
