/** A real MCP client and the server in one process, on a real store. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

import { openStore, type Store } from '@annotate-mcp/store';

import { singleAgent } from '../agent/agent-provider.ts';
import { Agent } from '../agent/agent.ts';
import { type AnnotationsUse, createAnnotationsToolset } from '../annotations/toolset.ts';
import { createServer } from '../server.ts';

export interface Linked {
  store: Store;
  root: string;
  /** Another client with its own server on the same store. */
  connect: (name?: string, use?: AnnotationsUse) => Promise<LinkedClient>;
}

interface LinkedClient {
  client: Client;
  agent: Agent;
  /** The structured result; throws what an `isError` result says. */
  call: (tool: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

/** A project with a store, to which clients are connected in this process. */
export async function startLinked(url = 'sqlite:'): Promise<Linked> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate mcp ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const store = await openStore(url, { root });
  onTestFinished(() => store.close());
  const connect = async (name = 'claude-code', use: AnnotationsUse = 'work') => {
    const agent = new Agent(store, new Date());
    const toolsets = [createAnnotationsToolset(store, undefined, use)];
    const server = createServer({ store, agents: singleAgent(agent), toolsets, root, version: '0.0.0' });
    const client = new Client({ name, version: '1' });
    const [there, here] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await client.connect(here);
    onTestFinished(() => client.close());
    onTestFinished(() => agent.leave());
    return { client, agent, call: callWith(client) };
  };
  return { store, root, connect };
}

export class ToolFailure extends Error {}

/** The text of a refusal. */
export function textOf(content: unknown): string {
  const [first] = z.array(z.looseObject({ text: z.string() })).parse(content);
  return first?.text ?? '';
}

function callWith(client: Client) {
  return async (tool: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { isError, structuredContent, content } = await client.callTool({ name: tool, arguments: input });
    if (isError === true) throw new ToolFailure(textOf(content));
    return (structuredContent ?? {}) as Record<string, unknown>;
  };
}
