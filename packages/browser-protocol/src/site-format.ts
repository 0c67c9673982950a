import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

/** Shown as `label: text`, or as the text alone; omitted if nothing matches. Several texts are joined by `, `. */
const siteFieldSchema = z.object({
  label: capped(100).exactOptional(),
  /** CSS within the item (in a heading: within the page); empty for the item itself. */
  selector: capped(1_000),
  /** This attribute instead of the text; URLs are made absolute. */
  attribute: capped(100).exactOptional(),
  /** Adds the ref of the element, so that it can be clicked. */
  ref: z.boolean().exactOptional(),
  /** All matches instead of the first. */
  all: z.boolean().exactOptional(),
});

/**
 * How to describe a page of one site in short. It is data and not code: the server has the list and the extension
 * applies it, so a new site needs no new extension.
 */
export const siteFormatSchema = z.object({
  name: capped(100),
  /** Source of a regular expression for the whole URL of the page. */
  url: capped(1_000),
  /** Shown once, above the items. */
  heading: z.array(siteFieldSchema),
  /** CSS: each match is one item. A page without a match is described as usual. */
  items: capped(1_000),
  fields: z.array(siteFieldSchema),
  /** CSS: elements that follow in the usual form, such as search fields and pagination. */
  rest: z.array(capped(1_000)),
});

export type SiteField = z.output<typeof siteFieldSchema>;
export type SiteFormat = z.output<typeof siteFormatSchema>;
