/** One open project: its list as the server sorts it, and the connection to its hub, which tells what happens. */
import { type Annotation, colorOf, type Person } from '@annotate-mcp/core';
import { connect, type Connection, type ConnectionState } from '@annotate-mcp/overlay/threads';
import type { ChoicesAnswer, ListAnswer, MemberProject } from '@annotate-mcp/team/answers';

import type { Filter } from '../address.ts';
import { askChoices, askList, askOne, hubOf, sendSeen } from '../server.ts';
import { inProject, type OpenProject, type PageStates, withNotice } from '../state.ts';

import { createReloader, type Listed, union, withRest, withUnread } from './list.ts';
import { maskAnnotations } from './mask-annotation.ts';

export interface ProjectSessionDeps {
  readonly states: PageStates;
  readonly project: MemberProject;
  readonly filter: Filter;
  /** Gets every failure; the session may be over. */
  readonly onFailure: (error: unknown) => void;
  /** The connection is lost: the access may have ended. */
  readonly onLost: () => void;
}

const portion = 50;
/** As many as the server sends at once. */
const mostAtOnce = 200;

export class ProjectSession {
  readonly #deps: ProjectSessionDeps;
  readonly #reloader = createReloader(() => this.#reload());
  /** Threads that the server is being asked for. */
  readonly #finding = new Set<string>();
  #filter: Filter;
  #connection: Connection | null = null;
  #isClosed = false;
  /** The state of a thread that was told to the others last. */
  #told = '';
  /** What the page itself adds to the connection is no news. */
  #isAdding = false;
  /** Answers to a list that is not shown any more are dropped. */
  #asked = 0;

  constructor(deps: ProjectSessionDeps) {
    this.#deps = deps;
    this.#filter = deps.filter;
    this.#run(() => this.#list(portion));
    this.#run(() => this.#readChoices());
  }

  get connection(): Connection | null {
    return this.#connection;
  }

  /** Shows another list. */
  filter(filter: Filter): void {
    this.#filter = filter;
    this.#change((open) => ({ ...open, listed: null, next: null }));
    this.#run(() => this.#list(portion));
  }

  more(): void {
    const after = this.#opened()?.next ?? null;
    if (after !== null) this.#run(() => this.#listMore(after));
  }

  /** Finds the thread if the list does not have it. */
  find(id: string): void {
    if (this.#finding.has(id)) return;
    this.#finding.add(id);
    this.#run(() => this.#readOne(id).finally(() => this.#finding.delete(id)));
  }

  /** Tells the others that the person has this thread before them, once for each state of it. */
  tellSeen({ id, updatedAt }: Annotation): void {
    const state = `${id} ${updatedAt}`;
    if (state !== this.#told && this.#connection?.saw(id) === true) this.#told = state;
  }

  /** The person has this thread before them: it is not unread any more. */
  see({ id, updatedAt }: Annotation): void {
    this.#change((open) => ({ ...open, unread: new Set([...open.unread].filter((one) => one !== id)) }));
    this.#run(() => sendSeen(this.#deps.project.name, { id, at: updatedAt }));
  }

  close(): void {
    this.#isClosed = true;
    this.#reloader.close();
    this.#connection?.close();
  }

  async #list(limit: number): Promise<void> {
    const number = ++this.#asked;
    const answer = await askList(this.#deps.project.name, this.#filter, { limit });
    if (this.#isClosed || number !== this.#asked) return;
    // After the first answer, which says where the socket continues.
    this.#connection ??= this.#connect();
    this.#show(answer, (ids, open) => withRest(ids, { limit, next: answer.next }, open));
  }

  async #listMore(after: string): Promise<void> {
    const [number, filter] = [this.#asked, this.#filter];
    const answer = await askList(this.#deps.project.name, filter, { limit: portion, after });
    if (this.#isClosed || filter !== this.#filter) return;
    this.#show(answer, (ids, { listed }) => ({ listed: union(listed ?? [], ids), next: answer.next }));
    // The list was read again meanwhile: what moved from one portion to the other may be in neither.
    if (number !== this.#asked) this.#reloader.soon();
  }

  async #reload(): Promise<void> {
    const shown = this.#opened()?.listed?.length ?? 0;
    const limit = Math.min(Math.max(shown, portion), mostAtOnce);
    await this.#list(limit).catch(this.#deps.onFailure);
  }

  async #readOne(id: string): Promise<void> {
    const answer = await askOne(this.#deps.project.name, id);
    if (this.#isClosed) return;
    const isMissing = answer.annotations.length === 0;
    this.#show(answer, (_ids, open) => open);
    if (isMissing) this.#change((open) => ({ ...open, missing: new Set([...open.missing, id]) }));
  }

  async #readChoices(): Promise<void> {
    const choices = await askChoices(this.#deps.project.name);
    this.#change((open) => ({ ...open, choices, present: withPeople(open.present, choices) }));
  }

  #show(answer: ListAnswer, listed: (ids: string[], open: OpenProject) => Listed): void {
    this.#isAdding = true;
    this.#connection?.know(answer.annotations, answer.cursor);
    this.#isAdding = false;
    const ids = answer.annotations.map(({ id }) => id);
    this.#change((open) => {
      const { listed: shown, next } = listed(ids, open);
      return { ...open, unread: withUnread(open.unread, answer), listed: shown, next };
    });
  }

  #connect(): Connection {
    const { states, project, onLost } = this.#deps;
    return connectProject(project, {
      change: (next) => this.#change(next),
      onLost,
      onNews: () => {
        if (!this.#isAdding) this.#reloader.soon();
      },
      onOtherSaw: (id) => {
        if (states.get().view.thread === id)
          this.#change((open) => ({ ...open, otherSaw: open.otherSaw + 1 }));
      },
      onProblem: (text) => states.dispatch(withNotice(text, 'problem')),
    });
  }

  #run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.#isClosed) this.#deps.onFailure(error);
    });
  }

  #change(next: (open: OpenProject) => OpenProject): void {
    this.#deps.states.dispatch(inProject(this.#deps.project.name, next));
  }

  #opened(): OpenProject | null {
    return this.#deps.states.get().open;
  }
}

interface ConnectEvents {
  readonly change: (next: (open: OpenProject) => OpenProject) => void;
  readonly onProblem: (text: string) => void;
  readonly onLost: () => void;
  readonly onNews: () => void;
  /** Another person had this thread open. */
  readonly onOtherSaw: (id: string) => void;
}

/** Connects to the hub of a project with the overlay's own connection. */
function connectProject({ name, me }: MemberProject, events: ConnectEvents): Connection {
  const { change, onProblem, onLost, onNews, onOtherSaw } = events;
  return connect(
    // The storage of the browser is divided by it: what a person has not sent yet is not sent by the next one.
    { hub: hubOf(name), appId: `team ${name} ${me.id}` },
    {
      onAnnotations(annotations, unsent) {
        change((open) => ({ ...open, annotations: maskAnnotations(annotations), unsent }));
        onNews();
      },
      onState(connection: ConnectionState) {
        change((open) => ({ ...open, connection }));
        if (connection === 'offline' || connection === 'ended') onLost();
      },
      onMe: (person) => change((open) => ({ ...open, me: { ...person, isNamed: true } })),
      onPeople: (present) =>
        change((open) => ({ ...open, present: open.choices ? withPeople(present, open.choices) : present })),
      onSeen: ({ id, authorId }) => {
        if (authorId !== me.id) onOtherSaw(id);
      },
      onAgents: (agents) => change((open) => ({ ...open, agents })),
      onStoreProblem: () => undefined,
      onWork: () => undefined,
      onLookRequest: () => undefined,
      onManifest: () => undefined,
      onProblem,
      onRefused: (key, text) => change((open) => ({ ...open, texts: new Map(open.texts).set(key, text) })),
    },
  );
}

/** Members can be mentioned and assigned to before they have a page open. */
function withPeople(present: readonly Person[], { people }: ChoicesAnswer): Person[] {
  const here = new Set(present.map(({ id }) => id));
  const others = people.filter(({ id }) => !here.has(id));
  return [
    ...present,
    ...others.map(({ id, name }): Person => ({ id, name, color: colorOf(id), lastSeenAt: '' })),
  ];
}
