/** The person's browser as the tools see it: whichever extension is connected. One at a time. */
import { type WebSocket, WebSocketServer } from 'ws';

import {
  type AnnotateInfo,
  bridgeProtocol,
  bridgeSubprotocol,
  closeCodes,
  type CommandType,
  type HelloMessage,
  type ParamsOf,
  type RefusalCode,
  type ResultOf,
} from '@annotate-mcp/browser-protocol';
import { HttpError, type UpgradeHandler } from '@annotate-mcp/http';

import { systemTimer, type Timer } from '../../idle-timer.ts';
import type { Browser, CommandCall } from '../context.ts';

import { ExtensionSocket } from './extension-socket.ts';
import { cancelled, notConnected } from './refusals.ts';

export interface BridgeOptions {
  readonly version: string;
  /** What the extension needs for annotating any page. */
  readonly annotate: AnnotateInfo;
  readonly now?: () => Date;
  readonly timer?: Timer;
  readonly debug?: (line: string) => void;
  /** An extension came or went; for the terminal. */
  readonly onChange?: (connected: ConnectedExtension | null) => void;
}

export interface ConnectedExtension {
  readonly browser: string;
  readonly extensionVersion: string;
  /** ISO time. */
  readonly since: string;
}

interface Connection {
  readonly socket: ExtensionSocket;
  readonly installId: string;
  readonly extension: ConnectedExtension;
}

/** A worker that was killed is back within a second or two; an agent need not hear of it. */
export const returnMs = 5_000;
/** More than the largest picture: what is larger is closed with 1009. */
const largestMessage = 64 * 1024 * 1024;

export class Bridge implements Browser {
  readonly #options: BridgeOptions;
  readonly #timer: Timer;
  readonly #sockets = new Set<ExtensionSocket>();
  readonly #arrivals = new Set<() => void>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: largestMessage,
    // Never the one with the key, which would be sent back in clear.
    handleProtocols: (offered) => (offered.has(bridgeSubprotocol) ? bridgeSubprotocol : false),
  });
  #current: Connection | null = null;
  /** The last one left unasked and may be on its way back. */
  #isExpected = false;
  #callOff: () => void = () => undefined;
  #isClosed = false;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
  }

  get connected(): ConnectedExtension | null {
    return this.#current?.extension ?? null;
  }

  /** Commands that are under way. */
  get pending(): number {
    return this.#current?.socket.pending ?? 0;
  }

  /** For the route of the extension; by then the guard has seen Origin and key. */
  readonly upgrade: UpgradeHandler = (request, socket, head) => {
    if (this.#isClosed) throw closing();
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#admit(webSocket));
  };

  async run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    call: CommandCall,
  ): Promise<ResultOf<Type>> {
    if (this.#current === null && this.#isExpected) await this.#arrival(call.signal);
    if (call.signal.aborted) throw cancelled(type);
    if (this.#current === null) throw notConnected();
    return this.#current.socket.run(type, params, call);
  }

  /** Sends away whoever is connected. */
  expel(code: RefusalCode): void {
    for (const socket of [...this.#sockets]) socket.refuse(code);
    this.#expectNobody();
  }

  /** Resolves nothing any more; whoever waits is told at once. */
  close(): void {
    this.#isClosed = true;
    for (const socket of [...this.#sockets]) socket.close(closeCodes.goingAway, 'The server is closing.');
    this.#expectNobody();
  }

  #admit(webSocket: WebSocket): void {
    const { debug = () => undefined } = this.#options;
    const socket = new ExtensionSocket(webSocket, this.#timer, {
      hello: (hello) => this.#greet(socket, hello),
      ended: () => this.#forget(socket),
      debug,
    });
    this.#sockets.add(socket);
  }

  #greet(socket: ExtensionSocket, { installId, extensionVersion, browser }: HelloMessage): void {
    const { version, annotate, now = () => new Date(), onChange } = this.#options;
    const before = this.#current;
    if (before !== null && before.installId !== installId) {
      socket.refuse('another-install', before.extension.browser);
      return;
    }
    const extension = { browser, extensionVersion, since: now().toISOString() };
    this.#current = { socket, installId, extension };
    before?.socket.refuse('replaced');
    socket.say({ type: 'welcome', protocol: bridgeProtocol, serverVersion: version, annotate });
    this.#expectNobody();
    if (before === null) onChange?.(extension);
  }

  #forget(socket: ExtensionSocket): void {
    this.#sockets.delete(socket);
    if (this.#current?.socket !== socket) return;
    this.#current = null;
    this.#isExpected = !this.#isClosed;
    this.#callOff = this.#timer(returnMs, () => this.#expectNobody());
    this.#options.onChange?.(null);
  }

  #expectNobody(): void {
    this.#callOff();
    this.#isExpected = false;
    for (const arrived of [...this.#arrivals]) arrived();
  }

  /** Resolves when one is there, when none is expected any more, or when nobody wants to know. */
  async #arrival(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#arrivals.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#arrivals.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}

function closing(): HttpError {
  return new HttpError(503, 'bridge/closing', 'The server is closing.', { hint: 'Start it again.' });
}
