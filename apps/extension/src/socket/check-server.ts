/** Asks a server to prove that it has the key, before the key is sent to it. */
import { z } from 'zod';

import { type ConnectionInfo, proofText } from '@annotate-mcp/browser-protocol';

/**
 * `unproven`: something answers, but it did not prove that it has the key of this address. A server on another machine
 * or behind a tunnel cannot prove it: it does not know by which address it is reached.
 */
export type ServerCheck = 'proven' | 'unproven' | 'away';

const healthSchema = z.object({ extensionConnected: z.boolean(), proof: z.string().optional() });
/** A server on this machine answers in milliseconds; one that hangs must not stop the attempts. */
const patienceMs = 5_000;

export async function checkServer(connection: ConnectionInfo): Promise<ServerCheck> {
  const challenge = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const health = await askHealth(`${connection.url}/health?challenge=${challenge}`);
  if (health === null) return 'away';
  return health.proof === (await expectedProof(connection, challenge)) ? 'proven' : 'unproven';
}

async function askHealth(address: string): Promise<z.output<typeof healthSchema> | null> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    const parsed = healthSchema.safeParse(await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // Nothing answers, or something that is no server of ours.
    return null;
  }
}

async function expectedProof({ url, key }: ConnectionInfo, challenge: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', text.encode(key), algorithm, false, ['sign']);
  const proof = await crypto.subtle.sign('HMAC', secret, text.encode(proofText(url, challenge)));
  return base64Url(new Uint8Array(proof));
}

function base64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
