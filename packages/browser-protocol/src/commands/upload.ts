import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { on } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

/** With its bytes: the browser may run on another machine than the server. */
const uploadedFileSchema = z.object({ name: capped(1_000), mimeType: capped(200), base64: z.string() });

export type UploadedFile = z.output<typeof uploadedFileSchema>;

/** Puts files into a file input, or drops them onto any other element. */
export const upload = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: elementTargetSchema,
    files: z.array(uploadedFileSchema).min(1),
  }),
  result: actionOutcomeSchema.extend({ on }),
} satisfies CommandDefinition;
