import type { ServerResponse } from 'node:http';

/** Sends a page that no cache keeps and that tells no other site its address. */
export function sendPage(response: ServerResponse, html: Buffer, policy: string): void {
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Content-Length': html.length,
    })
    .end(html);
}
