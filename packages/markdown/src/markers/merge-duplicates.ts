import { type DataEntry, type MarkedComment, recordOf } from './comment-data.ts';

/** Copies of a comment become one; copies that differ are reported. */
export function mergeDuplicates(entries: readonly DataEntry[]): { entries: DataEntry[]; problems: string[] } {
  const problems: string[] = [];
  const merged = Array.from(versionsById(entries), ([id, versions]) => {
    if (versions.length > 1) {
      problems.push(
        `Comment "${id}" is in the file's comment data in ${versions.length === 2 ? 'two' : versions.length} versions; the newer one counts, with the replies of both.`,
      );
    }
    return mergeVersions(versions);
  });
  return { entries: merged, problems };
}

/** Of copies that are equal one counts; the one that this user sealed, if there is one. */
function versionsById(entries: readonly DataEntry[]): Map<string, [DataEntry, ...DataEntry[]]> {
  const byId = new Map<string, [DataEntry, ...DataEntry[]]>();
  const seen = new Map<string, DataEntry>();
  for (const entry of entries) {
    const content = JSON.stringify(recordOf(entry.comment));
    const same = seen.get(content);
    if (same !== undefined) {
      if (entry.comment.origin === undefined) same.comment = entry.comment;
      continue;
    }
    seen.set(content, entry);
    const known = byId.get(entry.comment.id);
    if (known === undefined) byId.set(entry.comment.id, [entry]);
    else known.push(entry);
  }
  return byId;
}

/**
 * The newest version with the replies of all. The other texts become replies, as in any other conflict. It is the user's
 * own only if all versions are.
 */
function mergeVersions(versions: readonly [DataEntry, ...DataEntry[]]): DataEntry {
  const timeOf = ({ comment }: DataEntry) => Date.parse(comment.updatedAt);
  const kept = versions.reduce((newest, version) => (timeOf(version) > timeOf(newest) ? version : newest));
  if (versions.length === 1) return kept;
  const left = versions.filter((version) => version !== kept).map(({ comment }) => comment);
  const isForeign = versions.some(({ comment }) => comment.origin === 'repository');
  const comment = { ...recordOf(kept.comment), replies: mergeReplies(kept.comment, left) };
  return { at: kept.at, comment: isForeign ? { ...comment, origin: 'repository' } : comment };
}

function mergeReplies(kept: MarkedComment, left: readonly MarkedComment[]): MarkedComment['replies'] {
  const more = left.flatMap((other) =>
    other.annotationText === kept.annotationText ? other.replies : [...other.replies, otherText(other)],
  );
  const byId = new Map([...more.toReversed(), ...kept.replies].map((reply) => [reply.id, reply]));
  const others = more.filter((reply) => byId.get(reply.id) === reply);
  return [...kept.replies, ...others].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

function otherText({
  id,
  updatedAt,
  annotationText,
  authorName,
}: MarkedComment): MarkedComment['replies'][number] {
  return {
    id: `${id}-${updatedAt}`,
    createdAt: updatedAt,
    author: 'user',
    ...(authorName !== undefined && { authorName }),
    message: `The other version of this comment: ${annotationText}`,
  };
}
