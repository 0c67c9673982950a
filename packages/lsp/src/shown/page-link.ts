import { type Annotation, linkTo } from '@annotate-mcp/core';

/** The address of the page with the thread open; `null` for a document, and for what is no web page. */
export function pageLink(annotation: Annotation): string | null {
  const link = linkTo(annotation);
  // A record may come from elsewhere: nothing but a web page is ever opened.
  return link !== null && /^https?:\/\//i.test(link) && URL.canParse(link) ? link : null;
}
