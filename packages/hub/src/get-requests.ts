/** How what is only read is answered. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { HttpError } from '@annotate-mcp/http';

export function requireGet({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new HttpError(404, 'route/method', `${method ?? 'This method'} is not supported here.`, {
    hint: 'Use GET.',
  });
}

/** Sends the bytes with an ETag of their content, or 304 when the browser has the same content already. */
export function sendWithETag(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const shared = { 'Cache-Control': 'no-cache', ...headers, ETag: tag };
  if (hasTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304, shared).end();
    return;
  }
  response.writeHead(200, { ...shared, 'Content-Length': bytes.length }).end(bytes);
}

function hasTag(ifNoneMatch: string | undefined, tag: string): boolean {
  // A proxy may have made the tag weak.
  return (ifNoneMatch ?? '').split(',').some((listed) => listed.trim().replace(/^W\//, '') === tag);
}
