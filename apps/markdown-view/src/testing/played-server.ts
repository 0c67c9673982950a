/** A server inside of the test page that follows the protocol with the moves of core. Tests can disconnect and restart it. */
import {
  acknowledge,
  type Actor,
  AnnotateError,
  type Annotation,
  editText,
  reply,
  resolve,
  submit,
} from '@annotate-mcp/core';
import {
  anchorAt,
  blocksOf,
  type CommentChange,
  type CommentInput,
  createReanchor,
  type FileMeta,
  type Listening,
  type MarkdownComment,
  type ReviewMode,
  type SequencedCommand,
  tokenKey,
  type ViewCommand,
  viewTools,
} from '@annotate-mcp/markdown';

import { EndedError } from '../host/view-host.ts';
import { toBase64 } from '../sync/base64.ts';

import { authorOf, changed, newComment } from './played-changes.ts';

const agent: Actor = { type: 'agent', agentId: 'agent', agentName: 'claude-code' };

export class PlayedServer {
  text: string;
  mode: ReviewMode = 'edit';
  mirror = false;
  listening: Listening = { waiting: false, agentName: null };
  problem: string | null = null;
  writable = true;
  readonly comments = new Map<string, MarkdownComment>();
  readonly calls: { name: string; args: Record<string, unknown> }[] = [];
  /** Every call fails as without a network. */
  unreachable = false;
  /** The server was stopped for good. */
  ended = false;
  /** Tools that answer with an error, and its message. */
  readonly refuses = new Map<string, string>();
  /** The number of next calls that are carried out but fail for the caller. */
  losesAnswers = 0;
  #view = 1;
  #queue: SequencedCommand[] = [];
  #seq = 0;
  #version = 1;
  #time = Date.parse('2026-03-01T10:00:00Z');
  #wakes = new Set<() => void>();

  constructor(text: string) {
    this.text = text;
  }

  get fileMeta(): FileMeta {
    const bytes = new TextEncoder().encode(this.text).length;
    return {
      path: 'docs/plan.md',
      name: 'plan.md',
      sha: `sha-${this.#version}`,
      bytes,
      lines: this.text.split('\n').length,
      writable: this.writable,
    };
  }

  /** The result of `open_markdown` as a host gives it to the view. */
  opened() {
    return {
      content: [],
      structuredContent: {
        viewUUID: `view-${this.#view}`,
        fileMeta: this.fileMeta,
        mode: this.mode,
        importedComments: 0,
      },
      _meta: { [tokenKey]: `token-${this.#view}` },
    };
  }

  /** Forgets the open views and keeps the comments. */
  restart(): void {
    this.#view++;
    this.#queue = [];
    this.#seq = 0;
    this.#wake();
  }

  async call(name: string, args: Record<string, unknown>, signal?: AbortSignal) {
    this.calls.push({ name, args });
    await Promise.resolve();
    this.#checkReachable();
    try {
      const result = await this.#answer(name, args, signal);
      this.#checkReachable();
      if (this.losesAnswers > 0 && name !== viewTools.poll) {
        this.losesAnswers--;
        throw new TypeError('Failed to fetch');
      }
      return result;
    } catch (error) {
      if (!(error instanceof AnnotateError)) throw error;
      const refusal = JSON.stringify({ error: error.message, code: error.code });
      return { isError: true, content: [{ type: 'text', text: refusal }] };
    }
  }

  /** A change that the agent or another person makes. */
  change(id: string, move: (comment: MarkdownComment, by: Actor, at: Date) => Annotation): void {
    const comment = this.comments.get(id);
    if (comment) this.#put(move(comment, agent, this.#now()) as MarkdownComment);
  }

  agentReplies(id: string, message: string): void {
    this.change(id, (comment, by, at) => reply(comment, by, at, { id: crypto.randomUUID(), message }));
  }

  agentTakes(id: string): void {
    this.change(id, acknowledge);
  }

  agentResolves(id: string, message: string): void {
    this.change(id, (comment, by, at) => resolve(comment, by, at, { id: crypto.randomUUID(), message }));
  }

  changeFile(text: string): void {
    const reanchor = createReanchor(text, blocksOf(text), this.text);
    this.text = text;
    this.#version++;
    const changed = [...this.comments.values()].map((comment) => ({
      ...comment,
      ...reanchor(comment.anchor),
    }));
    for (const comment of changed) this.comments.set(comment.id, comment);
    this.push({ type: 'comments', changed, removed: [] });
    this.push({ type: 'file', fileMeta: this.fileMeta });
  }

  listen(listening: Listening): void {
    this.listening = listening;
    this.push({ type: 'listening', listening });
  }

  push(command: ViewCommand): void {
    this.#queue.push({ seq: ++this.#seq, command });
    this.#wake();
  }

  /** Adds a comment on the first occurrence of `quote`. */
  seed(quote: string, text: string, as: Partial<MarkdownComment> = {}): MarkdownComment {
    const start = this.text.indexOf(quote);
    const anchor = anchorAt(this.text, blocksOf(this.text), start, start + quote.length);
    const comment = newComment(this.#now(), { id: as.id ?? crypto.randomUUID(), text, anchor }, 'pending');
    const seeded = { ...comment, ...as } as MarkdownComment;
    this.comments.set(seeded.id, seeded);
    return seeded;
  }

  #now(): Date {
    return new Date((this.#time += 1000));
  }

  #checkReachable(): void {
    if (this.ended) throw new EndedError('The review has ended.');
    if (this.unreachable) throw new TypeError('Failed to fetch');
  }

  #wake(): void {
    for (const wake of [...this.#wakes]) wake();
  }

  async #answer(name: string, args: Record<string, unknown>, signal?: AbortSignal) {
    const refusal = this.refuses.get(name);
    if (refusal !== undefined) throw new AnnotateError('store/unreadable', refusal, { hint: '' });
    if (name === 'open_markdown') return this.opened();
    if (args.viewUUID !== `view-${this.#view}` || args.token !== `token-${this.#view}`)
      throw new AnnotateError('store/unreadable', 'There is no such view.', { hint: '' });
    return { content: [], structuredContent: await this.#run(name, args, signal) };
  }

  async #run(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<object> {
    switch (name) {
      case viewTools.poll:
        return this.#poll(args as { after: number | null; waitMs?: number }, signal);
      case viewTools.read:
        return this.#read(args.range as { start: number; end: number });
      case viewTools.persist:
        return { comment: this.#persist(args.comment as CommentInput) };
      case viewTools.submit:
        return this.#submit(args.comments as CommentInput[], args.mode as ReviewMode);
      case viewTools.answerNow:
        return this.#answerNow(args.comment as CommentInput);
      case viewTools.changeComment:
        return this.#change(args.id as string, args.change as CommentChange);
      case viewTools.changeReview:
        return this.#changeReview(args.change as { type: string; mode?: ReviewMode; mirror?: boolean });
      case viewTools.save:
        return this.#save(args.bytes as string, args.expectedSha as string);
      default:
        throw new AnnotateError('store/unreadable', `There is no tool ${name}.`, { hint: '' });
    }
  }

  async #poll({ after, waitMs = 0 }: { after: number | null; waitMs?: number }, signal?: AbortSignal) {
    if (after !== null && after === this.#seq && waitMs > 0)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#wakes.delete(done);
          resolve();
        };
        const timer = setTimeout(done, waitMs);
        this.#wakes.add(done);
        signal?.addEventListener('abort', done);
      });
    const { fileMeta, mode, mirror, listening, problem } = this;
    const comments = [...this.comments.values()];
    const commands = this.#queue.filter(({ seq }) => seq > (after ?? 0));
    return after === null
      ? {
          commands: [],
          seq: this.#seq,
          snapshot: { fileMeta, mode, mirror, comments, listening, problem },
        }
      : { commands, seq: this.#seq };
  }

  #read({ start, end }: { start: number; end: number }) {
    const bytes = new TextEncoder().encode(this.text);
    return { bytes: toBase64(bytes.subarray(start, end)), total: bytes.length, fileMeta: this.fileMeta };
  }

  #persist(input: CommentInput): MarkdownComment {
    const known = this.comments.get(input.id);
    if (!known) return this.#put(newComment(this.#now(), input, 'draft'));
    return this.#put(editText(known, authorOf(known), this.#now(), input.text) as MarkdownComment);
  }

  #submit(comments: readonly CommentInput[], mode: ReviewMode) {
    for (const input of comments) this.#persist(input);
    const drafts = [...this.comments.values()].filter(({ status }) => status === 'draft');
    const sent = drafts.map((draft) =>
      this.#put(submit(draft, authorOf(draft), this.#now(), mode) as MarkdownComment),
    );
    const nudge = sent.length === 0 ? null : { message: `${sent.length} comments`, context: 'the comments' };
    return { comments: sent, nudge, delivered: this.listening.waiting };
  }

  #answerNow(input: CommentInput) {
    this.comments.delete(input.id);
    const comment = this.#put({ ...newComment(this.#now(), input, 'pending'), store: 'memory' });
    return { comment, nudge: { message: `Asked: ${input.text}`, context: '' } };
  }

  #change(id: string, change: CommentChange) {
    const comment = this.comments.get(id);
    if (!comment) return { comment: null };
    const after = changed(comment, change, this.#now());
    if (after !== null) return { comment: this.#put(after as MarkdownComment) };
    this.comments.delete(id);
    this.push({ type: 'comments', changed: [], removed: [id] });
    return { comment: null };
  }

  #changeReview(change: { type: string; mode?: ReviewMode; mirror?: boolean }) {
    this.mode = change.mode ?? this.mode;
    this.mirror = change.mirror ?? this.mirror;
    const { mode, mirror, fileMeta } = this;
    this.push({ type: 'mode', mode });
    return {
      mode,
      mirror,
      fileMeta,
      ...(change.type === 'export_inline' && { exported: this.comments.size }),
    };
  }

  #save(bytes: string, expectedSha: string) {
    if (expectedSha !== this.fileMeta.sha)
      throw new AnnotateError('store/unreadable', 'The file has changed since.', { hint: '' });
    this.changeFile(new TextDecoder().decode(Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))));
    return { fileMeta: this.fileMeta };
  }

  #put(comment: MarkdownComment): MarkdownComment {
    this.comments.set(comment.id, comment);
    this.push({ type: 'comments', changed: [comment], removed: [] });
    return comment;
  }
}
