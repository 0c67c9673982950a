/** The connection of one stdio server to the bridge of its user. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { WebSocket } from 'ws';

import {
  type AgentMessage,
  agentPath,
  agentProtocol,
  type AgentWelcome,
  type CommandType,
  type ParamsOf,
  type ResultOf,
} from '@annotate-mcp/browser-protocol';
import { agentGreetingSchema, agentReplySchema, commands } from '@annotate-mcp/browser-protocol/schema';
import { AnnotateError, isRecord } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';

import { systemTimer } from '../../idle-timer.ts';
import { badAnswerError, cancelledError, timeoutError } from '../bridge/errors.ts';
import { readJson, readMessage } from '../bridge/messages.ts';
import { PendingCommands } from '../bridge/pending-commands.ts';
import type { CommandCall } from '../context.ts';

export interface BridgeAddress {
  /** `http://127.0.0.1:3456` */
  readonly url: string;
  readonly key: string;
}

const helloMs = 5_000;
/** The bridge has a limit of its own for each command; this one is for a bridge that never answers. */
const answerMs = 10 * 60_000;
/** A suspended bridge does not answer pings, and its system keeps the socket open. */
const pingMs = 15_000;
const makeWayMs = 5_000;
const maxMessageBytes = 64 * 1024 * 1024;

export class AgentConnection {
  readonly bridge: AgentWelcome;
  readonly #socket: WebSocket;
  readonly #pending = new PendingCommands(systemTimer);

  /** `null` when the bridge does not answer and `mayRetry`. Rejects only with an `AnnotateError`. */
  static async open(
    { url, key }: BridgeAddress,
    version: string,
    { mayRetry }: { mayRetry: boolean },
  ): Promise<AgentConnection | null> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${agentPath}`, {
      headers: { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
      handshakeTimeout: helloMs,
    });
    try {
      await once(socket, 'open');
      // The listener is added before the hello is sent, so that the answer cannot come before it.
      const greeted = once(socket, 'message', { signal: AbortSignal.timeout(helloMs) });
      const hello: AgentMessage = { type: 'hello', protocol: agentProtocol, version, takesBytes: true };
      socket.send(JSON.stringify(hello));
      const [data] = (await greeted) as [Buffer];
      return new AgentConnection(socket, readGreeting(data));
    } catch (error) {
      socket.on('error', () => undefined);
      socket.terminate();
      if (error instanceof AnnotateError) throw error;
      if (mayRetry) return null;
      throw bridgeUnreachableError(url, error);
    }
  }

  private constructor(socket: WebSocket, bridge: AgentWelcome) {
    this.#socket = socket;
    this.bridge = bridge;
    socket.on('message', (data, isBinary) => this.#receive(readMessage(data, isBinary)));
    // What went wrong is told by `close`, which follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#pending.disconnect());
    this.#keepAlive();
  }

  get hasEnded(): boolean {
    return this.#socket.readyState !== this.#socket.OPEN;
  }

  async run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    { agent, signal }: CommandCall,
  ): Promise<ResultOf<Type>> {
    if (signal.aborted) throw cancelledError(type);
    if (this.hasEnded) throw bridgeEndedError(type);
    const id = randomUUID();
    const answered = this.#pending.wait(id, {
      ms: answerMs,
      signal,
      timeoutError: () => timeoutError(type, answerMs),
      cancelledError: () => cancelledError(type),
      disconnectedError: () => bridgeEndedError(type),
      onGiveUp: () => this.#send({ type: 'cancel', id }),
    });
    this.#socket.send(JSON.stringify({ id, type, params, agent }));
    return parseReply(type, await answered);
  }

  /** Asks the bridge to end, and waits until it has. */
  async makeWay(): Promise<void> {
    const closed = once(this.#socket, 'close', { signal: AbortSignal.timeout(makeWayMs) });
    this.#send({ type: 'make-way' });
    // One that does not end in time is used as it is.
    await closed.catch(() => undefined);
  }

  close(): void {
    this.#socket.close();
    // A bridge that does not confirm it must not keep this process.
    systemTimer(1_000, () => this.#socket.terminate());
  }

  #send(message: Exclude<AgentMessage, { params: unknown }>): void {
    if (!this.hasEnded) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: unknown): void {
    const id = isRecord(message) && typeof message.id === 'string' ? message.id : '';
    this.#pending.answer(id, message);
  }

  #keepAlive(): void {
    const socket = this.#socket;
    let isAlive = true;
    socket.on('pong', () => (isAlive = true));
    const timer = setInterval(() => {
      if (!isAlive) socket.terminate();
      isAlive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    }, pingMs).unref();
    socket.on('close', () => clearInterval(timer));
  }
}

function readGreeting(data: Buffer): AgentWelcome {
  const greeting = agentGreetingSchema.safeParse(readJson(data, false));
  if (!greeting.success) throw bridgeRefusedError();
  if (greeting.data.type === 'welcome') return greeting.data;
  throw bridgeRefusedError(greeting.data);
}

function parseReply<Type extends CommandType>(type: Type, message: unknown): ResultOf<Type> {
  const reply = agentReplySchema.safeParse(message);
  if (!reply.success) throw badAnswerError(type, describeProblem(reply.error));
  if (!reply.data.success) {
    const { code, message: what, hint } = reply.data.error;
    throw new AnnotateError(code, what, { hint });
  }
  const result = commands[type].result.safeParse(reply.data.result);
  if (result.success) return result.data;
  throw badAnswerError(type, describeProblem(result.error));
}

function bridgeEndedError(type: CommandType): AnnotateError {
  return new AnnotateError(
    'browser/disconnected',
    `The bridge to the browser ended before it answered "${type}"; the command may have run or not.`,
    { hint: 'The next call starts it again. Look at the page before you repeat the command.' },
  );
}

function bridgeUnreachableError(url: string, cause: unknown): AnnotateError {
  return new AnnotateError(
    'browser/no-bridge',
    `The bridge to the browser at ${url} accepts no connection: ${cause instanceof Error ? cause.message : String(cause)}.`,
    { hint: 'Call the tool again. If it stays, ask the person to run "npx annotate-mcp doctor".', cause },
  );
}

function bridgeRefusedError(refused?: { message: string; hint: string }): AnnotateError {
  return new AnnotateError(
    'browser/no-bridge',
    refused?.message ?? 'The bridge to the browser answered in a way that this release does not understand.',
    {
      hint:
        refused?.hint ??
        'Ask the person to update annotate-mcp, and to restart "annotate-mcp serve" and the agents that use the browser.',
    },
  );
}
