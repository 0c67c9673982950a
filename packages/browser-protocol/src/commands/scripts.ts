/** Runs an agent's own code in a page. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { count, longText, maxChars, url } from '../fields.ts';

const executeJs = {
  needs: 'script',
  repeatable: false,
  words: { wants: 'Run this code in the page:', done: 'Ran a script', plain: 'run a script' },
  params: actionParamsSchema.extend({
    /** Runs in the page's own world: an expression, or the body of an async function with `return` or `await`. */
    code: z.string(),
    maxChars,
  }),
  result: actionOutcomeSchema.extend({
    kind: capped(200),
    /** `JSON.stringify` of the value, cut at `maxChars`; absent for `undefined`. */
    json: longText.exactOptional(),
    /** Length before `json` was cut. */
    totalChars: count,
  }),
} satisfies CommandDefinition;

const injectScript = {
  needs: 'script',
  repeatable: false,
  words: { wants: 'Run this script in the page:', done: 'Added a script', plain: 'add a script' },
  params: actionParamsSchema.extend({
    /** The server fetches the script, so the page's Content Security Policy does not block it. */
    source: z.string(),
    /** Shown in the page's devtools and errors. */
    scriptUrl: url,
    /** Runs the script again in each document that this tab opens, before the document's own scripts. */
    keepInjected: z.boolean(),
  }),
  result: actionOutcomeSchema.extend({
    /** Id of the script that is kept for later documents of this tab. */
    scriptId: capped(200).exactOptional(),
  }),
} satisfies CommandDefinition;

export const scriptCommands = {
  execute_js: executeJs,
  inject_script: injectScript,
};
