import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';

import { dialogOf, dialogs, loadMs, pageOutput, tabId } from './fields.ts';
import { outcomeView } from './view.ts';

export const injectScript = defineTool({
  name: 'browser_inject_script',
  title: 'Run a script file in a page',
  description:
    'Fetch a script and run it in the page, whatever its content security policy says. For code of your own use browser_execute_js.',
  input: () =>
    z.object({
      tab_id: tabId,
      script_url: z.string().describe('http or https; private networks are refused'),
      keep_injected: z.boolean().optional().describe('Also in every page this tab opens later'),
      ...dialogs,
    }),
  output: () => pageOutput,
  unlogged: ['promptText'],
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async (input, { ask, fetchScript, signal }: BrowserContext) => {
    const { tab_id, script_url, keep_injected = false } = input;
    const source = await fetchScript(script_url, signal);
    const { scriptId, ...outcome } = await ask('inject_script', {
      tabId: tab_id,
      source,
      scriptUrl: script_url,
      keepInjected: keep_injected,
      timeoutMs: loadMs,
      ...dialogOf(input),
    });
    return {
      injected: true,
      ...(scriptId !== undefined && { script_id: scriptId }),
      ...outcomeView(outcome),
    };
  },
});
