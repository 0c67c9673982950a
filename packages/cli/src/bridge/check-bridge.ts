/** Whether the bridge that a file names runs, and is the one that wrote the file. */
import { z } from 'zod';

import type { BridgeFile } from '@annotate-mcp/browser-protocol';
import { parseJson } from '@annotate-mcp/core';
import { isProof, newChallenge } from '@annotate-mcp/mcp-server/remote-browser';

const answerMs = 2_000;

const healthSchema = z.object({
  extensionConnected: z.boolean(),
  sessions: z.int(),
  version: z.string(),
  proof: z.string().optional(),
  extension: z.object({ browser: z.string(), extensionVersion: z.string() }).nullish(),
});

type BridgeHealth = z.output<typeof healthSchema>;

/** `unproven`: another program answers at this address by now. The key must not be sent to it. */
export type BridgeCheck =
  | { readonly state: 'silent' }
  | { readonly state: 'unproven' }
  | { readonly state: 'running'; readonly health: BridgeHealth };

export async function checkBridge({ url, key }: Pick<BridgeFile, 'url' | 'key'>): Promise<BridgeCheck> {
  const challenge = newChallenge();
  const answer = await ask(`${url}/health?challenge=${challenge}`);
  if (answer === undefined) return { state: 'silent' };
  const health = healthSchema.safeParse(answer);
  return health.success && isProof(health.data.proof, { url, key }, challenge)
    ? { state: 'running', health: health.data }
    : { state: 'unproven' };
}

/** `undefined` when nothing answers. */
async function ask(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'error' });
    return parseJson(await response.text());
  } catch (error) {
    // Not JSON, so it is another program.
    return error instanceof SyntaxError ? null : undefined;
  }
}
