/** One thing that an agent did or wanted to do, as the popup shows it to the person. */
import { z } from 'zod';

export const activityEntrySchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** `null` when it was about no tab. */
  tabId: z.int().nullable(),
  agent: z.string(),
  /** A sentence without a subject: `Clicked “Save”`. */
  words: z.string(),
  /** Title of the page, or the host of its address. */
  title: z.string(),
  outcome: z.enum(['done', 'failed', 'refused']),
  /** What the agent was told when it was not done. */
  reason: z.string(),
  /** Number of times, one after the other. */
  count: z.int(),
});

export type ActivityEntry = z.output<typeof activityEntrySchema>;
