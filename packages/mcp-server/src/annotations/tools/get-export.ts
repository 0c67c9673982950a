import { z } from 'zod';

import { annotationsToMarkdown } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';
import { pageDerived } from '../view.ts';

import { cursor, pageUrl } from './fields.ts';

const perPage = 100;

export const getExport = defineTool({
  name: 'get_export',
  title: 'Export as Markdown',
  description: 'All annotations as Markdown grouped by page, a hundred at a time.',
  input: z.object({ pageUrl: pageUrl.optional(), cursor: cursor.optional() }),
  output: z.looseObject({ markdown: z.string(), nextCursor: z.string().optional() }),
  hints: { readOnlyHint: true },
  run: async (input, { store, now }) => {
    const query = input.pageUrl === undefined ? {} : { place: input.pageUrl };
    const paging = { limit: perPage, ...(input.cursor !== undefined && { cursor: input.cursor }) };
    const { annotations, nextCursor } = await store.list(query, paging);
    return {
      markdown: annotationsToMarkdown(annotations, now()),
      ...(nextCursor !== null && { nextCursor }),
      pageDerived,
    };
  },
});
