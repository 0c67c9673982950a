import type { IncomingMessage } from 'node:http';

/** Whether the browser navigates to the URL. What a script fetches is not changed. */
export function asksForPage({ method, headers }: IncomingMessage): boolean {
  if (method === 'OPTIONS' || headers.upgrade !== undefined) return false;
  const destination = headers['sec-fetch-dest'];
  if (typeof destination === 'string') return ['document', 'iframe', 'frame'].includes(destination);
  return headers.accept?.includes('text/html') === true;
}
