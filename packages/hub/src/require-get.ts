import type { IncomingMessage } from 'node:http';

import { HttpError } from '@annotate-mcp/http';

export function requireGet({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new HttpError(404, 'route/method', `${method ?? 'This method'} is not supported here.`, {
    hint: 'Use GET.',
  });
}
