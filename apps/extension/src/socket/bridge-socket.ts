/** The extension's socket to the server: says hello, runs the commands it receives, and reconnects. */
import {
  type AnnotateInfo,
  bridgeProtocol,
  bridgeSubprotocol,
  type BrowserReply,
  closeCodes,
  heartbeatMs,
  joinBytes,
  keySubprotocol,
  type RefusedMessage,
  socketUrl,
} from '@annotate-mcp/browser-protocol';
import { serverMessageSchema } from '@annotate-mcp/browser-protocol/schema';

import type { ServerCheck } from './check-server.ts';
import type { StoredConnection } from './settings.ts';

export type SocketState =
  | { readonly name: 'unconfigured' }
  | { readonly name: 'connecting'; readonly url: string }
  | { readonly name: 'connected'; readonly url: string; readonly annotate: AnnotateInfo }
  /** The server does not answer; the extension keeps trying. */
  | { readonly name: 'away'; readonly url: string }
  /** The server refused the connection; `message` and `hint` say why and what to do. */
  | { readonly name: 'refused'; readonly url: string; readonly message: string; readonly hint: string };

export interface BridgeSocketDeps {
  readonly readConnection: () => Promise<StoredConnection | null>;
  readonly describeBrowser: () => Promise<{ installId: string; extensionVersion: string; browser: string }>;
  readonly runCommand: (command: unknown, signal: AbortSignal) => Promise<BrowserReply>;
  readonly onChange: (state: SocketState) => void;
  /** The connection is lost, so no agent controls tabs any more. */
  readonly onLost: () => void;
  /** Asked before the key is sent, and after a socket that never opened: Chrome does not say why. */
  readonly checkServer: (connection: StoredConnection) => Promise<ServerCheck>;
}

/** After these close codes the person has to act before a new attempt can succeed. */
const finalCloseCodes: readonly number[] = [
  closeCodes.replaced,
  closeCodes.keyReplaced,
  closeCodes.otherProtocol,
];

export class BridgeSocket {
  readonly #deps: BridgeSocketDeps;
  readonly #running = new Map<string, AbortController>();
  #socket: WebSocket | null = null;
  #state: SocketState = { name: 'unconfigured' };
  #opening: Promise<void> | null = null;
  #refusal: RefusedMessage | null = null;
  #attempt = 0;
  /** When the first attempt since the last connection failed. */
  #awaySince: number | null = null;
  #isPingAnswered = true;
  #takesBytes = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(deps: BridgeSocketDeps) {
    this.#deps = deps;
  }

  get state(): SocketState {
    return this.#state;
  }

  /** Makes one attempt at a time, and does nothing while connected. */
  connect(): Promise<void> {
    if (this.#socket !== null) return Promise.resolve();
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    return this.#opening;
  }

  /** Whether a new attempt follows within about a second: Chrome must not stop the service worker meanwhile. */
  get isBusy(): boolean {
    const { name, url } = { url: '', ...this.#state };
    if (name === 'away') return retryDelay({ url, attempt: this.#attempt, awayMs: this.#awayMs() }) <= 1_000;
    return name === 'connecting' || name === 'connected';
  }

  /** A server has started, or the person looks: tries now, and often again. */
  async connectNow(): Promise<void> {
    this.#attempt = 0;
    this.#awaySince = null;
    await this.connect();
  }

  /** Connects with the connection that is stored now. */
  async restart(): Promise<void> {
    // An attempt that is under way may have read the previous connection.
    await this.#opening?.catch(() => undefined);
    this.disconnect();
    await this.connectNow();
  }

  disconnect(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#dropSocket();
    socket?.close(1000);
    if (socket !== null) this.#deps.onLost();
    this.#setState({ name: 'unconfigured' });
  }

  async #open(): Promise<void> {
    clearTimeout(this.#retry);
    const connection = await this.#deps.readConnection();
    if (connection === null) {
      this.#setState({ name: 'unconfigured' });
      return;
    }
    this.#refusal = null;
    this.#showAttempt(connection.url);
    const browser = await this.#deps.describeBrowser();
    if (await this.#mayHaveKey(connection)) this.#openSocket(connection, browser);
  }

  /** Where an earlier attempt has failed, its result is shown until this one has succeeded. */
  #showAttempt(url: string): void {
    const { name } = this.#state;
    const isRetry = (name === 'away' || name === 'refused') && this.#state.url === url;
    if (!isRetry) this.#setState({ name: 'connecting', url });
  }

  /** Otherwise shows why not, and tries again later. */
  async #mayHaveKey(connection: StoredConnection): Promise<boolean> {
    const { url, mustProve } = connection;
    const check = await this.#deps.checkServer(connection);
    if (check === 'proven' || (check === 'unproven' && !mustProve)) return true;
    this.#setState(check === 'away' ? { name: 'away', url } : unprovenState(url));
    this.#scheduleRetry();
    return false;
  }

  #openSocket(
    connection: StoredConnection,
    browser: Awaited<ReturnType<BridgeSocketDeps['describeBrowser']>>,
  ): void {
    const { url, key } = connection;
    const socket = new WebSocket(socketUrl(connection), [bridgeSubprotocol, keySubprotocol(key)]);
    this.#socket = socket;
    let isOpen = false;
    socket.onopen = () => {
      isOpen = true;
      this.#send({ type: 'hello', protocol: bridgeProtocol, ...browser });
    };
    socket.onmessage = ({ data }) => void this.#receive(String(data), url);
    socket.onclose = ({ code }) => {
      if (isOpen) this.#onClosed(socket, code, url);
      else void this.#onNeverOpened(socket, connection);
    };
  }

  async #receive(text: string, url: string): Promise<void> {
    const raw: unknown = JSON.parse(text);
    const message = serverMessageSchema.safeParse(raw);
    if (!message.success) return this.#runCommand(raw);
    switch (message.data.type) {
      case 'welcome':
        this.#attempt = 0;
        this.#awaySince = null;
        this.#isPingAnswered = true;
        this.#takesBytes = message.data.takesBytes === true;
        this.#heartbeat = setInterval(() => this.#ping(url), heartbeatMs);
        this.#setState({ name: 'connected', url, annotate: message.data.annotate });
        break;
      case 'refused':
        this.#refusal = message.data;
        break;
      case 'cancel':
        this.#running.get(message.data.id)?.abort();
        break;
      case 'pong':
        this.#isPingAnswered = true;
    }
  }

  async #runCommand(raw: unknown): Promise<void> {
    const abort = new AbortController();
    const id = typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : '';
    this.#running.set(id, abort);
    const reply = await this.#deps.runCommand(raw, abort.signal);
    this.#running.delete(id);
    if (!abort.signal.aborted) this.#sendData(encodeReply(reply, this.#takesBytes));
  }

  /** Closes the socket if the last ping was not answered: the server's machine or network may be gone without notice. */
  #ping(url: string): void {
    const socket = this.#socket;
    if (socket === null) return;
    if (this.#isPingAnswered) this.#send({ type: 'ping' });
    else {
      socket.close();
      this.#onClosed(socket, 1006, url);
    }
    this.#isPingAnswered = false;
  }

  #send(message: object): void {
    this.#sendData(JSON.stringify(message));
  }

  #sendData(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  #onClosed(socket: WebSocket, code: number, url: string): void {
    if (this.#socket !== socket) return;
    this.#dropSocket();
    this.#deps.onLost();
    if (this.#refusal !== null) {
      const { message, hint } = this.#refusal;
      this.#setState({ name: 'refused', url, message, hint });
    } else this.#setState({ name: 'away', url });
    if (!finalCloseCodes.includes(code)) this.#scheduleRetry();
  }

  /** A socket that never opened was refused if a server is running there; until that is known, nothing else is shown. */
  async #onNeverOpened(socket: WebSocket, connection: StoredConnection): Promise<void> {
    if (this.#socket !== socket) return;
    this.#dropSocket();
    this.#deps.onLost();
    const { url } = connection;
    const check = await this.#deps.checkServer(connection);
    if (!this.#isDisconnected()) return;
    this.#setState(check === 'away' ? { name: 'away', url } : wrongKeyState(url));
    this.#scheduleRetry();
  }

  /** Neither connecting again, nor told to forget the server. */
  #isDisconnected(): boolean {
    return this.#socket === null && this.#opening === null && this.#state.name !== 'unconfigured';
  }

  #dropSocket(): void {
    clearInterval(this.#heartbeat);
    this.#socket = null;
    for (const abort of this.#running.values()) abort.abort();
    this.#running.clear();
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retry);
    const url = this.#state.name === 'away' ? this.#state.url : '';
    const ms = retryDelay({ url, attempt: this.#attempt++, awayMs: this.#awayMs() });
    this.#retry = setTimeout(() => void this.connect(), ms);
  }

  #awayMs(): number {
    this.#awaySince ??= Date.now();
    return Date.now() - this.#awaySince;
  }

  #setState(state: SocketState): void {
    const hasChanged = JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    if (hasChanged) this.#deps.onChange(state);
  }
}

function wrongKeyState(url: string): SocketState {
  return {
    name: 'refused',
    url,
    message: `The server at ${url} refuses this browser: the key is not valid.`,
    hint: 'Paste the string that "annotate-mcp serve --connection" prints.',
  };
}

function unprovenState(url: string): SocketState {
  return {
    name: 'refused',
    url,
    message: `What answers at ${url} did not prove that it is your server.`,
    hint: 'Update annotate-mcp and start it again.',
  };
}

/** As the server takes it: see `WelcomeMessage.takesBytes`. */
export function encodeReply(reply: BrowserReply, takesBytes: boolean): string | Uint8Array<ArrayBuffer> {
  const file = takesBytes ? fileIn(reply) : null;
  if (file === null) return JSON.stringify(reply);
  return joinBytes(new TextEncoder().encode(JSON.stringify(file.rest)), file.bytes);
}

function fileIn(reply: BrowserReply): { rest: object; bytes: Uint8Array } | null {
  if (!reply.success || !('file' in reply.result)) return null;
  const { file } = reply.result;
  const bytes = typeof file === 'string' ? decode(file) : file;
  return bytes === null ? null : { rest: { ...reply, result: { ...reply.result, file: '' } }, bytes };
}

type FromBase64 = (base64: string) => Uint8Array;

/** `null` in a Chrome that has no fast way for it: what text costs more is less than the slow way takes. */
function decode(base64: string): Uint8Array | null {
  const { fromBase64 } = Uint8Array as { fromBase64?: FromBase64 };
  return fromBase64?.call(Uint8Array, base64) ?? null;
}

const slowSteps = [500, 1_000, 2_000, 5_000, 10_000, 25_000];
/** For a server on this machine, which costs nothing to ask: a restart is noticed within a second. */
const quickSteps = [100, 250, 500, 1_000];
/** A server that is away for longer was probably ended on purpose. When it starts again, its bridge file tells. */
const quickForMs = 3 * 60_000;

interface FailedAttempts {
  /** Of the server that does not answer; empty when it refuses, which asking again rarely changes. */
  readonly url: string;
  /** Number of attempts that have failed before. */
  readonly attempt: number;
  readonly awayMs: number;
}

/** How long to wait before the next attempt to connect, in milliseconds. */
export function retryDelay({ url, attempt, awayMs }: FailedAttempts): number {
  const steps = isThisMachine(url) && awayMs < quickForMs ? quickSteps : slowSteps;
  return steps[Math.min(attempt, steps.length - 1)] ?? 0;
}

function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === '127.0.0.1' || host === 'localhost' || host === '[::1]';
}
