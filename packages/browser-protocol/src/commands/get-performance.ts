import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { count, page, tabId, url } from '../fields.ts';

const ms = z.number();

/** Milliseconds since the navigation began; absent if it has not happened. */
const loadingSchema = z.object({
  firstByte: ms.exactOptional(),
  domContentLoaded: ms.exactOptional(),
  load: ms.exactOptional(),
  firstContentfulPaint: ms.exactOptional(),
  largestContentfulPaint: ms.exactOptional(),
  /** Describes the element that was painted. */
  largestElement: capped(2_000).exactOptional(),
});

const slowRequestSchema = z.object({ url, durationMs: ms, bytes: count.exactOptional(), type: capped(100) });

/** A script that ran in frames that took longer than 50 ms, and how much of it was layout that it forced. */
const slowScriptSchema = z.object({ source: url, durationMs: ms, forcedLayoutMs: ms.exactOptional() });

const performanceReportSchema = z.object({
  loading: loadingSchema,
  layoutShift: z.number(),
  /** The slowest interaction; absent without one. */
  interactionToNextPaint: ms.exactOptional(),
  /** As far as Chrome has kept them: it does not always record those before an observer exists. */
  longTasks: z.object({ count, totalMs: ms, longestMs: ms }),
  requests: z.object({ count, bytes: count, slowest: z.array(slowRequestSchema).max(20) }),
  slowScripts: z.array(slowScriptSchema).max(20),
});

export type PerformanceReport = z.output<typeof performanceReportSchema>;

/** `begin` starts to count; `end` waits for `waitMs` and reports. The document may be another one then. */
export const getPerformance = {
  needs: 'read',
  params: z.object({ tabId, phase: z.enum(['begin', 'end']), waitMs: z.int().min(0).max(20_000) }),
  result: z.object({
    ...page,
    /** The report on the document since its navigation. Absent after `begin`. */
    report: performanceReportSchema.exactOptional(),
    /** Work of the page's main thread since `begin`. */
    mainThread: z
      .object({ overMs: ms, taskMs: ms, scriptMs: ms, layoutMs: ms, styleMs: ms, heapBytes: count })
      .exactOptional(),
  }),
} satisfies CommandDefinition;
