/** The server's connection to the Chrome extension. One extension is connected at a time. */
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
import { commands } from '@annotate-mcp/browser-protocol/schema';
import { AnnotateError } from '@annotate-mcp/core';
import { HttpError, type UpgradeHandler } from '@annotate-mcp/http';

import { systemTimer, type Timer } from '../../idle-timer.ts';
import type { Browser, CommandCall } from '../context.ts';

import { cancelledError, notConnectedError } from './errors.ts';
import { ExtensionSocket } from './extension-socket.ts';

export interface BridgeOptions {
  readonly version: string;
  /** What the extension needs for annotating any page. */
  readonly annotate: AnnotateInfo;
  readonly now?: () => Date;
  readonly timer?: Timer;
  readonly debug?: (line: string) => void;
  /** Called when an extension connects or disconnects. */
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

/**
 * How long a command waits for an extension while none is connected: a stopped service worker, and an extension whose
 * server was started again, connect within two seconds.
 */
export const connectMs = 3_000;
/** More than the largest picture. A larger message closes the socket with 1009. */
const maxMessageBytes = 64 * 1024 * 1024;

export class Bridge implements Browser {
  readonly #options: BridgeOptions;
  readonly #timer: Timer;
  readonly #sockets = new Set<ExtensionSocket>();
  readonly #connectWaits = new Set<() => void>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    // The subprotocol with the key is never chosen: the answer would contain the key.
    handleProtocols: (offered) => (offered.has(bridgeSubprotocol) ? bridgeSubprotocol : false),
  });
  #current: Connection | null = null;
  #isClosed = false;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#timer = options.timer ?? systemTimer;
  }

  get connected(): ConnectedExtension | null {
    return this.#current?.extension ?? null;
  }

  /** Number of commands that are under way, or wait for the extension. */
  get pending(): number {
    return this.#connectWaits.size + (this.#current?.socket.pending ?? 0);
  }

  /** For the extension's route. The guard has checked Origin and key before. */
  readonly upgrade: UpgradeHandler = (request, socket, head) => {
    if (this.#isClosed) throw closingError();
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#addSocket(webSocket));
  };

  async run<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    call: CommandCall,
  ): Promise<ResultOf<Type>> {
    try {
      return await this.#runOnce(type, params, call);
    } catch (error) {
      if (this.#isClosed || !commands[type].repeatable || !isDisconnected(error)) throw error;
      return this.#runOnce(type, params, call);
    }
  }

  async #runOnce<Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    call: CommandCall,
  ): Promise<ResultOf<Type>> {
    if (this.#current === null && !this.#isClosed) await this.#waitForExtension(call.signal);
    if (call.signal.aborted) throw cancelledError(type);
    if (this.#current === null) throw notConnectedError();
    return this.#current.socket.run(type, params, call);
  }

  /** Disconnects the extension and tells it why. */
  disconnect(code: RefusalCode): void {
    for (const socket of [...this.#sockets]) socket.refuse(code);
    this.#stopWaiting();
  }

  /** Closes all sockets; commands that wait are rejected at once. */
  close(): void {
    this.#isClosed = true;
    for (const socket of [...this.#sockets]) socket.close(closeCodes.goingAway, 'The server is closing.');
    this.#stopWaiting();
  }

  #addSocket(webSocket: WebSocket): void {
    const { debug = () => undefined } = this.#options;
    const socket = new ExtensionSocket(webSocket, this.#timer, {
      onHello: (hello) => this.#onHello(socket, hello),
      onEnd: () => this.#onEnd(socket),
      debug,
    });
    this.#sockets.add(socket);
  }

  #onHello(socket: ExtensionSocket, { installId, extensionVersion, browser }: HelloMessage): void {
    const { version, annotate, now = () => new Date(), onChange } = this.#options;
    const previous = this.#current;
    if (previous !== null && previous.installId !== installId) {
      socket.refuse('another-install', previous.extension.browser);
      return;
    }
    const extension = { browser, extensionVersion, since: now().toISOString() };
    this.#current = { socket, installId, extension };
    previous?.socket.refuse('replaced');
    socket.send({
      type: 'welcome',
      protocol: bridgeProtocol,
      serverVersion: version,
      annotate,
      takesBytes: true,
    });
    this.#stopWaiting();
    if (previous === null) onChange?.(extension);
  }

  #onEnd(socket: ExtensionSocket): void {
    this.#sockets.delete(socket);
    if (this.#current?.socket !== socket) return;
    this.#current = null;
    this.#options.onChange?.(null);
  }

  #stopWaiting(): void {
    for (const endWait of [...this.#connectWaits]) endWait();
  }

  /** Resolves when an extension connects, when none does in time, or when the signal aborts. */
  async #waitForExtension(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancelTimer();
        this.#connectWaits.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancelTimer = this.#timer(connectMs, done);
      this.#connectWaits.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}

function isDisconnected(error: unknown): boolean {
  return error instanceof AnnotateError && error.code === 'browser/disconnected';
}

function closingError(): HttpError {
  return new HttpError(503, 'bridge/closing', 'The server is closing.', { hint: 'Start it again.' });
}
