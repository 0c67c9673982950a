/** Keeps the cookies of annotate apart from those of an app that is shown at the same host. */
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
