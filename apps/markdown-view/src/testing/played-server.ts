/**
 * A server in the page that runs the real view tools on a played document. It can be made unreachable, restarted and made
 * to refuse.
 */
import {
  acknowledge,
  type Actor,
  AnnotateError,
  type Annotation,
  reply,
  resolve,
  toBase64,
} from '@annotate-mcp/core';
import {
  anchorAt,
  blocksOf,
  createReanchor,
  type FileMeta,
  type GivenVerdict,
  type Listening,
  type MarkdownComment,
  openTool,
  type PollResult,
  type ReviewMode,
  tokenKey,
  type ViewCommand,
} from '@annotate-mcp/markdown';
import {
  InvalidInputError,
  keptEnds,
  type PollInput,
  type ViewToolInput,
  type ViewToolContext,
  viewTools,
} from '@annotate-mcp/markdown/view-tools';

import { EndedError } from '../host/view-host.ts';

import { asComment, newComment, PlayedDocument } from './played-document.ts';
import { PlayedNeighbours } from './played-neighbours.ts';
import { PlayedQueue } from './played-queue.ts';

const agent: Actor = { type: 'agent', agentId: 'agent', agentName: 'claude-code' };

export class PlayedServer {
  text: string;
  mode: ReviewMode = 'edit';
  mirror = false;
  listening: Listening = { waiting: false, agentName: null };
  /** How often the person wanted an agent. */
  starts = 0;
  asksVerdict = false;
  verdict: GivenVerdict | null = null;
  /** Names of the copies that said that they close. */
  readonly left: string[] = [];
  problem: string | null = null;
  writable = true;
  personName: string | null = null;
  /** The text that the person reviewed last. */
  reviewedText: string | null = null;
  readonly comments = new Map<string, MarkdownComment>();
  /** By name, in base64. */
  readonly pictures = new Map<string, string>();
  /** By the hash that the file had. */
  readonly #textsBefore = new Map<string, string>();
  readonly calls: { name: string; args: Record<string, unknown> }[] = [];
  /** Every call fails as without a network. */
  unreachable = false;
  /** Calls are answered when this is resolved. */
  held: Promise<unknown> | undefined;
  /** The server was stopped for good. */
  ended = false;
  /** Tools that answer with an error, and its message. */
  readonly refuses = new Map<string, string>();
  readonly beside = new PlayedNeighbours<PlayedServer>();
  /** The number of next calls that are carried out but fail for the caller. */
  losesAnswers = 0;
  #view = 1;
  readonly #queue = new PlayedQueue();
  #version = 1;
  #time = Date.parse('2026-03-01T10:00:00Z');
  readonly #document = new PlayedDocument({
    comments: this.comments,
    state: () => this,
    now: () => this.#now(),
    giveVerdict: (verdict) => this.giveVerdict(verdict),
    put: (comment) => this.#put(comment),
    remove: (id) => this.#remove(id),
    setMirror: (on) => (this.mirror = on),
    markReviewed: () => {
      this.reviewedText = this.text;
      this.push({ type: 'reviewed', reviewedSha: null });
    },
    save: (text, expectedSha) => this.#save(text, expectedSha),
  });

  readonly path: string;

  constructor(text: string, path = 'docs/plan.md') {
    this.text = text;
    this.path = path;
  }

  get fileMeta(): FileMeta {
    const bytes = new TextEncoder().encode(this.text).length;
    return {
      path: this.path,
      name: this.path.split('/').at(-1) ?? '',
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
    this.#queue.clear();
  }

  async call(name: string, args: Record<string, unknown>, signal?: AbortSignal) {
    this.calls.push({ name, args });
    await Promise.resolve();
    this.#checkReachable();
    try {
      const result = await this.#answer(name, args, signal);
      this.#checkReachable();
      if (this.losesAnswers > 0 && name !== 'poll_md_commands') {
        this.losesAnswers--;
        throw new TypeError('Failed to fetch');
      }
      return result;
    } catch (error) {
      if (!(error instanceof AnnotateError || error instanceof InvalidInputError)) throw error;
      const code = error instanceof AnnotateError ? error.code : 'arguments/invalid';
      const refusal = JSON.stringify({ error: error.message, code });
      return { isError: true, content: [{ type: 'text', text: refusal }] };
    }
  }

  /** By the agent. */
  change(id: string, move: (comment: MarkdownComment, by: Actor, at: Date) => Annotation): void {
    const comment = this.comments.get(id);
    if (comment) this.#put(asComment(move(comment, agent, this.#now())));
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
    this.#textsBefore.set(this.fileMeta.sha, this.text);
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
    this.push({ type: 'reviewed', reviewedSha: this.#document.reviewed?.sha ?? null });
    if (this.verdict !== null) this.giveVerdict({ ...this.verdict, outdated: true });
  }

  giveVerdict(verdict: GivenVerdict): void {
    this.verdict = verdict;
    this.push({ type: 'verdict', verdict });
  }

  listen(listening: Listening): void {
    this.listening = listening;
    this.push({ type: 'listening', listening });
  }

  push(command: ViewCommand): void {
    this.#queue.push(command);
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

  async #answer(name: string, args: Record<string, unknown>, signal?: AbortSignal) {
    await this.held;
    const refusal = this.refuses.get(name);
    if (refusal !== undefined) throw new AnnotateError('store/unreadable', refusal, { hint: '' });
    if (name === openTool) return this.opened();
    if (args.viewUUID !== `view-${this.#view}` || args.token !== `token-${this.#view}`)
      throw new AnnotateError('store/unreadable', 'There is no such view.', { hint: '' });
    return { content: [], structuredContent: await this.#run(name, args, signal) };
  }

  /** The tools that encode bytes are played, because the real ones use Node's `Buffer`. */
  async #run(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<object> {
    if (name === 'save_md')
      return { fileMeta: this.#save(decodeText(args.bytes as string), args.expectedSha as string) };
    if (name === 'add_picture') return this.#addPicture(String(args.bytes));
    if (name === 'read_comment_picture') {
      const bytes = this.pictures.get(String(args.name));
      if (bytes === undefined)
        throw new AnnotateError('markdown/not-found', 'It is not there.', { hint: '' });
      return { type: 'image/webp', bytes };
    }
    if (name === 'read_md_picture') return this.beside.picture(String(args.address));
    const tool = viewTools.find((each) => each.name === name);
    if (tool === undefined)
      throw new AnnotateError('store/unreadable', `There is no tool ${name}.`, { hint: '' });
    if (tool.name === 'read_md_bytes') return this.#read(tool.input().parse(args));
    return tool.run(args, this.#context(signal ?? new AbortController().signal));
  }

  #addPicture(bytes: string): { name: string } {
    const name = `${String(this.pictures.size + 1).padStart(64, '0')}.webp`;
    this.pictures.set(name, bytes);
    return { name };
  }

  #context(signal: AbortSignal): ViewToolContext {
    // Read again after an action: it may have changed.
    const mode = () => this.mode;
    return {
      view: {
        id: `view-${this.#view}`,
        poll: (input) => this.#poll(input, signal),
        leave: (instance) => void this.left.push(instance),
      },
      reviewed: {
        document: this.#document,
        get mode() {
          return mode();
        },
        setMode: (next) => {
          this.mode = next;
          this.push({ type: 'mode', mode: next });
        },
        startAgent: async () => {
          this.starts++;
        },
        asksVerdict: this.asksVerdict,
        isReadElsewhere: false,
        isDelivered: () => this.listening.waiting,
      },
      openBeside: async (address) => this.beside.open(address),
      signal,
    };
  }

  async #poll({ after, waitMs = 0 }: PollInput, signal: AbortSignal): Promise<PollResult> {
    const { seq: last } = this.#queue;
    if (after === last && waitMs > 0) await this.#queue.wait(waitMs, signal);
    const { fileMeta, mode, mirror, listening, asksVerdict, verdict, problem, personName } = this;
    const comments = [...this.comments.values()];
    const { seq } = this.#queue;
    return after === null
      ? {
          commands: [],
          seq,
          snapshot: {
            ...{ fileMeta, mode, mirror, comments, listening, asksVerdict, verdict, problem, personName },
            reviewedSha: this.#document.reviewed?.sha ?? null,
          },
        }
      : { commands: this.#queue.after(after), seq };
  }

  #read({ range, version, since = '' }: ViewToolInput<'read_md_bytes'>) {
    const { text } = (version === 'reviewed' ? this.#document.reviewed : null) ?? this;
    const before = this.#textsBefore.get(since);
    const kept = before === undefined ? undefined : keptEnds(before, text);
    const bytes = new TextEncoder().encode(kept ? text.slice(kept.start, text.length - kept.end) : text);
    const part = toBase64(bytes.subarray(range?.start, range?.end));
    return { bytes: part, total: bytes.length, fileMeta: this.fileMeta, ...(kept && { kept }) };
  }

  #save(text: string, expectedSha: string): FileMeta {
    if (expectedSha !== this.fileMeta.sha)
      throw new AnnotateError('store/unreadable', 'The file has changed since.', { hint: '' });
    this.changeFile(text);
    return this.fileMeta;
  }

  #remove(id: string): void {
    this.comments.delete(id);
    this.push({ type: 'comments', changed: [], removed: [id] });
  }

  #put(comment: MarkdownComment): MarkdownComment {
    this.comments.set(comment.id, comment);
    this.push({ type: 'comments', changed: [comment], removed: [] });
    return comment;
  }
}

function decodeText(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
}
