import type { WebSocket } from 'ws';

import type { HubMessage } from '@annotate-mcp/core';

/** So far a tab may fall behind for a moment: a burst is written faster than anybody can read it. */
const mostAtOnce = 32 * 1024 * 1024;
/** And so far from one look to the next. Who is cut off resumes by its cursor when it can. */
const mostBehind = 4 * 1024 * 1024;

/** What goes to one tab. */
export class Outbox {
  readonly #socket: WebSocket;
  /** Bytes that the tab asked for itself, which do not count as falling behind. */
  #asked = 0;
  #wasBehind = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  send(message: HubMessage): void {
    this.sendText(JSON.stringify(message));
  }

  /** For what is written once and sent to many. */
  sendText(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.#unread() > mostAtOnce) socket.terminate();
    else socket.send(text);
  }

  /** For what a tab asked for by resuming, however much that is. */
  sendAsked(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    const size = Buffer.byteLength(text);
    this.#asked += size;
    socket.send(text, () => (this.#asked -= size));
  }

  /** Called now and then: cuts off a tab that does not read. */
  look(): void {
    const isBehind = this.#unread() > mostBehind;
    if (isBehind && this.#wasBehind) this.#socket.terminate();
    this.#wasBehind = isBehind;
  }

  #unread(): number {
    return this.#socket.bufferedAmount - this.#asked;
  }
}
