/** Root of this folder: makes the parts of the page's side of the hub, connects them, closes them. */
import {
  type AgentPresence,
  type Annotation,
  type HubMessage,
  type PageMessage,
  type PagePayload,
  type PageTarget,
  protocolVersion,
  randomUuid,
  type Session,
} from '@annotate-mcp/core';

import type { OverlayConfig } from '../config.ts';
import type { ConnectionState } from '../state/state.ts';
import { payloadKey } from '../state/subject-key.ts';

import { createDelivery, type HubError, inWords, textOf } from './delivery.ts';
import { authorIdOf, claimSession, type ClaimedSession } from './identity.ts';
import { createMirror } from './mirror.ts';
import { type Deed, type Entry, openOutbox } from './outbox.ts';
import { openSocket, type Socket } from './socket.ts';
import { pageSurroundings, type Surroundings } from './surroundings.ts';

export interface ConnectionEvents {
  /** All of this app, with what is not confirmed yet as it will be; and the ids of the latter. */
  readonly annotations: (all: ReadonlyMap<string, Annotation>, unsent: ReadonlySet<string>) => void;
  readonly state: (state: ConnectionState) => void;
  readonly agents: (agents: readonly AgentPresence[]) => void;
  /** There may be another manifest: after each connect, and when the hub says so. */
  readonly manifest: () => void;
  readonly problem: (text: string) => void;
  /** The hub will never take this text: it goes back to where it was typed (`keep`). A `problem` says why. */
  readonly refused: (key: string, text: string) => void;
}

/** Each is shown at once, kept until the hub has confirmed it, and survives a reload. */
export interface Connection {
  /** As the hub last welcomed this tab: there whenever the state is `online`. */
  readonly session: () => Session | null;
  readonly create: (payload: PagePayload, options: { draft: boolean; picture?: Blob }) => void;
  readonly reply: (id: string, message: string) => void;
  readonly reopen: (id: string, message?: string) => void;
  readonly accept: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly edit: (id: string, annotationText: string) => void;
  readonly release: (id: string) => void;
  readonly relink: (id: string, place: PageTarget) => void;
  /** All drafts unless some are named. */
  readonly submitBatch: (ids?: string[]) => void;
  readonly navigated: (url: string) => void;
  readonly close: () => void;
}

/** How long a confirmed change is shown that the feed has not brought: some confirmations change nothing. */
const echoMs = 3_000;

export function connect(
  config: OverlayConfig,
  events: ConnectionEvents,
  surroundings: Surroundings = pageSurroundings(),
): Connection {
  const { storages, locks, pictures } = surroundings;
  const { appId, projectId = appId } = config;
  const hub = new URL(config.hub, surroundings.address()).href;
  const authorId = authorIdOf(surroundings.cookies, storages);
  const mirror = createMirror({ authorId, appId });
  const outbox = openOutbox({
    projectId,
    local: storages.local,
    locks,
    unstored: () => events.problem(unstoredWords),
  });
  const delivery = createDelivery({
    outbox,
    pictures,
    send: (message) => socket?.send(message) ?? false,
    upload: (picture) =>
      import('./upload-picture.ts').then(
        ({ uploadPicture }) => uploadPicture(`${hub}/api/attachments`, picture, surroundings.fetch),
        () => 'later' as const,
      ),
    stored: mirror.get,
    sent: mirror.sent,
    done,
    refused,
    problem: events.problem,
  });
  const listening = new AbortController();
  let url = surroundings.address();
  let session: ClaimedSession | null = null;
  let welcomed: Session | null = null;
  let socket: Socket | null = null;
  /** Counts arrivals and departures, so that a claim that comes too late is given back. */
  let visit = 0;
  let told: string | null = null;

  listen();
  void arrive();
  return {
    session: () => welcomed,
    create(payload, { draft, picture }) {
      act({ type: 'annotation:create', payload, ...(draft && { draft }) }, picture);
    },
    reply: (id, message) => act({ type: 'annotation:reply', id, replyId: randomUuid(), message }),
    reopen: (id, message) =>
      act({
        type: 'annotation:reopen',
        id,
        replyId: randomUuid(),
        ...(message !== undefined && { message }),
      }),
    accept: (id) => act({ type: 'annotation:accept', id }),
    remove: (id) => act({ type: 'annotation:delete', id }),
    edit: (id, annotationText) => act({ type: 'annotation:edit', id, annotationText }),
    release: (id) => act({ type: 'annotation:release', id }),
    relink: (id, place) => act({ type: 'annotation:relink', id, place }),
    submitBatch: (ids) => act({ type: 'batch:submit', ...(ids !== undefined && { ids }) }),
    navigated(to) {
      url = to;
      socket?.send({ type: 'session:ping', url: sayable(url) });
    },
    close() {
      listening.abort();
      leave();
    },
  };

  function listen(): void {
    const on = (type: string, listener: () => void) =>
      surroundings.events.addEventListener(type, listener, { signal: listening.signal });
    on('online', () => socket?.hurry());
    on('visibilitychange', () => surroundings.visible() && socket?.hurry());
    // Open sockets and held locks keep a page out of the back/forward cache.
    on('pagehide', leave);
    on('pageshow', () => session === null && void arrive());
  }

  async function arrive(): Promise<void> {
    const arrival = ++visit;
    const claimed = await claimSession(projectId, storages, locks);
    if (arrival !== visit) {
      claimed.release();
      return;
    }
    session = claimed;
    outbox.reread(claimed.id);
    show();
    events.state('connecting');
    socket = openSocket(hub.replace(/^http/, 'ws'), surroundings.openWire, () => hello(claimed.id), {
      state,
      session: welcome,
      message: heard,
      problem: trouble,
    });
    await adopt();
  }

  function leave(): void {
    visit++;
    socket?.close();
    delivery.pause();
    session?.release();
    socket = session = null;
  }

  function hello(sessionId: string): PageMessage {
    const cursor = mirror.cursor();
    return {
      type: 'session:resume',
      protocol: protocolVersion,
      sessionId,
      authorId,
      ...(config.projectId !== undefined && { projectId }),
      url: sayable(url),
      ...(cursor !== undefined && { cursor }),
    };
  }

  function state(next: ConnectionState): void {
    if (next !== 'online') delivery.pause();
    events.state(next);
  }

  function welcome(created: Session): void {
    welcomed = created;
    events.manifest();
    void adopt();
  }

  function heard(message: HubMessage): void {
    if (mirror.apply(message)) took();
    else if (message.type === 'message:done') confirmed(message.ref);
    else if (message.type === 'manifest:update') events.manifest();
    else if (message.type === 'agents:presence') present(message.agents);
    else if (message.type === 'error' && !delivery.failed(message)) trouble(inWords(message));
  }

  function confirmed(ref: string): void {
    delivery.done(ref);
    // Pings are confirmed too: a tab that closed in the middle of sending is noticed while this one is open.
    if (locks !== null) void adopt();
  }

  /** Also the last word of a welcome: the mirror is up to date from here on. */
  function present(agents: readonly AgentPresence[]): void {
    events.agents(agents);
    delivery.open();
  }

  function took(): void {
    told = null;
    show();
  }

  /** Said once: a hub that cannot read its store says so at every retry. */
  function trouble(text: string): void {
    if (text !== told) events.problem(text);
    told = text;
  }

  function act(deed: Deed, picture?: Blob): void {
    const entry = outbox.add(deed, picture !== undefined);
    if (picture !== undefined) void pictures.put(entry.ref, picture);
    show();
    delivery.go();
  }

  async function adopt(): Promise<void> {
    if (!(await outbox.adopt())) return;
    show();
    delivery.go();
  }

  function done(entry: Entry): void {
    if (mirror.done(entry)) setTimeout(() => forget(entry.ref), echoMs);
    show();
  }

  function refused({ ref, deed }: Entry, error: HubError): void {
    forget(ref);
    const text = textOf(deed);
    if (text !== undefined) events.refused(keyOf(deed), text);
    events.problem(
      text === undefined ? inWords(error) : `${inWords(error)} Your text is kept where you wrote it.`,
    );
  }

  function forget(ref: string): void {
    mirror.forget(ref);
    show();
  }

  function show(): void {
    if (listening.signal.aborted) return;
    const { annotations, unsent } = mirror.shown(outbox.entries());
    events.annotations(annotations, unsent);
  }
}

const unstoredWords =
  'This browser stores nothing for this page (full, or not allowed): what is not sent yet is lost on a reload.';

function keyOf(deed: Deed): string {
  if (deed.type === 'annotation:create') return payloadKey(deed.payload);
  return 'id' in deed ? deed.id : '';
}

/** An address that the hub takes: a page without one (`about:srcdoc`) must not be without a connection for that. */
function sayable(url: string): string {
  return /^(https?|file):/i.test(url) ? url.slice(0, 4_096) : '/';
}
