/** An agent over stdio that waits for comments. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import type { Store } from '@annotate-mcp/store';

import { bin } from '../bin.ts';

export async function startAgent(root: string): Promise<AsyncDisposable & { client: Client }> {
  const client = new Client({ name: 'bench', version: '1' });
  const args = [bin(), '--root', root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** Resolves when an agent waits for the next comment. */
export function waiting(store: Store): Promise<void> {
  return new Promise((done, reject) => {
    const subscription = store.agents.subscribe({
      agents: (agents) => {
        if (!agents.some((agent) => agent.waiting)) return;
        queueMicrotask(() => subscription.close());
        done();
      },
      error: reject,
    });
  });
}
