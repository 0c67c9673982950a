import { resolve } from 'node:path';

import type { FileMeta } from '@annotate-mcp/markdown';
import type { MarkdownDocument } from '@annotate-mcp/markdown/review';
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
export function summarizeDocument(path: string): Promise<DocumentSummary> {
  return withDocument(path, async (document) => {
    const unsent = document
      .comments()
      .filter(({ status, origin }) => status === 'draft' && origin === undefined).length;
    return { fileMeta: document.fileMeta, ...outlineOf(document), unsent };
  });
}

/** Lets git see the comments on the file. Returns the path of their file from the project's root. */
export function shareDocument(path: string): Promise<string> {
  return withDocument(path, (document) => document.share());
}

async function withDocument<T>(path: string, work: (document: MarkdownDocument) => Promise<T>): Promise<T> {
  const file = realPathIfThere(resolve(path));
  const markdown = createMarkdownService({ root: rootOfNamed(file), named: file });
  try {
    return await work((await markdown.views.open({ path: file })).reviewed.document);
  } finally {
    await markdown.close();
  }
}
