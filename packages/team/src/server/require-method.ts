import type { IncomingMessage } from 'node:http';

import { HttpError } from '@annotate-mcp/http';

export function requireMethod(request: IncomingMessage, method: 'GET' | 'POST'): void {
  if (request.method === method || (method === 'GET' && request.method === 'HEAD')) return;
  throw new HttpError(405, 'route/method', `Only ${method} is answered here.`, {
    hint: 'Open the link in a browser.',
  });
}
