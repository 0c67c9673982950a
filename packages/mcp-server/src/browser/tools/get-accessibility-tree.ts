import { z } from 'zod';

import type { ResultOf } from '@annotate-mcp/browser-protocol';

import { contentKey, defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';
import { formatsFor } from '../formats/formats-for.ts';

import { actMs, element, optionalTab } from './fields.ts';
import { elementOf, tabOf } from './target.ts';
import { pageLine } from './view.ts';

const defaultMaxChars = 20_000;

export const getAccessibilityTree = defineTool({
  name: 'browser_get_accessibility_tree',
  title: 'Read a page',
  description:
    'What a tab shows, one line per element: role "name" [ref] =value state. Refs go to the other tools. Narrow it with find, ref, selector or annotation_id (what a person annotated, with what is around it; then tab_id may be left out).',
  input: () =>
    z.object({
      tab_id: optionalTab,
      usePlatformOptimizer: z
        .boolean()
        .optional()
        .describe('A short form made for this site, where there is one'),
      ...element,
      find: z.string().min(1).optional().describe('Only lines with this text, and what they stand in'),
      full: z.boolean().optional().describe("The browser's own accessibility tree, with refs: long and slow"),
      maxChars: z.int().min(200).max(200_000).optional().describe(`${defaultMaxChars} unless given`),
      offset: z.int().min(0).optional().describe('nextOffset of the part before'),
    }),
  hints: { readOnlyHint: true, openWorldHint: true },
  run: async (input, context: BrowserContext) => {
    const {
      find,
      full = false,
      maxChars = defaultMaxChars,
      offset = 0,
      usePlatformOptimizer = false,
    } = input;
    const tabId = await tabOf(input, context);
    const target = await elementOf(input, context);
    const { formats, problems } = usePlatformOptimizer ? await formatsFor(context.root) : noFormats;
    const snapshot = await context.ask('get_accessibility_tree', {
      tabId,
      ...(target !== undefined && { target }),
      ...(find !== undefined && { find }),
      full,
      formats,
      maxChars,
      offset,
      timeoutMs: actMs,
    });
    const { url, title, nextOffset } = snapshot;
    return {
      tab_id: tabId,
      url,
      title,
      ...(nextOffset !== undefined && { nextOffset }),
      [contentKey]: [
        {
          type: 'text',
          text: describeSnapshot(snapshot, tabId, [...formLines(snapshot, input), ...problems]),
        },
      ],
    };
  },
});

const noFormats = { formats: [], problems: [] };

/** Says which form was used, if a short one was asked for. */
function formLines(
  { format, formatProblem }: ResultOf<'get_accessibility_tree'>,
  { usePlatformOptimizer = false }: { usePlatformOptimizer?: boolean | undefined },
): string[] {
  if (!usePlatformOptimizer) return [];
  if (format !== undefined) return [`(short form: ${format})`];
  return [
    formatProblem === undefined
      ? '(no short form for this page)'
      : `(the usual form: the short form does not fit this page; ${formatProblem})`,
  ];
}

function describeSnapshot(
  snapshot: ResultOf<'get_accessibility_tree'>,
  tabId: number,
  notes: readonly string[],
): string {
  const { text, totalChars, nextOffset, dialogs } = snapshot;
  const lines = [
    `tab_id ${tabId}`,
    pageLine(snapshot),
    ...notes,
    ...dialogs.map(
      ({ kind, message, accepted }) =>
        `(${kind} ${accepted ? 'accepted' : 'dismissed'}: ${JSON.stringify(message)})`,
    ),
    '',
    text === '' ? '(nothing)' : text,
  ];
  if (nextOffset !== undefined) {
    lines.push(
      '',
      `(${nextOffset} of ${totalChars} characters; for the rest call again with offset ${nextOffset}, or narrow it with find, ref or selector)`,
    );
  }
  return lines.join('\n');
}
