/** The person's coding agent: a real MCP client that starts the server exactly as the project's .mcp.json says. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

import { type Cost, type Place, readTimes, withTimes } from './measured-process.ts';

const configFormat = z.object({
  mcpServers: z.object({
    annotate: z.object({
      command: z.string(),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
    }),
  }),
});

const listFormat = z.object({
  annotations: z.array(z.looseObject({ id: z.string(), annotationText: z.string() })),
});

export interface Agent {
  /** The texts of all comments that wait for an agent. */
  readonly pending: () => Promise<string[]>;
  /** Claims what is pending with this text, does it and says that it is done. */
  readonly work: (text: string, edit: () => void, summary: string) => Promise<void>;
  readonly close: () => Promise<Cost>;
}

export async function startAgent({ cwd, env }: Place): Promise<Agent> {
  const startedAt = performance.now();
  const written: unknown = JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8'));
  const server = configFormat.parse(written).mcpServers.annotate;
  const times = join(mkdtempSync(join(tmpdir(), 'annotate-times-')), 'times');
  const [command, ...args] = withTimes([server.command, ...server.args], times);
  const client = new Client({ name: 'claude-code', version: '1' });
  const own = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      cwd,
      env: { ...Object.fromEntries(own), ...server.env },
      stderr: 'inherit',
    }),
  );
  const call = async (name: string, input: Record<string, unknown>): Promise<unknown> => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
    if (isError === true) throw new Error(JSON.stringify(content));
    return structuredContent;
  };
  const readPending = async () => listFormat.parse(await call('get_all_pending', {})).annotations;
  return {
    pending: async () => (await readPending()).map(({ annotationText }) => annotationText),
    work: async (text, edit, summary) => {
      const found = (await readPending()).find(({ annotationText }) => annotationText === text);
      if (found === undefined) throw new Error(`The agent does not get "${text}".`);
      await call('acknowledge', { id: found.id });
      edit();
      await call('resolve', { id: found.id, summary });
    },
    close: async () => {
      const seconds = (performance.now() - startedAt) / 1000;
      await client.close();
      return { seconds, cpuSeconds: readTimes(times) };
    },
  };
}
