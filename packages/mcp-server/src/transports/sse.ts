/** The transport before Streamable HTTP: one stream of events to the client, its messages as requests of their own. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

import { HttpError } from '@annotate-mcp/http';

import { openSession, type House, type Session } from './session.ts';

/** Shorter than what proxies allow a silent connection. */
const keepAliveMs = 15_000;

export class SseSessions {
  readonly #house: House;
  readonly #sessions = new Map<string, { transport: SseTransport; session: Session }>();

  constructor(house: House) {
    this.#house = house;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Serves until the client closes the connection. */
  async open(response: ServerResponse): Promise<void> {
    const transport = new SseTransport(response);
    transport.onclose = () => this.#sessions.delete(transport.sessionId);
    const session = await openSession(transport, this.#house);
    this.#sessions.set(transport.sessionId, { transport, session });
    transport.begin();
  }

  /** What is sent back comes over the stream. */
  take(sessionId: string | null, body: unknown): void {
    const open = sessionId === null ? undefined : this.#sessions.get(sessionId);
    if (open === undefined) throw unknownSession();
    open.transport.onmessage?.(messageOf(body));
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
  #isEnded = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  async start(): Promise<void> {
    this.#keepAlive = setInterval(() => this.#response.write(': keep-alive\n\n'), keepAliveMs).unref();
    this.#response.once('close', () => this.#ended());
  }

  /** Tells the client where to send; by then its messages must find the session. */
  begin(): void {
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      // Asks proxies to pass events on as they come.
      'X-Accel-Buffering': 'no',
    });
    this.#response.write(`event: endpoint\ndata: /message?session_id=${this.sessionId}\n\n`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.#response.end();
    this.#ended();
  }

  #ended(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#keepAlive);
    this.onclose?.();
  }
}

function messageOf(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body);
  } catch (cause) {
    throw new HttpError(400, 'mcp/bad-message', 'The request body is not a JSON-RPC message.', {
      hint: 'Send one JSON-RPC 2.0 request, notification or response.',
      cause,
    });
  }
}

function unknownSession(): HttpError {
  return new HttpError(404, 'mcp/unknown-session', 'No connection is open for this session_id.', {
    hint: 'Open GET /sse and send to the address that its first event names.',
  });
}
