/** The cookies of the team server, of which the one with the session has a name for http and one for https. */
import type { IncomingMessage } from 'node:http';

import { hostTokenCookieName, noTokenCookies, tokenCookie, tokenCookieName } from '@annotate-mcp/http';

import { sessionDays } from '../people/sign-in.ts';
import { isForHostCookie } from '../secrets.ts';

/** The value as it was sent; our own values need no decoding. */
export function cookieIn({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((part) => part.trim());
  return cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The secrets of the sessions that this browser has, the one that counts first. */
export function sessionsIn(request: IncomingMessage): string[] {
  const byHost = cookieIn(request, hostTokenCookieName);
  const plain = cookieIn(request, tokenCookieName);
  const counted = plain === undefined || !countsInPlainCookie(plain) ? undefined : plain;
  return [byHost, counted].filter((secret) => secret !== undefined);
}

/**
 * Every name below the domain can set the plain cookie. So a session that began over https counts in the other one only:
 * no person is signed in as another one by a cookie that another site planted. One of before there was the other cookie, or
 * of a server without TLS, goes on.
 */
export function countsInPlainCookie(secret: string): boolean {
  return !isForHostCookie(secret);
}

/** `Set-Cookie` values of a browser that was signed in. Over https they end what an older cookie said. */
export function sessionCookies(secret: string, options: { secure: boolean }): string[] {
  const own = `${tokenCookie(secret, options)}; Max-Age=${sessionDays * 24 * 60 * 60}`;
  const name = own.slice(0, own.indexOf('=') + 1);
  return [own, ...noTokenCookies(options).filter((other) => !other.startsWith(name))];
}
