/** The people of a project: what they are called, and the signs by which a reader tells them apart. */
import type { Annotation } from './annotation.ts';
import { cleanName } from './clean-name.ts';

export interface Person {
  id: string;
  /** The newest one that is known; absent for a person who has never said one. */
  name?: string;
  /** One of `personColors` colours, always the same one for an id. */
  color: number;
  /** When they last wrote, or had a page open. */
  lastSeenAt: string;
}

export const personColors = 8;

/** At most two letters: those that the first and the last word of the name begin with. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/u).filter(Boolean);
  const first = words.at(0) ?? '?';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${firstLetter(first)}${firstLetter(last)}`.toUpperCase();
}

function firstLetter(word: string): string {
  return Array.from(word)[0] ?? '';
}

export function colorOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % personColors;
}

/**
 * All people who wrote one of these annotations or replies, or has had a page open lately, by id. Derived, because each
 * store has all of it already: there is no second record of a person that could differ, or that a deletion could miss.
 */
export function peopleIn(
  annotations: Iterable<Annotation>,
  present: Iterable<Omit<Person, 'color'>> = [],
): Map<string, Person> {
  const people = new Map<string, Person>();
  const namedAt = new Map<string, string>();
  const note = (id: string | undefined, name: string | undefined, at: string) => {
    if (id === undefined) return;
    const known = people.get(id);
    const isNewName = name !== undefined && at >= (namedAt.get(id) ?? '');
    if (isNewName) namedAt.set(id, at);
    const newest = isNewName ? name : known?.name;
    const lastSeenAt = known === undefined || at > known.lastSeenAt ? at : known.lastSeenAt;
    people.set(id, { id, ...(newest !== undefined && { name: newest }), color: colorOf(id), lastSeenAt });
  };
  for (const annotation of annotations) {
    if (annotation.kind !== 'markdown' || annotation.agentName === undefined)
      note(annotation.authorId, annotation.authorName, annotation.createdAt);
    for (const reply of annotation.replies)
      if (reply.author === 'user') note(reply.authorId, reply.authorName, reply.createdAt);
  }
  for (const { id, name, lastSeenAt } of present) note(id, name, lastSeenAt);
  return people;
}

export interface Author {
  id: string;
  name?: string;
}

/** Who wrote an annotation, for agents. */
export function authorOf({ authorId, authorName }: Pick<Annotation, 'authorId' | 'authorName'>): Author {
  const name = cleanName(authorName ?? '');
  return { id: authorId, ...(name !== null && { name }) };
}
