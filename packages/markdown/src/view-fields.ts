/** Arguments that several tools and actions of the view share, each tied to the type that the view sends. */
import { z } from 'zod';

import {
  type Addressee,
  longestReplacement,
  type MarkdownAnchor,
  mostMentions,
  mostPictures,
  type Suggestion,
} from '@annotate-mcp/core';
import { addressee as addresseeSchema, capped } from '@annotate-mcp/core/schema';

import { type CommentInput, type ReviewMode, type VerdictInput, verdicts } from './view-messages.ts';

export const mode = () => z.enum(['edit', 'review']) satisfies z.ZodType<ReviewMode>;
/** The hash of the file whose text the view shows. */
export const seenSha = () => z.string().min(1).max(100);
export const id = () => z.uuid();
export const text = () => z.string().regex(/\S/, 'must not be blank').max(20_000);

/** A person of a document is known by the name. */
export const addressee = () => addresseeSchema(capped) satisfies z.ZodType<Addressee>;
export const mentions = () => z.array(addressee()).max(mostMentions).exactOptional();

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

/** In bytes. A view makes pictures smaller than this before it sends them. */
export const largestPicture = 1_000_000;

export const pictureName = () =>
  z.string().regex(/^[0-9a-f]{64}\.(?:png|jpg|webp)$/, 'is no name of a picture');

const suggestion = () =>
  z.object({ replacement: z.string().max(longestReplacement) }) satisfies z.ZodType<Suggestion>;

export const comment = () =>
  z.object({
    id: id(),
    text: text(),
    anchor: anchor(),
    suggestion: suggestion().exactOptional(),
    mentions: mentions(),
    pictures: z.array(pictureName()).max(mostPictures).exactOptional(),
  }) satisfies z.ZodType<CommentInput>;

export const verdict = () =>
  z.object({
    id: id(),
    verdict: z.enum(verdicts),
    text: text().exactOptional(),
  }) satisfies z.ZodType<VerdictInput>;
