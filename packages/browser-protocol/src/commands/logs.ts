/** What a page has logged, requested and measured. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { consoleLevels } from '../console-levels.ts';
import { count, find, logPosition, longText, maxChars, page, since, tabId, url } from '../fields.ts';
import { networkEntrySchema } from '../network-entry.ts';

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
const getConsole = {
  needs: 'read',
  repeatable: true,
  words: { wants: 'Read the console of the page.', done: 'Read the console', plain: 'read the console' },
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

const getNetwork = {
  needs: 'read',
  repeatable: true,
  words: {
    wants: 'Read the requests of the page.',
    done: 'Read the list of requests',
    plain: 'read the list of requests',
  },
  params: z.object({
    tabId,
    after: count,
    since,
    /** Only requests with this text in their URL. */
    find,
    /** Only requests without a response, or with status 400 and above. */
    failed: z.boolean(),
    /** Without images, fonts, styles, scripts and media. */
    dataOnly: z.boolean(),
    limit: z.int().positive(),
  }),
  result: z.object({ requests: z.array(networkEntrySchema).max(10_000), ...logPosition }),
} satisfies CommandDefinition;

/** The extension masks the values of `authorization`, `cookie`, `set-cookie` and the like. */
const headers = z.record(capped(1_000), capped(100_000));

/** One request with its headers and bodies. */
const getRequest = {
  needs: 'read',
  repeatable: true,
  words: {
    wants: 'Read a request of the page and its answer.',
    done: 'Read a request',
    plain: 'read a request',
  },
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
const getPerformance = {
  needs: 'read',
  repeatable: false,
  words: { wants: 'Measure how fast the page is.', done: 'Measured the page', plain: 'measure the page' },
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

export const logCommands = {
  get_console: getConsole,
  get_network: getNetwork,
  get_request: getRequest,
  get_performance: getPerformance,
};
