/** The socket of one page: handles its messages in order and answers each. Sending changes is session-feed.ts. */
import type { RawData, WebSocket } from 'ws';

import {
  accessEndedCode,
  cleanName,
  type Cursor,
  type PageMessage,
  type Person,
  protocolVersion,
  type Session,
} from '@annotate-mcp/core';
import { pageMessageSchema, parseAs } from '@annotate-mcp/core/schema';
import { accessChanged, type Caller, type RouteContext } from '@annotate-mcp/http';

import { authorIdFrom } from './author-id.ts';
import { type FailedMessage, toErrorMessage } from './errors.ts';
import { joinDrafts, joinSent } from './join-browser.ts';
import type { ConnectedPage, LookRelay } from './look-relay.ts';
import type { MachinePerson } from './machine-person.ts';
import { MessageSender } from './message-sender.ts';
import {
  alreadyResumedError,
  blankNameError,
  failedMessageOf,
  invalidMessage,
  isOtherVersion,
  notResumedError,
  readJson,
} from './page-message.ts';
import type { People } from './people.ts';
import { type ActionDeps, giveDraftsTo, performMessage } from './person-actions.ts';
import type { ProjectSources } from './project-sources.ts';
import type { FeedReader, PortionMessage, SessionFeed } from './session-feed.ts';
import type { SessionTracker } from './session-tracker.ts';
import { abilitiesOf, authorFrom, type Speaker } from './speaker.ts';

export interface PageSocketDeps extends ActionDeps {
  readonly appId: string;
  readonly projectId: string;
  readonly sources: ProjectSources;
  readonly feed: SessionFeed;
  readonly sessions: SessionTracker;
  readonly people: People;
  readonly machinePerson: MachinePerson | null;
  readonly looks: LookRelay;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** Pages connect again at once: "service restart". */
const connectAgainCode = 1012;

/** With this many unhandled messages, the socket is not read until they are handled. */
const maxWaitingMessages = 64;

export class PageSocket {
  readonly #socket: WebSocket;
  readonly #deps: PageSocketDeps;
  readonly #local: boolean;
  readonly #caller: Caller | undefined;
  readonly #sender: MessageSender;
  readonly #waiting: { data: RawData; isBinary: boolean }[] = [];
  #handling: Promise<void> | null = null;
  #session: { speaker: Speaker & { sessionId: string }; reader: FeedReader; page: ConnectedPage } | null =
    null;
  #url = '';
  #hasLeft = false;
  #lastReceivedAt: number;

  constructor(
    socket: WebSocket,
    { local, caller }: Pick<RouteContext, 'local' | 'caller'>,
    deps: PageSocketDeps,
  ) {
    this.#socket = socket;
    this.#deps = deps;
    this.#local = local;
    this.#caller = caller;
    this.#sender = new MessageSender(socket);
    this.#lastReceivedAt = deps.now().getTime();
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => this.#noteActivity());
    socket.on('close', () => this.#leave());
    // After a frame that is too large or malformed, or a reset, `ws` closes the socket with the right code itself.
    socket.on('error', () => undefined);
    if (caller !== undefined) this.#endWith(caller.ended);
  }

  /** Pings the browser, which answers even for a background tab whose timers are paused. */
  checkAlive(idleTimeoutMs: number): void {
    this.#sender.checkBacklog();
    if (this.#deps.now().getTime() - this.#lastReceivedAt >= idleTimeoutMs) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  /** Resolves when the socket is closed and all messages received before are handled. */
  async close(code: number, reason: string, timeoutMs: number): Promise<void> {
    await this.#closeSocket(code, reason, timeoutMs);
    await this.#handling;
  }

  async #closeSocket(code: number, reason: string, timeoutMs: number): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState === socket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(() => socket.terminate(), timeoutMs);
      socket.once('close', () => {
        clearTimeout(timeout);
        resolve();
      });
      // A paused socket would not receive the answer to the close frame.
      socket.resume();
      socket.close(code, reason);
    });
  }

  #endWith(ended: AbortSignal): void {
    const end = (): void => {
      if (ended.reason === accessChanged) this.#socket.close(connectAgainCode, 'This access has changed.');
      else this.#socket.close(accessEndedCode, 'This access has ended.');
    };
    ended.addEventListener('abort', end, { once: true });
    this.#socket.once('close', () => ended.removeEventListener('abort', end));
    if (ended.aborted) end();
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#noteActivity();
    this.#waiting.push({ data, isBinary });
    if (this.#waiting.length >= maxWaitingMessages) this.#socket.pause();
    this.#handling ??= this.#handleWaiting();
  }

  async #handleWaiting(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#caller?.pace();
      // What was not handled when the access ended counts as sent too late.
      if (this.#caller?.ended.aborted !== true) await this.#handle(next.data, next.isBinary);
    }
    this.#handling = null;
    if (this.#socket.isPaused) this.#socket.resume();
  }

  async #handle(data: RawData, isBinary: boolean): Promise<void> {
    let failed: FailedMessage = {};
    try {
      const value = readJson(data, isBinary);
      failed = failedMessageOf(value);
      if (isOtherVersion(value)) {
        this.#refuseVersion(failed);
        return;
      }
      const message = parseAs(pageMessageSchema, value, invalidMessage);
      await this.#perform(message);
      if (message.ref !== undefined) this.#sender.send({ type: 'message:done', ref: message.ref });
    } catch (error) {
      this.#sender.send(toErrorMessage(error, failed, this.#deps.onError));
    }
  }

  async #perform(message: PageMessage): Promise<void> {
    if (message.type === 'session:resume') {
      await this.#resume(message);
      return;
    }
    if (this.#session === null) throw notResumedError();
    const { speaker, page } = this.#session;
    const { store, trustRepository, sessions, sources, looks, now } = this.#deps;
    if (message.type === 'annotation:create') sources.dropForeignFiles(message.payload);
    if (message.type === 'annotation:relink') sources.dropForeignFiles(message.place);
    const url = message.type === 'session:ping' ? message.url : undefined;
    this.#url = url ?? this.#url;
    sessions.recordActivity(speaker.sessionId, url);
    if (message.type === 'person:rename') await this.#rename(message.name);
    else if (message.type === 'thread:seen') sessions.recordSeen(speaker.sessionId, message.id);
    else if (message.type === 'look:answer') looks.answer(page, message.requestId, message.answer);
    else if (isPortionMessage(message)) await this.#deps.feed.sendPortion(this.#session.reader, message);
    else if (message.type !== 'session:ping')
      await performMessage({ store, trustRepository }, message, speaker, now());
  }

  async #resume(message: PageMessage & { type: 'session:resume' }): Promise<void> {
    if (this.#session !== null) throw alreadyResumedError();
    const { appId, sessions, people, store } = this.#deps;
    const { authorSecret, formerAuthorId, sessionId, projectId, url, cursor, inPortions = false } = message;
    if (projectId !== undefined && projectId !== this.#deps.projectId) {
      this.#refuseOtherProject();
      return;
    }
    const [local, caller] = [this.#local, this.#caller];
    const author = authorFrom(caller) ?? {
      authorId: people.authorOf(authorSecret, { local }),
      ...(await people.nameOf(message.name, { local })),
    };
    const session = await sessions.open(sessionId, url, { ...author, local });
    const speaker = { ...author, local, caller, appId, sessionId: session.id };
    if (formerAuthorId !== undefined) await giveDraftsTo(store, speaker, formerAuthorId);
    await this.#joinBrowser(authorIdFrom(authorSecret), speaker);
    this.#url = url;
    this.#session = {
      speaker,
      reader: this.#readerFor(author.authorId, inPortions),
      page: this.#pageFor(session.id),
    };
    if (!this.#isOpen()) {
      // The socket closed while the session was looked up; its close event came before there was a session to end.
      this.#leave();
      return;
    }
    const known = await people.refresh();
    this.#welcome(session, speaker, known);
    await this.#join(this.#session.reader, cursor);
    if (!this.#isOpen()) return;
    // Only pages that have joined hear of others.
    const told = people.toldAfter(known);
    if (told !== null) this.#sender.send({ type: 'people', people: told });
    this.#deps.looks.join(this.#session.page);
  }

  /** What this browser wrote before is that of the person at this machine, whose browser it is. */
  async #joinBrowser(browser: string, { authorId, appId, local, caller }: Speaker): Promise<void> {
    const { store, machinePerson, projectId, onError } = this.#deps;
    if (machinePerson === null || !local || authorFrom(caller) !== null || browser === authorId) return;
    // The page shows its own drafts at once; the rest is read while it is used.
    await joinDrafts(store, appId, browser, authorId);
    if (!machinePerson.isToBeJoined(projectId, browser)) return;
    void joinSent(store, browser, authorId)
      .then(() => machinePerson.noteJoined(projectId, browser))
      .catch(onError);
  }

  #welcome(session: Session, speaker: Speaker, people: Person[]): void {
    const { authorId, authorName: name, local } = speaker;
    this.#sender.send({
      type: 'session:created',
      protocol: protocolVersion,
      session,
      authorId,
      ...(name !== undefined && { name }),
      may: abilitiesOf(speaker),
      local,
      people,
    });
  }

  async #rename(name: string): Promise<void> {
    // The name of a person who is signed in comes from their project.
    if (authorFrom(this.#caller) !== null) return;
    const authorName = cleanName(name);
    if (this.#session === null || authorName === null) throw blankNameError();
    const { speaker } = this.#session;
    this.#session = { ...this.#session, speaker: { ...speaker, authorName } };
    this.#deps.people.renamed(authorName, speaker);
    await this.#deps.sessions.rename(speaker.sessionId, authorName);
    await this.#deps.people.refresh();
  }

  async #join(reader: FeedReader, cursor: Cursor | undefined): Promise<void> {
    try {
      await this.#deps.feed.join(reader, cursor);
    } catch (error) {
      // Without the first list the later changes are useless, so the page has to connect again.
      reader.closeForRetry();
      throw error;
    }
  }

  #readerFor(authorId: string, inPortions: boolean): FeedReader {
    return {
      authorId,
      inPortions,
      url: () => this.#url,
      local: this.#local,
      sender: this.#sender,
      isOpen: () => this.#isOpen(),
      closeForRetry: () => {
        // Later, so that the message with the reason is sent first.
        setImmediate(() => this.#socket.close(1013, 'The store cannot be read at the moment.'));
      },
    };
  }

  #pageFor(sessionId: string): ConnectedPage {
    const [local, sender] = [this.#local, this.#sender];
    return { sessionId, local, url: () => this.#url, send: (message) => sender.send(message) };
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #refuseVersion(failed: FailedMessage): void {
    this.#sender.send({
      type: 'error',
      code: 'protocol/version',
      message: `This page and the dev server are of different releases; the server uses protocol version ${protocolVersion}.`,
      hint: 'Reload the page. If that does not help, restart the dev server.',
      ...failed,
    });
    this.#socket.close(1002, 'Another protocol version.');
  }

  /** The page was opened when another project ran at this port: its unsent messages are not for this store. */
  #refuseOtherProject(): void {
    this.#sender.send({
      type: 'error',
      code: 'session/other-project',
      message: 'Another project runs at this address now.',
      hint: 'Reload the page to see it. What you wrote is kept for the other project.',
    });
    this.#socket.close(1008, 'A page of another project.');
  }

  #noteActivity(): void {
    this.#lastReceivedAt = this.#deps.now().getTime();
  }

  #leave(): void {
    if (this.#session === null || this.#hasLeft) return;
    this.#hasLeft = true;
    const { reader, speaker, page } = this.#session;
    this.#deps.feed.leave(reader);
    this.#deps.looks.leave(page);
    this.#deps.sessions.close(speaker.sessionId);
  }
}

function isPortionMessage(message: PageMessage): message is PageMessage & PortionMessage {
  return message.type.startsWith('annotations:');
}
