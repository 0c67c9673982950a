import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { count, find, logPosition, since, tabId } from '../fields.ts';
import { networkEntrySchema } from '../network-entry.ts';

export const getNetwork = {
  needs: 'read',
  params: z.object({
    tabId,
    after: count,
    since,
    /** Only requests with this text in their URL. */
    find,
    /** Only requests without a response, or with status 400 and above. */
    failed: z.boolean(),
    /** Without images, fonts, styles, scripts and media. */
    dataOnly: z.boolean(),
    limit: z.int().positive(),
  }),
  result: z.object({ requests: z.array(networkEntrySchema).max(10_000), ...logPosition }),
} satisfies CommandDefinition;
