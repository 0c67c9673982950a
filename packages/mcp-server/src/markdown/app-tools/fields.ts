/** Inputs that several app-only tools share, each tied to what the view sends. */
import { z } from 'zod';

import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { CommentInput, ReviewMode } from '@annotate-mcp/markdown';

export const mode = z.enum(['edit', 'review']) satisfies z.ZodType<ReviewMode>;
export const id = z.uuid();
/** As long as a tool's own words may be. */
export const text = z.string().regex(/\S/, 'must not be blank').max(20_000);

const offset = z.int().nonnegative();
const line = z.int().positive();

export const anchor = z.object({
  line_start: line,
  line_end: line,
  char_start: offset,
  char_end: offset,
  block_id: z.string().max(200),
  quote: z.string().max(50_000),
  context_before: z.string().max(1_000),
  context_after: z.string().max(1_000),
}) satisfies z.ZodType<MarkdownAnchor>;

export const comment = z.object({ id, text, anchor }) satisfies z.ZodType<CommentInput>;

/** Ten megabytes of text, the longest file that opens, in base64. */
export const bytes = z.base64().max(14_000_000);
