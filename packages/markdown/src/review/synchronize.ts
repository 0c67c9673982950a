/**
 * Makes anchors, sidecar and file agree with what is on the disk now, and writes texts and comments into the file. Runs
 * while the lock of the document is held.
 */
import { AnnotateError, type Annotation } from '@annotate-mcp/core';

import { blocksOf } from '../document/blocks.ts';
import type { CommentStores } from '../stores/comment-stores.ts';
import { type Comments, isComment, type PlacedAnchor } from '../stores/comments.ts';
import type { LastSeenFile } from '../stores/last-seen.ts';
import {
  commentsForSidecar,
  exportedComments,
  isMirrored,
  sharedContents,
  sidecarCopy,
} from '../stores/reconcile.ts';
import type { ReviewedTextFile } from '../stores/reviewed-text.ts';

import type { MarkdownFile } from './markdown-file.ts';
import type { MarkerComments } from './marker-comments.ts';
import { createPlacer, type Placer, withCurrentPlacement } from './place-anchors.ts';

export interface SynchronizeDeps {
  file: MarkdownFile;
  stores: CommentStores;
  inline: MarkerComments;
  lastSeen: LastSeenFile;
  reviewed: ReviewedTextFile;
}

/** Reads the disk first. Returns the error that prevents it, if there is one. */
export async function synchronize(deps: SynchronizeDeps): Promise<AnnotateError | null> {
  const { file, stores, inline } = deps;
  const textBefore = file.text;
  await file.refresh();
  await stores.sidecar.refresh();
  await stores.memory.refresh();
  if (file.problem !== null) return null;
  inline.read();
  return reanchorAndReconcile(deps, textBefore);
}

/**
 * Writes a new text into the file, with all markers, and moves the comments. `placed` says where the passages of some
 * comments are in it. Returns the error that prevents synchronization, if there is one.
 */
export async function writeText(
  deps: SynchronizeDeps,
  text: string,
  placed: ReadonlyMap<string, PlacedAnchor> = new Map(),
): Promise<AnnotateError | null> {
  const { file, inline } = deps;
  const before = file.text;
  const place = createPlacer(text, blocksOf(text, { text: before, blocks: file.blocks }), before);
  const comments = [...inline.comments.values()].map((comment) => {
    const { anchor, anchorState } = placed.get(comment.id) ?? place(comment);
    return { ...comment, anchor, anchorState };
  });
  inline.writeWithText(text, comments);
  return reanchorAndReconcile(deps, before);
}

/** Copies the comments into the file. Returns how many it carries then. */
export function exportComments({ stores, inline, lastSeen }: SynchronizeDeps): number {
  const { comments } = stores.sidecar;
  inline.write(exportedComments(comments, inline.comments));
  lastSeen.write({ shared: { ...sharedContents(comments, inline.comments) } });
  return inline.comments.size;
}

/** Takes all comments out of the file. Returns how many it carried. */
export async function removeAllMarkers({ stores, lastSeen }: SynchronizeDeps): Promise<number> {
  const count = await stores.takeAllOutOfFile();
  // The mirror would write them again.
  lastSeen.write({ mirror: false, shared: {} });
  return count;
}

/** For comments in memory from an earlier time that the file was open: the text they were placed in is unknown. */
export async function searchMemoryComments({ file, stores: { memory } }: SynchronizeDeps): Promise<void> {
  if (memory.comments.size > 0)
    await memory.updateAll(reanchorBy(createPlacer(file.text, file.blocks, null)));
}

/** For a file that was read or written already; its text was `textBefore` until then. */
async function reanchorAndReconcile(
  deps: SynchronizeDeps,
  textBefore: string,
): Promise<AnnotateError | null> {
  try {
    await reanchorMemory(deps, textBefore);
    await reanchorSidecar(deps);
    deps.inline.savePlacements();
    await reconcile(deps);
    return null;
  } catch (error) {
    if (!(error instanceof AnnotateError)) throw error;
    // Another program wrote the file first. The watch reports that write, and then this runs again.
    return error.code === 'markdown/changed' ? null : error;
  }
}

/** Only this process has these comments, so that no other process has followed the edit for them. */
async function reanchorMemory(
  { file, stores: { memory } }: SynchronizeDeps,
  textBefore: string,
): Promise<void> {
  if (file.text === textBefore || memory.comments.size === 0) return;
  await memory.updateAll(reanchorBy(createPlacer(file.text, file.blocks, textBefore)));
}

/**
 * The sidecar's anchors and the text they count in change together, under the lock: a second process then finds that
 * it has been done, instead of following the same edit twice.
 */
async function reanchorSidecar({
  file,
  stores: { sidecar },
  inline,
  lastSeen,
}: SynchronizeDeps): Promise<void> {
  const seen = lastSeen.read();
  if (sidecar.problem !== null) return;
  const place = createPlacer(file.text, file.blocks, seen.text);
  try {
    if (needsReanchoring(sidecar.comments, place)) await sidecar.updateAll(reanchorBy(place));
    lastSeen.write({ text: file.text, placed: inline.placements() });
  } catch (error) {
    // The sidecar cannot be written; the view shows the new anchors all the same.
    sidecar.showUnsaved(reanchored(sidecar.comments, place));
    throw error;
  }
}

function reanchorBy(place: Placer): (annotation: Annotation) => Annotation {
  return (annotation) => (isComment(annotation) ? withCurrentPlacement(annotation, place) : annotation);
}

function needsReanchoring(comments: Comments, place: Placer): boolean {
  return [...comments.values()].some((comment) => withCurrentPlacement(comment, place) !== comment);
}

function reanchored(comments: Comments, place: Placer): Comments {
  return new Map([...comments].map(([id, comment]) => [id, withCurrentPlacement(comment, place)]));
}

/** Takes into the sidecar what the file's markers changed, and with a mirror writes the sidecar's comments into the file. */
async function reconcile({ stores: { sidecar }, inline, lastSeen }: SynchronizeDeps): Promise<void> {
  if (sidecar.problem !== null) return;
  const { mirror, shared } = lastSeen.read();
  for (const theirs of commentsForSidecar(sidecar.comments, inline.comments, shared, mirror)) {
    const ours = sidecar.comments.get(theirs.id);
    if (ours === undefined) await sidecar.add(sidecarCopy(null, theirs, shared));
    else if (theirs.origin === 'repository')
      await sidecar.replaceByForeign(sidecarCopy(ours, theirs, shared));
    else
      await sidecar.update(theirs.id, (each) => (isComment(each) ? sidecarCopy(each, theirs, shared) : each));
  }
  if (mirror && !isMirrored(sidecar.comments, inline.comments))
    inline.write(exportedComments(sidecar.comments, inline.comments));
  lastSeen.write({ shared: { ...sharedContents(sidecar.comments, inline.comments) } });
}
