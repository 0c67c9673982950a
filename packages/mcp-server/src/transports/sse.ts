/** The HTTP+SSE transport, which came before Streamable HTTP: an event stream to the client, and a POST for each message. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

import { HttpError } from '@annotate-mcp/http';

import { openSession, type McpSession, type TransportDeps } from './session.ts';

/** Proxies close a connection that is silent for longer. */
const keepAliveMs = 15_000;

export class SseSessions {
  readonly #deps: TransportDeps;
  readonly #sessions = new Map<string, { transport: SseTransport; session: McpSession }>();

  constructor(deps: TransportDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Serves until the client closes the connection. */
  async open(response: ServerResponse): Promise<void> {
    const transport = new SseTransport(response);
    transport.onclose = () => this.#sessions.delete(transport.sessionId);
    const session = await openSession(transport, this.#deps);
    this.#sessions.set(transport.sessionId, { transport, session });
    transport.begin();
  }

  /** The response to the message is sent over the stream. */
  receive(sessionId: string | null, body: unknown): void {
    const open = sessionId === null ? undefined : this.#sessions.get(sessionId);
    if (open === undefined) throw unknownSessionError();
    open.transport.onmessage?.(parseMessage(body));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ session }) => session.end()));
  }
}

class SseTransport implements Transport {
  readonly sessionId = randomUUID();
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  onmessage: Transport['onmessage'];
  readonly #response: ServerResponse;
  #keepAlive: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  async start(): Promise<void> {
    this.#keepAlive = setInterval(() => this.#response.write(': keep-alive\n\n'), keepAliveMs).unref();
    this.#response.once('close', () => this.#onClosed());
  }

  /** Tells the client where to send its messages. The session must be registered by then. */
  begin(): void {
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      // Asks proxies to forward each event at once.
      'X-Accel-Buffering': 'no',
    });
    this.#response.write(`event: endpoint\ndata: /message?session_id=${this.sessionId}\n\n`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.#response.end();
    this.#onClosed();
  }

  #onClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    this.onclose?.();
  }
}

function parseMessage(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body);
  } catch (cause) {
    throw new HttpError(400, 'mcp/bad-message', 'The request body is not a JSON-RPC message.', {
      hint: 'Send one JSON-RPC 2.0 request, notification or response.',
      cause,
    });
  }
}

function unknownSessionError(): HttpError {
  return new HttpError(404, 'mcp/unknown-session', 'No connection is open for this session_id.', {
    hint: 'Open GET /sse and send to the address that its first event names.',
  });
}
