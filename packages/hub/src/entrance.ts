/** `/__annotate` itself: a WebSocket for pages, and the link by which a visitor from another machine comes in. */
import type { IncomingMessage } from 'node:http';

import { type GuardOptions, type Handler, HttpError, isSameToken, tokenCookie } from '@annotate-mcp/http';

/** `GET /__annotate?apiKey=…` leads on to the app with the token in a cookie, since script tags send no header. */
export function serveEntrance(guard: GuardOptions, home: string): Handler {
  return (request, response, { below, path }) => {
    if (below !== '' && below !== '/') {
      throw new HttpError(404, 'route/unknown', `There is nothing at ${JSON.stringify(path)}.`, {
        hint: 'Check the address for a typing error.',
      });
    }
    const cookie = cookieFor(request, guard);
    if (cookie === null) {
      throw new HttpError(426, 'route/web-socket-only', `${JSON.stringify(path)} speaks WebSocket only.`, {
        hint: 'Connect with a WebSocket client.',
      });
    }
    response.writeHead(303, { Location: home, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).end();
  };
}

/** Any answer to a request that showed the token in its address takes it along for the requests that cannot. */
export function rememberingToken(guard: GuardOptions, handle: Handler): Handler {
  return (request, response, context) => {
    const cookie = cookieFor(request, guard);
    if (cookie !== null) response.setHeader('Set-Cookie', cookie);
    return handle(request, response, context);
  };
}

// The guard has only checked it where one is needed; a cookie is set for none but the right one.
function cookieFor(request: IncomingMessage, { token }: GuardOptions): string | null {
  const shown = new URLSearchParams(/\?([^#]*)/.exec(request.url ?? '')?.[1]).get('apiKey');
  if (shown === null || token === undefined || token === '' || !isSameToken(shown, token)) return null;
  return tokenCookie(shown, { secure: 'encrypted' in request.socket && request.socket.encrypted === true });
}
