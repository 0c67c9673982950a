/** The root of this folder: creates the parts of the connection to the hub, connects them and closes them. */
import {
  type Addressee,
  type AgentPresence,
  type Annotation,
  type AskedAction,
  type Cursor,
  type HubMessage,
  type LookRequest,
  type PageActionMessage,
  pageKey,
  type PageLook,
  type PageMessage,
  type PagePayload,
  type Person,
  protocolVersion,
  randomUuid,
  type Session,
} from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';
import type { AgentWork, ConnectionState, Me } from '../state/state.ts';

import { describeHubError } from './delivery.ts';
import type { OnAnnotations } from './hub-copy.ts';
import { authorProofOf, chosenName, forgetFormerAuthor } from './identity.ts';
import { createMe } from './me.ts';
import { pageEnvironment, type PageEnvironment } from './page-environment.ts';
import { createPendingChanges } from './pending-changes.ts';
import type { CommentPictures } from './pictures.ts';
import type { Writer } from './predictor.ts';
import { openTabSession } from './tab-session.ts';

export interface ConnectionEvents {
  /** All annotations of this app, including predicted changes, and the ids that the hub has not confirmed. */
  readonly onAnnotations: OnAnnotations;
  readonly onState: (state: ConnectionState) => void;
  /** Why the dev server cannot use its store; `null` when it can. */
  readonly onStoreProblem: (problem: string | null) => void;
  readonly onMe: (me: Me) => void;
  /** Who has a page open, or had one lately. */
  readonly onPeople: (people: readonly Person[]) => void;
  /** This author had this thread open; it may be that of this page. */
  readonly onSeen: (seen: HubMessage & { type: 'thread:seen' }) => void;
  readonly onAgents: (agents: readonly AgentPresence[]) => void;
  readonly onWork: (work: AgentWork) => void;
  /** An agent wants to see something of this page. `answerLook` answers. */
  readonly onLookRequest: (request: LookRequest) => void;
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
  readonly create: (payload: PagePayload, options: { draft: boolean; pictures?: CommentPictures }) => void;
  /** What the person does with one annotation. */
  readonly act: (id: string, action: AskedAction) => void;
  /** Submits all drafts by default. */
  readonly submitBatch: (ids?: string[]) => void;
  /** What the person is called from now on; kept in this browser. */
  readonly rename: (name: string) => void;
  /** The person has this thread open. `false` when there is no connection. */
  readonly saw: (id: string) => boolean;
  /** Sent at once or not at all: an agent waits for it. */
  readonly answerLook: (requestId: string, answer: PageLook) => void;
  readonly navigated: (url: string) => void;
  /** Asks for what the hub has not sent yet. Resolves after its answer: `false` when there is none, or the hub refused. */
  readonly ask: (message: PageMessage & { type: `annotations:${string}` }) => Promise<boolean>;
  /**
   * Adds annotations that were read in another way; what the hub has told since then stays. Called before anything else,
   * the hub sends only what has happened since this cursor, and not the whole list.
   */
  readonly know: (annotations: readonly Annotation[], cursor: Cursor) => void;
  readonly close: () => void;
}

/** `inPortions`: what the hub does not send at first is asked for (`ask`) when it is needed. */
export function connect(
  config: OverlayConfig,
  events: ConnectionEvents,
  environment: PageEnvironment = pageEnvironment(),
  { inPortions = false }: { inPortions?: boolean } = {},
): Connection {
  const { appId, projectId = appId } = config;
  const hub = new URL(config.hub, environment.address()).href;
  const proof = authorProofOf(environment.storages);
  // The hub says which author the secret belongs to. Until then nothing of another author is shown.
  const writer: Writer = { authorId: '', appId, local: true };
  const me = createMe(writer, environment.storages, events.onMe);
  const { onAnnotations, onProblem, onRefused } = events;
  const changes = createPendingChanges({
    environment,
    hub,
    projectId,
    writer,
    session: () => session,
    onAnnotations,
    onProblem,
    onRefused,
  });
  const { copy, delivery } = changes;
  const problems = createProblemFilter(onProblem);
  let url = environment.address();
  /** The page whose annotations the hub was asked for. */
  let asked = url;
  /** The page that a list of the hub is for, as far as that is known: the hub may hear too late that the page is another. */
  let listedFor: string | null = url;
  const questions = createQuestions((message) => session.send(message));
  let welcomed: Session | null = null;

  const receive = createReceiver(changes, problems, events, environment.locks !== null);
  const session = openTabSession(environment, {
    projectId,
    socketUrl: hub.replace(/^http/, 'ws'),
    hello: (sessionId) => {
      const cursor = copy.cursor();
      const name = chosenName(environment.storages);
      listedFor = url;
      return {
        type: 'session:resume',
        protocol: protocolVersion,
        sessionId,
        ...proof,
        ...(name !== null && { name }),
        ...(config.projectId !== undefined && { projectId }),
        url: toHubUrl(url),
        ...(cursor === undefined ? { inPortions } : { cursor, inPortions }),
      };
    },
    onSessionLocked(sessionId) {
      changes.useSession(sessionId);
      events.onState('connecting');
    },
    onOpened: () => void changes.takeOverClosedTabs(),
    onClosed() {
      delivery.pause();
      questions.drop();
    },
    onState(state) {
      if (state !== 'online') {
        delivery.pause();
        questions.drop();
      }
      events.onState(state);
    },
    onSession(welcome) {
      welcomed = welcome.session;
      // The hub sends nothing when there is nothing.
      events.onWork({ works: [], questions: [], canStart: false });
      me.welcome(welcome);
      events.onPeople(welcome.people ?? []);
      forgetFormerAuthor(environment.storages);
      events.onManifest();
      void changes.takeOverClosedTabs();
    },
    onMessage(message) {
      receive(message);
      questions.answered(message);
      if (message.type === 'annotations:sync') asked = listedFor ?? '';
      if (message.type === 'annotations:sync' || message.type === 'agents:presence') askForPage();
    },
    onProblem: (problem) => problems.report(problem),
  });

  /** Only what another page shows has to be asked for: changes come by themselves. */
  function askForPage(): void {
    if (copy.rest() === null || pageKey(url) === pageKey(asked)) return;
    if (session.send({ type: 'annotations:page', url: toHubUrl(url) })) asked = url;
  }

  return {
    create: (payload, { draft, pictures }) =>
      changes.enqueue({ type: 'annotation:create', payload, ...(draft && { draft }) }, pictures),
    act: (id, action) => changes.enqueue(messageOf(id, action)),
    submitBatch: (ids) => changes.enqueue({ type: 'batch:submit', ...(ids !== undefined && { ids }) }),
    session: () => welcomed,
    rename(name) {
      const cleaned = me.rename(name);
      if (cleaned !== null) session.send({ type: 'person:rename', name: cleaned });
    },
    saw: (id) => session.send({ type: 'thread:seen', id }),
    answerLook: (requestId, answer) => session.send({ type: 'look:answer', requestId, answer }),
    navigated(to) {
      if (pageKey(to) !== pageKey(url)) listedFor = null;
      url = to;
      session.send({ type: 'session:ping', url: toHubUrl(url) });
      askForPage();
    },
    ask: questions.ask,
    know(...list) {
      copy.add(...list);
      changes.show();
    },
    close: session.close,
  };
}

/**
 * Passes each message of the hub on to the part that it is about. `hasLocks` says that the browser knows which tabs are
 * open, so that entries of closed ones can be taken over.
 */
function createReceiver(
  changes: ReturnType<typeof createPendingChanges>,
  problems: ReturnType<typeof createProblemFilter>,
  events: ConnectionEvents,
  hasLocks: boolean,
) {
  const { copy, delivery } = changes;
  return (message: HubMessage) => {
    if (copy.apply(message)) {
      problems.reset();
      events.onStoreProblem(null);
      changes.show();
    } else if (message.type === 'message:done') {
      delivery.done(message.ref);
      events.onStoreProblem(null);
      // Pings are confirmed too, so entries of a tab that was closed while sending are taken over soon.
      if (hasLocks) void changes.takeOverClosedTabs();
    } else if (message.type === 'manifest:update') events.onManifest();
    else if (message.type === 'people') events.onPeople(message.people);
    else if (message.type === 'thread:seen') events.onSeen(message);
    else if (message.type === 'work:state') events.onWork(message);
    else if (message.type === 'look:request') events.onLookRequest(message.request);
    else if (message.type === 'agents:presence') {
      events.onAgents(message.agents);
      // The hub sends this last after a hello: from here on the copy is up to date.
      delivery.open();
    } else if (message.type === 'error') {
      const problem = describeHubError(message);
      // The hub repeats it at every retry, and in between the page is offline.
      if (message.code.startsWith('store/')) events.onStoreProblem(problem);
      if (!delivery.failed(message)) problems.report(problem);
    }
  };
}

/** `annotation:reply` is the action `reply`, with the same fields; `pageActionIn` of core is the way back. */
function messageOf(id: string, action: AskedAction): PageActionMessage {
  const given =
    action.type === 'reply' || action.type === 'reopen'
      ? { ...withoutNobody(action), replyId: randomUuid() }
      : action;
  // Each action has the fields of its message, and these have an id of their reply now.
  return { ...given, type: `annotation:${action.type}`, id } as PageActionMessage;
}

/** A text without mentions says nothing about them. */
function withoutNobody<Written extends { mentions?: Addressee[] }>({ mentions = [], ...rest }: Written) {
  return mentions.length === 0 ? rest : { ...rest, mentions };
}

/** What the page waits for. Each ends with an answer, a refusal or the connection. */
function createQuestions(send: (message: PageMessage) => boolean) {
  const waiting = new Map<string, (isAnswered: boolean) => void>();
  const end = (ref: string, isAnswered: boolean) => {
    waiting.get(ref)?.(isAnswered);
    waiting.delete(ref);
  };
  return {
    ask: (message: PageMessage): Promise<boolean> => {
      const ref = randomUuid();
      if (!send({ ...message, ref })) return Promise.resolve(false);
      return new Promise((resolve) => waiting.set(ref, resolve));
    },
    answered(message: HubMessage) {
      if (message.type === 'message:done') end(message.ref, true);
      else if (message.type === 'error' && message.ref !== undefined) end(message.ref, false);
    },
    drop() {
      for (const ref of [...waiting.keys()]) end(ref, false);
    },
  };
}

/** Reports a problem once, although a hub that cannot read its store repeats it at every retry. */
function createProblemFilter(onProblem: (text: string) => void) {
  let last: string | null = null;
  return {
    report(text: string) {
      if (text !== last) onProblem(text);
      last = text;
    },
    reset() {
      last = null;
    },
  };
}

/** A URL that the hub accepts; pages without one (`about:srcdoc`) must be able to connect too. */
function toHubUrl(url: string): string {
  return /^(https?|file):/i.test(url) ? url.slice(0, 4_096) : '/';
}
