import { z } from 'zod';

import { annotationsToMarkdown, annotationToMarkdown, openStatuses } from '@annotate-mcp/core';

import { defineTool } from '../../tool.ts';
import { describeLeftOut } from '../left-out.ts';
import { cursorAfter } from '../pages.ts';
import { describeUnknownPlace } from '../unknown-place.ts';
import { fittingBy, pageDerived } from '../view.ts';

import { cursor, pageUrl } from './fields.ts';

const perPage = 100;

export const getExport = defineTool({
  name: 'get_export',
  title: 'Export as Markdown',
  description: 'Open annotations as Markdown grouped by page, a part at a time.',
  input: () =>
    z.object({
      pageUrl: pageUrl().optional(),
      closed: z.boolean().optional().describe('Resolved and dismissed ones too'),
      cursor: cursor().optional(),
    }),
  output: () => z.looseObject({ markdown: z.string(), nextCursor: z.string().optional() }),
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, now }) => {
    const query = {
      ...(input.closed !== true && { status: openStatuses }),
      ...(input.pageUrl !== undefined && { place: input.pageUrl }),
    };
    const paging = { limit: perPage, ...(input.cursor !== undefined && { cursor: input.cursor }) };
    const page = await store.list(query, paging);
    const shown = fittingBy(page.annotations, (annotation) => annotationToMarkdown(annotation).length);
    const nextCursor = await cursorAfter(store, query, shown.length, page, input.cursor);
    return {
      markdown: annotationsToMarkdown(shown, now()),
      ...(nextCursor !== null && { nextCursor }),
      pageDerived,
      ...(shown.length === 0 &&
        input.pageUrl !== undefined &&
        (await describeUnknownPlace(store, input.pageUrl))),
      ...(await describeLeftOut(store)),
    };
  },
});
