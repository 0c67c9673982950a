/** A file and how its review stands, for a terminal: nothing is shown, nothing stays open. */
import { resolve } from 'node:path';

import type { FileMeta } from '@annotate-mcp/markdown';

import { outlineOf } from '../outline.ts';
import { MarkdownReview } from '../review.ts';
import { realPath, rootOfNamed } from '../roots.ts';

export interface ReadReview {
  fileMeta: FileMeta;
  /** One line for each: id, line, how it begins. */
  blocks: string[];
  /** How many blocks are not listed. */
  moreBlocks?: number;
  /** Comments that are written and not submitted. */
  unsent: number;
}

/** Rejects with an `AnnotateError` when the file cannot be opened. */
export async function readReview(path: string): Promise<ReadReview> {
  const file = realPath(resolve(path));
  const review = new MarkdownReview({ root: rootOfNamed(file), named: file });
  try {
    const { document } = (await review.open({ path: file })).file;
    const unsent = document.comments().filter(({ status }) => status === 'draft').length;
    return { fileMeta: document.fileMeta, ...outlineOf(document), unsent };
  } finally {
    await review.close();
  }
}
