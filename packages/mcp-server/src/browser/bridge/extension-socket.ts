/** One socket of an extension: its hello, its heartbeat, its replies. Which socket is accepted is decided in bridge.ts. */
import { randomUUID } from 'node:crypto';

import type { WebSocket } from 'ws';

import {
  bridgeProtocol,
  type BrowserReply,
  type CommandType,
  heartbeatMs,
  type HelloMessage,
  type ParamsOf,
  type RefusalCode,
  type ResultOf,
  type ServerMessage,
} from '@annotate-mcp/browser-protocol';
import { browserReplySchema, commands, helloSchema } from '@annotate-mcp/browser-protocol/schema';
import { isRecord } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';

import type { Timer } from '../../idle-timer.ts';
import type { CommandCall } from '../context.ts';

import {
  badAnswerError,
  cancelledError,
  describeRefusal,
  disconnectedError,
  faultError,
  timeoutError,
} from './errors.ts';
import { readMessage } from './messages.ts';
import { PendingCommands } from './pending-commands.ts';

export const helloMs = 5_000;
export const commandMs = 30_000;
/** Three heartbeats: a busy service worker may miss one. */
export const silenceMs = 3 * heartbeatMs;

interface SocketEvents {
  readonly onHello: (hello: HelloMessage) => void;
  /** Called once, when no more messages are expected. */
  readonly onEnd: () => void;
  readonly debug: (line: string) => void;
}

export class ExtensionSocket {
  readonly #socket: WebSocket;
  readonly #timer: Timer;
  readonly #events: SocketEvents;
  readonly #pending: PendingCommands;
  #hasSaidHello = false;
  #hasEnded = false;
  #cancelTimer: () => void;

  constructor(socket: WebSocket, timer: Timer, events: SocketEvents) {
    this.#socket = socket;
    this.#timer = timer;
    this.#events = events;
    this.#pending = new PendingCommands(timer);
    this.#cancelTimer = timer(helloMs, () => this.refuse('bad-hello'));
    socket.on('message', (data, isBinary) => this.#receive(readMessage(data, isBinary)));
    socket.on('close', () => this.#end());
    // After a message that is too large or not valid, and after a reset, `ws` itself closes with the right code.
    socket.on('error', (error) => events.debug(`extension: ${error.message}`));
  }

  /** Number of commands that are under way. */
  get pending(): number {
    return this.#pending.size;
  }

  async run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    { agent, signal }: CommandCall,
  ): Promise<ResultOf<Type>> {
    if (this.#hasEnded) throw disconnectedError(type);
    const id = randomUUID();
    const answered = this.#pending.wait(id, {
      ms: commandMs,
      signal,
      timeoutError: () => timeoutError(type, commandMs),
      cancelledError: () => cancelledError(type),
      disconnectedError: () => disconnectedError(type),
      onGiveUp: () => this.send({ type: 'cancel', id }),
    });
    this.#sendJson({ id, type, params, agent });
    return parseResult(type, await answered);
  }

  send(message: Exclude<ServerMessage, { params: unknown }>): void {
    this.#sendJson(message);
  }

  /** Tells the extension why and closes the socket. Commands that wait are rejected at once. */
  refuse(code: RefusalCode, about = ''): void {
    const { message, closeCode } = describeRefusal(code, about);
    this.send(message);
    this.close(closeCode, message.message);
  }

  close(code: number, reason: string): void {
    const socket = this.#socket;
    socket.close(code, shortened(reason));
    // An extension that does not confirm the close is gone.
    const cancel = this.#timer(closeMs, () => socket.terminate());
    socket.once('close', cancel);
    this.#end();
  }

  #receive(message: unknown): void {
    if (this.#hasEnded) return;
    if (!this.#hasSaidHello) {
      this.#receiveHello(message);
      return;
    }
    this.#restartSilenceTimer();
    if (isPing(message)) this.send({ type: 'pong' });
    else this.#receiveReply(message);
  }

  /** The version is checked first: in another version everything else may differ. */
  #receiveHello(message: unknown): void {
    if (isOtherVersion(message)) {
      this.refuse('other-protocol');
      return;
    }
    const hello = helloSchema.safeParse(message);
    if (!hello.success) {
      this.refuse('bad-hello');
      return;
    }
    this.#hasSaidHello = true;
    this.#restartSilenceTimer();
    this.#events.onHello(hello.data);
  }

  #receiveReply(message: unknown): void {
    const reply = browserReplySchema.safeParse(message);
    if (reply.success) {
      const isAwaited = this.#pending.answer(reply.data.id, reply.data);
      if (!isAwaited) this.#events.debug('extension: a reply to no pending command');
      return;
    }
    const id = idOf(message);
    // A command whose reply is not valid fails now and not only after its time limit.
    if (id === null || !this.#pending.answer(id, reply.error)) {
      this.#events.debug(`extension: not a valid message: ${describeProblem(reply.error)}`);
    }
  }

  #restartSilenceTimer(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#timer(silenceMs, () => {
      this.#socket.terminate();
      this.#end();
    });
  }

  #sendJson(message: unknown): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelTimer();
    this.#pending.disconnect();
    this.#events.onEnd();
  }
}

const closeMs = 2_000;

function parseResult<Type extends CommandType>(type: Type, answer: unknown): ResultOf<Type> {
  if (answer instanceof Error) throw badAnswerError(type, 'it is not a reply');
  // `#receiveReply` has checked it.
  const reply = answer as BrowserReply;
  if (!reply.success) throw faultError(reply.error);
  const result = commands[type].result.safeParse(reply.result);
  if (result.success) return result.data;
  throw badAnswerError(type, describeProblem(result.error));
}

function isOtherVersion(message: unknown): boolean {
  return isRecord(message) && message.type === 'hello' && message.protocol !== bridgeProtocol;
}

function isPing(message: unknown): boolean {
  return isRecord(message) && message.type === 'ping';
}

function idOf(message: unknown): string | null {
  return isRecord(message) && typeof message.id === 'string' ? message.id : null;
}

/** The reason in a close frame has at most 123 bytes. */
function shortened(reason: string): string {
  return Buffer.byteLength(reason) <= 123 ? reason : reason.slice(0, 40);
}
