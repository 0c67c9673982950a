/** What is to be done when sidecar and file both hold comments. */
import type { MarkdownComment } from '../document/index.ts';
import type { MarkedComment } from '../markers/index.ts';

import { byId, type Comments, inDocumentOrder, isForSharing } from './comments.ts';
import { merged } from './merge.ts';
import { type Said, saidOf, saysTheSame } from './said.ts';

/** What each comment said when sidecar and file last said the same, by id. */
export type Shared = Readonly<Record<string, Said>>;

/** The file's comments that the sidecar has to hear of: with a mirror all, else those it has itself. */
export function newsForSidecar(sidecar: Comments, inline: Comments, shared: Shared, mirror: boolean) {
  return [...inline.values()].filter((theirs) => {
    const ours = sidecar.get(theirs.id);
    if (ours === undefined) return mirror;
    return merged(ours, theirs, shared[theirs.id] ?? null) !== ours;
  });
}

/** `null` adds it to the sidecar. */
export function heardBySidecar(
  ours: MarkdownComment | null,
  theirs: MarkdownComment,
  shared: Shared,
): MarkdownComment {
  return ours === null ? { ...theirs, store: 'sidecar' } : merged(ours, theirs, shared[theirs.id] ?? null);
}

/** Whether the file says of each shared comment what the sidecar says. Where it stands is the markers' business. */
export function isMirrored(sidecar: Comments, inline: Comments): boolean {
  const wanted = byId([...sidecar.values()].filter(isForSharing));
  return (
    wanted.size === inline.size &&
    [...wanted.values()].every((ours) => {
      const theirs = inline.get(ours.id);
      return theirs !== undefined && saysTheSame(saidOf(ours), saidOf(theirs));
    })
  );
}

/** The file's comments after an export: its own and a copy of the sidecar's. */
export function exported(sidecar: Comments, inline: Comments): MarkedComment[] {
  const all = new Map([...inline, ...sidecar]);
  return inDocumentOrder(all.values()).filter(isForSharing).map(inlineCopy);
}

/** As it is written into the file. Who holds it is of no use to whoever reads it elsewhere, and would never be freed. */
export function inlineCopy(comment: MarkdownComment): MarkedComment {
  if (comment.status !== 'acknowledged') return { ...comment, store: 'inline' };
  const { claim, ...rest } = comment;
  return { ...rest, status: 'pending', store: 'inline' };
}

/** What both say now that the sidecar has heard the file, or the file was written. */
export function sharedBy(sidecar: Comments, inline: Comments): Shared {
  return Object.fromEntries(
    [...inline.values()].filter(({ id }) => sidecar.has(id)).map((theirs) => [theirs.id, saidOf(theirs)]),
  );
}
