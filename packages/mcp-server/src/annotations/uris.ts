export const allUri = 'annotations://all';
export const openUri = 'annotations://open';
export const pageTemplate = 'annotations://page/{url}';

const pagePrefix = 'annotations://page/';

export function pageUri(place: string): string {
  return `${pagePrefix}${encodeURIComponent(place)}`;
}

/** A page that does not decode is one that nobody annotated. */
export function placeOfUri(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(pagePrefix.length));
  } catch {
    return uri.slice(pagePrefix.length);
  }
}

/** Our spelling of an address: a client may encode more or fewer characters than we do. */
export function canonicalUri(uri: string): string {
  return uri.startsWith(pagePrefix) ? pageUri(placeOfUri(uri)) : uri;
}
