import { z } from 'zod';

import { isDeepJson } from '@annotate-mcp/core';

import { contentKey, defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { dialogOf, dialogs, loadMs, tabId, timeoutMs } from './fields.ts';
import { outcomeView, pageDerived } from './view.ts';

const defaultMaxChars = 20_000;

export const executeJs = defineTool({
  name: 'browser_execute_js',
  title: 'Run JavaScript in a page',
  description:
    'Run code in the page and get its value as JSON: an expression, or statements with return; await works.',
  input: () =>
    z.object({
      tab_id: tabId,
      code: z.string().min(1).max(1_000_000),
      maxChars: z.int().min(200).max(200_000).optional().describe(`${defaultMaxChars} unless given`),
      timeoutMs: timeoutMs(loadMs),
      ...dialogs,
    }),
  unlogged: ['code', 'promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, { ask }: BrowserContext) => {
    const { tab_id, code, maxChars = defaultMaxChars, timeoutMs: limit = loadMs } = input;
    const { kind, json, totalChars, ...outcome } = await ask('execute_js', {
      tabId: tab_id,
      code,
      maxChars,
      timeoutMs: limit,
      ...dialogOf(input),
    });
    const isCut = json !== undefined && json.length < totalChars;
    // One that is nested too deep to be a part of the answer is there as text.
    const isValue = json !== undefined && !isCut && !isDeepJson(json);
    const about = JSON.stringify({ ...outcomeView(outcome), pageDerived });
    const cut = `(${json?.length ?? 0} of ${totalChars} characters; return less, or raise maxChars)`;
    return {
      ...(isValue && { value: JSON.parse(json) as unknown }),
      ...outcomeView(outcome),
      [contentKey]: [
        { type: 'text', text: [json ?? kind, ...(isCut ? [cut] : [])].join('\n') },
        { type: 'text', text: about },
      ],
    };
  },
});
