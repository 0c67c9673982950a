import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { find, page, tabId } from '../fields.ts';

const cookieSchema = z.object({
  name: capped(5_000),
  /** `null` when values were not asked for. */
  value: capped(10_000).nullable(),
  domain: capped(1_000),
  path: capped(5_000),
  /** ISO time; absent for a cookie of the session. */
  expires: capped(100).exactOptional(),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: capped(20).exactOptional(),
});

/** The cookies that the browser sends to the tab's address. */
export const getCookies = {
  needs: 'secrets',
  params: z.object({
    tabId,
    /** Part of the name. */
    find,
    values: z.boolean(),
  }),
  result: z.object({ ...page, cookies: z.array(cookieSchema).max(2_000) }),
} satisfies CommandDefinition;
