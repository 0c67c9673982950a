/** Inputs and outputs that several browser tools share. */
import { z } from 'zod';

import type { DialogAnswer } from '@annotate-mcp/browser-protocol';

export const tabId = z.int().describe('From browser_get_tabs or browser_create_tab');
export const ref = z.string().min(1).describe('From browser_get_accessibility_tree, e.g. e12');
export const selector = z
  .string()
  .min(1)
  .describe('CSS, or text=Save for visible text; " >>> " enters a shadow root or frame');
const annotationId = z.string().min(1).describe('What a person annotated');
const pixel = z.number().describe('CSS pixels in the viewport, or in the element');

/** A point in time, as the entries of logs have it. */
export const since = z
  .string()
  .max(100)
  // Not `z.iso.datetime`, whose pattern would be 400 characters of the list of tools.
  .refine((time) => !Number.isNaN(Date.parse(time)), 'must be an ISO time')
  .optional()
  .describe('ISO time');

/** `since` as commands take it. */
export function sinceOf(time: string | undefined): { since?: string } {
  return time === undefined ? {} : { since: new Date(time).toISOString() };
}

/** Arguments that name an element. */
export const element = {
  ref: ref.optional(),
  selector: selector.optional(),
  annotation_id: annotationId.optional(),
};

/** Arguments that name an element, a point, or a point of an element. */
export const place = { ...element, x: pixel.optional(), y: z.number().optional() };

/** May be omitted for an annotation: then a tab with its page is found, or opened in the background. */
export const optionalTab = tabId.optional();

export const timeoutMs = (defaultMs: number) =>
  z.int().min(0).max(25_000).optional().describe(`Wait at most; ${defaultMs} unless given`);

/** For actions that may open a dialog. Each dialog is answered, because an open one blocks the tab. */
export const dialogs = {
  dialog: z
    .enum(['accept', 'dismiss'])
    .optional()
    .describe('How to answer dialogs; confirm and prompt are dismissed unless given'),
  promptText: z.string().optional(),
};

export function dialogOf(input: {
  dialog?: 'accept' | 'dismiss' | undefined;
  promptText?: string | undefined;
}): { dialog?: DialogAnswer } {
  const { dialog, promptText } = input;
  if (dialog === undefined && promptText === undefined) return {};
  const accept = dialog !== 'dismiss';
  return { dialog: { accept, ...(promptText !== undefined && { text: promptText }) } };
}

/** Loose, so that new fields do not break clients that validate. */
export const pageOutput = z.looseObject({ url: z.string() });

/** Default time limits: until a target can be used, and until a page has loaded. */
export const actMs = 5_000;
export const loadMs = 15_000;
