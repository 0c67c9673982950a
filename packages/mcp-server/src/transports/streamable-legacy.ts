/** Streamable HTTP of the older protocol: sessions, which a header names. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import {
  isInitializeRequest,
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

import { HttpError } from '@annotate-mcp/http';

import type { ResourceSubscriber } from '../annotations/notify-subscribers.ts';
import { IdleTimer } from '../idle-timer.ts';

import { openSession, type McpSession, type TransportDeps } from './session.ts';

/** A session ends after this time without a request: an agent may work for long between two calls. */
export const idleMs = 30 * 60 * 1000;
/**
 * A client that lost its open stream reconnects within seconds (SDK clients after one) or is gone. For a client that
 * never opened a stream this cannot be known: between two calls it has no connection at all.
 */
export const reconnectMs = 5_000;

export class StreamableSessions {
  readonly #deps: TransportDeps;
  readonly #sessions = new Map<string, StreamableSession>();

  constructor(deps: TransportDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#sessions.size;
  }

  async handle(request: Request, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session === undefined) throw unknownSessionError();
      await session.serve(request, response, body);
      return;
    }
    if (!isInitializeRequest(body)) throw noSessionError();
    const session = await this.#open();
    await session.serve(request, response, body);
    // The client got no session id, so it can never use this session.
    if (response.statusCode >= 400) await session.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  async #open(): Promise<StreamableSession> {
    const id = randomUUID();
    const session = new StreamableSession(id, this.#deps, () => this.#sessions.delete(id));
    await session.start();
    this.#sessions.set(id, session);
    return session;
  }
}

class StreamableSession {
  readonly #deps: TransportDeps;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #idle: IdleTimer;
  #subscriber: BufferedSubscriber | null = null;
  #lostStream = false;
  #isAgentAway = false;
  #session: McpSession | null = null;

  constructor(id: string, deps: TransportDeps, onEnd: () => void) {
    this.#deps = deps;
    this.#idle = new IdleTimer(deps.timer, () => void this.#onIdle().catch(deps.onError));
    this.#transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    this.#transport.onclose = () => {
      this.#idle.stop();
      onEnd();
    };
  }

  async start(): Promise<void> {
    const buffered = (client: ResourceSubscriber) => (this.#subscriber = new BufferedSubscriber(client));
    this.#session = await openSession(this.#transport, this.#deps, buffered);
  }

  async serve(request: Request, response: ServerResponse, body: unknown): Promise<void> {
    const finish = this.#idle.begin();
    this.#lostStream = false;
    this.#isAgentAway = false;
    response.once('close', () => {
      if (!response.writableFinished) this.#cancel(body);
      finish(this.#lostStream ? reconnectMs : idleMs);
    });
    const answer = await this.#transport.handleRequest(request, { parsedBody: body });
    if (request.method === 'GET' && answer.ok) this.#openStream(response);
    sendResponse(answer, response);
  }

  async end(): Promise<void> {
    await this.#session?.end();
  }

  /** Frees the claims of a client that lost its stream soon, and ends its session late: a slow client may still return. */
  async #onIdle(): Promise<void> {
    if (!this.#lostStream || this.#isAgentAway) return this.end();
    this.#isAgentAway = true;
    this.#idle.begin()(idleMs);
    await this.#session?.setAway();
  }

  #openStream(response: ServerResponse): void {
    this.#subscriber?.open();
    // Runs before the listener in `serve`, which reads `#lostStream`.
    response.prependOnceListener('close', () => {
      this.#lostStream = true;
      this.#subscriber?.close();
    });
  }

  // The transport continues the work for clients that resume a stream. Streams of this server cannot be resumed: the
  // result would be lost, and a wait that continues would show the agent as waiting.
  #cancel(body: unknown): void {
    for (const { id } of [body].flat().filter(isJSONRPCRequest)) {
      this.#transport.onmessage?.({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id, reason: 'The client closed the connection.' },
      });
    }
  }
}

/** Keeps the notifications of a client while its stream is closed, and sends each once when the stream opens. */
class BufferedSubscriber implements ResourceSubscriber {
  readonly #client: ResourceSubscriber;
  readonly #keptUris = new Set<string>();
  #keptListChange = false;
  #isOpen = false;

  constructor(client: ResourceSubscriber) {
    this.#client = client;
  }

  get subscriptions(): ResourceSubscriber['subscriptions'] {
    return this.#client.subscriptions;
  }

  resourceUpdated(uri: string): void {
    if (this.#isOpen) this.#client.resourceUpdated(uri);
    else this.#keptUris.add(uri);
  }

  resourceListChanged(): void {
    if (this.#isOpen) this.#client.resourceListChanged();
    else this.#keptListChange = true;
  }

  open(): void {
    this.#isOpen = true;
    // The client may have unsubscribed meanwhile.
    for (const uri of this.#keptUris)
      if (this.subscriptions?.has(uri) ?? true) this.#client.resourceUpdated(uri);
    if (this.#keptListChange) this.#client.resourceListChanged();
    this.#keptUris.clear();
    this.#keptListChange = false;
  }

  close(): void {
    this.#isOpen = false;
  }
}

/** Starts to send the answer; if the client disconnects first, the stream of the answer is cancelled. */
function sendResponse(answer: Response, response: ServerResponse): void {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // Without this the client learns that its stream is open only with the first event.
  response.flushHeaders();
  const source = Readable.fromWeb(answer.body);
  // An incomplete answer must not look complete.
  source.once('error', () => response.destroy());
  response.once('close', () => source.destroy());
  source.pipe(response);
}

function unknownSessionError(): HttpError {
  return new HttpError(404, 'mcp/unknown-session', 'There is no such MCP session here, or it has ended.', {
    hint: 'Connect again: send "initialize" without an Mcp-Session-Id header.',
  });
}

function noSessionError(): HttpError {
  return new HttpError(400, 'mcp/no-session', 'The request names no MCP session and does not begin one.', {
    hint: 'Send "initialize" first, and then the Mcp-Session-Id header it is answered with.',
  });
}
