import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Begins to send; when the client leaves first, the answer's stream is cancelled. */
export function sendResponse(answer: Response, response: ServerResponse): void {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // Else the client would learn with the first event only that its stream is open.
  response.flushHeaders();
  const source = Readable.fromWeb(answer.body);
  // Half an answer must not look like a whole one.
  source.once('error', () => response.destroy());
  response.once('close', () => source.destroy());
  source.pipe(response);
}
