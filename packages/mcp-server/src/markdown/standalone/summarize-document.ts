import { resolve } from 'node:path';

import type { FileMeta } from '@annotate-mcp/markdown';
import { realPathIfThere } from '@annotate-mcp/store/files';

import { createMarkdownService } from '../service.ts';
import { outlineOf } from '../tools/outline.ts';
import { rootOfNamed } from '../views/allowed-roots.ts';

export interface DocumentSummary {
  fileMeta: FileMeta;
  /** One line for each block: id, line, beginning. */
  blocks: string[];
  /** How many blocks are not listed. */
  moreBlocks?: number;
  /** How many comments are drafts. */
  unsent: number;
}

/** For a terminal: shows nothing and closes the file again. Rejects with an `AnnotateError` when the file cannot be opened. */
export async function summarizeDocument(path: string): Promise<DocumentSummary> {
  const file = realPathIfThere(resolve(path));
  const markdown = createMarkdownService({ root: rootOfNamed(file), named: file });
  try {
    const { document } = (await markdown.views.open({ path: file })).reviewed;
    const unsent = document
      .comments()
      .filter(({ status, origin }) => status === 'draft' && origin === undefined).length;
    return { fileMeta: document.fileMeta, ...outlineOf(document), unsent };
  } finally {
    await markdown.close();
  }
}
