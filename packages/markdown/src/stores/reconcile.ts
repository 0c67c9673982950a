/** Which comments go from the file into the sidecar and back, when both hold some. */
import { withoutFingerprint } from '@annotate-mcp/core';

import type { MarkedComment } from '../markers/index.ts';
import type { MarkdownComment } from '../view-messages.ts';

import { byId, type Comments, inDocumentOrder, isShareable } from './comments.ts';
import { isSameContent, mergeComment, type SharedContent, sharedContentOf } from './merge-comment.ts';

/** The content of each comment when sidecar and file last had the same, by id. */
export type SharedContents = Readonly<Record<string, SharedContent>>;

/** The file's comments that the sidecar has to take over: with a mirror all, else those that it has itself. */
export function commentsForSidecar(
  sidecar: Comments,
  inline: Comments,
  shared: SharedContents,
  mirror: boolean,
) {
  return [...inline.values()].filter((theirs) => {
    const ours = sidecar.get(theirs.id);
    if (ours === undefined) return mirror;
    return mergeComment(ours, theirs, shared[theirs.id] ?? null) !== ours;
  });
}

/** `ours` is `null` when the sidecar does not have the comment yet. */
export function sidecarCopy(
  ours: MarkdownComment | null,
  theirs: MarkdownComment,
  shared: SharedContents,
): MarkdownComment {
  return ours === null
    ? { ...theirs, store: 'sidecar' }
    : mergeComment(ours, theirs, shared[theirs.id] ?? null);
}

/** Whether the file has each shareable comment with the sidecar's content. Placements are not compared. */
export function isMirrored(sidecar: Comments, inline: Comments): boolean {
  const wanted = byId([...sidecar.values()].filter(isShareable));
  return (
    wanted.size === inline.size &&
    [...wanted.values()].every((ours) => {
      const theirs = inline.get(ours.id);
      return theirs !== undefined && isSameContent(sharedContentOf(ours), sharedContentOf(theirs));
    })
  );
}

/** The file's comments after an export: its own and a copy of the sidecar's. */
export function exportedComments(sidecar: Comments, inline: Comments): MarkedComment[] {
  const all = new Map([...inline, ...sidecar]);
  return inDocumentOrder(all.values()).filter(isShareable).map(inlineCopy);
}

/**
 * As it is written into the file. A claim is left out: it would never be released there. So is the fingerprint, which
 * would make the file long: a marker goes along with its text.
 */
export function inlineCopy(comment: MarkdownComment): MarkedComment {
  const anchor = withoutFingerprint(comment.anchor);
  if (comment.status !== 'acknowledged') return { ...comment, anchor, store: 'inline' };
  const { claim, ...rest } = comment;
  return { ...rest, anchor, status: 'pending', store: 'inline' };
}

/** To be remembered after sidecar and file were made the same. */
export function sharedContents(sidecar: Comments, inline: Comments): SharedContents {
  return Object.fromEntries(
    [...inline.values()]
      .filter(({ id }) => sidecar.has(id))
      .map((theirs) => [theirs.id, sharedContentOf(theirs)]),
  );
}
