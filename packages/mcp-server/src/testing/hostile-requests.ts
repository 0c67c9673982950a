/** Requests with whatever headers an attacker sends, and the routes of a server with a browser. */
import { request } from 'node:http';

import { expect } from 'vitest';

import { extensionId } from '@annotate-mcp/browser-protocol';

import type { BrowserServer } from './browser-server.ts';

export const extensionOrigin = `chrome-extension://${extensionId}`;
export const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
export const toolsList = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Not `fetch`, which sets Host and Origin as it sees fit. */
export async function send(url: string, { method = 'GET', path, headers = {}, body }: Asked) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function expectNoSecret({ log, key }: BrowserServer, ...texts: string[]): void {
  for (const text of [...log, ...texts]) expect(text).not.toContain(key());
}

export const routes: readonly Asked[] = [
  { path: '/health' },
  { path: '/connect?code=ABCD-EFGH' },
  { path: '/sse' },
  { method: 'POST', path: '/mcp', headers: json, body: toolsList },
  { method: 'POST', path: '/message?session_id=x', headers: json, body: toolsList },
  { path: '/' },
  { path: '/nowhere' },
];
