/** The root: one MCP server for one client, put together from the families that were asked for. */
import { randomUUID } from 'node:crypto';

import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Store } from '@annotate-mcp/store';

import type { Agent } from './agent.ts';
import type { BrowserParts } from './browser/browser.ts';
import { clientOf } from './client.ts';
import type { Desk } from './desk.ts';
import type { MarkdownReview } from './markdown/review.ts';
import type { ToolContext, ToolHost } from './tool.ts';
import { chooseToolsets } from './toolsets.ts';

export interface ServerOptions {
  store: Store;
  /** Who makes the calls. */
  desk: Desk;
  /** The project's folder, where sources are looked for. */
  root: string;
  version: string;
  now?: () => Date;
  /** Hears of every tool call, for `--debug`. */
  debug?: (line: string) => void;
  /** Declares Claude Code's channel, over which changes are pushed to an idle agent. */
  channel?: boolean;
  /** Names of the families to offer; all unless given. */
  toolsets?: readonly string[];
  /** The Markdown files that are open in this process; without it none can be. */
  review?: MarkdownReview;
  /** Without it there is no toolset `browser`. */
  browser?: BrowserParts;
}

export function createServer(options: ServerOptions): McpServer {
  const { store, desk, version, debug = () => undefined, channel = false, review, browser } = options;
  const families = chooseToolsets(options.toolsets, { hasBrowser: browser !== undefined }).flatMap(
    (toolset) => {
      const register = toolset.registerFor({ store, review, browser });
      return register === null ? [] : { instructions: toolset.instructions, register };
    },
  );
  const server = new McpServer(
    { name: 'annotate', title: 'annotate-mcp', version },
    {
      capabilities: {
        resources: { subscribe: true, listChanged: true },
        ...(channel && { experimental: { 'claude/channel': {} } }),
      },
      instructions: families.map(({ instructions }) => instructions).join(' '),
    },
  );
  const host: ToolHost = {
    desk,
    debug,
    registered: new Map(),
    ...(browser !== undefined && { browser }),
    clientName: (request) => clientName(server, request),
    clientOf: (request) => clientOf(server, request),
    contextFor: (agent, request) => contextFor(agent, options, request),
  };
  for (const { register } of families) register(server, host);
  return server;
}

function contextFor(
  agent: Agent,
  { store, root, now = () => new Date() }: ServerOptions,
  request: ServerContext,
): ToolContext {
  return {
    store,
    agent,
    root,
    now,
    newId: randomUUID,
    signal: request.mcpReq.signal,
    progress: progressOf(request),
  };
}

const statedName = z.looseObject({ [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }) });

/** Said with every request in the newer protocol, once when connecting in the older one. */
export function clientName(server: McpServer, request?: ServerContext): string {
  const stated = statedName.safeParse(request?.mcpReq.envelope);
  if (stated.success) return stated.data[CLIENT_INFO_META_KEY].name;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for connections of the older protocol nothing has replaced it
  return server.server.getClientVersion()?.name ?? 'agent';
}

function progressOf({ mcpReq }: ServerContext): (message: string) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return async () => undefined;
  let progress = 0;
  return (message) =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: ++progress, message },
    });
}
