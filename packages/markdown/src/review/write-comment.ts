/**
 * What the person writes in a view becomes comments: kept as drafts, asked at once, or submitted. Runs under the lock
 * of the document.
 */
import { type MarkdownAnchor, submit } from '@annotate-mcp/core';

import type { CommentStores } from '../stores/comment-stores.ts';
import { inDocumentOrder, isOwnDraft, personAuthorId, type PlacedAnchor } from '../stores/comments.ts';
import type { CommentInput, MarkdownComment, ReviewMode, VerdictInput } from '../view-messages.ts';

import { createComment, updateComment } from './comment-moves.ts';
import type { StateDeps } from './document-state.ts';
import type { Submitted } from './markdown-document.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { createPlacer } from './place-anchors.ts';

export interface WriteCommentDeps {
  file: MarkdownFile;
  stores: CommentStores;
  now: () => Date;
  /** What the person at this machine is called; `null` when that is not known. */
  personName: string | null;
}

/** A new comment is a draft in the sidecar. */
export async function createOrUpdateComment(
  { stores, file, now, personName: authorName }: WriteCommentDeps,
  input: CommentInput,
): Promise<MarkdownComment> {
  const [placed, at] = [placeAnchor(file, input.anchor), now()];
  const known = await stores.update(input.id, (comment) => updateComment(comment, input, placed, at));
  if (known !== null) return known;
  const as = { path: file.path, store: 'sidecar', status: 'draft', at, authorName } as const;
  return stores.sidecar.add(createComment(input, placed, as));
}

/** For "Answer now": a new comment is kept in memory and submitted at once. */
export async function askAtOnce(deps: WriteCommentDeps, input: CommentInput): Promise<MarkdownComment> {
  const { stores, file, now, personName: authorName } = deps;
  const known = stores.all().get(input.id);
  if (known !== undefined && known.status !== 'draft') return createOrUpdateComment(deps, input);
  const as = { path: file.path, store: 'memory', status: 'pending', at: now(), authorName } as const;
  const comment = await stores.memory.add(createComment(input, placeAnchor(file, input.anchor), as));
  if (known !== undefined) await stores.sidecar.remove(input.id);
  return comment;
}

/** Submits the given comments, all other drafts and the verdict, if there is one. */
export async function submitReview(
  deps: StateDeps & WriteCommentDeps,
  {
    inputs,
    mode,
    verdict,
  }: { inputs: readonly CommentInput[]; mode: ReviewMode; verdict: VerdictInput | undefined },
): Promise<Submitted> {
  const { stores, verdicts, file, now } = deps;
  for (const input of inputs) await createOrUpdateComment(deps, input);
  const named = inputs.map(({ id }) => id);
  const submitted = await submitDrafts(stores, named, mode, now());
  // After the comments: an agent that reads the verdict finds them.
  const hasNewVerdict = verdict !== undefined && verdicts.write(verdict, file.text, now());
  return { ...submitted, hasNewVerdict };
}

/** Submits all drafts of the person in one transaction. `named` are ids of comments that belong to the result as well. */
async function submitDrafts(
  stores: CommentStores,
  named: readonly string[],
  mode: ReviewMode,
  at: Date,
): Promise<Omit<Submitted, 'hasNewVerdict'>> {
  const { sidecar } = stores;
  const ids = [...sidecar.comments.values()].filter(isOwnDraft).map(({ id }) => id);
  const by = { type: 'person', authorId: personAuthorId } as const;
  if (ids.length > 0)
    await sidecar.updateAll((each) => (isOwnDraft(each) ? submit(each, by, at, mode) : each));
  const wanted = new Set([...ids, ...named]);
  const comments = [...stores.all().values()].filter(({ id }) => wanted.has(id));
  return { comments: inDocumentOrder(comments), ids };
}

/** The anchor may count in an older text than the file has now. */
export function placeAnchor(file: MarkdownFile, anchor: MarkdownAnchor): PlacedAnchor {
  const { text, blocks, previousText } = file;
  const placed = createPlacer(text, blocks, previousText)({ anchor, anchorState: 'placed' });
  if (placed.anchorState !== 'placed') return placed;
  return { ...placed, anchor: file.addFingerprint(placed.anchor) };
}
