import { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';
import { fileContent, page, tabId } from '../fields.ts';

/** The page as it would be printed. */
export const pdf = {
  needs: 'read',
  params: z.object({
    tabId,
    landscape: z.boolean(),
    /** Inches. */
    paperWidth: z.number().min(1).max(100),
    paperHeight: z.number().min(1).max(100),
    /** With background colours and pictures. */
    background: z.boolean(),
  }),
  result: z.object({ ...page, file: fileContent(60_000_000) }),
} satisfies CommandDefinition;
