/** The root of this folder: creates the parts of the connection to the hub, connects them and closes them. */
import {
  type AgentPresence,
  type Annotation,
  type HubMessage,
  type PageMessage,
  type PagePayload,
  type PagePlace,
  protocolVersion,
  randomUuid,
  type Session,
} from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';
import type { ConnectionState } from '../state/state.ts';
import { payloadKey } from '../state/subject-key.ts';

import { createDelivery, type HubError, describeHubError, textOfMessage } from './delivery.ts';
import { authorIdOf, claimSession, type ClaimedSession } from './identity.ts';
import { createHubCopy } from './hub-copy.ts';
import { type OutboxMessage, type OutboxEntry, openOutbox } from './outbox.ts';
import { pageEnvironment, type PageEnvironment } from './page-environment.ts';
import { openHubSocket, type HubSocket } from './hub-socket.ts';

export interface ConnectionEvents {
  /** All annotations of this app, including predicted changes, and the ids that the hub has not confirmed. */
  readonly onAnnotations: (all: ReadonlyMap<string, Annotation>, unsent: ReadonlySet<string>) => void;
  readonly onState: (state: ConnectionState) => void;
  readonly onAgents: (agents: readonly AgentPresence[]) => void;
  /** The manifest may have changed: after each connect, and when the hub reports it. */
  readonly onManifest: () => void;
  readonly onProblem: (text: string) => void;
  /** The hub refused this text for good: it is restored where it was typed (`keep`). `onProblem` gets the reason. */
  readonly onRefused: (key: string, text: string) => void;
}

/** Each change is shown at once, kept until the hub has confirmed it, and survives a reload. */
export interface Connection {
  /** The session that the hub created for this tab; never `null` while the state is `online`. */
  readonly session: () => Session | null;
  readonly create: (payload: PagePayload, options: { draft: boolean; picture?: Blob }) => void;
  readonly reply: (id: string, message: string) => void;
  readonly reopen: (id: string, message?: string) => void;
  readonly accept: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly edit: (id: string, annotationText: string) => void;
  readonly release: (id: string) => void;
  readonly relink: (id: string, place: PagePlace) => void;
  /** Submits all drafts by default. */
  readonly submitBatch: (ids?: string[]) => void;
  readonly navigated: (url: string) => void;
  readonly close: () => void;
}

/** How long a confirmed change is shown before the feed has delivered it; some confirmed messages change nothing. */
const changeWaitMs = 3_000;

export function connect(
  config: OverlayConfig,
  events: ConnectionEvents,
  environment: PageEnvironment = pageEnvironment(),
): Connection {
  const { storages, locks, pictures } = environment;
  const { appId, projectId = appId } = config;
  const hub = new URL(config.hub, environment.address()).href;
  const authorId = authorIdOf(environment.cookies, storages);
  const copy = createHubCopy({ authorId, appId });
  const outbox = openOutbox({
    projectId,
    local: storages.local,
    locks,
    onUnstored: () => events.onProblem(unstoredText),
  });
  const delivery = createDelivery({
    outbox,
    pictures,
    send: (message) => socket?.send(message) ?? false,
    upload: (picture) =>
      import('./upload-picture.ts').then(
        ({ uploadPicture }) => uploadPicture(`${hub}/api/attachments`, picture, environment.fetch),
        () => 'later' as const,
      ),
    storedAnnotation: copy.get,
    onSent: copy.sent,
    onDone: finishEntry,
    onRefused: returnText,
    onProblem: events.onProblem,
  });
  const listening = new AbortController();
  let url = environment.address();
  let session: ClaimedSession | null = null;
  let welcomed: Session | null = null;
  let socket: HubSocket | null = null;
  /** Counts opened and closed sessions, so that a session that was claimed too late is released. */
  let sessionCount = 0;
  let lastProblem: string | null = null;

  listen();
  void openSession();
  return {
    session: () => welcomed,
    create(payload, { draft, picture }) {
      enqueue({ type: 'annotation:create', payload, ...(draft && { draft }) }, picture);
    },
    reply: (id, message) => enqueue({ type: 'annotation:reply', id, replyId: randomUuid(), message }),
    reopen: (id, message) =>
      enqueue({
        type: 'annotation:reopen',
        id,
        replyId: randomUuid(),
        ...(message !== undefined && { message }),
      }),
    accept: (id) => enqueue({ type: 'annotation:accept', id }),
    remove: (id) => enqueue({ type: 'annotation:delete', id }),
    edit: (id, annotationText) => enqueue({ type: 'annotation:edit', id, annotationText }),
    release: (id) => enqueue({ type: 'annotation:release', id }),
    relink: (id, place) => enqueue({ type: 'annotation:relink', id, place }),
    submitBatch: (ids) => enqueue({ type: 'batch:submit', ...(ids !== undefined && { ids }) }),
    navigated(to) {
      url = to;
      socket?.send({ type: 'session:ping', url: toHubUrl(url) });
    },
    close() {
      listening.abort();
      closeSession();
    },
  };

  function listen(): void {
    const on = (type: string, listener: () => void) =>
      environment.events.addEventListener(type, listener, { signal: listening.signal });
    on('online', () => socket?.checkNow());
    on('visibilitychange', () => environment.isVisible() && socket?.checkNow());
    // Open sockets and held locks keep a page out of the back/forward cache.
    on('pagehide', closeSession);
    on('pageshow', () => session === null && void openSession());
  }

  async function openSession(): Promise<void> {
    const thisSession = ++sessionCount;
    const claimed = await claimSession(projectId, storages, locks);
    if (thisSession !== sessionCount) {
      claimed.release();
      return;
    }
    session = claimed;
    outbox.reload(claimed.id);
    show();
    events.onState('connecting');
    socket = openHubSocket(
      hub.replace(/^http/, 'ws'),
      environment.openSocket,
      () => helloMessage(claimed.id),
      {
        onState: changeState,
        onSession: welcome,
        onMessage: receive,
        onProblem: reportProblem,
      },
    );
    await adopt();
  }

  function closeSession(): void {
    sessionCount++;
    socket?.close();
    delivery.pause();
    session?.release();
    socket = session = null;
  }

  function helloMessage(sessionId: string): PageMessage {
    const cursor = copy.cursor();
    return {
      type: 'session:resume',
      protocol: protocolVersion,
      sessionId,
      authorId,
      ...(config.projectId !== undefined && { projectId }),
      url: toHubUrl(url),
      ...(cursor !== undefined && { cursor }),
    };
  }

  function changeState(next: ConnectionState): void {
    if (next !== 'online') delivery.pause();
    events.onState(next);
  }

  function welcome(created: Session): void {
    welcomed = created;
    events.onManifest();
    void adopt();
  }

  function receive(message: HubMessage): void {
    if (copy.apply(message)) showChange();
    else if (message.type === 'message:done') confirmed(message.ref);
    else if (message.type === 'manifest:update') events.onManifest();
    else if (message.type === 'agents:presence') showAgents(message.agents);
    else if (message.type === 'error' && !delivery.failed(message)) reportProblem(describeHubError(message));
  }

  function confirmed(ref: string): void {
    delivery.done(ref);
    // Pings are confirmed too, so entries of a tab that was closed while sending are adopted soon.
    if (locks !== null) void adopt();
  }

  /** The hub sends this last after a hello: from here on the copy is up to date. */
  function showAgents(agents: readonly AgentPresence[]): void {
    events.onAgents(agents);
    delivery.open();
  }

  function showChange(): void {
    lastProblem = null;
    show();
  }

  /** Reports a problem once, although a hub that cannot read its store repeats it at every retry. */
  function reportProblem(text: string): void {
    if (text !== lastProblem) events.onProblem(text);
    lastProblem = text;
  }

  function enqueue(message: OutboxMessage, picture?: Blob): void {
    const entry = outbox.add(message, picture !== undefined);
    if (picture !== undefined) void pictures.put(entry.ref, picture);
    show();
    delivery.sendNext();
  }

  async function adopt(): Promise<void> {
    if (!(await outbox.adopt())) return;
    show();
    delivery.sendNext();
  }

  function finishEntry(entry: OutboxEntry): void {
    if (copy.done(entry)) setTimeout(() => forget(entry.ref), changeWaitMs);
    show();
  }

  function returnText({ ref, message }: OutboxEntry, error: HubError): void {
    forget(ref);
    const text = textOfMessage(message);
    if (text !== undefined) events.onRefused(keyOf(message), text);
    events.onProblem(
      text === undefined
        ? describeHubError(error)
        : `${describeHubError(error)} Your text is kept where you wrote it.`,
    );
  }

  function forget(ref: string): void {
    copy.forget(ref);
    show();
  }

  function show(): void {
    if (listening.signal.aborted) return;
    const { annotations, unsent } = copy.shown(outbox.entries());
    events.onAnnotations(annotations, unsent);
  }
}

const unstoredText =
  'This browser stores nothing for this page (full, or not allowed): what is not sent yet is lost on a reload.';

function keyOf(message: OutboxMessage): string {
  if (message.type === 'annotation:create') return payloadKey(message.payload);
  return 'id' in message ? message.id : '';
}

/** A URL that the hub accepts; pages without one (`about:srcdoc`) must be able to connect too. */
function toHubUrl(url: string): string {
  return /^(https?|file):/i.test(url) ? url.slice(0, 4_096) : '/';
}
