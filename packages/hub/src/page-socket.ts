/** One tab: reads what it says, in order, and answers each message. What others must hear of it is pages.ts. */
import type { RawData, WebSocket } from 'ws';

import { AnnotateError, type Cursor, type PageMessage, protocolVersion } from '@annotate-mcp/core';
import { pageMessageSchema, parseAs } from '@annotate-mcp/core/schema';
import type { Store } from '@annotate-mcp/store';

import { type About, errorMessage } from './errors.ts';
import { Outbox } from './outbox.ts';
import type { Pages, Reader } from './pages.ts';
import { performMessage } from './person-actions.ts';
import type { SessionKeeper } from './session-keeper.ts';
import { requireOwnName, type Speaker } from './speaker.ts';

export interface House {
  readonly store: Store;
  readonly appId: string;
  readonly projectId: string;
  readonly pages: Pages;
  readonly sessions: SessionKeeper;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** So many messages may wait; then the tab has to, too. */
const mostWaiting = 64;

export class PageSocket {
  readonly #socket: WebSocket;
  readonly #house: House;
  readonly #local: boolean;
  readonly #outbox: Outbox;
  readonly #waiting: { data: RawData; isBinary: boolean }[] = [];
  #working: Promise<void> | null = null;
  #joined: { speaker: Speaker & { sessionId: string }; reader: Reader } | null = null;
  #left = false;
  #heardAt: number;

  constructor(socket: WebSocket, local: boolean, house: House) {
    this.#socket = socket;
    this.#house = house;
    this.#local = local;
    this.#outbox = new Outbox(socket);
    this.#heardAt = house.now().getTime();
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => this.#hear());
    socket.on('close', () => this.#leave());
    // Too large a frame, bytes that are no frame, a reset: `ws` closes with the right code by itself.
    socket.on('error', () => undefined);
  }

  /** Asks the browser, which answers even for a tab in the background whose timers sleep. */
  lookAlive(silenceMs: number): void {
    this.#outbox.look();
    if (this.#house.now().getTime() - this.#heardAt >= silenceMs) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  /** Resolves when it is closed and all that it had said is done. */
  async close(code: number, reason: string, withinMs: number): Promise<void> {
    await this.#sayGoodbye(code, reason, withinMs);
    await this.#working;
  }

  async #sayGoodbye(code: number, reason: string, withinMs: number): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState === socket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(() => socket.terminate(), withinMs);
      socket.once('close', () => {
        clearTimeout(patience);
        resolve();
      });
      // A socket that waits because it was flooded would not hear the goodbye.
      socket.resume();
      socket.close(code, reason);
    });
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#hear();
    this.#waiting.push({ data, isBinary });
    if (this.#waiting.length >= mostWaiting) this.#socket.pause();
    this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#take(next.data, next.isBinary);
    }
    this.#working = null;
    if (this.#socket.isPaused) this.#socket.resume();
  }

  async #take(data: RawData, isBinary: boolean): Promise<void> {
    let about: About = {};
    try {
      const value = readJson(data, isBinary);
      about = aboutOf(value);
      if (isOtherVersion(value)) {
        this.#refuseVersion(about);
        return;
      }
      const message = parseAs(pageMessageSchema, value, malformed);
      await this.#act(message);
      if (message.ref !== undefined) this.#outbox.send({ type: 'message:done', ref: message.ref });
    } catch (error) {
      this.#outbox.send(errorMessage(error, about, this.#house.onError));
    }
  }

  async #act(message: PageMessage): Promise<void> {
    if (message.type === 'session:resume') {
      await this.#resume(message);
      return;
    }
    if (this.#joined === null) throw notFirst();
    const { speaker } = this.#joined;
    const { store, sessions, now } = this.#house;
    const url = message.type === 'session:ping' ? message.url : undefined;
    sessions.seen(speaker.sessionId, url);
    if (message.type !== 'session:ping') await performMessage(store, message, speaker, now());
  }

  async #resume(message: PageMessage & { type: 'session:resume' }): Promise<void> {
    if (this.#joined !== null) throw twice();
    const { appId, sessions } = this.#house;
    const { authorId, sessionId, projectId, url, cursor } = message;
    if (projectId !== undefined && projectId !== this.#house.projectId) {
      this.#refuseStranger();
      return;
    }
    requireOwnName({ authorId, local: this.#local });
    const session = await sessions.enter(sessionId, url);
    const speaker = { authorId, appId, sessionId: session.id, local: this.#local };
    this.#joined = { speaker, reader: this.#readerFor(authorId) };
    if (!this.#isOpen()) {
      // It left while its session was looked up, and nobody else will say so.
      this.#leave();
      return;
    }
    this.#outbox.send({ type: 'session:created', protocol: protocolVersion, session });
    await this.#join(this.#joined.reader, cursor);
  }

  async #join(reader: Reader, cursor: Cursor | undefined): Promise<void> {
    try {
      await this.#house.pages.join(reader, cursor);
    } catch (error) {
      // Without a beginning nothing that follows makes sense: it comes again and finds the store readable, or not.
      reader.sendAway();
      throw error;
    }
  }

  #readerFor(authorId: string): Reader {
    return {
      authorId,
      outbox: this.#outbox,
      isOpen: () => this.#isOpen(),
      sendAway: () => {
        // After the message that says why.
        setImmediate(() => this.#socket.close(1013, 'The store cannot be read just now.'));
      },
    };
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #refuseVersion(about: About): void {
    this.#outbox.send({
      type: 'error',
      code: 'protocol/version',
      message: `This page and the dev server are of different releases; the server speaks version ${protocolVersion}.`,
      hint: 'Reload the page. If that does not help, restart the dev server.',
      ...about,
    });
    this.#socket.close(1002, 'Another protocol version.');
  }

  /** A page that was open when another project took over the port: what waits in it is not for this store. */
  #refuseStranger(): void {
    this.#outbox.send({
      type: 'error',
      code: 'session/other-project',
      message: 'Another project runs at this address now.',
      hint: 'Reload the page to see it. What you wrote is kept for the project it is about.',
    });
    this.#socket.close(1008, 'A page of another project.');
  }

  #hear(): void {
    this.#heardAt = this.#house.now().getTime();
  }

  #leave(): void {
    if (this.#joined === null || this.#left) return;
    this.#left = true;
    const { reader, speaker } = this.#joined;
    this.#house.pages.leave(reader);
    this.#house.sessions.leave(speaker.sessionId);
  }
}

const malformed = {
  code: 'protocol/invalid',
  subject: 'The message',
  hint: 'Nothing was changed. Reload the page: it may be of another release than the dev server.',
} as const;

function readJson(data: RawData, isBinary: boolean): unknown {
  if (isBinary) throw unreadable('it is binary');
  try {
    // Text messages come as one buffer: `ws` hands out others only when its `binaryType` is changed.
    return JSON.parse(Buffer.isBuffer(data) ? data.toString() : '');
  } catch {
    throw unreadable('it does not parse');
  }
}

function unreadable(why: string): AnnotateError {
  return new AnnotateError('protocol/invalid', `The message is not valid JSON: ${why}.`, {
    hint: 'Nothing was changed. Send one JSON object as a text message.',
  });
}

/** Also of what is malformed: a page that cannot tell which message was refused would send it for ever. */
function aboutOf(value: unknown): About {
  if (typeof value !== 'object' || value === null) return {};
  const { ref, id, payload } = value as { ref?: unknown; id?: unknown; payload?: unknown };
  const named = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : id;
  return { ...(isShort(ref) && { ref }), ...(isShort(named) && { id: named }) };
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200;
}

/** Asked before anything else is: another version may say everything else differently. */
function isOtherVersion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return value.type === 'session:resume' && 'protocol' in value && value.protocol !== protocolVersion;
}

function notFirst(): AnnotateError {
  return new AnnotateError('protocol/invalid', 'This socket has not said who it is.', {
    hint: 'Send "session:resume" first.',
  });
}

function twice(): AnnotateError {
  return new AnnotateError('protocol/invalid', 'This socket has said already who it is.', {
    hint: 'Open another socket for another session.',
  });
}
