/** A server in front of a dev server, which adds the overlay to its pages. The hub at `/__annotate` is attached by the caller. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import {
  checkRequestHost,
  declineUpgrade,
  offersWebSocket,
  refuse,
  refuseOnSocket,
} from '@annotate-mcp/http';
import { asksForPage } from '@annotate-mcp/hub/integration';

import { describeFailure, failureHeader, failurePage } from './failure-page.ts';
import { forwardRequest, forwardUpgrade } from './forward.ts';
import { hasOwnCookies, type Upstream } from './upstream.ts';

export interface ProxyOptions {
  /** `null` until the address of the dev server is known. */
  readonly upstream: () => Upstream | null;
  /** The path of the overlay's script at this server. */
  readonly scriptPath: string;
  /** Gets a line for the terminal. */
  readonly note?: (line: string) => void;
  /** How long a browser may take to come by the name that it was led to. Default: 10 seconds. */
  readonly arrivalMs?: number;
}

/**
 * The Host is checked here, because the dev server may not be able to: it is told another one. Without the check a page
 * elsewhere could read the app by a name that leads to this machine.
 */
export function addProxy(server: Server, { upstream, scriptPath, ...noting }: ProxyOptions): void {
  const arrivals = new Arrivals(noting);
  server.on('request', (request, response) => {
    const refusal = checkRequestHost(request, {});
    if (refusal !== null) {
      refuse(request, response, refusal);
      return;
    }
    const current = upstream();
    const onFailure = (error: NodeJS.ErrnoException | null) =>
      sendFailure(request, response, current?.url ?? null, error);
    if (current === null) onFailure(null);
    else if (asksForPage(request) && leadToOwnName(request, response, current, arrivals)) return;
    else forwardRequest(request, response, { upstream: current, scriptPath, onFailure });
  });
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    if (!offersWebSocket(request)) {
      declineUpgrade(server, request, socket, head);
      return;
    }
    const refusal = checkRequestHost(request, {});
    const current = upstream();
    const onFailure = (error: NodeJS.ErrnoException | null) =>
      refuseOnSocket(socket, failureRefusal(current?.url ?? null, error));
    if (refusal !== null) refuseOnSocket(socket, refusal);
    else if (current === null) onFailure(null);
    else forwardUpgrade(request, socket, head, { upstream: current, onFailure });
  });
}

/** Under another name of this machine the app would have no cookies. Safari stays there, because it finds no other. */
function leadToOwnName(
  { method, headers: { host = '', 'user-agent': agent = '' }, url = '/' }: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  arrivals: Arrivals,
): boolean {
  if (hasOwnCookies(upstream, host)) {
    arrivals.came();
    return false;
  }
  if (method !== 'GET' && method !== 'HEAD') return false;
  const origin = `http://${upstream.ownName}${/:\d+$/.exec(host)?.[0] ?? ''}`;
  if (isSafari(agent)) {
    arrivals.staysHere(origin);
    return false;
  }
  arrivals.isLed(origin);
  const Location = origin + url;
  response.writeHead(307, { Location, 'Cache-Control': 'no-store' }).end();
  return true;
}

/** It asks the system for names below `.localhost`, which on macOS knows none. Others that look like it name themselves. */
function isSafari(userAgent: string): boolean {
  return /\bVersion\/[\d.]+ .*\bSafari\//.test(userAgent) && !/Chrom|Android|Edg/.test(userAgent);
}

/** Whether browsers come by the name that they are led to. Says once what to do where one does not, or cannot. */
class Arrivals {
  readonly #note: (line: string) => void;
  readonly #arrivalMs: number;
  readonly #said = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ note = () => undefined, arrivalMs = 10_000 }: Pick<ProxyOptions, 'note' | 'arrivalMs'>) {
    this.#note = note;
    this.#arrivalMs = arrivalMs;
  }

  isLed(origin: string): void {
    const say = () =>
      this.#say(
        `The browser that was led to ${origin} has not come.`,
        `Open it in Chrome, Edge or Firefox`,
        origin,
      );
    this.#timer ??= setTimeout(say, this.#arrivalMs).unref();
  }

  came(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The cookies of `localhost` are those of all apps of the machine, so the server gets none. */
  staysHere(origin: string): void {
    const what = `Safari does not open names below .localhost: it shows the app at localhost, without cookies, so that you cannot sign in there.`;
    this.#say(what, 'To sign in, use Chrome, Edge or Firefox', origin);
  }

  #say(what: string, otherBrowser: string, origin: string): void {
    if (this.#said.has(what)) return;
    this.#said.add(what);
    const { hostname } = new URL(origin);
    this.#note(
      `${what} ${otherBrowser}, or add the line "127.0.0.1 ${hostname}" to /etc/hosts and open ${origin}.`,
    );
  }
}

function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL | null,
  error: NodeJS.ErrnoException | null,
): void {
  response.setHeader(failureHeader, 'no-answer');
  if (!asksForPage(request)) {
    refuse(request, response, failureRefusal(upstream, error));
    return;
  }
  const page = failurePage(describeFailure(upstream, error), request.method === 'GET');
  response.writeHead(502, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : page);
  request.resume();
}

function failureRefusal(upstream: URL | null, error: NodeJS.ErrnoException | null) {
  const { what, fix } = describeFailure(upstream, error);
  return { status: 502, code: 'dev/no-answer', message: what, hint: fix };
}
