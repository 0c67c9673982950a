/** Streamable HTTP as of the older protocol: sessions, named by a header. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import {
  isInitializeRequest,
  isJSONRPCRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

import { HttpError } from '@annotate-mcp/http';

import type { Audience } from '../annotations/announce.ts';
import { Idle } from '../idle.ts';

import { Mailbox } from './mailbox.ts';
import { sendResponse } from './send-response.ts';
import { openSession, type House, type Session } from './session.ts';

/** A client need not keep a stream open, and an agent may work for long between two calls. */
export const idleMs = 30 * 60 * 1000;
/**
 * One that had a stream open and lost it is back within seconds (SDK clients try after one), or gone. Of one that never
 * had a stream this cannot be told: between two calls nothing of it is open, whether it lives or not.
 */
export const reconnectMs = 5_000;

export class StreamableSessions {
  readonly #house: House;
  readonly #sessions = new Map<string, StreamableSession>();

  constructor(house: House) {
    this.#house = house;
  }

  get size(): number {
    return this.#sessions.size;
  }

  async handle(request: Request, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session === undefined) throw unknownSession();
      await session.serve(request, response, body);
      return;
    }
    if (!isInitializeRequest(body)) throw noSession();
    const session = await this.#open();
    await session.serve(request, response, body);
    // Refused at the door, nobody will ever come back to it.
    if (response.statusCode >= 400) await session.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  async #open(): Promise<StreamableSession> {
    const id = randomUUID();
    const session = new StreamableSession(id, this.#house, () => this.#sessions.delete(id));
    await session.start();
    this.#sessions.set(id, session);
    return session;
  }
}

class StreamableSession {
  readonly #house: House;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #idle: Idle;
  #mailbox: Mailbox | null = null;
  #lostStream = false;
  #isAway = false;
  #session: Session | null = null;

  constructor(id: string, house: House, onEnd: () => void) {
    this.#house = house;
    this.#idle = new Idle(house.timer, () => void this.#quiet().catch(house.onError));
    this.#transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    this.#transport.onclose = () => {
      this.#idle.stop();
      onEnd();
    };
  }

  async start(): Promise<void> {
    const seat = (client: Audience) => (this.#mailbox = new Mailbox(client));
    this.#session = await openSession(this.#transport, this.#house, seat);
  }

  async serve(request: Request, response: ServerResponse, body: unknown): Promise<void> {
    const finish = this.#idle.begin();
    this.#lostStream = false;
    this.#isAway = false;
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

  /** Its claims must not wait for long. Its session may: a client that was only slow finds it again. */
  async #quiet(): Promise<void> {
    if (!this.#lostStream || this.#isAway) return this.end();
    this.#isAway = true;
    this.#idle.begin()(idleMs);
    await this.#session?.stepOut();
  }

  #openStream(response: ServerResponse): void {
    this.#mailbox?.open();
    // Before the listener that asks for it.
    response.prependOnceListener('close', () => {
      this.#lostStream = true;
      this.#mailbox?.close();
    });
  }

  // The transport lets the work go on for clients that resume a stream. Ours cannot be resumed: the answer would reach
  // nobody, and a wait that nobody hears keeps the agent "listening".
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

function unknownSession(): HttpError {
  return new HttpError(404, 'mcp/unknown-session', 'There is no such MCP session here, or it has ended.', {
    hint: 'Connect again: send "initialize" without an Mcp-Session-Id header.',
  });
}

function noSession(): HttpError {
  return new HttpError(400, 'mcp/no-session', 'The request names no MCP session and does not begin one.', {
    hint: 'Send "initialize" first, and then the Mcp-Session-Id header it is answered with.',
  });
}
