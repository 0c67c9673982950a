import type { DataEntry, MarkedComment } from './comment-data.ts';

/** Copies of a comment become one; which ones were not alike is told. */
export function oneOfEach(entries: readonly DataEntry[]): { entries: DataEntry[]; problems: string[] } {
  const byId = new Map<string, DataEntry>();
  const problems: string[] = [];
  for (const entry of entries) {
    const { id } = entry.comment;
    const known = byId.get(id);
    byId.set(id, known === undefined ? entry : merged(known, entry));
    if (known !== undefined && !isSame(known.comment, entry.comment)) {
      problems.push(
        `Comment "${id}" is in the file's comment data in two versions; the newer one counts, with the replies of both.`,
      );
    }
  }
  return { entries: [...byId.values()], problems };
}

/** The newer one with both threads. A text that would be lost is kept in the thread, as any other conflict is. */
function merged(one: DataEntry, other: DataEntry): DataEntry {
  if (isSame(one.comment, other.comment)) return one;
  const isNewer = Date.parse(other.comment.updatedAt) > Date.parse(one.comment.updatedAt);
  const [kept, left] = isNewer ? [other, one] : [one, other];
  return { at: kept.at, comment: { ...kept.comment, replies: repliesOf(kept.comment, left.comment) } };
}

function repliesOf(kept: MarkedComment, left: MarkedComment): MarkedComment['replies'] {
  const known = new Set(kept.replies.map(({ id }) => id));
  const otherText = {
    id: `${left.id}-${left.updatedAt}`,
    createdAt: left.updatedAt,
    author: 'user' as const,
    message: `The other version of this comment: ${left.annotationText}`,
  };
  const more = left.annotationText === kept.annotationText ? left.replies : [...left.replies, otherText];
  return [...kept.replies, ...more.filter(({ id }) => !known.has(id))].sort(
    (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  );
}

function isSame(one: MarkedComment, other: MarkedComment): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
