import { WebSocket } from 'ws';

export interface SocketOptions {
  /** Default: the origin of the URL, as a page of the same server sends it. */
  origin?: string;
  headers?: Record<string, string>;
  protocols?: string[];
  autoPong?: boolean;
}

/** Opens a WebSocket as a page does. Rejects with the status when the server refuses it. */
export async function openSocket(url: string, options: SocketOptions = {}): Promise<JsonSocket<JsonObject>> {
  const socket = new JsonSocket(connect(url, options), (value) => value as JsonObject);
  await socket.opened;
  return socket;
}

export type JsonObject = Record<string, unknown>;

export function connect(url: string, options: SocketOptions): WebSocket {
  const { origin = new URL(url).origin, headers = {}, protocols = [], autoPong = true } = options;
  return new WebSocket(url.replace(/^http/, 'ws'), protocols, {
    headers: { origin, ...headers },
    autoPong,
    rejectUnauthorized: false,
  });
}

/** A WebSocket client that keeps received messages until a test asks for them. */
export class JsonSocket<Message> {
  readonly socket: WebSocket;
  /** Messages that no call has waited for yet. */
  readonly received: Message[] = [];
  readonly opened: Promise<void>;
  /** The code that the socket was closed with. */
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket, parse: (value: unknown) => Message) {
    this.socket = socket;
    this.opened = new Promise((resolve, reject) => {
      socket.once('open', resolve).once('error', reject);
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', (code) => {
        resolve(code);
        this.#wake();
      });
    });
    socket.on('message', (data: Buffer) => {
      this.received.push(parse(JSON.parse(data.toString())));
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first unread message that is wanted; waits for it. */
  async first(isWanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const index = this.received.findIndex(isWanted);
      const [found] = index < 0 ? [] : this.received.splice(index, 1);
      if (found !== undefined) return found;
      await this.#nextEvent();
    }
  }

  /** All messages up to and including the wanted one. */
  async until(isWanted: (message: Message) => boolean): Promise<Message[]> {
    for (;;) {
      const index = this.received.findIndex(isWanted);
      if (index >= 0) return this.received.splice(0, index + 1);
      await this.#nextEvent();
    }
  }

  async #nextEvent(): Promise<void> {
    if (this.socket.readyState === this.socket.CLOSED) throw new Error('The socket was closed.');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
