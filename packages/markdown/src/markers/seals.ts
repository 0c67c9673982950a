/** How comments in a file prove that this user wrote them. Who has the key is decided by the caller. */
import type { MarkdownComment } from '../view-messages.ts';

import type { MarkedComment } from './marked-comment.ts';

/** Whether this record was sealed by this user; `record` is a comment as it stands in the file. */
export type IsOwn = (record: object, seal: string | undefined) => boolean;

/** The seal that is written with a comment; `undefined` for one that came with the repository. */
export type SealOf = (comment: MarkedComment) => string | undefined;

/** Without a key every comment came with the repository. */
export const nothingIsOwn: IsOwn = () => false;
export const noSeal: SealOf = () => undefined;

/** The comment as it stands in the file: where it comes from is computed by its reader. */
export function recordOf(comment: MarkedComment): MarkedComment;
export function recordOf(comment: MarkdownComment): MarkdownComment;
export function recordOf(comment: MarkdownComment): MarkdownComment {
  if (!('origin' in comment)) return comment;
  const { origin: _origin, ...record } = comment;
  return record;
}
