/** An agent over stdio that waits for comments. */
import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import type { Store } from '@annotate-mcp/store';

import { bin } from '../bin.ts';

/** With `traceFile` it runs from source and writes its steps there when it ends. */
export async function startAgent(
  root: string,
  traceFile?: string,
): Promise<AsyncDisposable & { client: Client; pid: number }> {
  const client = new Client({ name: 'bench', version: '1' });
  const program = traceFile === undefined ? [bin()] : tracedProgram;
  const args = [...program, '--root', root];
  const env = { ...getDefaultEnvironment(), ...(traceFile !== undefined && { ANNOTATE_TRACE: traceFile }) };
  const command = process.execPath;
  const transport = new StdioClientTransport({ command, args, env, stderr: 'ignore' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, [Symbol.asyncDispose]: () => client.close() };
}

const tracedProgram = [
  '--conditions=@annotate-mcp/source',
  `--import=${new URL('trace-hook.ts', import.meta.url).href}`,
  fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url)),
];

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
