/** What commands that act on a page have in common. */
import { z } from 'zod';

import { downloadsSchema } from './download.ts';
import { tabId, text, timeoutMs, url } from './fields.ts';
import { tabInfoSchema } from './tab.ts';

/**
 * How to answer dialogs that open meanwhile. Without it, alert and beforeunload are accepted, confirm and prompt are
 * dismissed, so that nothing is confirmed by accident.
 */
const dialogAnswerSchema = z.object({
  accept: z.boolean(),
  /** For a prompt. */
  text: text.exactOptional(),
});

export const actionParamsSchema = z.object({
  tabId,
  /** How long to wait until the target exists, is visible, does not move, is enabled and is not covered. */
  timeoutMs,
  dialog: dialogAnswerSchema.exactOptional(),
});

const dialogReportSchema = z.object({
  kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
  message: text,
  accepted: z.boolean(),
});

/** In the order in which the dialogs opened. All of them are closed. */
export const dialogReportsSchema = z.array(dialogReportSchema).max(100);

/** What happened after the action, as far as it was seen until the page settled. */
export const actionOutcomeSchema = z.object({
  url,
  title: text,
  /** The tab shows a site that the person has not allowed agents to see: address and title are empty. */
  hidden: z.literal(true).exactOptional(),
  /** The tab shows another document. */
  navigated: z.boolean(),
  dialogs: dialogReportsSchema,
  /** Tabs that the page opened. */
  openedTabs: z.array(tabInfoSchema).max(100),
  /** Files that the page began to download. What has ended is told once. */
  downloads: downloadsSchema.exactOptional(),
  /** The page asked for files; the file chooser was not shown, and the page was told that it was cancelled. */
  openedChooser: z.boolean().exactOptional(),
});

export type DialogAnswer = z.output<typeof dialogAnswerSchema>;
export type ActionParams = z.output<typeof actionParamsSchema>;
export type DialogReport = z.output<typeof dialogReportSchema>;
export type ActionOutcome = z.output<typeof actionOutcomeSchema>;
