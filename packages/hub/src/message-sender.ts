import type { WebSocket } from 'ws';

import type { HubMessage } from '@annotate-mcp/core';

/** Unread bytes at which a socket is ended at once. High, because the hub can write a burst faster than a page reads. */
const maxUnreadBytes = 32 * 1024 * 1024;
/** Unread bytes at which a socket is ended if they are still unread at the next check. The page resumes by its cursor. */
const maxBacklogBytes = 4 * 1024 * 1024;

/** Sends messages to one page, and ends the socket of a page that does not read them. */
export class MessageSender {
  readonly #socket: WebSocket;
  /** Unsent bytes that the page requested itself; they do not count as unread. */
  #requestedBytes = 0;
  #wasBehind = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  send(message: HubMessage): void {
    this.sendText(JSON.stringify(message));
  }

  /** Sends a message that the caller has serialized once for many pages. */
  sendText(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.#unreadBytes() > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  }

  /** Sends what the page requested by resuming its session, of any size. */
  sendRequested(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    const size = Buffer.byteLength(text);
    this.#requestedBytes += size;
    socket.send(text, () => (this.#requestedBytes -= size));
  }

  /** Called at an interval. Ends the socket when the page was behind at the last check and still is. */
  checkBacklog(): void {
    const isBehind = this.#unreadBytes() > maxBacklogBytes;
    if (isBehind && this.#wasBehind) this.#socket.terminate();
    this.#wasBehind = isBehind;
  }

  #unreadBytes(): number {
    return this.#socket.bufferedAmount - this.#requestedBytes;
  }
}
