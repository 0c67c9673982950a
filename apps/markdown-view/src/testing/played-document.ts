/** A document in memory, by the rules and actions of the real one. It has no file, so that its anchors are always current. */
import { applyPersonAction, submit } from '@annotate-mcp/core';
import {
  type CommentAction,
  type CommentInput,
  type FileMeta,
  type GivenVerdict,
  type MarkdownComment,
  type ReviewMode,
  suggestedText,
  type VerdictInput,
} from '@annotate-mcp/markdown';
import {
  authorOf,
  closeAsApplied,
  type CommentTarget,
  createComment,
  runCommentAction,
  type ToolDocument,
  updateComment,
} from '@annotate-mcp/markdown/view-tools';

export interface PlayedDocumentDeps {
  readonly comments: ReadonlyMap<string, MarkdownComment>;
  readonly state: () => {
    text: string;
    fileMeta: FileMeta;
    mirror: boolean;
    reviewedText: string | null;
    verdict: GivenVerdict | null;
  };
  readonly now: () => Date;
  readonly giveVerdict: (verdict: GivenVerdict) => void;
  readonly put: (comment: MarkdownComment) => MarkdownComment;
  readonly remove: (id: string) => void;
  readonly setMirror: (on: boolean) => void;
  readonly markReviewed: () => void;
  readonly save: (text: string, expectedSha: string) => FileMeta;
}

export class PlayedDocument implements ToolDocument {
  readonly #deps: PlayedDocumentDeps;
  /** Before the last suggestion was applied. */
  #textBefore = '';

  constructor(deps: PlayedDocumentDeps) {
    this.#deps = deps;
  }

  textWith(): null {
    return null;
  }

  get beside(): never {
    throw new Error('The played server reads pictures itself.');
  }

  get pictures(): never {
    throw new Error('The played server keeps pictures itself.');
  }

  comments(): MarkdownComment[] {
    return [...this.#deps.comments.values()];
  }

  get text(): string {
    return this.#deps.state().text;
  }

  get fileMeta(): FileMeta {
    return this.#deps.state().fileMeta;
  }

  get mirror(): boolean {
    return this.#deps.state().mirror;
  }

  get verdict(): GivenVerdict | null {
    return this.#deps.state().verdict;
  }

  get reviewed() {
    const { text, reviewedText } = this.#deps.state();
    return reviewedText === null || reviewedText === text
      ? null
      : { text: reviewedText, sha: `reviewed ${reviewedText.length}` };
  }

  async markReviewed(): Promise<void> {
    this.#deps.markReviewed();
  }

  async persist(input: CommentInput): Promise<MarkdownComment> {
    const { comments, now, put } = this.#deps;
    const known = comments.get(input.id);
    if (known === undefined) return put(newComment(now(), input, 'draft'));
    const placed = { anchor: input.anchor, anchorState: 'placed' } as const;
    return put(asComment(updateComment(known, input, placed, now())));
  }

  async submit(inputs: readonly CommentInput[], mode: ReviewMode, verdict?: VerdictInput) {
    for (const input of inputs) await this.persist(input);
    const { now, put, giveVerdict } = this.#deps;
    const drafts = [...this.#deps.comments.values()].filter(
      ({ status, origin }) => status === 'draft' && origin === undefined,
    );
    const comments = drafts.map((draft) => put(asComment(submit(draft, authorOf(draft), now(), mode))));
    const hasNewVerdict = verdict !== undefined && verdict.id !== this.verdict?.id;
    if (hasNewVerdict) giveVerdict({ ...verdict, at: now().toISOString(), outdated: false });
    return { comments, ids: comments.map(({ id }) => id), hasNewVerdict };
  }

  async answerNow(input: CommentInput): Promise<MarkdownComment> {
    return this.#deps.put({ ...newComment(this.#deps.now(), input, 'pending'), store: 'memory' });
  }

  async applyAction(id: string, action: CommentAction): Promise<MarkdownComment | null> {
    const comment = this.#deps.comments.get(id);
    return comment === undefined ? null : runCommentAction(action, this.#target(comment));
  }

  async adopt(ids: readonly string[]): Promise<MarkdownComment[]> {
    const { comments, put } = this.#deps;
    return [...comments.values()]
      .filter(({ id }) => ids.includes(id))
      .map((each) => put(withoutOrigin(each)));
  }

  async trustRepository(): Promise<void> {
    await this.adopt([...this.#deps.comments.keys()]);
  }

  async exportInline(): Promise<number> {
    return this.#deps.comments.size;
  }

  async share(): Promise<string> {
    return '.claude/md-comments/plan.json';
  }

  async removeMarkers(): Promise<number> {
    const { comments, put } = this.#deps;
    const inline = [...comments.values()].filter(({ store }) => store === 'inline');
    for (const comment of inline) put({ ...comment, store: 'sidecar' });
    await this.setMirror(false);
    return inline.length;
  }

  async setMirror(on: boolean): Promise<void> {
    this.#deps.setMirror(on);
  }

  async save(text: string, expectedSha: string): Promise<FileMeta> {
    return this.#deps.save(text, expectedSha);
  }

  #applySuggestion(comment: MarkdownComment): MarkdownComment {
    const { now, put, save } = this.#deps;
    const closed = closeAsApplied(comment, now());
    const { text, placed } = suggestedText(comment, this.text);
    this.#textBefore = this.text;
    save(text, this.fileMeta.sha);
    return put({ ...asComment(closed), ...placed });
  }

  #undoSuggestion({ id }: MarkdownComment): MarkdownComment {
    const { comments, now, put, save } = this.#deps;
    save(this.#textBefore, this.fileMeta.sha);
    const comment = asComment(comments.get(id) ?? { kind: 'none' });
    const undo = { type: 'undo', replyId: crypto.randomUUID() } as const;
    return put(asComment(applyPersonAction(comment, undo, authorOf(comment), now())));
  }

  #target(comment: MarkdownComment): CommentTarget {
    const { now, put, remove } = this.#deps;
    return {
      perform: async (action) => {
        const after = applyPersonAction(comment, action, authorOf(comment), now());
        if (after !== null) return put(asComment(after));
        remove(comment.id);
        return null;
      },
      applySuggestion: async () => this.#applySuggestion(comment),
      undoSuggestion: async () => this.#undoSuggestion(comment),
      adopt: async () => put(withoutOrigin(comment)),
      putInto: async (store) => put({ ...comment, store, updatedAt: now().toISOString() }),
      place: (anchor) => ({ anchor, anchorState: 'placed' }),
      newId: () => crypto.randomUUID(),
    };
  }
}

export function newComment(at: Date, input: CommentInput, status: 'draft' | 'pending'): MarkdownComment {
  const placed = { anchor: input.anchor, anchorState: 'placed' } as const;
  return createComment(input, placed, { path: 'docs/plan.md', store: 'sidecar', status, at });
}

function withoutOrigin({ origin: _origin, ...comment }: MarkdownComment): MarkdownComment {
  return comment;
}

/** Throws for an annotation of another kind, which no move makes of a comment. */
export function asComment(annotation: { kind: string }): MarkdownComment {
  if (isComment(annotation)) return annotation;
  throw new TypeError(`An annotation of kind ${annotation.kind} is not a comment.`);
}

function isComment(annotation: { kind: string }): annotation is MarkdownComment {
  return annotation.kind === 'markdown';
}
