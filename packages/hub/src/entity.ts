import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends bytes under the name of their content, or says that the browser has them already. */
export function sendEntity(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const shared = { 'Cache-Control': 'no-cache', ...headers, ETag: tag };
  if (names(request.headers['if-none-match'], tag)) {
    response.writeHead(304, shared).end();
    return;
  }
  response.writeHead(200, { ...shared, 'Content-Length': bytes.length }).end(bytes);
}

// A proxy in between may have weakened the tag.
function names(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
