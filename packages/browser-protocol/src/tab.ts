import { z } from 'zod';

import { text, tabId, url } from './fields.ts';

/** A tab as an agent sees it. */
export const tabInfoSchema = z.object({
  tabId,
  windowId: z.int(),
  url,
  title: text,
  /** The tab is the visible one of its window. */
  active: z.boolean(),
  status: z.enum(['loading', 'complete']),
  /** An agent controls the tab: the extension's debugger is attached. */
  driven: z.boolean(),
  /** The person took the tab back: agents may not use it until the person hands it over in the popup. */
  takenBack: z.literal(true).exactOptional(),
  /** The person has not allowed agents to see the site: address and title are empty. */
  hidden: z.literal(true).exactOptional(),
});

export type TabInfo = z.output<typeof tabInfoSchema>;
