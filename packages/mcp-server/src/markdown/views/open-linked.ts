import { basename, extname } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import type { Followed } from '@annotate-mcp/markdown/view-protocol';

import { openedResult, type OpenView, type ViewRegistry } from './view-registry.ts';

/** Opens the document that a link leads to, from the folders that the document with the link may be opened from. */
export async function openLinked(
  address: string,
  { reviewed: { document, mode } }: OpenView,
  views: ViewRegistry,
): Promise<Followed> {
  const { path, fragment } = document.locate(address);
  if (!extensions.has(extname(path).toLowerCase())) throw notMarkdownError(path);
  const open = await views.open({
    path,
    // A document that is open elsewhere in review mode must not become editable by a click on a link to it.
    mode: mode === 'review' ? mode : undefined,
    clientRoots: document.roots,
  });
  return { opened: openedResult(open), token: open.view.token, fragment };
}

const extensions: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdown', '.mkd', '.mdx']);

function notMarkdownError(path: string): AnnotateError {
  return new AnnotateError('markdown/not-markdown', `${basename(path)} is no Markdown file.`, {
    hint: 'A review opens Markdown files only.',
  });
}
