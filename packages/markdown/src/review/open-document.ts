/** One open document: connects the file, the stores and the listeners; the rules are in the files it calls. */
import { type AnnotateError, type MoveMessage, picturesOf, SerialQueue } from '@annotate-mcp/core';
import { FileLock } from '@annotate-mcp/store/files';

import { type CommentAction, type CommentTarget, runCommentAction } from '../comment-actions.ts';
import type { Block } from '../document/index.ts';
import { documentClosedError, fileChangedError, toDocumentError } from '../errors.ts';
import type { FilesBeside } from '../files/files-beside.ts';
import { inDocumentOrder, type PlacedAnchor } from '../stores/comments.ts';
import type { ReviewedText } from '../stores/reviewed-text.ts';
import { shareSidecar } from '../stores/sidecar-folder.ts';
import type {
  CommentInput,
  FileMeta,
  GivenVerdict,
  MarkdownComment,
  ReviewMode,
  VerdictInput,
} from '../view-messages.ts';

import type { CommentPictures } from './comment-pictures.ts';
import { adoptComments, createCommentTarget, moveByAgent } from './comment-target.ts';
import { DocumentPublisher } from './document-publisher.ts';
import { readState, type StateDeps } from './document-state.ts';
import type {
  Agent,
  AgentMove,
  AgentSuggestion,
  DocumentEvent,
  MarkdownDocument,
  Submitted,
} from './markdown-document.ts';
import { Suggestions } from './suggestions.ts';
import {
  exportComments,
  removeAllMarkers,
  searchMemoryComments,
  synchronize,
  writeText,
} from './synchronize.ts';
import { askAtOnce, createOrUpdateComment, submitReview } from './write-comment.ts';

export interface OpenDocumentOptions extends StateDeps {
  root: string;
  beside: FilesBeside;
  pictures: CommentPictures;
  lockFile: string;
  now: () => Date;
  newId: () => string;
  personName: string | null;
  /** Called when the last user has closed the document. */
  onStop: () => void;
}

export class OpenDocument implements MarkdownDocument {
  readonly file: string;
  readonly root: string;
  readonly beside: FilesBeside;
  readonly pictures: CommentPictures;
  readonly #options: OpenDocumentOptions;
  readonly #queue = new SerialQueue();
  readonly #lock: FileLock;
  readonly #publisher: DocumentPublisher;
  readonly #suggestions: Suggestions;
  /** What the last synchronization failed with. */
  #synchronizationError: AnnotateError | null = null;
  #isRefreshQueued = false;
  #isClosed = false;
  #users = 0;

  constructor(options: OpenDocumentOptions) {
    this.#options = options;
    this.file = options.file.file;
    this.root = options.root;
    this.beside = options.beside;
    this.pictures = options.pictures;
    this.#lock = new FileLock(options.lockFile, { protects: this.file, optional: true });
    this.#suggestions = new Suggestions({ ...options, writeText: (...args) => this.#writeText(...args) });
    this.#publisher = new DocumentPublisher({ ...readState(options, null), comments: new Map() });
  }

  get fileMeta(): FileMeta {
    return this.#publisher.state.fileMeta;
  }

  get text(): string {
    return this.#publisher.state.text;
  }

  textWith(sha: string): string | null {
    return sha === this.fileMeta.sha ? this.text : this.#options.file.textWith(sha);
  }

  get blocks(): readonly Block[] {
    return this.#publisher.state.blocks;
  }

  get mirror(): boolean {
    return this.#publisher.state.mirror;
  }

  get reviewed(): ReviewedText | null {
    return this.#publisher.state.reviewed;
  }

  get problem(): string | null {
    return this.#publisher.state.problem;
  }

  get fileProblem(): string | null {
    return this.#publisher.state.fileProblem;
  }

  get personName(): string | null {
    return this.#options.personName;
  }

  get importedComments(): number {
    return this.#publisher.state.importedComments;
  }

  get verdict(): GivenVerdict | null {
    return this.#publisher.state.verdict;
  }

  comments(): MarkdownComment[] {
    return inDocumentOrder(this.#publisher.state.comments.values());
  }

  comment(id: string): MarkdownComment | null {
    return this.#publisher.state.comments.get(id) ?? null;
  }

  refresh(): Promise<void> {
    return this.#runAlone(async () => undefined);
  }

  async begin(): Promise<void> {
    await this.refresh();
    await searchMemoryComments(this.#options);
  }

  /** Tries again what failed, and sees decisions about trust: no event reports them. */
  retry(): void {
    const { sidecar, provenance } = this.#options.stores;
    const isDecided = provenance.isRepositoryTrusted() !== this.#publisher.state.isTrusted;
    if (this.#synchronizationError !== null || sidecar.problem !== null || isDecided) this.refreshSoon();
  }

  /** For events that say that something on the disk may have changed. Several events lead to one refresh. */
  refreshSoon(): void {
    if (this.#isRefreshQueued || this.#isClosed) return;
    this.#isRefreshQueued = true;
    this.refresh().catch((error: unknown) => {
      this.#synchronizationError = toDocumentError(error, this.file);
      this.#publish();
    });
  }

  persist(input: CommentInput): Promise<MarkdownComment> {
    return this.#runAlone(() => createOrUpdateComment(this.#options, input));
  }

  submit(inputs: readonly CommentInput[], mode: ReviewMode, verdict?: VerdictInput): Promise<Submitted> {
    return this.#runAlone(() => submitReview(this.#options, { inputs, mode, verdict }));
  }

  markReviewed(seenSha?: string): Promise<void> {
    return this.#runAlone(async () => {
      const { file, reviewed } = this.#options;
      // A hash from long ago is none that the person can mean, so that nothing is marked then.
      const text = file.textWith(seenSha ?? file.meta.sha);
      if (text !== null) reviewed.write(text);
    });
  }

  answerNow(input: CommentInput): Promise<MarkdownComment> {
    return this.#runAlone(() => askAtOnce(this.#options, input));
  }

  async applyAction(id: string, action: CommentAction): Promise<MarkdownComment | null> {
    const before = this.comment(id);
    const after = await this.#runAlone(() => runCommentAction(action, this.#target(id)));
    // Only what the person deletes: a comment that is gone may be on another branch.
    if (before !== null && action.type === 'delete')
      await this.pictures.removeUnnamed(picturesOf(before), this.comments());
    return after;
  }

  adopt(ids: readonly string[]): Promise<MarkdownComment[]> {
    return this.#runAlone(async () => {
      this.#requireSynchronized();
      return adoptComments(ids, this.#options.stores);
    });
  }

  trustRepository(): Promise<void> {
    return this.#runAlone(async () => {
      const { stores } = this.#options;
      stores.provenance.trustRepository();
      await stores.sidecar.refresh();
    });
  }

  agentMove(id: string, move: AgentMove, actor: Agent, note?: MoveMessage): Promise<MarkdownComment> {
    return this.#runAlone(() => moveByAgent(id, this.#options, { move, actor, note }));
  }

  suggest(suggestion: AgentSuggestion, actor: Agent): Promise<MarkdownComment> {
    return this.#runAlone(() => this.#suggestions.add(suggestion, actor));
  }

  applySuggestion(id: string, actor: Agent): Promise<MarkdownComment> {
    return this.#runAlone(() => this.#suggestions.apply(id, actor));
  }

  exportInline(): Promise<number> {
    return this.#runAlone(async () => {
      this.#requireSynchronized();
      return exportComments(this.#options);
    });
  }

  share(): Promise<string> {
    return this.#runAlone(async () => shareSidecar(this.root, this.fileMeta.path));
  }

  removeMarkers(): Promise<number> {
    return this.#runAlone(async () => {
      this.#requireSynchronized();
      return removeAllMarkers(this.#options);
    });
  }

  setMirror(on: boolean): Promise<void> {
    return this.#runAlone(async () => {
      this.#options.lastSeen.write({ mirror: on });
    });
  }

  save(text: string, expectedSha: string): Promise<FileMeta> {
    return this.#runAlone(async () => {
      const { file, reviewed } = this.#options;
      if (file.problem !== null) throw file.problem;
      if (file.meta.sha !== expectedSha) throw fileChangedError(file.path);
      const before = file.text;
      await this.#writeText(text);
      reviewed.follow(before, text);
      return file.meta;
    });
  }

  announce(event: DocumentEvent): void {
    this.#publisher.emit(event);
  }

  subscribe(listener: (event: DocumentEvent) => void): () => void {
    return this.#publisher.subscribe(listener);
  }

  /** Returns `false` when the last user has closed the document already. */
  addUser(): boolean {
    if (this.#isClosed) return false;
    this.#users++;
    return true;
  }

  async close(): Promise<void> {
    this.#users--;
    if (this.#users <= 0) await this.end();
  }

  /** Closes it even when it still has users. */
  async end(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.onStop();
    // Work that was queued before is finished first: its callers wait for it.
    const { sidecar } = this.#options.stores;
    await this.#queue.run(() => sidecar.close());
    if (sidecar.problem === null) await this.pictures.removeUnused(this.comments());
    this.#lock.close();
    this.#publisher.removeListeners();
  }

  /** Runs `work` under the lock of the document, after reading the disk, and publishes the result. */
  #runAlone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(documentClosedError(this.file));
    return this.#queue.run(async () => {
      this.#isRefreshQueued = false;
      try {
        return await this.#lock.run(async () => {
          this.#synchronizationError = await synchronize(this.#options);
          const result = await work();
          // The mirror gets the result of `work` at once.
          if (this.#options.lastSeen.read().mirror)
            this.#synchronizationError = await synchronize(this.#options);
          return result;
        });
      } finally {
        this.#publish();
      }
    });
  }

  async #writeText(...args: [text: string, placed?: ReadonlyMap<string, PlacedAnchor>]): Promise<void> {
    this.#synchronizationError = await writeText(this.#options, ...args);
  }

  #target(id: string): CommentTarget {
    const requireSynchronized = () => this.#requireSynchronized();
    return createCommentTarget(id, {
      ...this.#options,
      suggestions: this.#suggestions,
      requireSynchronized,
    });
  }

  /** Markers that the sidecar could not take over must not be overwritten in the file. */
  #requireSynchronized(): void {
    const { file, stores } = this.#options;
    const problem = file.problem ?? stores.sidecar.problem ?? this.#synchronizationError;
    if (problem !== null) throw problem;
  }

  #publish(): void {
    this.#publisher.publish(readState(this.#options, this.#synchronizationError));
  }
}
