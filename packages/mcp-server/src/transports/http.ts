/** MCP over HTTP: one set of routes for Streamable HTTP of both protocols and for the older HTTP+SSE transport. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toWebRequest } from '@modelcontextprotocol/node';
import { isLegacyRequest } from '@modelcontextprotocol/server';

import { HttpError, readJson, type Route } from '@annotate-mcp/http';
import { joinStores, keepClaims, openSidecars } from '@annotate-mcp/store';

import type { DocumentVerdicts } from '../annotations/document-verdicts.ts';
import { notifySubscriber } from '../annotations/notify-subscribers.ts';
import { createAnnotationsToolset } from '../annotations/toolset.ts';
import { systemTimer, type Timer } from '../idle-timer.ts';
import { createMarkdownService, type MarkdownSettings } from '../markdown/service.ts';
import { createMarkdownToolset } from '../markdown/toolset.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { chooseToolsets, type Toolset } from '../toolset.ts';

import { ResourceSubscribers } from './resource-subscribers.ts';
import type { TransportDeps } from './session.ts';
import { SseSessions } from './sse.ts';
import { StreamableSessions } from './streamable-legacy.ts';
import { serveModern, type ReceivedRequest, type StreamableModern } from './streamable-modern.ts';

export interface McpRoutesOptions
  extends Omit<ServerOptions, 'agents' | 'channel' | 'toolsets'>, MarkdownSettings {
  /** Names of the toolsets to offer; all that are available unless given. */
  toolsets?: readonly string[];
  /** `createBrowserToolset` of `@annotate-mcp/mcp-server/browser`; without it there is no toolset `browser`. */
  browser?: Toolset;
}

export interface McpRoutes {
  /** `/mcp`, `/sse` and `/message`, for `createRouter` of `@annotate-mcp/http`. */
  routes: Route[];
  /** Number of connected clients; those of the newer protocol do not stay connected, and count for a minute. */
  readonly sessions: number;
  /** Ends every session and stream. Call it before the listener's `close`; the store stays open. */
  close(): Promise<void>;
}

/** Rejects when the store cannot be read. */
export async function createMcpRoutes({
  toolsets: names,
  browser,
  store: project,
  ...settings
}: McpRoutesOptions): Promise<McpRoutes> {
  const sidecars = openSidecars({ root: settings.root });
  const options = { ...settings, store: joinStores(project, sidecars) };
  const markdown = createMarkdownService(options);
  const toolsets = chooseToolsets(names, [
    createAnnotationsToolset(options.store, markdown.verdicts),
    createMarkdownToolset(markdown, options.store),
    ...(browser === undefined ? [] : [browser]),
  ]);
  const { verdicts } = markdown;
  const mcp = await createRoutes((agents) => createServer({ ...options, agents, toolsets }), {
    ...options,
    verdicts,
  });
  return {
    routes: mcp.routes,
    // A copy of it would stay at what it was when the server began.
    get sessions() {
      return mcp.sessions;
    },
    close: async () => {
      // First, so that calls that wait for comments get their answer.
      await markdown.close();
      await mcp.close();
      await sidecars.close();
    },
  };
}

export interface CreateRoutesOptions extends Pick<ServerOptions, 'store' | 'now' | 'debug'> {
  timer?: Timer;
  verdicts?: DocumentVerdicts;
}

/** With a server and a timer of the caller; tests use it directly. */
export async function createRoutes(
  createServerFor: TransportDeps['createServer'],
  options: CreateRoutesOptions,
): Promise<McpRoutes> {
  const { store, now = () => new Date(), debug = () => undefined, timer = systemTimer, verdicts } = options;
  const onError = (error: unknown) => debug(`http: ${String(error)}`);
  const subscribers = new ResourceSubscribers();
  const deps: TransportDeps = { store, now, timer, subscribers, createServer: createServerFor, onError };
  const notifying = await notifySubscriber(store, subscribers, onError, verdicts);
  const claims = keepClaims(store, now, onError);
  const transports: Transports = {
    modern: serveModern(deps),
    legacy: new StreamableSessions(deps),
    sse: new SseSessions(deps),
    isClosed: false,
  };
  return {
    routes: [streamableRoute(transports), sseRoute(transports), messageRoute(transports)],
    get sessions() {
      return transports.legacy.size + transports.sse.size + transports.modern.size;
    },
    close: async () => {
      transports.isClosed = true;
      const { modern, legacy, sse } = transports;
      await Promise.all([legacy.close(), sse.close(), modern.close()]);
      notifying.close();
      claims.close();
    },
  };
}

interface Transports {
  modern: StreamableModern;
  legacy: StreamableSessions;
  sse: SseSessions;
  isClosed: boolean;
}

function streamableRoute(transports: Transports): Route {
  return {
    path: '/mcp',
    policy: 'mcp',
    handle: async (incoming, response, { maxBodyBytes }) => {
      const request = admit(transports, incoming, response, ['POST', 'GET', 'DELETE']);
      const body = request.method === 'POST' ? await readJson(request, maxBodyBytes) : undefined;
      // The client disconnected while its request was read, and no `close` event will follow.
      if (response.destroyed) return;
      if (transports.isClosed) throw shuttingDownError();
      const webRequest = await toWebRequest(request, body);
      if (await isLegacyRequest(webRequest, body)) await transports.legacy.handle(webRequest, response, body);
      else await transports.modern.handle(request, response, body);
    },
  };
}

function sseRoute(transports: Transports): Route {
  return {
    path: '/sse',
    policy: 'mcp',
    handle: async (request, response) => {
      admit(transports, request, response, ['GET']);
      await transports.sse.open(response);
    },
  };
}

function messageRoute(transports: Transports): Route {
  return {
    path: '/message',
    policy: 'mcp',
    handle: async (request, response, { query, maxBodyBytes }) => {
      admit(transports, request, response, ['POST']);
      transports.sse.receive(query.get('session_id'), await readJson(request, maxBodyBytes));
      response.writeHead(202).end();
    },
  };
}

/** Throws if the server is shutting down or the method is not one of these. */
function admit(
  { isClosed }: Transports,
  request: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
): ReceivedRequest {
  if (isClosed) throw shuttingDownError();
  const { method = 'GET' } = request;
  if (methods.includes(method)) return request as ReceivedRequest;
  response.setHeader('Allow', methods.join(', '));
  throw new HttpError(405, 'mcp/method', `${method} is not supported here.`, {
    hint: `Use ${methods.join(' or ')}.`,
  });
}

function shuttingDownError(): HttpError {
  return new HttpError(503, 'mcp/closing', 'This MCP server is shutting down.', {
    hint: 'Start it again, then connect.',
  });
}
