import type { Content } from './annotation.ts';

/**
 * The query parameter of a link to an annotation. Not a fragment, which is the route in many apps; `pageKey` leaves it
 * out, so that a link leads to the same page.
 */
export const linkParameter = 'annotate';

/** An address that opens the annotation's page with its thread; `null` for a comment on a document. */
export function linkTo(annotation: Content): string | null {
  if (annotation.kind === 'markdown') return null;
  const [address = '', ...fragment] = annotation.pageUrl.split('#');
  const link = `${address}${address.includes('?') ? '&' : '?'}${linkParameter}=${encodeURIComponent(annotation.id)}`;
  return [link, ...fragment].join('#');
}
