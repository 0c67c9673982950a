import type { Content } from './annotation.ts';

/**
 * An address that opens the annotation's page with its thread; `null` for a comment on a document. `pageKey` leaves the
 * parameter out, so that the link leads to the same page. It is not a fragment, because that is the route in many apps.
 */
export function linkTo(annotation: Content): string | null {
  if (annotation.kind === 'markdown') return null;
  const [address = '', ...fragment] = annotation.pageUrl.split('#');
  const link = `${address}${address.includes('?') ? '&' : '?'}annotate=${encodeURIComponent(annotation.id)}`;
  return [link, ...fragment].join('#');
}
