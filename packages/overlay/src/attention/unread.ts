/** What the person of this page has not read yet. Each browser is one person, so that this is kept in the browser. */
import type { Annotation } from '@annotate-mcp/core';

import type { OverlayState, Seen } from '../state/state.ts';

/** When others last wrote or closed something here; `null` when only this person has. */
function newsAt(annotation: Annotation, me: string): string | null {
  const { authorId, createdAt, status, replies } = annotation;
  if (status === 'draft') return null;
  // Only a reply of a person has an id; those of older releases do not say whose they are.
  const times = replies.filter((reply) => reply.authorId !== me).map((reply) => reply.createdAt);
  if (authorId !== me) times.push(annotation.sentAt ?? createdAt);
  if (status === 'resolved' && annotation.resolvedAt !== undefined) times.push(annotation.resolvedAt);
  return times.reduce<string | null>((newest, at) => (newest === null || at > newest ? at : newest), null);
}

/** Nothing is unread before the hub has said who the person is. What was there at their first visit is no news. */
export function isUnread({ seen, me }: Pick<OverlayState, 'seen' | 'me'>, annotation: Annotation): boolean {
  if (seen === null || me.id === '' || annotation.origin === 'repository') return false;
  const at = newsAt(annotation, me.id);
  return at !== null && at > (seen.at.get(annotation.id) ?? seen.since);
}

/** What the person has seen when this is before them: an open thread, or with option `review` an item of the list. */
export function seenAfter(state: OverlayState, seen: Seen): Seen {
  const { mode, panel, review, annotations, me } = state;
  const before = [mode.name === 'thread' ? mode.id : null, review ? panel?.selected : null];
  return before.reduce<Seen>((known, id) => {
    const annotation = annotations.get(id ?? '');
    if (annotation === undefined || !isUnread({ seen: known, me }, annotation)) return known;
    const at = newsAt(annotation, me.id) ?? known.since;
    return { ...known, at: new Map(known.at).set(annotation.id, at) };
  }, seen);
}

export function countUnread(state: OverlayState): number {
  let count = 0;
  for (const annotation of state.annotations.values()) if (isUnread(state, annotation)) count++;
  return count;
}

const mostKept = 1_000;

/** What two tabs of one browser have seen, as far as it is kept. */
export function mergeSeen(a: Seen, b: Seen): Seen {
  const at = new Map(a.at);
  for (const [id, time] of b.at) if (time > (at.get(id) ?? '')) at.set(id, time);
  const kept = [...at].sort(([, x], [, y]) => (x < y ? 1 : -1)).slice(0, mostKept);
  return { since: a.since < b.since ? a.since : b.since, at: new Map(kept) };
}
