/** How the authors of annotations and replies are shown to the person who reads them. "You" is only that person. */
import { type Annotation, cleanName, colorOf, initialsOf, type Person, type Reply } from '@annotate-mcp/core';

import { isFromRepository } from './from-repository.tsx';

/** What is known about the people who write here. */
export interface Authors {
  /** Who reads. */
  readonly me: { readonly id: string; readonly name: string | null };
  readonly people: ReadonlyMap<string, Person>;
  /** More than one person has written here, so that it matters who did. */
  readonly isShared: boolean;
}

export interface ShownAuthor {
  readonly name: string;
  /** Initials and colour; agents have none. */
  readonly mark: AuthorMark | null;
}

export interface AuthorMark {
  readonly initials: string;
  readonly color: number;
}

/** What an annotation from the repository says about its author is only what it says, even when it has the reader's id. */
export function requestAuthor(annotation: Annotation, authors: Authors): ShownAuthor {
  const { authorId, authorName } = annotation;
  if (isFromRepository(annotation)) return named(authorId, authorName, `Author ${authorId.slice(0, 8)}`);
  return personOf(authorId, authorName, authors);
}

export function replyAuthor(reply: Reply, annotation: Annotation, authors: Authors): ShownAuthor {
  const { author, agentName, authorId, authorName } = reply;
  if (reply.via !== undefined) return outsideAuthor(reply);
  if (author === 'agent') return { name: shownName(agentName) ?? 'Agent', mark: null };
  if (isFromRepository(annotation))
    return named(authorId ?? annotation.authorId, authorName, requestAuthor(annotation, authors).name);
  // Replies of older releases do not say which person wrote them.
  return authorId === undefined ? named('', authorName, 'A person') : personOf(authorId, authorName, authors);
}

/** What was written elsewhere has the name that it has there. */
export function outsideAuthor({ authorName, authorId = '' }: Partial<Reply>): ShownAuthor {
  const name = shownName(authorName) ?? 'A person';
  return { name: `${name} via GitHub`, mark: markOf(authorId, name) };
}

function personOf(id: string, writtenAs: string | undefined, { me, people }: Authors): ShownAuthor {
  const known = people.get(id)?.name ?? writtenAs;
  if (id !== me.id) return named(id, known, `Person ${id.slice(0, 4)}`);
  return { name: 'You', mark: markOf(id, me.name ?? known ?? 'You') };
}

function named(id: string, name: string | undefined, unnamed: string): ShownAuthor {
  const shown = shownName(name) ?? unnamed;
  return { name: shown, mark: markOf(id, shown) };
}

export function markOf(id: string, name: string): AuthorMark {
  return { initials: initialsOf(name), color: colorOf(id) };
}

/** A name of another person or of an agent, in one short line; none passes as the reader. */
export function shownName(name: string | undefined): string | null {
  const line = name === undefined ? null : cleanName(name);
  if (line === null) return null;
  if (/^you$/i.test(line)) return `“${line}”`;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
