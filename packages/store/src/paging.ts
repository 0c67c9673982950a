import { AnnotateError, parseJson } from '@annotate-mcp/core';

const defaultLimit = 100;
const largestLimit = 1_000;

export function limitOf(limit = defaultLimit): number {
  return Number.isNaN(limit) ? defaultLimit : Math.min(Math.max(1, Math.trunc(limit)), largestLimit);
}

/** A page cursor names the record after which the next page begins; each driver has its own key for a record. */
export function encodePageCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** `null` for no cursor. */
export function decodePageCursor<Key>(
  cursor: string | undefined,
  isKey: (key: unknown) => key is Key,
): Key | null {
  if (cursor === undefined) return null;
  const key = parse(Buffer.from(cursor, 'base64url').toString());
  if (isKey(key)) return key;
  throw new AnnotateError('query/invalid', 'The page cursor is not one that this store handed out.', {
    hint: 'Pass nextCursor of the page before unchanged, or leave it out to start from the first page.',
  });
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // A text that is not JSON is not a cursor; the caller refuses it.
    return null;
  }
}
