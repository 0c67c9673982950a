/** One open document in this process: its views, its mode, and the agents that wait for comments on it. */
import { isDeepStrictEqual } from 'node:util';

import { AnnotateError, describeError, isVisibleToAgents, type Question } from '@annotate-mcp/core';
import type {
  AskedQuestion,
  GivenVerdict,
  Listening,
  MarkdownComment,
  ReviewMode,
  ViewCommand,
  ViewSnapshot,
} from '@annotate-mcp/markdown';
import type { DocumentEvent, MarkdownDocument } from '@annotate-mcp/markdown/review';
import type { Subscription } from '@annotate-mcp/store';

import { DeliveryLog, type Undelivered } from './delivery-log.ts';
import type { DocumentReader } from './document-reader.ts';
import type { AgentsNow, ProjectAgents } from './project-agents.ts';
import { ReviewerPresence } from './reviewer-presence.ts';
import type { View } from './view.ts';
import { Waiters } from './waiters.ts';

/** Another process may write comments in several portions; a waiting agent gets them together. */
const collectMs = 50;
/** A client gives up after 60 s without a sign of life; progress notifications are one. */
const progressMs = 10_000;

/** What an agent has not been told yet. */
export interface News extends Undelivered {
  verdict: GivenVerdict | null;
  /** The person closed the last frame or tab that showed the document. */
  reviewerLeft: boolean;
}

export interface ReviewedDocumentOptions {
  document: MarkdownDocument;
  mode: ReviewMode;
  now: () => Date;
  reader: DocumentReader;
  /** `null` where no agent of the project can be seen or started. */
  project?: ProjectAgents | null | undefined;
  /** Called once for each verdict that no waiting agent gets. */
  onIdleVerdict?: ((verdict: GivenVerdict) => void) | undefined;
  /** Called when there is another verdict, or the last one is out of date. */
  onVerdict?: (() => void) | undefined;
}

export class ReviewedDocument {
  readonly document: MarkdownDocument;
  readonly presence: ReviewerPresence;
  readonly #views = new Set<View>();
  readonly #deliveryLog: DeliveryLog;
  readonly #waitingAgents = new Waiters();
  readonly #unsubscribe: () => void;
  #mode: ReviewMode;
  #listenerCount = 0;
  #agentName: string | null = null;
  /** As the views were last told. */
  #sentListening: Listening;
  #collecting: NodeJS.Timeout | undefined;
  #isClosed = false;
  #asksVerdict = false;
  /** The id of the verdict that agents know. One that was given before the document was opened is no news. */
  #deliveredVerdict: string | undefined;
  /** The id of the last verdict that was given to `onIdleVerdict`. */
  #announcedVerdict: string | undefined;
  readonly #reader: DocumentReader;
  readonly #project: ProjectAgents | null;
  #following: readonly Subscription[] | null = null;
  #agents: AgentsNow = { agents: [], questions: [] };
  #startProblem: string | undefined;
  readonly #onIdleVerdict: ReviewedDocumentOptions['onIdleVerdict'];
  readonly #onVerdict: ReviewedDocumentOptions['onVerdict'];

  constructor(options: ReviewedDocumentOptions) {
    const { document, mode, now, reader, project = null, onIdleVerdict, onVerdict } = options;
    this.document = document;
    this.#reader = reader;
    this.#project = project;
    this.#onIdleVerdict = onIdleVerdict;
    this.#onVerdict = onVerdict;
    this.#mode = mode;
    this.#deliveryLog = new DeliveryLog(this.#visibleComments());
    this.#deliveredVerdict = document.verdict?.id;
    this.presence = new ReviewerPresence({
      isShown: () => [...this.#views].some(({ copies }) => copies > 0),
      onLeft: () => {
        this.#endReadingIfDone();
        this.#wakeAgents();
      },
      now,
    });
    this.#unsubscribe = document.subscribe((event) => this.#onEvent(event));
    this.#sentListening = this.listening;
  }

  get mode(): ReviewMode {
    return this.#mode;
  }

  get listening(): Listening {
    const isRead = this.#listenerCount > 0;
    const other = this.#takerElsewhere();
    const waiting = isRead || other !== undefined;
    const questions = this.#agents.questions
      .filter((question) => this.#isAskedHere(question))
      .map(askedQuestion);
    return {
      waiting,
      agentName: other?.agentName ?? this.#agentName ?? this.#reader.nameElsewhere,
      ...(!waiting && this.#project !== null && !this.#asksVerdict && { canStart: true }),
      ...(this.#startProblem !== undefined && { startProblem: this.#startProblem }),
      ...(questions.length > 0 && { questions }),
    };
  }

  /** Settings wait for no answer, and what an agent asks about a page is asked there. */
  #isAskedHere({ kind, annotationId }: Question): boolean {
    if (kind !== 'start' && kind !== 'permission' && kind !== 'elicitation' && kind !== 'branch')
      return false;
    return annotationId === undefined || this.document.comment(annotationId) !== null;
  }

  /** The agent of another process that begins with what is sent. It leaves alone what an agent that reads the document gets. */
  #takerElsewhere() {
    const isRead = this.#listenerCount > 0 || this.#reader.isThere || this.#reader.nameElsewhere !== null;
    return isRead ? undefined : this.#waitingElsewhere();
  }

  #waitingElsewhere() {
    return this.#agents.agents.find(({ waiting }) => waiting);
  }

  get isReadElsewhere(): boolean {
    return !this.#asksVerdict && this.#takerElsewhere() !== undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get views(): ReadonlySet<View> {
    return this.#views;
  }

  setMode(mode: ReviewMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#sendToViews({ type: 'mode', mode });
  }

  get asksVerdict(): boolean {
    return this.#asksVerdict;
  }

  /** A program waits until the person approves the document or asks for changes. To be called before a view is shown. */
  askVerdict(): void {
    this.#asksVerdict = true;
  }

  /** The view shows the name of the agent that opened the file or asked for its comments last. */
  setAgentName(agentName: string): void {
    this.#agentName = agentName;
    this.#sendListening();
  }

  /** By the person, who gives the comments to another agent than the one that asked for them. */
  async startAgent(): Promise<void> {
    if (this.#project === null) throw noStartHereError();
    // It has begun to wait since the view was drawn, and gets the comments.
    if (this.#listenerCount > 0) return;
    await this.#reader.endAll();
    this.#startProblem = undefined;
    this.#sendListening();
    if (this.#waitingElsewhere() !== undefined) return;
    this.#project.start().catch((error: unknown) => {
      this.#startProblem = describeError(error);
      this.#sendListening();
    });
  }

  addView(view: View): void {
    this.#following ??= this.#followProject();
    this.#views.add(view);
    this.presence.reset();
  }

  removeView(view: View): void {
    this.#views.delete(view);
    view.close();
  }

  snapshot(): ViewSnapshot {
    const { fileMeta, mirror, problem, personName, reviewed } = this.document;
    return {
      fileMeta,
      mode: this.#mode,
      mirror,
      comments: this.document.comments(),
      listening: this.listening,
      asksVerdict: this.#asksVerdict,
      verdict: this.document.verdict,
      reviewedSha: reviewed?.sha ?? null,
      problem,
      personName,
    };
  }

  undelivered(): News {
    const { verdict } = this.document;
    return {
      ...this.#deliveryLog.undelivered(this.#visibleComments()),
      verdict: verdict?.id === this.#deliveredVerdict ? null : verdict,
      reviewerLeft: this.presence.isNews,
    };
  }

  /** Those that agents may see. */
  #visibleComments(): MarkdownComment[] {
    return this.document.comments().filter(isVisibleToAgents);
  }

  /**
   * Whether an agent has these comments and this verdict, or waits and gets them next. Call it after they were submitted:
   * an agent that waited before may be gone by then.
   */
  isDelivered(ids: readonly string[], verdictId?: string): boolean {
    const { comments, verdict } = this.undelivered();
    const isKnown = !comments.some(({ id }) => ids.includes(id)) && (verdict?.id ?? null) !== verdictId;
    // Another process reads what is stored, and is given no verdict.
    const isStored = ids.every((id) => this.document.comment(id)?.store === 'sidecar');
    const isTaken = this.isReadElsewhere && isStored && verdictId === undefined;
    return this.#listenerCount > 0 || isKnown || isTaken;
  }

  /** Call it with what an agent is told, and with comments that it has changed itself. */
  markDelivered({
    comments,
    closed = [],
    verdict,
    reviewerLeft,
  }: Pick<News, 'comments'> & Partial<News>): void {
    if (verdict) this.#deliveredVerdict = verdict.id;
    if (reviewerLeft === true) this.presence.markTold();
    for (const comment of comments) this.#deliveryLog.add(comment);
    for (const { id } of closed) {
      const comment = this.document.comment(id);
      if (comment === null || !isVisibleToAgents(comment)) this.#deliveryLog.remove(id);
      else this.#deliveryLog.add(comment);
    }
  }

  /** To be called with what an agent is given: it is at work on that from now on, also while it does not wait. */
  async beginReading(): Promise<void> {
    // A plan is in no project, and no other agent may work on it.
    if (!this.#asksVerdict) await this.#reader.begin(this.#agentName ?? 'agent');
  }

  /**
   * Calls `take` with what is undelivered: at once, or as soon as there is something; with nothing when the time is up or
   * the caller is gone. Only one of several callers may get a comment, so `take` calls `markDelivered` before it returns.
   */
  async waitForComments<T>(
    { timeoutMs, signal, onProgress, select = (undelivered) => undelivered, ...caller }: WaitOptions,
    take: (undelivered: News) => T,
  ): Promise<T> {
    const { isPerson = false, isStarted = false } = caller;
    const isReader = !isPerson && !isStarted;
    const deadline = performance.now() + timeoutMs;
    const isOver = () => signal.aborted || this.#isClosed || performance.now() >= deadline;
    const selected = (): News => {
      const news = this.undelivered();
      return { ...news, ...select(news) };
    };
    const isDue = () => isOver() || hasNews(selected());
    // A caller that does not have to wait is not shown as listening.
    if (isDue()) {
      if (isReader && !signal.aborted && selected().comments.length > 0) await this.beginReading();
      return take(selected());
    }
    if (!isPerson) this.#listenerCount++;
    this.#sendListening();
    try {
      if (isReader) await this.beginReading();
      while (!isDue()) {
        await this.#waitingAgents.wait(Math.min(deadline - performance.now(), progressMs), signal);
        await onProgress?.();
      }
      return take(selected());
    } finally {
      if (!isPerson) this.#listenerCount--;
      this.#endReadingIfDone();
      // Delayed, because an agent that asks again at once has not stopped listening.
      setTimeout(() => this.#sendListening(), collectMs).unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.presence.close();
    clearTimeout(this.#collecting);
    this.#unsubscribe();
    for (const subscription of this.#following ?? []) subscription.close();
    await this.#reader.end();
    for (const view of this.#views) view.close();
    this.#waitingAgents.wake();
    await this.document.close();
  }

  #onEvent(event: DocumentEvent): void {
    if (event.type === 'submitted') {
      this.#wakeAgents();
      return;
    }
    this.#sendToViews(event);
    if (event.type === 'verdict') {
      this.#announceVerdict();
      this.#onVerdict?.();
      this.#wakeAgents();
    }
    if (event.type !== 'comments') return;
    this.#endReadingIfDone();
    this.#collecting ??= setTimeout(() => this.#wakeAgents(), collectMs).unref();
  }

  /** The person may close the last tab while an agent works on what it was given: no other one begins with that. */
  #endReadingIfDone(): void {
    if (this.presence.hasLeft && !this.#deliveryLog.isAtWork(this.#visibleComments()))
      void this.#reader.end();
  }

  #followProject(): Subscription[] | null {
    if (this.#project === null || this.#isClosed) return null;
    const agents = this.#project.subscribe((now) => {
      this.#agents = now;
      this.#sendListening();
    });
    return [agents, this.#reader.follow(() => this.#sendListening())];
  }

  #announceVerdict(): void {
    const { verdict } = this.undelivered();
    if (verdict === null || this.#listenerCount > 0 || verdict.id === this.#announcedVerdict) return;
    this.#announcedVerdict = verdict.id;
    this.#onIdleVerdict?.(verdict);
  }

  #wakeAgents(): void {
    clearTimeout(this.#collecting);
    this.#collecting = undefined;
    if (hasNews(this.undelivered())) this.#waitingAgents.wake();
  }

  #sendListening(): void {
    const now = this.listening;
    const before = this.#sentListening;
    if (isDeepStrictEqual(now, before)) return;
    this.#sentListening = now;
    this.#sendToViews({ type: 'listening', listening: now });
  }

  #sendToViews(command: ViewCommand): void {
    for (const view of this.#views) view.push(command);
  }
}

export interface WaitOptions {
  timeoutMs: number;
  signal: AbortSignal;
  /** What is submitted is shown to a person, so that no agent listens. */
  isPerson?: boolean;
  /** The agent that asks was started by `annotate-mcp work`, which gives it one comment after the other. */
  isStarted?: boolean;
  /** Which of the comments are for this caller; all unless given. */
  select?: (undelivered: Undelivered) => Undelivered;
  /** Called about every ten seconds during the wait. */
  onProgress?: () => Promise<void>;
}

function hasNews({ comments, closed, verdict, reviewerLeft }: News): boolean {
  return comments.length + closed.length > 0 || verdict !== null || reviewerLeft;
}

function askedQuestion({ id, kind, title, agentName, url }: Question): AskedQuestion {
  return { id, kind, title, url, ...(agentName !== undefined && { agentName }) };
}

function noStartHereError(): AnnotateError {
  return new AnnotateError('work/failed', 'No agent can be started for this document from here.', {
    hint: 'Run npx annotate-mcp work in a terminal, in the folder of the project.',
  });
}
