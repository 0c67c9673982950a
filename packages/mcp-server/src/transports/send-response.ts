import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Starts to send the answer; if the client disconnects first, the stream of the answer is cancelled. */
export function sendResponse(answer: Response, response: ServerResponse): void {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // Without this the client learns that its stream is open only with the first event.
  response.flushHeaders();
  const source = Readable.fromWeb(answer.body);
  // An incomplete answer must not look complete.
  source.once('error', () => response.destroy());
  response.once('close', () => source.destroy());
  source.pipe(response);
}
