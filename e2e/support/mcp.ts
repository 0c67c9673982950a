/** An MCP client that writes and reads the lines itself: what arrives is what was sent, no more and no less. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { bin } from './bin.ts';

export interface McpClient extends AsyncDisposable {
  readonly request: (method: string, params?: object) => Promise<Record<string, unknown>>;
  readonly call: (tool: string, args: object) => Promise<Record<string, unknown>>;
  /** URIs of `notifications/resources/updated`, in the order they came. */
  readonly updated: string[];
}

interface Message {
  id?: number;
  method?: string;
  params?: { uri?: string };
  result?: Record<string, unknown>;
  error?: { message: string };
}

export async function startMcp(root: string, name = 'reviewing-agent'): Promise<McpClient> {
  const child = spawn(process.execPath, [bin], {
    env: { ...process.env, ANNOTATE_PROJECT_ROOT: root },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const updated: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.method === 'notifications/resources/updated') updated.push(message.params?.uri ?? '');
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  let lastId = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async (method: string, params: object = {}) => {
    const id = ++lastId;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const { result, error } = await answer;
    if (result === undefined) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
    return result;
  };
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name, version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    request,
    updated,
    call: async (name, args) => {
      const result = await request('tools/call', { name, arguments: args });
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      return result.structuredContent as Record<string, unknown>;
    },
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
