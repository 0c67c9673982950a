import { placeKey } from '@annotate-mcp/core';

export const allUri = 'annotations://all';
export const openUri = 'annotations://open';
export const pageTemplate = 'annotations://page/{url}';

const pagePrefix = 'annotations://page/';

/** `place` is a key: each place has one URI in lists and notifications. */
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

/** The URI under which this server knows the page: a client may encode more characters, or name another address of it. */
export function canonicalUri(uri: string): string {
  return uri.startsWith(pagePrefix) ? pageUri(placeKey(placeOfUri(uri))) : uri;
}
