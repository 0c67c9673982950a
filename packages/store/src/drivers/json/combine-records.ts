import type { Annotation, Reply } from '@annotate-mcp/core';

import type { StoredRecord } from '../../state/stored-record.ts';
import { canonicalJson } from '../../trust/canonical-json.ts';

/**
 * One record from two versions of it, as a merge of two branches leaves them: the newer one with the replies of both.
 * The order of the two does not matter. The result counts as this user's own only if everything in it is.
 */
export function combineRecords(a: StoredRecord, b: StoredRecord): StoredRecord {
  const newer = compare(a.annotation, b.annotation) < 0 ? b : a;
  const replies = repliesOf(a.annotation, b.annotation);
  if (replies.length === newer.annotation.replies.length) return newer;
  return { annotation: { ...newer.annotation, replies }, isSealed: a.isSealed && b.isSealed };
}

/** Below zero when `a` is the older one. Not every move sets a time, so more replies and then the text decide. */
function compare(a: Annotation, b: Annotation): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  if (a.replies.length !== b.replies.length) return a.replies.length - b.replies.length;
  return canonicalJson(a) < canonicalJson(b) ? -1 : 1;
}

function repliesOf(a: Annotation, b: Annotation): Reply[] {
  const all = new Map([...a.replies, ...b.replies].map((reply) => [reply.id, reply]));
  return [...all.values()].sort((x, y) =>
    x.createdAt < y.createdAt ? -1 : x.createdAt > y.createdAt ? 1 : 0,
  );
}
