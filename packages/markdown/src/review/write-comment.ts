/** What the person writes in a view becomes a comment, or changes one. */
import type { MarkdownAnchor } from '@annotate-mcp/core';

import type { CommentStores } from '../stores/comment-stores.ts';
import type { PlacedAnchor } from '../stores/comments.ts';
import type { CommentInput, MarkdownComment } from '../view-messages.ts';

import { createComment, updateComment } from './comment-moves.ts';
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

/** The anchor may count in an older text than the file has now. */
export function placeAnchor(file: MarkdownFile, anchor: MarkdownAnchor): PlacedAnchor {
  const { text, blocks, previousText } = file;
  const placed = createPlacer(text, blocks, previousText)({ anchor, anchorState: 'placed' });
  if (placed.anchorState !== 'placed') return placed;
  return { ...placed, anchor: file.addFingerprint(placed.anchor) };
}
