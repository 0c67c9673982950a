import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';
import { bytesOf } from '../file-content.ts';

import { tabId } from './fields.ts';
import { countPdfPages, savePdf } from './save-pdf.ts';

/** Inches. */
const papers = { a4: { width: 8.27, height: 11.69 }, letter: { width: 8.5, height: 11 } } as const;

export const pdf = defineTool({
  name: 'browser_pdf',
  title: 'Save a page as PDF',
  description: 'Print a tab to a PDF file in the project; returns its path.',
  input: () =>
    z.object({
      tab_id: tabId,
      path: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .describe("From the project's root; .annotate/pdf/ unless given"),
      paper: z.enum(['a4', 'letter']).optional(),
      landscape: z.boolean().optional(),
    }),
  hints: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ tab_id, path, paper = 'a4', landscape = false }, { ask, root, now }: BrowserContext) => {
    const { file, url, title } = await ask('pdf', {
      tabId: tab_id,
      landscape,
      paperWidth: papers[paper].width,
      paperHeight: papers[paper].height,
      background: true,
    });
    const bytes = bytesOf(file);
    const saved = await savePdf({ root, bytes, path, title, now: now() });
    const pages = countPdfPages(bytes);
    return { path: saved, ...(pages !== null && { pages }), bytes: bytes.length, url, title };
  },
});
