/** The root of MCP over HTTP: one set of routes for Streamable HTTP of both protocols and for legacy SSE. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toWebRequest } from '@modelcontextprotocol/node';
import { isLegacyRequest } from '@modelcontextprotocol/server';

import { HttpError, readJson, type Route } from '@annotate-mcp/http';
import { keepClaims } from '@annotate-mcp/store';

import { announceChanges } from '../annotations/announce.ts';
import { systemTimer, type Timer } from '../idle.ts';
import { MarkdownReview, type ReviewSettings } from '../markdown/review.ts';
import { createServer, type ServerOptions } from '../server.ts';
import { chooseToolsets } from '../toolsets.ts';

import { Audiences } from './audience.ts';
import type { House } from './session.ts';
import { SseSessions } from './sse.ts';
import { StreamableSessions } from './streamable-legacy.ts';
import { serveModern, type ReceivedRequest } from './streamable-modern.ts';

export type McpRoutesOptions = Omit<ServerOptions, 'desk' | 'channel' | 'review'> & ReviewSettings;

export interface McpRoutes {
  /** `/mcp`, `/sse` and `/message`, for `createRouter` of `@annotate-mcp/http`. */
  routes: Route[];
  /** Clients that stay connected; those of the newer protocol do not. */
  readonly sessions: number;
  /** Ends every session and stream. Call it before the listener's `close`; the store stays open. */
  close(): Promise<void>;
}

/** Rejects when the store cannot be read. */
export async function createMcpRoutes(options: McpRoutesOptions): Promise<McpRoutes> {
  // Before anything is opened: a toolset that is not there must end this, not every request.
  chooseToolsets(options.toolsets, { hasBrowser: options.browser !== undefined });
  const review = new MarkdownReview(options);
  const mcp = await routesFor((desk) => createServer({ ...options, desk, review }), options);
  return {
    ...mcp,
    close: async () => {
      // First, so that whoever waits for comments is answered.
      await review.close();
      await mcp.close();
    },
  };
}

export interface HouseOptions extends Pick<ServerOptions, 'store' | 'now' | 'debug'> {
  timer?: Timer;
}

/** For tests, which have servers and clocks of their own. */
export async function routesFor(build: House['build'], options: HouseOptions): Promise<McpRoutes> {
  const { store, now = () => new Date(), debug = () => undefined, timer = systemTimer } = options;
  const onError = (error: unknown) => debug(`http: ${String(error)}`);
  const audiences = new Audiences();
  const house: House = { store, now, timer, audiences, build, onError };
  const announcing = await announceChanges(store, audiences, onError);
  const claims = keepClaims(store, now, onError);
  const modern = serveModern(house);
  const legacy = new StreamableSessions(house);
  const sse = new SseSessions(house);
  let isClosed = false;

  const admit = (request: IncomingMessage, response: ServerResponse, ...methods: string[]) => {
    if (isClosed) throw closing();
    return received(request, response, methods);
  };
  return {
    routes: [
      {
        path: '/mcp',
        policy: 'mcp',
        handle: async (incoming, response, { maxBodyBytes }) => {
          const request = admit(incoming, response, 'POST', 'GET', 'DELETE');
          const body = request.method === 'POST' ? await readJson(request, maxBodyBytes) : undefined;
          // Who left meanwhile will not be heard leaving.
          if (response.destroyed) return;
          if (isClosed) throw closing();
          const webRequest = await toWebRequest(request, body);
          if (await isLegacyRequest(webRequest, body)) await legacy.handle(webRequest, response, body);
          else await modern.handle(request, response, body);
        },
      },
      {
        path: '/sse',
        policy: 'mcp',
        handle: async (request, response) => {
          admit(request, response, 'GET');
          await sse.open(response);
        },
      },
      {
        path: '/message',
        policy: 'mcp',
        handle: async (request, response, { query, maxBodyBytes }) => {
          admit(request, response, 'POST');
          sse.take(query.get('session_id'), await readJson(request, maxBodyBytes));
          response.writeHead(202).end();
        },
      },
    ],
    get sessions() {
      return legacy.size + sse.size;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([legacy.close(), sse.close(), modern.close()]);
      announcing.close();
      claims.close();
    },
  };
}

function received(
  request: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
): ReceivedRequest {
  const { method = 'GET' } = request;
  if (methods.includes(method)) return request as ReceivedRequest;
  response.setHeader('Allow', methods.join(', '));
  throw new HttpError(405, 'mcp/method', `${method} does nothing here.`, {
    hint: `Use ${methods.join(' or ')}.`,
  });
}

function closing(): HttpError {
  return new HttpError(503, 'mcp/closing', 'This MCP server is shutting down.', {
    hint: 'Start it again, then connect.',
  });
}
