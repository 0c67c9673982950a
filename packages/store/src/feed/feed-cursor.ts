import type { Cursor } from '@annotate-mcp/core';

/**
 * A change's number in one life of a store. The tag is drawn at random for each change: a store restored from a
 * backup counts on from an older number, and only the tag shows that its change 100 is another than the one a reader has seen.
 */
export interface Position {
  epoch: string;
  n: number;
  tag: string;
}

export function encodeCursor({ epoch, n, tag }: Position): Cursor {
  return `${epoch}.${n}.${tag}`;
}

/** `null` for a text that is not a cursor of this store: the reader then starts from a full list. */
export function decodeCursor(cursor: Cursor): Position | null {
  const [, epoch, n, tag] = /^([\w-]+)\.(\d{1,15})\.(\w*)$/.exec(cursor) ?? [];
  return epoch === undefined || n === undefined || tag === undefined ? null : { epoch, n: Number(n), tag };
}
