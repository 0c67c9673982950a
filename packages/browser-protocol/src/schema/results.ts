/** What the server takes from an extension. Held to limits: whatever is in it was read off pages. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandType, ResultOf } from '../commands.ts';
import { type ConsoleEntry, consoleLevels, type NetworkEntry } from '../looking.ts';

import { address, actionOutcomeSchema, count, dialogReports, tabInfoSchema, words } from './fields.ts';

/** Of a snapshot, a value, a body: the extension cuts these itself, so this is only a wall behind that. */
const longText = capped(2_000_000);
const on = capped(2_000);
const seen = { url: address, title: words };

const consoleEntry = z.object({
  seq: count,
  at: capped(100),
  level: z.enum(consoleLevels),
  text: capped(100_000),
  source: address.exactOptional(),
}) satisfies z.ZodType<ConsoleEntry>;

const networkEntry = z.object({
  seq: count,
  requestId: capped(200),
  at: capped(100),
  method: capped(100),
  url: address,
  resourceType: capped(100),
  status: z.int().nullable(),
  mimeType: capped(200).exactOptional(),
  failure: capped(2_000).exactOptional(),
  durationMs: z.number().exactOptional(),
  bytes: z.number().exactOptional(),
}) satisfies z.ZodType<NetworkEntry>;

const listed = { last: count, more: count, dropped: count };
const headers = z.record(capped(1_000), capped(100_000));

export const resultSchemas = {
  create_tab: z.object({ tab: tabInfoSchema }),
  close_tab: z.object({ tab: tabInfoSchema }),
  get_tabs: z.object({ tabs: z.array(tabInfoSchema).max(10_000) }),
  navigate: actionOutcomeSchema,
  snapshot: z.object({
    ...seen,
    text: longText,
    totalChars: count,
    nextOffset: count.exactOptional(),
    format: capped(100).exactOptional(),
    dialogs: dialogReports,
  }),
  screenshot: z.object({
    ...seen,
    mimeType: z.enum(['image/png', 'image/jpeg']),
    base64: z.base64().max(40_000_000),
    width: count,
    height: count,
  }),
  click: actionOutcomeSchema.extend({ on, x: z.number(), y: z.number() }),
  scroll: z.object({
    on: on.nullable(),
    moved: z.number(),
    leftBelow: z.number(),
    leftAbove: z.number(),
  }),
  type: actionOutcomeSchema.extend({ on, value: longText.nullable() }),
  upload: actionOutcomeSchema.extend({ on }),
  press_key: actionOutcomeSchema.extend({ on }),
  wait_for: z.object({ ...seen, waitedMs: z.number() }),
  execute_js: actionOutcomeSchema.extend({
    kind: capped(200),
    json: longText.exactOptional(),
    totalChars: count,
  }),
  inject_script: actionOutcomeSchema.extend({ scriptId: capped(200).exactOptional() }),
  get_console: z.object({ entries: z.array(consoleEntry).max(10_000), ...listed }),
  get_network: z.object({ requests: z.array(networkEntry).max(10_000), ...listed }),
  get_request: z.object({
    request: networkEntry,
    requestHeaders: headers,
    responseHeaders: headers,
    requestBody: longText.exactOptional(),
    responseBody: longText.nullable(),
    totalChars: count,
  }),
} satisfies { [Type in CommandType]: z.ZodType<ResultOf<Type>> };
