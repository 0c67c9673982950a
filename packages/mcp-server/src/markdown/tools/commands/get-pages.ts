import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';

import { defineCommand } from './command.ts';
import { from, limit, rendered } from './fields.ts';

const defaultLimit = 50;

export const getPages = defineCommand({
  type: 'get_pages',
  input: z.strictObject({ from: from.optional(), limit: limit.optional(), rendered: rendered.optional() }),
  run: async (input, { file }) => {
    const { text, fileMeta } = file.document;
    const { pagesOf } = await import('../../pages.ts');
    const pages = pagesOf(text, {
      from: input.from,
      limit: input.limit ?? defaultLimit,
      rendered: input.rendered ?? 'text',
    });
    if (pages === null) throw noBlock(input.from ?? '', fileMeta.path);
    return pages;
  },
});

function noBlock(id: string, path: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `${path} has no block ${JSON.stringify(id)}.`, {
    hint: 'Leave "from" out to begin at the top; ids change with the text.',
  });
}
