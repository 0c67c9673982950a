/** What an agent sees of a page. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { dialogReportsSchema } from '../action.ts';
import type { CommandDefinition } from '../command-definition.ts';
import { downloadsSchema } from '../download.ts';
import {
  count,
  fileContent,
  find,
  longText,
  maxChars,
  page,
  tabId,
  text,
  timeoutMs,
  url,
} from '../fields.ts';
import { siteFormatSchema } from '../site-format.ts';
import { elementTargetSchema } from '../target.ts';

const getAccessibilityTree = {
  needs: 'read',
  repeatable: true,
  words: { wants: 'Read the page.', done: 'Read the page', plain: 'read the page' },
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

const screenshot = {
  needs: 'read',
  repeatable: true,
  words: { wants: 'Take a picture of the page.', done: 'Took a picture', plain: 'take a picture' },
  params: z.object({
    tabId,
    /** The element to show, with a small margin; it is scrolled into view. Without it, the viewport. */
    target: elementTargetSchema.exactOptional(),
    /** The whole page; not together with a target. */
    fullPage: z.boolean(),
    format: z.enum(['png', 'jpeg']),
    /** For jpeg. */
    quality: z.int().min(1).max(100),
    /** Outlines the target in the picture. */
    highlight: z.boolean(),
    /** A picture has a pixel for each CSS pixel, whatever the screen or the emulated device has; a larger one is scaled down. */
    maxWidth: z.int().positive(),
    maxHeight: z.int().positive(),
    timeoutMs,
  }),
  result: z.object({
    ...page,
    mimeType: z.enum(['image/png', 'image/jpeg']),
    file: fileContent(30_000_000),
    /** Size of the picture in pixels. */
    width: count,
    height: count,
  }),
} satisfies CommandDefinition;

/** The page as it would be printed. */
const pdf = {
  needs: 'read',
  repeatable: true,
  words: { wants: 'Save the page as a PDF file in the project.', done: 'Made a PDF', plain: 'make a PDF' },
  params: z.object({
    tabId,
    landscape: z.boolean(),
    /** Inches. */
    paperWidth: z.number().min(1).max(100),
    paperHeight: z.number().min(1).max(100),
    /** With background colours and pictures. */
    background: z.boolean(),
  }),
  result: z.object({ ...page, file: fileContent(60_000_000) }),
} satisfies CommandDefinition;

/** All conditions that are given have to be true at the same moment. */
const waitFor = {
  needs: 'read',
  repeatable: true,
  words: { wants: 'Wait for something on the page.', done: 'Waited', plain: 'see what it waited for' },
  params: z.object({
    tabId,
    /** Visible text of the page, in any case and in any frame. */
    text: text.exactOptional(),
    textGone: text.exactOptional(),
    /** The element is visible. */
    target: elementTargetSchema.exactOptional(),
    targetGone: elementTargetSchema.exactOptional(),
    /** Part of the page's URL. */
    url: url.exactOptional(),
    /** There was no request for half a second. */
    idle: z.boolean(),
    /** A download of the tab has ended, and none is running. One whose end was told before does not count. */
    download: z.boolean().exactOptional(),
    timeoutMs,
  }),
  result: z.object({ ...page, waitedMs: z.number(), downloads: downloadsSchema.exactOptional() }),
} satisfies CommandDefinition;

export const readingCommands = {
  get_accessibility_tree: getAccessibilityTree,
  screenshot,
  pdf,
  wait_for: waitFor,
};
