import type { MarkdownComment } from '../view-messages.ts';

/** A comment that is stored in the file it is about. */
export type MarkedComment = MarkdownComment & { store: 'inline' };
