/** How a bridge proves that it knows the key of its user, without telling it. */
import { createHmac, randomBytes } from 'node:crypto';

import { proofText } from '@annotate-mcp/browser-protocol';
import { isSameToken } from '@annotate-mcp/http/token';

/** As clients create them: 32 random bytes as base64url. */
export const challengePattern = /^[\w-]{43}$/;

export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

export function createProof({ url, key }: { url: string; key: string }, challenge: string): string {
  return createHmac('sha256', key).update(proofText(url, challenge)).digest('base64url');
}

export function isProof(
  proof: unknown,
  connection: { readonly url: string; readonly key: string },
  challenge: string,
): boolean {
  return typeof proof === 'string' && isSameToken(proof, createProof(connection, challenge));
}
