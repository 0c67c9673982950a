import type { IncomingMessage } from 'node:http';

import { HttpError } from '@annotate-mcp/http';

/** For what can only be read. */
export function requireGet({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new HttpError(404, 'route/method', `${method ?? 'This method'} does nothing here.`, {
    hint: 'Use GET.',
  });
}
