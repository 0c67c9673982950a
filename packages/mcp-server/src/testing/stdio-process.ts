/** The stdio server in its own process, with a real client. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Client, type ClientCapabilities } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { textOf, ToolFailure } from './linked-client.ts';

const program = join(import.meta.dirname, 'stdio-server.ts');
const args = (root: string, flags: readonly string[]) => [
  '--conditions=@annotate-mcp/source',
  program,
  root,
  ...flags,
];

export interface StdioProcess {
  client: Client;
  pid: number;
  call: (tool: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

export interface StdioConnection {
  name?: string;
  era?: 'legacy' | 'modern';
  flags?: readonly string[];
  capabilities?: ClientCapabilities;
}

export async function connectStdio(
  root: string,
  { name = 'claude-code', era = 'legacy', flags = [], capabilities = {} }: StdioConnection = {},
): Promise<StdioProcess> {
  const client = new Client(
    { name, version: '1' },
    { capabilities, ...(era === 'modern' && { versionNegotiation: { mode: 'auto' } }) },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: args(root, flags),
    env: { ...getDefaultEnvironment(), ...inherited() },
    stderr: 'inherit',
  });
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? -1,
    call: async (tool, input = {}) => {
      const { isError, structuredContent, content } = await client.callTool({ name: tool, arguments: input });
      if (isError === true) throw new ToolFailure(textOf(content));
      return (structuredContent ?? {}) as Record<string, unknown>;
    },
  };
}

/** The same user, because what the test writes to the store is this user's own; and the same compiled code. */
function inherited(): Record<string, string> {
  const { ANNOTATE_CONFIG_FOLDER = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { ANNOTATE_CONFIG_FOLDER, NODE_COMPILE_CACHE };
}

/** Without a client, for what a client would never send. */
export function spawnStdio(
  root: string,
  stderr: 'inherit' | 'pipe' = 'inherit',
): {
  child: ChildProcess;
  lines: AsyncIterableIterator<string>;
  ended: Promise<unknown[]>;
} {
  const child = spawn(process.execPath, args(root, []), { stdio: ['pipe', 'pipe', stderr] });
  return { child, lines: linesOf(child), ended: once(child, 'exit') };
}

async function* linesOf({ stdout }: ChildProcess): AsyncIterableIterator<string> {
  let rest = '';
  for await (const chunk of stdout ?? []) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
