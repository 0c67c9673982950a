/** Keeps the cookies of annotate apart from those of an app that is shown at the same host. */
import { IncomingMessage } from 'node:http';

import { tokenCookieName } from './token.ts';

/** Each cookie that a server of ours sets, without the prefixes that it may have over https. */
export const cookieNames = {
  /** The token of a visitor, or the session of a person on a team server. */
  token: tokenCookieName,
  /** Ties a sign-in at a provider to the browser that began it. */
  signIn: 'annotate-sign-in',
} as const;

/** A `Cookie` header without our own; `null` when nothing is left. */
export function withoutOurCookies(header: string): string | null {
  const pairs = header.split(';').filter((pair) => pair.trim() !== '');
  const kept = pairs.filter((pair) => !isOurs(pair));
  if (kept.length === pairs.length) return header;
  return kept.length === 0 ? null : kept.map((pair) => pair.trim()).join('; ');
}

/**
 * Takes our cookies out of a request before an app sees it: an app may pass its requests on, with all of their headers, to
 * a server elsewhere. Node reads the others from `rawHeaders` when they are first asked for, by a count that it has kept:
 * they are read before that list becomes shorter.
 */
export function hideOurCookies(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  const { headers, rawHeaders } = request;
  const all = headers.cookie;
  if (all === undefined) return;
  const kept = withoutOurCookies(all);
  if (kept === all) return;
  const distinct = request instanceof IncomingMessage ? request.headersDistinct : {};
  // From the end, so that what is removed moves no other.
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'cookie') continue;
    const line = withoutOurCookies(rawHeaders[at + 1] ?? '');
    if (line === null) rawHeaders.splice(at, 2);
    else rawHeaders[at + 1] = line;
  }
  if (kept === null) {
    delete headers.cookie;
    delete distinct.cookie;
  } else {
    headers.cookie = kept;
    distinct.cookie = [kept];
  }
}

/** `header` is the value of one `Set-Cookie`. */
export function setsOurCookie(header: string): boolean {
  return isOurs(header.split(';', 1)[0] ?? '');
}

/**
 * More than what our own servers would take for ours: another server between may fold the case of names or trim more. A
 * cookie without a name (`=annotate-key=x`) is sent as if what follows were its name.
 */
function isOurs(pair: string): boolean {
  const [name = ''] = pair.replace(/^[\s=]+/, '').split('=', 1);
  const plain = name.trim().toLowerCase().replace(protectedPrefix, '');
  return Object.values(cookieNames).some((own) => own === plain);
}

const protectedPrefix = /^__(?:host-http|secure|host|http)-/;
