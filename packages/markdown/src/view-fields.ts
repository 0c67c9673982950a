/** Arguments that several tools and actions of the view share, each tied to the type that the view sends. */
import { z } from 'zod';

import type { MarkdownAnchor } from '@annotate-mcp/core';

import { type VerdictInput, verdicts } from './verdict.ts';
import type { CommentInput, ReviewMode } from './view-messages.ts';

export const mode = () => z.enum(['edit', 'review']) satisfies z.ZodType<ReviewMode>;
/** The hash of the file whose text the view shows. */
export const seenSha = () => z.string().min(1).max(100);
export const id = () => z.uuid();
export const text = () => z.string().regex(/\S/, 'must not be blank').max(20_000);

const offset = () => z.int().nonnegative();
const line = () => z.int().positive();

export const anchor = () =>
  z.object({
    line_start: line(),
    line_end: line(),
    char_start: offset(),
    char_end: offset(),
    block_id: z.string().max(200),
    quote: z.string().max(50_000),
    context_before: z.string().max(1_000),
    context_after: z.string().max(1_000),
  }) satisfies z.ZodType<MarkdownAnchor>;

export const comment = () =>
  z.object({ id: id(), text: text(), anchor: anchor() }) satisfies z.ZodType<CommentInput>;

export const verdict = () =>
  z.object({
    id: id(),
    verdict: z.enum(verdicts),
    text: text().exactOptional(),
  }) satisfies z.ZodType<VerdictInput>;
