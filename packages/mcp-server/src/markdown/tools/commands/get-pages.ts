import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';

import { defineDocumentCommand } from './document-command.ts';
import { from, limit, rendered } from './fields.ts';

const defaultLimit = 50;

export const getPages = defineDocumentCommand({
  type: 'get_pages',
  input: () =>
    z.strictObject({ from: from().optional(), limit: limit().optional(), rendered: rendered().optional() }),
  run: async (input, { reviewed }) => {
    const { text, fileMeta } = reviewed.document;
    const { pagesOf } = await import('../block-pages.ts');
    const pages = pagesOf(text, {
      from: input.from,
      limit: input.limit ?? defaultLimit,
      rendered: input.rendered ?? 'text',
    });
    if (pages === null) throw blockNotFoundError(input.from ?? '', fileMeta.path);
    return pages;
  },
});

function blockNotFoundError(id: string, path: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `${path} has no block ${JSON.stringify(id)}.`, {
    hint: 'Leave "from" out to begin at the top; ids change with the text.',
  });
}
