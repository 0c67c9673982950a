import { afterEach, expect, it, vi } from 'vitest';

import { proofText } from '@annotate-mcp/browser-protocol';

import { checkServer } from './check-server.ts';

const key = 'k'.repeat(20);
const url = 'http://127.0.0.1:3456';
const extensionConnected = false;

/** The server at `url` answers what this function makes of the challenge. */
function serve(answer: (challenge: string) => unknown): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const challenge = address.slice(`${url}/health?challenge=`.length);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    return Response.json(await answer(challenge));
  });
}

async function proofBy(secret: string, address: string, challenge: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', imported, text.encode(proofText(address, challenge)));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

afterEach(() => vi.unstubAllGlobals());

it('accepts the proof of a server that has the key', async () => {
  serve(async (challenge) => ({ extensionConnected, proof: await proofBy(key, url, challenge) }));
  expect(await checkServer({ url, key })).toBe('proven');
});

it.each([
  { name: 'none', proof: async () => undefined },
  { name: 'that of another key', proof: (challenge: string) => proofBy('another', url, challenge) },
  { name: 'one for an earlier challenge', proof: () => proofBy(key, url, 'earlier') },
  {
    name: 'one that a server at another address was asked for',
    proof: (challenge: string) => proofBy(key, 'http://127.0.0.1:1', challenge),
  },
])('accepts no other proof: $name', async ({ proof }) => {
  serve(async (challenge) => ({ extensionConnected, proof: await proof(challenge) }));
  expect(await checkServer({ url, key })).toBe('unproven');
});

it('reports that no server of ours is there', async () => {
  serve(() => 'another program');
  expect(await checkServer({ url, key })).toBe('away');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await checkServer({ url, key })).toBe('away');
});
