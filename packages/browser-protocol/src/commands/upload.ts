import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { actionOutcomeSchema, actionParamsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { count, on, text } from '../fields.ts';
import { elementTargetSchema } from '../target.ts';

/** With its bytes: the browser may run on another machine than the server. */
const uploadedFileSchema = z.object({ name: capped(1_000), mimeType: capped(200), base64: z.string() });

export type UploadedFile = z.output<typeof uploadedFileSchema>;

/**
 * Puts files into the file input of the target. A target without one is clicked on, and the files go into the file
 * chooser that the page opens; if it opens none, they are dropped onto the target. Fails if the page takes them in none
 * of these ways.
 */
export const upload = {
  needs: 'act',
  params: actionParamsSchema.extend({
    target: elementTargetSchema,
    files: z.array(uploadedFileSchema).min(1),
  }),
  result: actionOutcomeSchema.extend({
    on,
    how: z.enum(['input', 'chooser', 'drop']),
    /** What the page got, as it was read from its input. `size` is in bytes. */
    files: z.array(z.object({ name: capped(1_000), size: count })).max(1_000),
    /** What the page may not like about it. */
    notes: z.array(text).max(1_000),
  }),
} satisfies CommandDefinition;
