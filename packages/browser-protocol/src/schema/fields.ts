import { z } from 'zod';

import { pagePlaceSchema, capped } from '@annotate-mcp/core/schema';

import type { ActionOutcome, DialogAnswer, DialogReport, TabInfo } from '../tabs.ts';
import type { ElementTarget, Target } from '../targets.ts';

/** More than any page needs; what is longer was not said in good faith. */
export const words = capped(20_000);
export const address = capped(100_000);
export const count = z.int().nonnegative();
export const tabId = z.int();
/** Below the 30 s after which nobody waits for the reply. */
export const timeoutMs = z.int().min(0).max(29_000);

const byRef = z.object({ by: z.literal('ref'), ref: capped(100) });
const bySelector = z.object({ by: z.literal('selector'), selector: capped(4_096) });
const byAnnotation = z.object({
  by: z.literal('annotation'),
  annotationId: capped(200),
  place: pagePlaceSchema,
});
const byPoint = z.object({ by: z.literal('point'), x: z.number(), y: z.number() });

export const elementTargetSchema = z.discriminatedUnion('by', [
  byRef,
  bySelector,
  byAnnotation,
]) satisfies z.ZodType<ElementTarget>;

export const targetSchema = z.discriminatedUnion('by', [
  byRef,
  bySelector,
  byAnnotation,
  byPoint,
]) satisfies z.ZodType<Target>;

export const dialogAnswer = z.object({
  accept: z.boolean(),
  text: words.exactOptional(),
}) satisfies z.ZodType<DialogAnswer>;

export const tabInfoSchema = z.object({
  tabId,
  windowId: z.int(),
  url: address,
  title: words,
  active: z.boolean(),
  status: z.enum(['loading', 'complete']),
  driven: z.boolean(),
}) satisfies z.ZodType<TabInfo>;

export const dialogReports = z
  .array(
    z.object({
      kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
      message: words,
      accepted: z.boolean(),
    }) satisfies z.ZodType<DialogReport>,
  )
  .max(100);

export const actionOutcomeSchema = z.object({
  url: address,
  title: words,
  navigated: z.boolean(),
  dialogs: dialogReports,
  openedTabs: z.array(tabInfoSchema).max(100),
}) satisfies z.ZodType<ActionOutcome>;
