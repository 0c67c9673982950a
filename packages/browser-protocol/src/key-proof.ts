/**
 * How a server proves that it has the key before the extension sends it: another program may listen at the address of a
 * server that has ended. The extension sends a random challenge with `GET /health?challenge=…`, and the answer's `proof`
 * can be computed only with the key.
 */

/** 32 random bytes in hex. */
export const challengePattern = /^[0-9a-f]{64}$/;

export function newChallenge(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** HMAC-SHA256 of the challenge, as the text that was sent, with the key as the secret; in hex. */
export async function proofOfKey(key: string, challenge: string): Promise<string> {
  const bytes = new TextEncoder();
  const secret = await crypto.subtle.importKey(
    'raw',
    bytes.encode(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', secret, bytes.encode(challenge))));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
