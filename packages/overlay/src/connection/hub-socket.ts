/**
 * Keeps a connection to the hub: opens it, checks that the hub still answers, and reconnects after a loss. The libraries
 * for reconnecting know neither the hello nor its refusal, and are part of the first load.
 */
import {
  accessEndedCode,
  type HubMessage,
  isRecord,
  type PageMessage,
  protocolVersion,
  randomUuid,
} from '@annotate-mcp/core';

import type { ConnectionState } from '../state/state.ts';

import type { OpenTextSocket, TextSocket } from './page-environment.ts';

export interface HubSocketEvents {
  readonly onState: (state: ConnectionState) => void;
  readonly onSession: (welcome: Welcome) => void;
  readonly onMessage: (message: HubMessage) => void;
  readonly onProblem: (text: string) => void;
}

export type Welcome = HubMessage & { type: 'session:created' };

export interface HubSocket {
  /** `false` when there is no session to send it in. */
  readonly send: (message: PageMessage) => boolean;
  /** Reconnects or pings at once instead of waiting for the timer. */
  readonly checkNow: () => void;
  readonly close: () => void;
}

export const pingEveryMs = 10_000;
/** How long the hub may take to answer. */
export const answerTimeoutMs = 25_000;

/** `attempt` 0 is the first retry after a connection was lost. Jitter, so that fifty tabs do not come at once. */
export function retryDelay(attempt: number, random = Math.random): number {
  return ([0, 250, 500, 1_000, 2_000][attempt] ?? 3_000) * (1 - random() / 5);
}

/** `hello` is called for each new connection. */
export function openHubSocket(
  url: string,
  openSocket: OpenTextSocket,
  hello: () => PageMessage,
  events: HubSocketEvents,
): HubSocket {
  const socket = new ReconnectingSocket(url, openSocket, hello, events);
  socket.connect();
  return {
    send: (message) => socket.send(message),
    checkNow: () => socket.checkNow(),
    close: () => socket.end('closed'),
  };
}

class ReconnectingSocket {
  readonly #url: string;
  readonly #openSocket: OpenTextSocket;
  readonly #hello: () => PageMessage;
  readonly #events: HubSocketEvents;
  #socket: TextSocket | null = null;
  #state: ConnectionState | 'closed' = 'connecting';
  #attempt = 0;
  #onlineSince = 0;
  #retryTimer: Timer;
  #pingTimer: Timer;
  #answerTimer: Timer;

  constructor(url: string, openSocket: OpenTextSocket, hello: () => PageMessage, events: HubSocketEvents) {
    this.#url = url;
    this.#openSocket = openSocket;
    this.#hello = hello;
    this.#events = events;
  }

  connect(): void {
    clearTimeout(this.#retryTimer);
    try {
      this.#socket = this.#openSocket(this.#url, {
        onOpen: () => this.#sendMessage(this.#hello()),
        onText: (text) => this.#receive(text),
        onClose: (code) => (code === accessEndedCode ? this.#stop('ended') : this.#handleLoss()),
      });
      this.#expectAnswer();
    } catch {
      // A page's policy may forbid the connection; a later attempt may be allowed.
      this.#handleLoss();
    }
  }

  send(message: PageMessage): boolean {
    if (this.#state !== 'online') return false;
    this.#sendMessage(message);
    return true;
  }

  checkNow(): void {
    const state = this.#state;
    if (state === 'online') this.#ping();
    else if (this.#socket === null && (state === 'offline' || state === 'connecting')) this.connect();
  }

  end(as: 'closed' | Stopped): void {
    clearTimeout(this.#retryTimer);
    this.#closeSocket();
    this.#state = as;
  }

  #receive(text: string): void {
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    const message = parse(text);
    if (message === null) return;
    if (message.type === 'session:created') this.#welcome(message);
    else if (message.type === 'error' && this.#state !== 'online') this.#rejectHello(message);
    else this.#events.onMessage(message);
  }

  #welcome(welcome: Welcome): void {
    if (welcome.protocol !== protocolVersion) {
      this.#stop('refused');
      return;
    }
    this.#onlineSince = Date.now();
    this.#pingTimer = setInterval(() => this.#ping(), pingEveryMs);
    // Before `online`, so that listeners of that state can already use the session.
    this.#events.onSession(welcome);
    this.#setState('online');
  }

  #rejectHello(error: HubMessage & { type: 'error' }): void {
    if (error.code.startsWith('protocol/')) {
      this.#stop('refused');
      return;
    }
    this.#events.onMessage(error);
    this.#handleLoss();
  }

  /** For good: only a reload can help. */
  #stop(as: Stopped): void {
    this.end(as);
    this.#events.onState(as);
    this.#events.onProblem(problems[as]);
  }

  #handleLoss(): void {
    // A connection that was dropped at once counts as a failed attempt; otherwise reconnecting would have no pauses.
    if (this.#state === 'online' && Date.now() - this.#onlineSince > 1_000) this.#attempt = 0;
    this.#closeSocket();
    this.#setState('offline');
    this.#retryTimer = setTimeout(() => this.connect(), retryDelay(this.#attempt++));
  }

  #ping(): void {
    this.#sendMessage({ type: 'session:ping', ref: randomUuid() });
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#answerTimer ??= setTimeout(() => this.#handleLoss(), answerTimeoutMs);
  }

  #sendMessage(message: PageMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #setState(next: ConnectionState): void {
    if (this.#state === next) return;
    this.#state = next;
    this.#events.onState(next);
  }

  #closeSocket(): void {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#answerTimer);
    this.#answerTimer = undefined;
    this.#socket?.close();
    this.#socket = null;
  }
}

type Stopped = Extract<ConnectionState, 'refused' | 'ended'>;

const problems: Readonly<Record<Stopped, string>> = {
  refused: 'This page and the dev server have different versions: reload the page. What you wrote is kept.',
  ended:
    'Your access to this project has ended: sign in again, then reload the page. What you wrote is kept.',
};

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Ignores what cannot be read: a newer hub may send messages that this page does not know. */
function parse(text: string): HubMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return isHubMessage(message) ? message : null;
  } catch {
    return null;
  }
}

/** Its fields only: what an annotation has was checked when the hub read it from the store. */
function isHubMessage(message: unknown): message is HubMessage {
  if (!isRecord(message)) return false;
  const fields = new Map(Object.entries(fieldsOf)).get(String(message.type));
  return fields?.split(' ').every((field) => isOfKind(message[field.slice(1)], field)) === true;
}

function isOfKind(value: unknown, field: string): boolean {
  if (field.startsWith('*')) return Array.isArray(value);
  return field.startsWith('.') ? isRecord(value) : typeof value === 'string';
}

/** What each message may not lack besides its type: `*` a list, `.` a record, `-` a text. Short, for the first load. */
const fieldsOf: Readonly<Record<HubMessage['type'], string>> = {
  // That of another version, too, is to be understood.
  'session:created': '-type',
  people: '*people',
  'annotation:created': '.annotation -cursor',
  'annotation:updated': '.annotation -cursor',
  'annotation:removed': '-id -cursor',
  'annotations:sync': '*annotations -cursor',
  'annotations:part': '*annotations *briefs',
  'annotations:counts': '.counts',
  'message:done': '-ref',
  'thread:seen': '-id -authorId',
  'manifest:update': '-type',
  'agents:presence': '*agents',
  'work:state': '*works *questions',
  'look:request': '.request',
  error: '-code -message',
};
