export const allUri = 'annotations://all';
export const openUri = 'annotations://open';
export const pageTemplate = 'annotations://page/{url}';

const pagePrefix = 'annotations://page/';

export function pageUri(place: string): string {
  return `${pagePrefix}${encodeURIComponent(place)}`;
}

/** A URI that cannot be decoded is used as it is; no annotation has such a page. */
export function placeOfUri(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(pagePrefix.length));
  } catch {
    return uri.slice(pagePrefix.length);
  }
}

/** The same URI in the encoding of this server: a client may encode more or fewer characters. */
export function canonicalUri(uri: string): string {
  return uri.startsWith(pagePrefix) ? pageUri(placeOfUri(uri)) : uri;
}
