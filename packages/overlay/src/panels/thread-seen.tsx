import { useEffect, useState } from 'preact/hooks';

import { type Annotation, isRecord } from '@annotate-mcp/core';

import { selectAuthors } from '../state/people.ts';
import type { OverlayState } from '../state/state.ts';

interface Reader {
  readonly id: string;
  readonly name?: string;
  /** When they had the thread open last. */
  readonly at: string;
}

export interface ThreadSeenProps {
  annotation: Annotation;
  state: Pick<OverlayState, 'annotations' | 'present' | 'me' | 'connection' | 'unsent' | 'otherSaw'>;
  hub: string;
}

/** The other people who have seen what was written last. Nothing while that is not known. */
export function ThreadSeen({ annotation, state, hub }: ThreadSeenProps) {
  const { id, updatedAt } = annotation;
  const [readers, setReaders] = useState<readonly Reader[]>([]);
  const { people } = selectAuthors(state);
  const { id: me } = state.me;
  // Where only one person writes, no other person can have seen it.
  const hasOthers = me !== '' && [...people.keys()].some((person) => person !== me);
  const isAsked = hasOthers && state.connection === 'online' && !state.unsent.has(id);
  useEffect(() => {
    const leaving = new AbortController();
    if (isAsked) void fetchReaders(`${hub}/api/annotations/${id}/seen`, leaving.signal).then(setReaders);
    return () => leaving.abort();
  }, [id, updatedAt, isAsked, state.otherSaw]);
  // The one who wrote it has seen it.
  const { createdAt: last, authorId: writer } = annotation.replies.at(-1) ?? annotation;
  const names = readers
    .filter((reader) => ![me, writer].includes(reader.id) && reader.at >= last)
    .map((reader) => people.get(reader.id)?.name ?? reader.name ?? 'a person');
  if (names.length === 0) return null;
  return <p class="nga-muted nga-small nga-seen">Seen by {names.join(', ')}</p>;
}

async function fetchReaders(address: string, signal: AbortSignal): Promise<readonly Reader[]> {
  try {
    const response = await fetch(address, { signal });
    const said: unknown = response.ok ? await response.json() : null;
    return isRecord(said) && Array.isArray(said.people) ? said.people.filter(isReader) : [];
  } catch {
    // The dev server is away, or the thread was closed: who has seen it is not important enough to say so.
    return [];
  }
}

function isReader(value: unknown): value is Reader {
  if (!isRecord(value) || typeof value.id !== 'string' || typeof value.at !== 'string') return false;
  return value.name === undefined || typeof value.name === 'string';
}
