import type { DataEntry, MarkedComment } from './comment-data.ts';

/** Copies of a comment become one; copies that differ are reported. */
export function mergeDuplicates(entries: readonly DataEntry[]): { entries: DataEntry[]; problems: string[] } {
  const byId = new Map<string, DataEntry>();
  const problems: string[] = [];
  for (const entry of entries) {
    const { id } = entry.comment;
    const known = byId.get(id);
    byId.set(id, known === undefined ? entry : mergeEntries(known, entry));
    if (known !== undefined && !isSame(known.comment, entry.comment)) {
      problems.push(
        `Comment "${id}" is in the file's comment data in two versions; the newer one counts, with the replies of both.`,
      );
    }
  }
  return { entries: [...byId.values()], problems };
}

/** The newer copy with the replies of both. The other text becomes a reply, as in any other conflict. */
function mergeEntries(one: DataEntry, other: DataEntry): DataEntry {
  if (isSame(one.comment, other.comment)) return one;
  const isNewer = Date.parse(other.comment.updatedAt) > Date.parse(one.comment.updatedAt);
  const [kept, left] = isNewer ? [other, one] : [one, other];
  return { at: kept.at, comment: { ...kept.comment, replies: mergeReplies(kept.comment, left.comment) } };
}

function mergeReplies(kept: MarkedComment, left: MarkedComment): MarkedComment['replies'] {
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
