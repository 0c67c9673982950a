import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { count, longText, maxChars, tabId } from '../fields.ts';
import { networkEntrySchema } from '../network-entry.ts';

/** The extension masks the values of `authorization`, `cookie`, `set-cookie` and the like. */
const headers = z.record(capped(1_000), capped(100_000));

/** One request with its headers and bodies. */
export const getRequest = {
  needs: 'read',
  params: z.object({ tabId, requestId: capped(200), maxChars }),
  result: z.object({
    request: networkEntrySchema,
    requestHeaders: headers,
    responseHeaders: headers,
    requestBody: longText.exactOptional(),
    /** `null` when the body is not text or the browser no longer has it. */
    responseBody: longText.nullable(),
    totalChars: count,
  }),
} satisfies CommandDefinition;
