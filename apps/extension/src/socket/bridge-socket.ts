/** The one socket to the server: says hello, carries out what is asked, comes back when it was away. */
import {
  type AnnotateInfo,
  bridgeProtocol,
  type BrowserReply,
  bridgeSubprotocol,
  closeCodes,
  type ConnectionInfo,
  heartbeatMs,
  keySubprotocol,
  type RefusedMessage,
  socketUrl,
} from '@annotate-mcp/browser-protocol';
import { serverWordSchema } from '@annotate-mcp/browser-protocol/schema';

export type SocketState =
  | { readonly name: 'unconfigured' }
  | { readonly name: 'connecting'; readonly url: string }
  | { readonly name: 'connected'; readonly url: string; readonly annotate: AnnotateInfo }
  /** Comes back by itself. */
  | { readonly name: 'away'; readonly url: string }
  /** The server said no; `message` and `hint` say why and what to do. */
  | { readonly name: 'refused'; readonly url: string; readonly message: string; readonly hint: string };

export interface SocketParts {
  readonly readConnection: () => Promise<ConnectionInfo | null>;
  readonly hello: () => Promise<{ installId: string; extensionVersion: string; browser: string }>;
  readonly carryOut: (command: unknown, signal: AbortSignal) => Promise<BrowserReply>;
  readonly changed: (state: SocketState) => void;
  /** The server is gone: nobody drives any more. */
  readonly lost: () => void;
  /** Whether a server answers there: a browser does not say why a socket was not opened. */
  readonly isThere: (url: string) => Promise<boolean>;
}

/** After these a new attempt is pointless until the person does something. */
const final: readonly number[] = [closeCodes.replaced, closeCodes.keyReplaced, closeCodes.otherProtocol];
const retryMs = [500, 1_000, 2_000, 5_000, 10_000, 25_000];

export class BridgeSocket {
  readonly #parts: SocketParts;
  readonly #running = new Map<string, AbortController>();
  #socket: WebSocket | null = null;
  #state: SocketState = { name: 'unconfigured' };
  #opening: Promise<void> | null = null;
  #refusal: RefusedMessage | null = null;
  #attempt = 0;
  /** The last ping. */
  #isAnswered = true;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(parts: SocketParts) {
    this.#parts = parts;
  }

  get state(): SocketState {
    return this.#state;
  }

  /** One attempt at a time, however many ask for it; nothing while connected. */
  connect(): Promise<void> {
    if (this.#socket !== null) return Promise.resolve();
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    return this.#opening;
  }

  /** With what is stored now. */
  async restart(): Promise<void> {
    // One that is under way may have read what was stored before.
    await this.#opening?.catch(() => undefined);
    this.disconnect();
    this.#attempt = 0;
    await this.connect();
  }

  disconnect(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#forget();
    socket?.close(1000);
    if (socket !== null) this.#parts.lost();
    this.#become({ name: 'unconfigured' });
  }

  async #open(): Promise<void> {
    clearTimeout(this.#retry);
    const connection = await this.#parts.readConnection();
    if (connection === null) {
      this.#become({ name: 'unconfigured' });
      return;
    }
    const { url, key } = connection;
    this.#refusal = null;
    this.#become({ name: 'connecting', url });
    const hello = await this.#parts.hello();
    const socket = new WebSocket(socketUrl(connection), [bridgeSubprotocol, keySubprotocol(key)]);
    this.#socket = socket;
    let isOpen = false;
    socket.onopen = () => {
      isOpen = true;
      this.#say({ type: 'hello', protocol: bridgeProtocol, ...hello });
    };
    socket.onmessage = ({ data }) => void this.#hear(String(data), url);
    socket.onclose = ({ code }) => {
      this.#closed(socket, code, url);
      if (!isOpen) void this.#wonder(url);
    };
  }

  async #hear(text: string, url: string): Promise<void> {
    const raw: unknown = JSON.parse(text);
    const word = serverWordSchema.safeParse(raw);
    if (!word.success) return this.#carryOut(raw);
    switch (word.data.type) {
      case 'welcome':
        this.#attempt = 0;
        this.#isAnswered = true;
        this.#heartbeat = setInterval(() => this.#ping(url), heartbeatMs);
        this.#become({ name: 'connected', url, annotate: word.data.annotate });
        break;
      case 'refused':
        this.#refusal = word.data;
        break;
      case 'cancel':
        this.#running.get(word.data.id)?.abort();
        break;
      case 'pong':
        this.#isAnswered = true;
    }
  }

  async #carryOut(raw: unknown): Promise<void> {
    const abort = new AbortController();
    const id = typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : '';
    this.#running.set(id, abort);
    const reply = await this.#parts.carryOut(raw, abort.signal);
    this.#running.delete(id);
    if (!abort.signal.aborted) this.#say(reply);
  }

  /** A server that went without a word, with its machine or its network, is not there any more. */
  #ping(url: string): void {
    const socket = this.#socket;
    if (socket === null) return;
    if (this.#isAnswered) this.#say({ type: 'ping' });
    else {
      socket.close();
      this.#closed(socket, 1006, url);
    }
    this.#isAnswered = false;
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #closed(socket: WebSocket, code: number, url: string): void {
    if (this.#socket !== socket) return;
    this.#forget();
    this.#parts.lost();
    if (this.#refusal !== null) {
      const { message, hint } = this.#refusal;
      this.#become({ name: 'refused', url, message, hint });
    } else this.#become({ name: 'away', url });
    if (!final.includes(code)) this.#later();
  }

  /** Was not let in, or nobody is there? */
  async #wonder(url: string): Promise<void> {
    if (!(await this.#parts.isThere(url)) || this.#state.name !== 'away') return;
    this.#become({
      name: 'refused',
      url,
      message: `The server at ${url} does not let this browser in: the key is not its key.`,
      hint: 'Paste the string that "annotate-mcp serve --connection" prints.',
    });
  }

  #forget(): void {
    clearInterval(this.#heartbeat);
    this.#socket = null;
    for (const abort of this.#running.values()) abort.abort();
    this.#running.clear();
  }

  #later(): void {
    const ms = retryMs[Math.min(this.#attempt++, retryMs.length - 1)];
    this.#retry = setTimeout(() => void this.connect(), ms);
  }

  #become(state: SocketState): void {
    this.#state = state;
    this.#parts.changed(state);
  }
}
