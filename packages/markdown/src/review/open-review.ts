/** One open file: wires the file, the stores and those who watch; the rules are in the files it calls. */
import { type AnnotateError, type MarkdownAnchor, type Note, SerialQueue, submit } from '@annotate-mcp/core';
import { FileLock } from '@annotate-mcp/store/files';

import {
  type Block,
  blocksOf,
  type CommentChange,
  type CommentInput,
  type FileMeta,
  type MarkdownComment,
  type ReviewMode,
} from '../document/index.ts';
import { fileChangedError } from '../files/failures.ts';
import { inDocumentOrder, person } from '../stores/comments.ts';
import { exported, sharedBy } from '../stores/reconcile.ts';

import { Audience, type Shown } from './audience.ts';
import { bringUpToDate, findAgain, type Parts, settle } from './bring-up-to-date.ts';
import type { Agent, AgentMove, DocumentEvent, ReviewDocument, Submitted } from './document.ts';
import { applyAgentMove, applyChange, applyResend, newComment } from './moves.ts';
import { type Placed, placingIn } from './placing.ts';
import { problemInWords } from './problem.ts';
import { asTrouble, closed, noComment } from './refusals.ts';

export interface OpenReviewOptions extends Parts {
  root: string;
  lockFile: string;
  now: () => Date;
  newId: () => string;
  /** Nobody uses it any more. */
  onStop: () => void;
}

export class OpenReview implements ReviewDocument {
  readonly file: string;
  readonly root: string;
  readonly #options: OpenReviewOptions;
  readonly #queue = new SerialQueue();
  readonly #lock: FileLock;
  readonly #audience: Audience;
  #inTheWay: AnnotateError | null = null;
  #isWoken = false;
  #isClosed = false;
  #holders = 0;

  constructor(options: OpenReviewOptions) {
    this.#options = options;
    this.file = options.file.file;
    this.#lock = new FileLock(options.lockFile, { protects: this.file, optional: true });
    this.root = options.root;
    this.#audience = new Audience({ ...this.#now(), comments: new Map() });
  }

  get fileMeta(): FileMeta {
    return this.#audience.shown.fileMeta;
  }

  get text(): string {
    return this.#audience.shown.text;
  }

  get blocks(): readonly Block[] {
    return this.#audience.shown.blocks;
  }

  get mirror(): boolean {
    return this.#audience.shown.mirror;
  }

  get problem(): string | null {
    return this.#audience.shown.problem;
  }

  get importedComments(): number {
    return this.#audience.shown.importedComments;
  }

  comments(): MarkdownComment[] {
    return inDocumentOrder(this.#audience.shown.comments.values());
  }

  comment(id: string): MarkdownComment | null {
    return this.#audience.shown.comments.get(id) ?? null;
  }

  refresh(): Promise<void> {
    return this.#alone(async () => undefined);
  }

  /** Comments in memory may be from an earlier time that the file was open. */
  async begin(): Promise<void> {
    await this.refresh();
    await findAgain(this.#options);
  }

  /** Now and then: what was in the way may be so no longer, and nothing tells. */
  check(): void {
    if (this.#inTheWay !== null || this.#options.stores.sidecar.problem !== null) this.wake();
  }

  /** Something on the disk may have changed. */
  wake(): void {
    if (this.#isWoken || this.#isClosed) return;
    this.#isWoken = true;
    this.refresh().catch((error: unknown) => {
      this.#inTheWay = asTrouble(error, this.file);
      this.#publish();
    });
  }

  persist(input: CommentInput): Promise<MarkdownComment> {
    return this.#alone(() => this.#keep(input));
  }

  submit(inputs: readonly CommentInput[], mode: ReviewMode): Promise<Submitted> {
    return this.#alone(async () => {
      for (const input of inputs) await this.#keep(input);
      const { sidecar } = this.#options.stores;
      const ids = [...sidecar.comments.values()]
        .filter(({ status }) => status === 'draft')
        .map(({ id }) => id);
      const [at, by] = [this.#options.now(), { type: 'person', authorId: person } as const];
      if (ids.length > 0)
        await sidecar.updateAll((each) => (each.status === 'draft' ? submit(each, by, at, mode) : each));
      const named = new Set([...ids, ...inputs.map(({ id }) => id)]);
      const comments = [...this.#options.stores.all().values()].filter(({ id }) => named.has(id));
      return { comments: inDocumentOrder(comments), ids };
    });
  }

  answerNow(input: CommentInput): Promise<MarkdownComment> {
    return this.#alone(async () => {
      const { stores, file, now } = this.#options;
      const known = stores.all().get(input.id);
      if (known !== undefined && known.status !== 'draft') return this.#keep(input);
      const as = { path: file.path, store: 'memory', status: 'pending', at: now() } as const;
      const comment = await stores.memory.add(newComment(input, this.#place(input.anchor), as));
      if (known !== undefined) await stores.sidecar.remove(input.id);
      return comment;
    });
  }

  change(id: string, change: CommentChange): Promise<MarkdownComment | null> {
    return this.#alone(async () => {
      const { stores, inline, now, newId } = this.#options;
      if (change.type === 'move') {
        if (change.to === 'inline' || inline.comments.has(id)) this.#requireInStep();
        return stores.move(id, change.to);
      }
      const placed = change.type === 'relink' ? this.#place(change.anchor) : null;
      const along = { at: now(), replyId: newId(), placed };
      return stores.update(id, (comment) => applyChange(comment, change, along));
    });
  }

  agentMove(id: string, move: AgentMove, actor: Agent, note?: Note): Promise<MarkdownComment> {
    return this.#alone(async () => {
      const { stores, now } = this.#options;
      if (stores.all().get(id)?.status === 'draft') throw noComment(id);
      const at = now();
      const after = await stores.update(id, (comment) => applyAgentMove(comment, move, actor, at, note));
      if (after === null) throw noComment(id);
      return after;
    });
  }

  exportInline(): Promise<number> {
    return this.#alone(async () => {
      const { stores, inline, lastSeen } = this.#options;
      const { comments } = stores.sidecar;
      this.#requireInStep();
      inline.write(exported(comments, inline.comments));
      lastSeen.write({ shared: { ...sharedBy(comments, inline.comments) } });
      return inline.comments.size;
    });
  }

  setMirror(on: boolean): Promise<void> {
    return this.#alone(async () => {
      this.#options.lastSeen.write({ mirror: on });
    });
  }

  save(text: string, expectedSha: string): Promise<FileMeta> {
    return this.#alone(async () => {
      const { file, inline } = this.#options;
      if (file.problem !== null) throw file.problem;
      if (file.meta.sha !== expectedSha) throw fileChangedError(file.path);
      const before = file.text;
      const place = placingIn(text, blocksOf(text), before);
      const placed = [...inline.comments.values()].map((comment) => {
        const { anchor, anchorState } = place(comment);
        return { ...comment, anchor, anchorState };
      });
      inline.save(text, placed);
      this.#inTheWay = await settle(this.#options, before);
      return file.meta;
    });
  }

  subscribe(listener: (event: DocumentEvent) => void): () => void {
    return this.#audience.subscribe(listener);
  }

  /** One more who uses it; `false` when the last one has let it go. */
  hold(): boolean {
    if (this.#isClosed) return false;
    this.#holders++;
    return true;
  }

  async close(): Promise<void> {
    this.#holders--;
    if (this.#holders <= 0) await this.end();
  }

  /** Whoever still uses it. */
  async end(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.onStop();
    // After what was begun: somebody waits for it.
    await this.#queue.run(() => this.#options.stores.sidecar.close());
    this.#lock.close();
    this.#audience.leave();
  }

  /** One thing at a time in this process and among all others, on what the disk says right now; then the news. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    // What was asked for before is still done: `end` waits for it.
    if (this.#isClosed) return Promise.reject(closed(this.file));
    return this.#queue.run(async () => {
      this.#isWoken = false;
      try {
        return await this.#lock.run(async () => {
          this.#inTheWay = await bringUpToDate(this.#options);
          const result = await work();
          // Whatever was said now goes into the mirror at once.
          if (this.#options.lastSeen.read().mirror) this.#inTheWay = await bringUpToDate(this.#options);
          return result;
        });
      } finally {
        this.#publish();
      }
    });
  }

  /** A draft of it, or what it says now. */
  async #keep(input: CommentInput): Promise<MarkdownComment> {
    const { stores, file, now } = this.#options;
    const [placed, at] = [this.#place(input.anchor), now()];
    const known = await stores.update(input.id, (comment) => applyResend(comment, input, placed, at));
    if (known !== null) return known;
    const as = { path: file.path, store: 'sidecar', status: 'draft', at } as const;
    return stores.sidecar.add(newComment(input, placed, as));
  }

  /** What the sidecar could not hear of the file must not be overwritten there. */
  #requireInStep(): void {
    const trouble = this.#options.file.problem ?? this.#options.stores.sidecar.problem ?? this.#inTheWay;
    if (trouble !== null) throw trouble;
  }

  /** A view may have pointed at a text that is an older one by now. */
  #place(anchor: MarkdownAnchor): Placed {
    const { text, blocks, previousText } = this.#options.file;
    return placingIn(text, blocks, previousText)({ anchor, anchorState: 'placed' });
  }

  #publish(): void {
    this.#audience.tell(this.#now());
  }

  #now(): Shown {
    const { file, stores, inline, lastSeen } = this.#options;
    return {
      text: file.text,
      blocks: file.blocks,
      importedComments: inline.comments.size,
      comments: stores.all(),
      fileMeta: file.meta,
      mirror: lastSeen.read().mirror,
      problem: problemInWords({
        path: file.path,
        file: file.problem,
        sidecar: stores.sidecar.problem,
        inTheWay: this.#inTheWay,
        markers: file.markerProblems,
      }),
    };
  }
}
