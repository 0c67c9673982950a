/** Creates one MCP server for one client from the toolsets that it offers. */
import { randomUUID } from 'node:crypto';

import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Store } from '@annotate-mcp/store';

import { agentStoreOf } from './agent-store.ts';
import type { AgentProvider } from './agent/agent-provider.ts';
import type { Agent } from './agent/agent.ts';
import { clientOf } from './client.ts';
import type { ToolHost } from './register-tool.ts';
import type { ToolContext } from './tool.ts';
import type { Toolset } from './toolset.ts';

export interface ServerOptions {
  store: Store;
  agents: AgentProvider;
  toolsets: readonly Toolset[];
  /** The project's folder, in which sources are searched. */
  root: string;
  /** The project's files are in `root`; `false` on a server for other machines. */
  hasFiles?: boolean;
  version: string;
  now?: () => Date;
  /** Receives a line for each tool call, for `--debug`. */
  debug?: (line: string) => void;
  /** Declares Claude Code's channel, over which changes are pushed to an idle agent and permission dialogs come. */
  channel?: boolean;
}

export function createServer(options: ServerOptions): McpServer {
  const { agents, toolsets, version, debug = () => undefined, channel = false } = options;
  const server = new McpServer(
    { name: 'annotate', title: 'annotate-mcp', version },
    {
      capabilities: {
        resources: { subscribe: true, listChanged: true },
        ...(channel && { experimental: { 'claude/channel': {}, 'claude/channel/permission': {} } }),
      },
      instructions: toolsets.map(({ instructions }) => instructions).join(' '),
    },
  );
  const host: ToolHost = {
    agents,
    debug,
    registered: new Map(),
    clientName: (request) => clientName(server, request),
    clientOf: (request) => clientOf(server, request),
    contextFor: (agent, request) => contextFor(agent, options, request),
  };
  for (const toolset of toolsets) toolset.register(server, host);
  return server;
}

function contextFor(
  agent: Agent,
  { store, root, hasFiles = true, now = () => new Date() }: ServerOptions,
  request: ServerContext,
): ToolContext {
  return {
    store: agentStoreOf(store),
    agent,
    root,
    hasFiles,
    now,
    newId: randomUUID,
    signal: request.mcpReq.signal,
    progress: progressSender(request),
  };
}

const requestClientInfo = z.looseObject({ [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }) });

/** Clients send their name with each request in the newer protocol, and once when they connect in the older one. */
export function clientName(server: McpServer, request?: ServerContext): string {
  const sent = requestClientInfo.safeParse(request?.mcpReq.envelope);
  if (sent.success) return sent.data[CLIENT_INFO_META_KEY].name;
  // oxlint-disable-next-line typescript/no-deprecated -- for connections of the older protocol nothing has replaced it
  return server.server.getClientVersion()?.name ?? 'agent';
}

function progressSender({ mcpReq }: ServerContext): (message: string) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return async () => undefined;
  let progress = 0;
  return (message) =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: ++progress, message },
    });
}
