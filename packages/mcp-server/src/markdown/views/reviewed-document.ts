/** One open document in this process: its views, its mode, and the agents that wait for comments on it. */
import { AnnotateError, isVisibleToAgents } from '@annotate-mcp/core';
import type {
  Listening,
  MarkdownComment,
  ReviewMode,
  Verdict,
  ViewCommand,
  ViewSnapshot,
} from '@annotate-mcp/markdown';
import type { DocumentEvent, MarkdownDocument } from '@annotate-mcp/markdown/review';

import { DeliveryLog, type Undelivered } from './delivery-log.ts';
import type { View } from './view.ts';
import { Waiters } from './waiters.ts';

/** Another process may write comments in several portions; a waiting agent gets them together. */
const collectMs = 50;
/** A client gives up after 60 s without a sign of life; progress notifications are one. */
const progressMs = 10_000;

export class ReviewedDocument {
  readonly document: MarkdownDocument;
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
  #onVerdict: ((verdict: Verdict | null) => void) | null = null;

  constructor(document: MarkdownDocument, mode: ReviewMode) {
    this.document = document;
    this.#mode = mode;
    this.#deliveryLog = new DeliveryLog(this.#visibleComments());
    this.#unsubscribe = document.subscribe((event) => this.#onEvent(event));
    this.#sentListening = this.listening;
  }

  get mode(): ReviewMode {
    return this.#mode;
  }

  get listening(): Listening {
    return { waiting: this.#listenerCount > 0, agentName: this.#agentName };
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

  /** From now on the views offer a verdict. Resolves to it, or to `null` when the document is closed without one. */
  askVerdict(): Promise<Verdict | null> {
    return new Promise((resolve) => (this.#onVerdict = resolve));
  }

  giveVerdict(verdict: Verdict): void {
    if (this.#onVerdict === null) throw noVerdictAskedError();
    this.#onVerdict(verdict);
  }

  /** The view shows the name of the agent that opened the file or asked for its comments last. */
  setAgentName(agentName: string): void {
    this.#agentName = agentName;
    this.#sendListening();
  }

  addView(view: View): void {
    this.#views.add(view);
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
      asksVerdict: this.#onVerdict !== null,
      reviewedSha: reviewed?.sha ?? null,
      problem,
      personName,
    };
  }

  undelivered(): Undelivered {
    return this.#deliveryLog.undelivered(this.#visibleComments());
  }

  /** Those that agents may see. */
  #visibleComments(): MarkdownComment[] {
    return this.document.comments().filter(isVisibleToAgents);
  }

  /**
   * Whether an agent has these comments, or waits and gets them next. Call it after they were submitted: an agent that
   * waited before may be gone by then.
   */
  isDelivered(ids: readonly string[]): boolean {
    return this.#listenerCount > 0 || !this.undelivered().comments.some(({ id }) => ids.includes(id));
  }

  /** Call it with the comments that an agent is shown or has changed itself. */
  markDelivered({
    comments,
    closed = [],
  }: {
    comments: readonly MarkdownComment[];
    closed?: Undelivered['closed'];
  }): void {
    for (const comment of comments) this.#deliveryLog.add(comment);
    for (const { id } of closed) {
      const comment = this.document.comment(id);
      if (comment === null || !isVisibleToAgents(comment)) this.#deliveryLog.remove(id);
      else this.#deliveryLog.add(comment);
    }
  }

  /**
   * Calls `take` with the undelivered comments: at once, or as soon as there are some; with none when the time is up or
   * the caller is gone. Only one of several callers may get a comment, so `take` calls `markDelivered` before it returns.
   */
  async waitForComments<T>(
    { timeoutMs, signal, onProgress, select = (undelivered) => undelivered }: WaitOptions,
    take: (undelivered: Undelivered) => T,
  ): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    const isOver = () => signal.aborted || this.#isClosed || performance.now() >= deadline;
    const selected = () => select(this.undelivered());
    const isDue = () => isOver() || hasComments(selected());
    // A caller that does not have to wait is not shown as listening.
    if (isDue()) return take(selected());
    this.#listenerCount++;
    this.#sendListening();
    try {
      while (!isDue()) {
        await this.#waitingAgents.wait(Math.min(deadline - performance.now(), progressMs), signal);
        await onProgress?.();
      }
      return take(selected());
    } finally {
      this.#listenerCount--;
      // Delayed, because an agent that asks again at once has not stopped listening.
      setTimeout(() => this.#sendListening(), collectMs).unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#onVerdict?.(null);
    clearTimeout(this.#collecting);
    this.#unsubscribe();
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
    if (event.type === 'comments')
      this.#collecting ??= setTimeout(() => this.#wakeAgents(), collectMs).unref();
  }

  #wakeAgents(): void {
    clearTimeout(this.#collecting);
    this.#collecting = undefined;
    if (hasComments(this.undelivered())) this.#waitingAgents.wake();
  }

  #sendListening(): void {
    const now = this.listening;
    const before = this.#sentListening;
    if (now.waiting === before.waiting && now.agentName === before.agentName) return;
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
  /** What of it is for this caller; all unless given. */
  select?: (undelivered: Undelivered) => Undelivered;
  /** Called about every ten seconds during the wait. */
  onProgress?: () => Promise<void>;
}

function noVerdictAskedError(): AnnotateError {
  return new AnnotateError('query/invalid', 'This review asks for no verdict.', {
    hint: 'Submit comments, or reload the page: it may be of another release than the server.',
  });
}

function hasComments({ comments, closed }: Undelivered): boolean {
  return comments.length + closed.length > 0;
}
