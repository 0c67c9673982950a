/** Keeps a connection to the hub: opens it, checks that the hub still answers, and reconnects after a loss. */
import {
  type HubMessage,
  type PageMessage,
  protocolVersion,
  randomUuid,
  type Session,
} from '@annotate-mcp/core';

import type { ConnectionState } from '../state/state.ts';

import type { OpenTextSocket, TextSocket } from './text-socket.ts';

export interface HubSocketEvents {
  readonly onState: (state: ConnectionState) => void;
  readonly onSession: (session: Session) => void;
  readonly onMessage: (message: HubMessage) => void;
  readonly onProblem: (text: string) => void;
}

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
  let socket: TextSocket | null = null;
  let state: ConnectionState | 'closed' = 'connecting';
  let attempt = 0;
  let onlineSince = 0;
  let retrying: Timer;
  let pinging: Timer;
  let answerTimer: Timer;

  connect();
  return {
    send(message) {
      if (state !== 'online') return false;
      sendMessage(message);
      return true;
    },
    checkNow() {
      if (state === 'online') ping();
      else if (socket === null && state !== 'refused' && state !== 'closed') connect();
    },
    close: () => end('closed'),
  };

  function connect(): void {
    clearTimeout(retrying);
    try {
      socket = openSocket(url, { onOpen: () => sendMessage(hello()), onText: receive, onClose: handleLoss });
      expectAnswer();
    } catch {
      // A page's policy may forbid the connection; a later attempt may be allowed.
      handleLoss();
    }
  }

  function receive(text: string): void {
    clearTimeout(answerTimer);
    answerTimer = undefined;
    const message = parse(text);
    if (message === null) return;
    if (message.type === 'session:created') welcome(message);
    else if (message.type === 'error' && state !== 'online') rejectHello(message);
    else events.onMessage(message);
  }

  function welcome({ protocol, session }: HubMessage & { type: 'session:created' }): void {
    if (protocol !== protocolVersion) {
      refuse();
      return;
    }
    onlineSince = Date.now();
    pinging = setInterval(ping, pingEveryMs);
    // Before `online`, so that listeners of that state can already use the session.
    events.onSession(session);
    setState('online');
  }

  function rejectHello({ code, message, hint }: HubMessage & { type: 'error' }): void {
    if (code.startsWith('protocol/')) {
      refuse();
      return;
    }
    events.onProblem(hint === undefined ? message : `${message} ${hint}`);
    handleLoss();
  }

  function refuse(): void {
    end('refused');
    events.onState('refused');
    events.onProblem(
      'This page and the dev server are of different versions: reload the page. What you wrote is kept.',
    );
  }

  function handleLoss(): void {
    // A connection that was dropped at once counts as a failed attempt; otherwise reconnecting would have no pauses.
    if (state === 'online' && Date.now() - onlineSince > 1_000) attempt = 0;
    closeSocket();
    setState('offline');
    retrying = setTimeout(connect, retryDelay(attempt++));
  }

  function ping(): void {
    sendMessage({ type: 'session:ping', ref: randomUuid() });
    expectAnswer();
  }

  function expectAnswer(): void {
    answerTimer ??= setTimeout(handleLoss, answerTimeoutMs);
  }

  function sendMessage(message: PageMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function setState(next: ConnectionState): void {
    if (state === next) return;
    state = next;
    events.onState(next);
  }

  function end(as: 'closed' | 'refused'): void {
    clearTimeout(retrying);
    closeSocket();
    state = as;
  }

  function closeSocket(): void {
    clearInterval(pinging);
    clearTimeout(answerTimer);
    answerTimer = undefined;
    socket?.close();
    socket = null;
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Ignores what cannot be parsed: a newer hub may send messages that this page does not know. */
function parse(text: string): HubMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    const known = typeof message === 'object' && message !== null && 'type' in message;
    // The hub is trusted, and the hello has checked its protocol version.
    return known ? (message as HubMessage) : null;
  } catch {
    return null;
  }
}
