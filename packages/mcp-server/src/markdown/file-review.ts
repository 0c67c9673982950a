/** One open file in this process: its views, its mode, and who listens to what is said about it. */
import type {
  Listening,
  MarkdownComment,
  ReviewMode,
  ViewCommand,
  ViewSnapshot,
} from '@annotate-mcp/markdown';
import type { DocumentEvent, ReviewDocument } from '@annotate-mcp/markdown/review';

import { Deliveries, type News } from './deliveries.ts';
import type { View } from './views/view.ts';
import { Waiters } from './views/waiters.ts';

/** What another process writes may come in several portions; an agent gets them together. */
const settleMs = 50;
/** A client gives up after 60 s without a sign of life; progress is one for those who asked for it. */
const progressMs = 10_000;

export class FileReview {
  readonly document: ReviewDocument;
  readonly #views = new Set<View>();
  readonly #deliveries: Deliveries;
  readonly #agents = new Waiters();
  readonly #unsubscribe: () => void;
  #mode: ReviewMode;
  #listeners = 0;
  #agentName: string | null = null;
  #told: Listening;
  #settling: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(document: ReviewDocument, mode: ReviewMode) {
    this.document = document;
    this.#mode = mode;
    this.#deliveries = new Deliveries(document.comments());
    this.#unsubscribe = document.subscribe((event) => this.#heard(event));
    this.#told = this.listening;
  }

  get mode(): ReviewMode {
    return this.#mode;
  }

  get listening(): Listening {
    return { waiting: this.#listeners > 0, agentName: this.#agentName };
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
    this.#tellViews({ type: 'mode', mode });
  }

  /** An agent that opens it or asks for it is the one that people are told of. */
  isAskedBy(agentName: string): void {
    this.#agentName = agentName;
    this.#tellListening();
  }

  join(view: View): void {
    this.#views.add(view);
  }

  leave(view: View): void {
    this.#views.delete(view);
    view.close();
  }

  snapshot(): ViewSnapshot {
    const { fileMeta, mirror, problem } = this.document;
    return {
      fileMeta,
      mode: this.#mode,
      mirror,
      comments: this.document.comments(),
      listening: this.listening,
      problem,
    };
  }

  /** Not told to any agent yet. */
  news(): News {
    return this.#deliveries.news(this.document.comments());
  }

  /** Whether an agent has these, or waits and gets them next. To be asked after they were sent: one that waited may be gone by then. */
  isHeard(ids: readonly string[]): boolean {
    return this.#listeners > 0 || !this.news().comments.some(({ id }) => ids.includes(id));
  }

  /** To be called with what an agent is shown or did itself. */
  hasTold({
    comments,
    closed = [],
  }: {
    comments: readonly MarkdownComment[];
    closed?: News['closed'];
  }): void {
    for (const comment of comments) this.#deliveries.tell(comment);
    for (const { id } of closed) {
      const comment = this.document.comment(id);
      if (comment === null) this.#deliveries.forget(id);
      else this.#deliveries.tell(comment);
    }
  }

  /**
   * Calls `take` with what is not told yet: at once, or as soon as there is some; with nothing when the time is up or
   * the caller is gone. What it takes nobody else may get, so it says with `hasTold` before it returns what that was.
   */
  async listen<T>({ timeoutMs, signal, progress }: Listen, take: (news: News) => T): Promise<T> {
    const deadline = performance.now() + timeoutMs;
    const isOver = () => signal.aborted || this.#isClosed || performance.now() >= deadline;
    const isDue = () => isOver() || hasNews(this.news());
    // Who only looks in does not listen.
    if (isDue()) return take(this.news());
    this.#listeners++;
    this.#tellListening();
    try {
      while (!isDue()) {
        await this.#agents.wait(Math.min(deadline - performance.now(), progressMs), signal);
        await progress?.();
      }
      return take(this.news());
    } finally {
      this.#listeners--;
      // One that asks again at once has not stopped listening.
      setTimeout(() => this.#tellListening(), settleMs).unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#settling);
    this.#unsubscribe();
    for (const view of this.#views) view.close();
    this.#agents.wake();
    await this.document.close();
  }

  #heard(event: DocumentEvent): void {
    if (event.type === 'submitted') {
      this.#wakeAgents();
      return;
    }
    this.#tellViews(event);
    if (event.type === 'comments') this.#settling ??= setTimeout(() => this.#wakeAgents(), settleMs).unref();
  }

  #wakeAgents(): void {
    clearTimeout(this.#settling);
    this.#settling = undefined;
    if (hasNews(this.news())) this.#agents.wake();
  }

  #tellListening(): void {
    const now = this.listening;
    if (now.waiting === this.#told.waiting && now.agentName === this.#told.agentName) return;
    this.#told = now;
    this.#tellViews({ type: 'listening', listening: now });
  }

  #tellViews(command: ViewCommand): void {
    for (const view of this.#views) view.push(command);
  }
}

export interface Listen {
  timeoutMs: number;
  signal: AbortSignal;
  /** Called now and then while it waits. */
  progress?: () => Promise<void>;
}

function hasNews({ comments, closed }: News): boolean {
  return comments.length + closed.length > 0;
}
