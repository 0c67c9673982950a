/** Inputs and outputs that several tools share. */
import { z } from 'zod';

import type { DialogAnswer } from '@annotate-mcp/browser-protocol';

export const tabId = z.int().describe('From browser_get_tabs or browser_create_tab');
export const ref = z.string().min(1).describe('From browser_get_accessibility_tree, e.g. e12');
export const selector = z.string().min(1).describe('CSS; " >>> " enters a shadow root or frame');
export const annotationId = z.string().min(1).describe('What a person annotated');
export const pixel = z.number().describe('CSS pixels in the viewport');

/** What an element is named by. */
export const element = {
  ref: ref.optional(),
  selector: selector.optional(),
  annotation_id: annotationId.optional(),
};

/** The tab may be left out for an annotation: then its page is found, or opened in the background. */
export const optionalTab = tabId.optional();

export const timeoutMs = (usual: number) =>
  z.int().min(0).max(25_000).optional().describe(`Wait at most; ${usual} unless given`);

/** For what may open a dialog; each is answered, so that none hangs the tab. */
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

/** Outputs are open: fields may be added, and a client that validates must not break. */
export const pageOutput = z.looseObject({ url: z.string() });

/** How long an act waits for its target unless told. */
export const actMs = 5_000;
export const loadMs = 15_000;
