/** One socket of an extension: its hello, its heartbeat, its replies. Who may stay is bridge.ts. */
import { randomUUID } from 'node:crypto';

import type { RawData, WebSocket } from 'ws';

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

import { Pending } from './pending.ts';
import { badAnswer, cancelled, disconnected, faulted, refused, timedOut } from './refusals.ts';

export const helloMs = 5_000;
export const commandMs = 30_000;
/** Three heartbeats: a busy worker may miss one. */
export const silenceMs = 3 * heartbeatMs;

export interface SocketEvents {
  readonly hello: (hello: HelloMessage) => void;
  /** Once, as soon as nothing more is to be expected of it. */
  readonly ended: () => void;
  readonly debug: (line: string) => void;
}

export class ExtensionSocket {
  readonly #socket: WebSocket;
  readonly #timer: Timer;
  readonly #events: SocketEvents;
  readonly #pending: Pending;
  #hasGreeted = false;
  #hasEnded = false;
  #callOff: () => void;

  constructor(socket: WebSocket, timer: Timer, events: SocketEvents) {
    this.#socket = socket;
    this.#timer = timer;
    this.#events = events;
    this.#pending = new Pending(timer);
    this.#callOff = timer(helloMs, () => this.refuse('bad-hello'));
    socket.on('message', (data, isBinary) => this.#receive(readJson(data, isBinary)));
    socket.on('close', () => this.#end());
    // Too large a message, bytes that are none, a reset: `ws` closes with the right code by itself.
    socket.on('error', (error) => events.debug(`extension: ${error.message}`));
  }

  /** Commands that are under way. */
  get pending(): number {
    return this.#pending.size;
  }

  async run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    { agent, signal }: CommandCall,
  ): Promise<ResultOf<Type>> {
    if (this.#hasEnded) throw disconnected(type);
    const id = randomUUID();
    const answered = this.#pending.wait(id, {
      ms: commandMs,
      signal,
      timedOut: () => timedOut(type, commandMs),
      cancelled: () => cancelled(type),
      disconnected: () => disconnected(type),
      giveUp: () => this.say({ type: 'cancel', id }),
    });
    this.#send({ id, type, params, agent });
    return resultOf(type, await answered);
  }

  say(message: Exclude<ServerMessage, { params: unknown }>): void {
    this.#send(message);
  }

  /** Says why and closes. What it was asked is rejected at once. */
  refuse(code: RefusalCode, about = ''): void {
    const { message, closeCode } = refused(code, about);
    this.say(message);
    this.close(closeCode, message.message);
  }

  close(code: number, reason: string): void {
    const socket = this.#socket;
    socket.close(code, shortened(reason));
    // One that does not return the goodbye is gone.
    const callOff = this.#timer(goodbyeMs, () => socket.terminate());
    socket.once('close', callOff);
    this.#end();
  }

  #receive(message: unknown): void {
    if (this.#hasEnded) return;
    if (!this.#hasGreeted) {
      this.#greet(message);
      return;
    }
    this.#expectSign();
    if (isPing(message)) this.say({ type: 'pong' });
    else this.#take(message);
  }

  /** Asked before anything else is: another version may say everything else differently. */
  #greet(message: unknown): void {
    if (isOtherVersion(message)) {
      this.refuse('other-protocol');
      return;
    }
    const hello = helloSchema.safeParse(message);
    if (!hello.success) {
      this.refuse('bad-hello');
      return;
    }
    this.#hasGreeted = true;
    this.#expectSign();
    this.#events.hello(hello.data);
  }

  #take(message: unknown): void {
    const reply = browserReplySchema.safeParse(message);
    if (reply.success) {
      const isAwaited = this.#pending.answer(reply.data.id, reply.data);
      if (!isAwaited) this.#events.debug('extension: a reply that nobody waits for');
      return;
    }
    const id = idOf(message);
    // Whoever waits for it need not wait until the time is over.
    if (id === null || !this.#pending.answer(id, reply.error)) {
      this.#events.debug(`extension: a message that is none: ${describeProblem(reply.error)}`);
    }
  }

  #expectSign(): void {
    this.#callOff();
    this.#callOff = this.#timer(silenceMs, () => {
      this.#socket.terminate();
      this.#end();
    });
  }

  #send(message: unknown): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#callOff();
    this.#pending.disconnect();
    this.#events.ended();
  }
}

const goodbyeMs = 2_000;

function resultOf<Type extends CommandType>(type: Type, answer: unknown): ResultOf<Type> {
  if (answer instanceof Error) throw badAnswer(type, 'it is no reply');
  // Checked when it came in.
  const reply = answer as BrowserReply;
  if (!reply.success) throw faulted(reply.error);
  const result = commands[type].result.safeParse(reply.result);
  if (result.success) return result.data;
  throw badAnswer(type, describeProblem(result.error));
}

/** `undefined` for what is not JSON, which no message is. */
function readJson(data: RawData, isBinary: boolean): unknown {
  if (isBinary || !Buffer.isBuffer(data)) return undefined;
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
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

/** A close frame has room for 123 bytes. */
function shortened(reason: string): string {
  return Buffer.byteLength(reason) <= 123 ? reason : reason.slice(0, 40);
}
