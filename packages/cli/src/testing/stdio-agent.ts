/** An agent that has the stdio server as a process, and the bridge that such agents share. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

import type { BridgeFile } from '@annotate-mcp/browser-protocol';
import { bridgeFileSchema } from '@annotate-mcp/browser-protocol/schema';

import type { TestProject } from './test-project.ts';

export interface StdioAgent {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves with the text of the result. */
  readonly call: (tool: string, input?: object) => Promise<string>;
  readonly toolNames: () => Promise<string[]>;
  /** Everything it has written to stderr so far. */
  readonly said: () => string;
}

interface Options {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  readonly name?: string;
}

/** Killed after the test, with the bridge that it may have started. */
export function startAgent(
  here: TestProject,
  { args = ['--toolsets', 'browser'], env = {}, name = 'agent' }: Options = {},
): StdioAgent {
  onTestFinished(() => endBridge(here));
  const child = here.start(args, { env });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id?: number; result?: unknown };
    waiting.get(id ?? -1)?.(result);
  });
  let last = 0;
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  const clientInfo = { name, version: '1' };
  void ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return {
    child,
    call: async (tool, input = {}) =>
      JSON.stringify(await ask('tools/call', { name: tool, arguments: input })),
    toolNames: async () => {
      const { tools } = (await ask('tools/list', {})) as { tools: { name: string }[] };
      return tools.map((tool) => tool.name);
    },
    said: () => said,
  };
}

export function configFolderOf({ home }: TestProject): string {
  return join(home, '.config', 'annotate-mcp');
}

/** `null` when there is no bridge file. */
export function bridgeOf(here: TestProject): BridgeFile | null {
  const file = join(configFolderOf(here), 'bridge.json');
  return existsSync(file) ? bridgeFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // There is no such process.
    return false;
  }
}

function endBridge(here: TestProject): void {
  try {
    const bridge = bridgeOf(here);
    if (bridge !== null && bridge.pid !== process.pid) process.kill(bridge.pid, 'SIGKILL');
  } catch {
    // The test left something else in the file, or the bridge has ended.
  }
}
