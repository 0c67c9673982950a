import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { pageOf } from '../pages.ts';

import { cursor, listOutput, pageUrl } from './fields.ts';

export const listPageNotes = defineTool({
  name: 'list_page_notes',
  title: 'List notes on whole pages',
  description: 'Notes about a whole page, of any status.',
  input: () => z.object({ pageUrl: pageUrl().optional(), cursor: cursor().optional() }),
  output: listOutput,
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent }) => {
    const query = { kind: 'page' as const, ...(input.pageUrl !== undefined && { place: input.pageUrl }) };
    return pageOf(store, agent, query, input);
  },
});
