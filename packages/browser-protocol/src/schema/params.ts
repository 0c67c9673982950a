/** What the extension takes from a server. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandType, ParamsOf } from '../commands.ts';
import { consoleLevels } from '../looking.ts';
import type { SiteField, SiteFormat } from '../site-format.ts';

import {
  address,
  count,
  dialogAnswer,
  elementTargetSchema,
  tabId,
  targetSchema,
  timeoutMs,
  words,
} from './fields.ts';

const acting = { tabId, timeoutMs, dialog: dialogAnswer.exactOptional() };
const find = capped(1_000).exactOptional();
const delay = z.int().min(0).max(5_000);
const maxChars = z.int().positive();
const scriptText = z.string();

const siteField = z.object({
  label: capped(100).exactOptional(),
  selector: capped(1_000),
  attribute: capped(100).exactOptional(),
  ref: z.boolean().exactOptional(),
  all: z.boolean().exactOptional(),
}) satisfies z.ZodType<SiteField>;

export const siteFormatSchema = z.object({
  name: capped(100),
  url: capped(1_000),
  heading: z.array(siteField),
  items: capped(1_000),
  fields: z.array(siteField),
  rest: z.array(capped(1_000)),
}) satisfies z.ZodType<SiteFormat>;

export const paramsSchemas = {
  create_tab: z.object({ url: address, active: z.boolean(), timeoutMs }),
  close_tab: z.object({ tabId }),
  get_tabs: z.record(z.string(), z.never()),
  navigate: z.object({
    ...acting,
    to: z.union([z.object({ url: address }), z.enum(['back', 'forward', 'reload'])]),
  }),
  snapshot: z.object({
    tabId,
    target: elementTargetSchema.exactOptional(),
    find,
    full: z.boolean(),
    formats: z.array(siteFormatSchema).max(100),
    maxChars,
    offset: count,
    timeoutMs,
  }),
  screenshot: z.object({
    tabId,
    target: elementTargetSchema.exactOptional(),
    fullPage: z.boolean(),
    format: z.enum(['png', 'jpeg']),
    quality: z.int().min(1).max(100),
    highlight: z.boolean(),
    maxWidth: z.int().positive(),
    maxHeight: z.int().positive(),
    timeoutMs,
  }),
  click: z.object({
    ...acting,
    target: targetSchema,
    button: z.enum(['left', 'middle', 'right']),
    clickCount: z.int().min(0).max(3),
    delay,
    modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])),
    showCursor: z.boolean(),
    dropOn: targetSchema.exactOptional(),
  }),
  scroll: z.object({
    ...acting,
    target: elementTargetSchema.exactOptional(),
    pixels: z.number().exactOptional(),
    highlightMs: z.int().min(0).max(20_000).exactOptional(),
  }),
  type: z.object({
    ...acting,
    target: elementTargetSchema.exactOptional(),
    text: z.string(),
    delay,
    clear: z.boolean(),
    pressEnter: z.boolean(),
    showCursor: z.boolean(),
  }),
  upload: z.object({
    ...acting,
    target: elementTargetSchema,
    files: z.array(z.object({ name: capped(1_000), mimeType: capped(200), base64: z.string() })).min(1),
  }),
  press_key: z.object({
    ...acting,
    target: elementTargetSchema.exactOptional(),
    key: capped(100),
    times: z.int().min(1).max(1_000),
  }),
  wait_for: z.object({
    tabId,
    text: words.exactOptional(),
    textGone: words.exactOptional(),
    target: elementTargetSchema.exactOptional(),
    targetGone: elementTargetSchema.exactOptional(),
    url: address.exactOptional(),
    idle: z.boolean(),
    timeoutMs,
  }),
  execute_js: z.object({ ...acting, code: scriptText, maxChars }),
  inject_script: z.object({
    ...acting,
    source: scriptText,
    scriptUrl: address,
    keepInjected: z.boolean(),
  }),
  get_console: z.object({
    tabId,
    after: count,
    levels: z.array(z.enum(consoleLevels)),
    find,
    limit: z.int().positive(),
  }),
  get_network: z.object({
    tabId,
    after: count,
    find,
    failed: z.boolean(),
    dataOnly: z.boolean(),
    limit: z.int().positive(),
  }),
  get_request: z.object({ tabId, requestId: capped(200), maxChars }),
} satisfies { [Type in CommandType]: z.ZodType<ParamsOf<Type>> };
