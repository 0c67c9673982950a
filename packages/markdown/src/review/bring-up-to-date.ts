/** Brings anchors, sidecar and file in step with what is on the disk now. Runs while the file's lock is held. */
import { AnnotateError, type Annotation } from '@annotate-mcp/core';

import { type Comments, isComment } from '../stores/comments.ts';
import type { LastSeenFile } from '../stores/last-seen.ts';
import { exported, heardBySidecar, isMirrored, newsForSidecar, sharedBy } from '../stores/reconcile.ts';
import type { ReviewStores } from '../stores/review-stores.ts';

import type { FileComments } from './file-comments.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { type Place, placedAnew, placingIn } from './placing.ts';

export interface Parts {
  file: MarkdownFile;
  stores: ReviewStores;
  inline: FileComments;
  lastSeen: LastSeenFile;
}

/** What stands in the way; `null` when nothing does. */
export async function bringUpToDate(parts: Parts): Promise<AnnotateError | null> {
  const { file, stores, inline } = parts;
  const before = file.text;
  await file.look();
  await stores.sidecar.refresh();
  await stores.memory.refresh();
  if (file.problem !== null) return null;
  inline.read();
  return settle(parts, before);
}

/** After the text was `before` and became another one. */
export async function settle(parts: Parts, before: string): Promise<AnnotateError | null> {
  try {
    await followInMemory(parts, before);
    await followEdits(parts);
    parts.inline.remember();
    await exchange(parts);
    return null;
  } catch (error) {
    if (!(error instanceof AnnotateError)) throw error;
    // Somebody was faster; word of that is on its way, and then it is tried again.
    return error.code === 'markdown/changed' ? null : error;
  }
}

/** Comments in memory, without knowing which text they were last placed in. */
export async function findAgain({ file, stores: { memory } }: Parts): Promise<void> {
  if (memory.comments.size > 0) await memory.updateAll(placing(placingIn(file.text, file.blocks, null)));
}

/** Nobody else knows of these, so nobody else has brought them anywhere. */
async function followInMemory({ file, stores: { memory } }: Parts, before: string): Promise<void> {
  if (file.text === before || memory.comments.size === 0) return;
  await memory.updateAll(placing(placingIn(file.text, file.blocks, before)));
}

/**
 * The sidecar's anchors and the text they count in change together, under the lock: a second process then finds that
 * it has been done, instead of following the same edit twice.
 */
async function followEdits({ file, stores: { sidecar }, inline, lastSeen }: Parts): Promise<void> {
  const seen = lastSeen.read();
  if (sidecar.problem !== null) return;
  const follow = placingIn(file.text, file.blocks, seen.text);
  try {
    if (needsPlacing(sidecar.comments, follow)) await sidecar.updateAll(placing(follow));
    lastSeen.write({ text: file.text, placed: inline.placed() });
  } catch (error) {
    sidecar.showInstead(shownAt(sidecar.comments, follow));
    throw error;
  }
}

function placing(place: Place): (annotation: Annotation) => Annotation {
  return (annotation) => (isComment(annotation) ? placedAnew(annotation, place) : annotation);
}

function needsPlacing(comments: Comments, place: Place): boolean {
  return [...comments.values()].some((comment) => placedAnew(comment, place) !== comment);
}

function shownAt(comments: Comments, place: Place): Comments {
  return new Map([...comments].map(([id, comment]) => [id, placedAnew(comment, place)]));
}

/** What the file's markers say that the sidecar does not know, and with a mirror the other way round. */
async function exchange({ stores: { sidecar }, inline, lastSeen }: Parts): Promise<void> {
  if (sidecar.problem !== null) return;
  const { mirror, shared } = lastSeen.read();
  for (const theirs of newsForSidecar(sidecar.comments, inline.comments, shared, mirror)) {
    if (!sidecar.comments.has(theirs.id)) await sidecar.add(heardBySidecar(null, theirs, shared));
    else
      await sidecar.update(theirs.id, (ours) =>
        isComment(ours) ? heardBySidecar(ours, theirs, shared) : ours,
      );
  }
  if (mirror && !isMirrored(sidecar.comments, inline.comments))
    inline.write(exported(sidecar.comments, inline.comments));
  lastSeen.write({ shared: { ...sharedBy(sidecar.comments, inline.comments) } });
}
