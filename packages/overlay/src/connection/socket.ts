/** Keeps one conversation with the hub going: says hello, listens whether it is still there, comes back when it was away. */
import {
  type HubMessage,
  type PageMessage,
  protocolVersion,
  randomUuid,
  type Session,
} from '@annotate-mcp/core';

import type { ConnectionState } from '../state/state.ts';

import type { OpenWire, Wire } from './wire.ts';

export interface SocketEvents {
  readonly state: (state: ConnectionState) => void;
  readonly session: (session: Session) => void;
  readonly message: (message: HubMessage) => void;
  readonly problem: (text: string) => void;
}

export interface Socket {
  /** `false` when there is no session to send it in. */
  readonly send: (message: PageMessage) => boolean;
  /** Tries now what would be tried later, and asks whether the hub is still there. */
  readonly hurry: () => void;
  readonly close: () => void;
}

export const pingEveryMs = 10_000;
/** As long may the hub be silent after a question. */
export const silenceMs = 25_000;

/** `attempt` 0 is the first retry after a connection was lost. Jitter, so that fifty tabs do not come at once. */
export function retryDelay(attempt: number, random = Math.random): number {
  return ([0, 250, 500, 1_000, 2_000][attempt] ?? 3_000) * (1 - random() / 5);
}

/** `hello` is asked anew for each connection. */
export function openSocket(
  url: string,
  openWire: OpenWire,
  hello: () => PageMessage,
  events: SocketEvents,
): Socket {
  let wire: Wire | null = null;
  let state: ConnectionState | 'closed' = 'connecting';
  let attempt = 0;
  let onlineSince = 0;
  let retrying: Timer;
  let pinging: Timer;
  let silence: Timer;

  connect();
  return {
    send(message) {
      if (state !== 'online') return false;
      say(message);
      return true;
    },
    hurry() {
      if (state === 'online') ping();
      else if (wire === null && state !== 'refused' && state !== 'closed') connect();
    },
    close: () => end('closed'),
  };

  function connect(): void {
    clearTimeout(retrying);
    try {
      wire = openWire(url, { opened: () => say(hello()), heard, closed: lost });
      expectWord();
    } catch {
      // A page may forbid the connection outright; a later one may be allowed.
      lost();
    }
  }

  function heard(text: string): void {
    clearTimeout(silence);
    silence = undefined;
    const message = parse(text);
    if (message === null) return;
    if (message.type === 'session:created') welcome(message);
    else if (message.type === 'error' && state !== 'online') unwelcome(message);
    else events.message(message);
  }

  function welcome({ protocol, session }: HubMessage & { type: 'session:created' }): void {
    if (protocol !== protocolVersion) {
      refuse();
      return;
    }
    onlineSince = Date.now();
    pinging = setInterval(ping, pingEveryMs);
    // First, so that whoever hears of `online` can ask for it.
    events.session(session);
    become('online');
  }

  function unwelcome({ code, message, hint }: HubMessage & { type: 'error' }): void {
    if (code.startsWith('protocol/')) {
      refuse();
      return;
    }
    events.problem(hint === undefined ? message : `${message} ${hint}`);
    lost();
  }

  function refuse(): void {
    end('refused');
    events.state('refused');
    events.problem(
      'This page and the dev server are of different versions: reload the page. What you wrote is kept.',
    );
  }

  function lost(): void {
    // One that was accepted and dropped at once counts as a failed try, or two sick ends would talk without a pause.
    if (state === 'online' && Date.now() - onlineSince > 1_000) attempt = 0;
    hangUp();
    become('offline');
    retrying = setTimeout(connect, retryDelay(attempt++));
  }

  function ping(): void {
    say({ type: 'session:ping', ref: randomUuid() });
    expectWord();
  }

  function expectWord(): void {
    silence ??= setTimeout(lost, silenceMs);
  }

  function say(message: PageMessage): void {
    wire?.send(JSON.stringify(message));
  }

  function become(next: ConnectionState): void {
    if (state === next) return;
    state = next;
    events.state(next);
  }

  function end(as: 'closed' | 'refused'): void {
    clearTimeout(retrying);
    hangUp();
    state = as;
  }

  function hangUp(): void {
    clearInterval(pinging);
    clearTimeout(silence);
    silence = undefined;
    wire?.close();
    wire = null;
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** What cannot be read is not for us: a newer hub may say more than this page knows. */
function parse(text: string): HubMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    const known = typeof message === 'object' && message !== null && 'type' in message;
    // The hub is ours, and the hello has made sure that it speaks our protocol.
    return known ? (message as HubMessage) : null;
  } catch {
    return null;
  }
}
