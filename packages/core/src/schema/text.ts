import { z } from 'zod';

/**
 * How long a text may be. Bytes from a page are held to a limit; what is already stored is not, or one oversized
 * record would lock its owner out of the whole store.
 */
export type Limit = (max: number) => z.ZodString;

export const capped: Limit = (max) => z.string().max(max);
export const uncapped: Limit = () => z.string();

/** Blank is not something to act on. */
export const notBlank = (text: z.ZodString) => text.regex(/\S/, 'must not be blank');

/**
 * A page's address. Only what a browser can safely follow from a link: `javascript:` and friends run on click,
 * `//host` leaves the site.
 */
export const pageUrl = (limit: Limit) =>
  limit(4_096).regex(
    /^(\/(?![/\\])|https?:\/\/|file:\/\/)/i,
    'must be an http(s) or file address, or a path',
  );

export const isoTime = z.iso.datetime();

/** A file under `.annotate/attachments/`. */
export const attachmentName = z.string().regex(/^[\w-]+(\.\w+)?$/, 'must be a file name');

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256');
