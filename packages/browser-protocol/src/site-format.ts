import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

/** Attributes that a person sees or a link has. Others may contain secrets, such as tokens of a form. */
const readableAttributes = ['alt', 'aria-label', 'datetime', 'href', 'src', 'title', 'value'] as const;

const selector = capped(500);
/** Words only: a label is shown to agents, and a format may come with a repository. */
const label = z.string().regex(/^[\p{L}\p{N} _-]{1,40}$/u, 'must be 1 to 40 letters, digits, spaces, _ or -');

/** Shown as `label: text`, or as the text alone; omitted if nothing matches. Several texts are joined by `, `. */
const siteFieldSchema = z.strictObject({
  label: label.exactOptional(),
  /** CSS within the item (in a heading: within the page); empty for the item itself. */
  selector,
  /** This attribute instead of the text; URLs are made absolute. */
  attribute: z.enum(readableAttributes).exactOptional(),
  /** Adds the ref of the element, so that it can be clicked. */
  ref: z.boolean().exactOptional(),
  /** All matches, up to 20, instead of the first. */
  all: z.boolean().exactOptional(),
  /** A page without it does not fit the format; an item without it is left out. */
  required: z.boolean().exactOptional(),
  /** Keeps line breaks, as code needs them. */
  lines: z.boolean().exactOptional(),
  /** Characters of one text; 300 without it. */
  max: z.int().min(1).max(100_000).exactOptional(),
});

/**
 * How to describe a page of one site in short. It is data and not code: the server has the list and the extension
 * applies it, so a new site needs no new extension. It may come with a repository, so it can only select and shorten.
 */
export const siteFormatSchema = z.strictObject({
  name: z.string().regex(/^[a-z\d-]{1,60}$/, 'must be 1 to 60 small letters, digits or -'),
  /** Patterns of `matchesSitePattern`. */
  pages: z
    .array(capped(200).regex(/^[^\s/?]+(?:\/[^\s?]*)?(?:\?[^\s?]+)?$/, 'must be like example.com/orders/*'))
    .min(1)
    .max(20),
  /** Shown once, above the items. */
  heading: z.array(siteFieldSchema).max(20).exactOptional(),
  items: z
    .strictObject({
      /** CSS: each visible match is one item. */
      selector,
      fields: z.array(siteFieldSchema).min(1).max(20),
      /** The page also fits without an item. */
      optional: z.boolean().exactOptional(),
    })
    .exactOptional(),
  /** CSS: elements that follow in the usual form, such as search fields, pagination and articles. */
  rest: z.array(selector).max(10).exactOptional(),
});

export type SiteField = z.output<typeof siteFieldSchema>;
export type SiteFormat = z.output<typeof siteFormatSchema>;
