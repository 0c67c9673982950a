import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { consoleLevels } from '../console-levels.ts';
import { count, find, logPosition, since, tabId, url } from '../fields.ts';

const consoleEntrySchema = z.object({
  /** Counts the entries of a tab. */
  seq: count,
  /** ISO time. */
  at: capped(100),
  level: z.enum(consoleLevels),
  /** A console message, an uncaught error or a report of the browser. */
  text: capped(100_000),
  /** `file:line:column`. */
  source: url.exactOptional(),
});

export type ConsoleEntry = z.output<typeof consoleEntrySchema>;

/** Entries since an agent first used the tab, and earlier ones as far as the browser still has them. */
export const getConsole = {
  needs: 'read',
  params: z.object({
    tabId,
    /** Only entries after the one with this number. */
    after: count,
    since,
    levels: z.array(z.enum(consoleLevels)),
    find,
    /** The oldest entries come first. */
    limit: z.int().positive(),
  }),
  result: z.object({ entries: z.array(consoleEntrySchema).max(10_000), ...logPosition }),
} satisfies CommandDefinition;
