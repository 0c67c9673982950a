import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { dialogReportsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { count, find, longText, maxChars, page, tabId, timeoutMs } from '../fields.ts';
import { siteFormatSchema } from '../site-format.ts';
import { elementTargetSchema } from '../target.ts';

export const getAccessibilityTree = {
  needs: 'read',
  params: z.object({
    tabId,
    /** Only this element. For an annotation also what is around it, up to the nearest landmark, form or dialog. */
    target: elementTargetSchema.exactOptional(),
    /** Only lines with this text, in any case, each with the lines of the elements that contain it. */
    find,
    /** The browser's whole accessibility tree instead of the compact form: slow and long. */
    full: z.boolean(),
    /** The first format that fits the page replaces the compact form; not together with `target` or `full`. */
    formats: z.array(siteFormatSchema).max(150),
    maxChars,
    /** Number of characters to skip: `nextOffset` of the previous part. */
    offset: count,
    timeoutMs,
  }),
  result: z.object({
    ...page,
    /** One line per node, `role "name" [ref] =value state`, two spaces per level. Cut at the end of a line. */
    text: longText,
    totalChars: count,
    /** Where the next part begins, if there is one. */
    nextOffset: count.exactOptional(),
    /** Name of the site format that was used. */
    format: capped(100).exactOptional(),
    /** Why the compact form was used although a format is for this address. */
    formatProblem: capped(1_000).exactOptional(),
    /** Dialogs that were answered since the last command on this tab. */
    dialogs: dialogReportsSchema,
  }),
} satisfies CommandDefinition;
