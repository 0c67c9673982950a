import { type Annotation, peopleIn, type Person } from '@annotate-mcp/core';

import type { Me, OverlayState } from './state.ts';

export interface KnownAuthors {
  readonly me: Me;
  /** All people who wrote here or have a page open, by id. */
  readonly people: ReadonlyMap<string, Person>;
  /** More than one person has written here, so that it matters who did. */
  readonly isShared: boolean;
}

type Source = Pick<OverlayState, 'annotations' | 'present' | 'me'>;

let last: { source: Source; authors: KnownAuthors } | null = null;

/** Computed again only when there is something new. */
export function selectAuthors({ annotations, present, me }: Source): KnownAuthors {
  const isSame =
    last?.source.annotations === annotations && last.source.present === present && last.source.me === me;
  if (last !== null && isSame) return last.authors;
  const people = peopleIn(annotations.values(), present);
  const authors = { me, people, isShared: countWriters(annotations.values()) > 1 };
  last = { source: { annotations, present, me }, authors };
  return authors;
}

function countWriters(annotations: Iterable<Annotation>): number {
  return peopleIn(annotations).size;
}
