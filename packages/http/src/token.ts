import { createHash, timingSafeEqual } from 'node:crypto';

import type { Host } from './host.ts';
import { isLocalTo } from './local.ts';
import { isAnotherUser } from './peer.ts';
import type { Policy } from './policies.ts';
import type { Refusal } from './refusal.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

/** The cookie a page opened from another machine carries: its script tags cannot send a header. */
export const tokenCookieName = 'annotate-key';

/** Its name over https: browsers take it from this very host only, so no other name of the domain can set it. */
export const hostTokenCookieName = `__Host-${tokenCookieName}`;

export function checkToken(
  facts: RequestFacts,
  host: Host,
  policy: Policy,
  options: GuardOptions,
): Refusal | null {
  // The router has found the caller of the token by then.
  if (policy.token === 'caller' || !needsToken(facts, host, policy, options)) return null;
  if (options.token === undefined || options.token === '') {
    return isAnotherUser(facts) ? tokenNotSetUpForUsers : tokenNotSetUp;
  }
  const shown = policy.tokenIn.flatMap((place) => facts.tokens[place] ?? []);
  if (shown.length === 0) return missingToken(policy, facts);
  const expected = options.token;
  return shown.some((token) => isSameToken(token, expected)) ? null : wrongToken(policy);
}

/** In constant time: hashing makes both sides equally long, which `timingSafeEqual` asks for. */
export function isSameToken(shown: string, expected: string): boolean {
  return timingSafeEqual(digest(shown), digest(expected));
}

/** `Set-Cookie` for a page that was opened with `?apiKey=`; the guard has checked it by then. */
export function tokenCookie(token: string, options: { secure: boolean }): string {
  const name = options.secure ? hostTokenCookieName : tokenCookieName;
  const secure = options.secure ? '; Secure' : '';
  return `${name}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** `Set-Cookie` values after which the browser has no token: over https also none of before the name had a prefix. */
export function noTokenCookies(options: { secure: boolean }): string[] {
  const names = options.secure ? [{ secure: true }, { secure: false }] : [{ secure: false }];
  return names.map((each) => `${tokenCookie('', each)}; Max-Age=0`);
}

function needsToken(facts: RequestFacts, host: Host, policy: Policy, options: GuardOptions): boolean {
  if (policy.token === 'never' || policy.token === 'always') return policy.token === 'always';
  if (policy.token === 'network' && options.network === true) return true;
  return !isLocalTo(host, facts, options);
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const tokenNotSetUp: Refusal = {
  status: 403,
  code: 'token/not-set-up',
  message: 'This request needs a token, and this server was started without one.',
  hint: 'Start it with a token, or use it from its own machine as http://localhost.',
};

const tokenNotSetUpForUsers: Refusal = {
  status: 403,
  code: 'token/not-set-up',
  message:
    'The connection comes from another user of this machine, who needs a token, and this server was started without one.',
  hint: 'Use it as the user who started it; or set the option "token", and open "/__annotate?apiKey=<token>" once. What forwards a port for you must run as that user, too.',
};

function missingToken(policy: Policy, facts: RequestFacts): Refusal {
  return {
    status: 401,
    code: 'token/missing',
    message: isAnotherUser(facts)
      ? 'The connection comes from another user of this machine, who needs the token; this request has none.'
      : 'This request needs a token and has none.',
    hint: isAnotherUser(facts)
      ? `${hintFor(policy)} The user who started the server needs none.`
      : hintFor(policy),
  };
}

function wrongToken(policy: Policy): Refusal {
  return {
    status: 401,
    code: 'token/wrong',
    message: 'The token of this request is not the one of this server; it may have been replaced since.',
    hint: hintFor(policy),
  };
}

function hintFor(policy: Policy): string {
  if (policy.tokenIn.includes('cookie')) {
    return 'Open "/__annotate?apiKey=<token>" of this server once, with the token it was started with, or send "Authorization: Bearer <token>".';
  }
  if (policy.tokenIn.includes('subprotocol')) {
    return 'Offer the subprotocol "annotate-key.<token>" with the token the server printed in its terminal.';
  }
  return 'Send "Authorization: Bearer <token>" with the key of this server: API_KEY, or the file "key" in the configuration folder of its user.';
}
