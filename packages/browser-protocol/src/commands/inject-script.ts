import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { url } from '../fields.ts';

export const injectScript = {
  needs: 'script',
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
