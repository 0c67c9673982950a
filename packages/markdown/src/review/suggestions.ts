/** Suggestions on one document: agents add them, and either side puts them into the file. Runs under the document's lock. */
import {
  AnnotateError,
  type Annotation,
  applyPersonAction,
  createAgentSuggestion,
  describeSuggestion,
  reanchor,
  resolve,
} from '@annotate-mcp/core';

import { suggestedText } from '../document/suggested-text.ts';
import { commentNotFoundError } from '../errors.ts';
import { isComment, personAuthorId, type PlacedAnchor } from '../stores/comments.ts';
import type { ReviewedTextFile } from '../stores/reviewed-text.ts';
import type { MarkdownComment } from '../view-messages.ts';

import { authorOf, closeAsApplied } from './comment-moves.ts';
import type { Agent, AgentSuggestion } from './markdown-document.ts';
import type { WriteCommentDeps } from './write-comment.ts';

export interface SuggestionsDeps extends WriteCommentDeps {
  newId: () => string;
  /** What the person changes is not a change that they have to review. */
  reviewed: Pick<ReviewedTextFile, 'follow'>;
  /** Writes the text with all markers. `placed` says where the passages of some comments are in it. */
  writeText: (text: string, placed?: ReadonlyMap<string, PlacedAnchor>) => Promise<void>;
}

export class Suggestions {
  readonly #deps: SuggestionsDeps;
  /** What was applied last, and can be undone while the file is what it was then. */
  #applied: { id: string; textBefore: string; sha: string } | null = null;

  constructor(deps: SuggestionsDeps) {
    this.#deps = deps;
  }

  /** Adds a comment of the agent's own, which waits for the person. */
  async add({ id, anchor, replacement, message }: AgentSuggestion, by: Agent): Promise<MarkdownComment> {
    const { stores, file, now } = this.#deps;
    const suggestion = { replacement };
    const content = {
      id,
      appId: '.',
      authorId: personAuthorId,
      agentName: by.agentName,
      annotationText: message ?? describeSuggestion(suggestion),
      kind: 'markdown',
      path: file.path,
      store: 'sidecar',
      anchor: file.addFingerprint(anchor),
      anchorState: 'placed',
      suggestion,
    } as const;
    const created = createAgentSuggestion(content, now());
    if (!isComment(created))
      throw new Error('An annotation of kind "markdown" was created with another kind.');
    return stores.sidecar.add(created);
  }

  /** `by` is the agent that applies it; the person unless given. */
  async apply(id: string, by?: Agent): Promise<MarkdownComment> {
    const { stores, file, reviewed, now, newId, writeText } = this.#deps;
    const at = now();
    const note = { id: newId(), message: 'Applied as suggested.' };
    const close = (comment: Annotation) =>
      by === undefined ? closeAsApplied(comment, at) : resolve(comment, by, at, note);
    const comment = this.#commentOf(id);
    // Throws before anything is written when it may not be closed.
    close(comment);
    const textBefore = file.text;
    const { text, placed } = suggestedText(comment, textBefore);
    await writeText(text, new Map([[id, placed]]));
    if (by === undefined) reviewed.follow(textBefore, text);
    const after = await stores.update(id, (each) => reanchor(close(each), { type: 'system' }, placed));
    // Only now: closing a comment whose marker is in the file writes the file once more.
    this.#applied = { id, textBefore, sha: file.meta.sha };
    return existing(after, id);
  }

  /** By the person, right after it was applied. */
  async undo(id: string): Promise<MarkdownComment> {
    const { stores, file, reviewed, now, newId, writeText } = this.#deps;
    const action = { type: 'undo', replyId: newId() } as const;
    const at = now();
    const reopen = (comment: Annotation) => applyPersonAction(comment, action, authorOf(comment), at);
    reopen(this.#commentOf(id));
    const last = this.#applied;
    if (last?.id !== id || last.sha !== file.meta.sha) throw notUndoableError(file.path);
    const textAfter = file.text;
    await writeText(last.textBefore);
    reviewed.follow(textAfter, last.textBefore);
    this.#applied = null;
    return existing(await stores.update(id, reopen), id);
  }

  #commentOf(id: string): MarkdownComment {
    const { stores, file } = this.#deps;
    if (file.problem !== null) throw file.problem;
    return existing(stores.all().get(id) ?? null, id);
  }
}

function existing(comment: MarkdownComment | null, id: string): MarkdownComment {
  if (comment === null) throw commentNotFoundError(id);
  return comment;
}

function notUndoableError(path: string): AnnotateError {
  return new AnnotateError(
    'edit/does-not-fit',
    `${path} was changed since the suggestion was applied, and stays as it is.`,
    { hint: 'Select the passage and edit its text.' },
  );
}
