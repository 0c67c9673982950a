import { hostStanding, parseHost, type Host } from './host.ts';
import type { Policy } from './policies.ts';
import { quoted, type Refusal } from './refusal.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

/** Keeps other pages out. Programs can send any Origin, so this is never the only check on a remote peer. */
export function checkOrigin(
  facts: RequestFacts,
  host: Host,
  policy: Policy,
  options: GuardOptions,
): Refusal | null {
  const { origin } = facts;
  if (admitsExtension(policy) && isExtension(origin, options)) return null;
  if (policy.origins === 'extension') return notTheExtension(origin);
  if (policy.origins === 'no-page') return isFromBrowser(facts) ? notForPages : null;
  if (listedOrigin(facts, policy, options) !== null) return null;
  if (policy.origins === 'listed') return isOwnListedPage(facts, host, options) ? null : notListed(origin);
  if (policy.origins === 'own-page' && isShown(facts)) return null;
  if (origin === undefined) {
    const mustSayOrigin = policy.origins === 'own-page' && !isReading(facts);
    return facts.upgrade || mustSayOrigin ? missingOrigin : checkFetchSite(facts);
  }
  if (origin === 'null') return nullOrigin;
  if (!isSameOrigin(origin, host, facts, options)) return foreignOrigin(origin, host);
  // Some forwarders rewrite Origin to localhost for every page; `Sec-Fetch-Site` still tells.
  return checkFetchSite(facts);
}

/**
 * The Origin of a page elsewhere that the developer let in by name, or of the extension where it may ask; else `null`.
 * An opaque origin names no site.
 */
export function listedOrigin(
  { origin }: Pick<RequestFacts, 'origin'>,
  policy: Policy,
  options: GuardOptions,
): string | null {
  if (origin === undefined || origin === 'null') return null;
  if (policy.origins === 'same-origin-or-extension') return isExtension(origin, options) ? origin : null;
  if (policy.origins !== 'same-origin-or-listed' && policy.origins !== 'listed') return null;
  return (options.allowedOrigins ?? []).includes(origin) ? origin : null;
}

function admitsExtension({ origins }: Policy): boolean {
  return origins === 'extension' || origins === 'same-origin-or-extension';
}

function isExtension(origin: string | undefined, options: GuardOptions): boolean {
  return (options.extensionIds ?? []).some((id) => id !== '' && origin === `chrome-extension://${id}`);
}

function isFromBrowser({ origin, fetchSite, fetchDest }: RequestFacts): boolean {
  return origin !== undefined || fetchSite !== undefined || fetchDest !== undefined;
}

// A browser leaves Origin out of most GETs. `same-site` includes every other port of localhost, which is
// another app, so only `same-origin` and `none` (typed by the person) pass, and following a link, whose
// answer the linking page cannot read.
function checkFetchSite(facts: RequestFacts): Refusal | null {
  const { fetchSite } = facts;
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return null;
  const followsLink = facts.fetchDest === 'document' && facts.origin === undefined;
  if (followsLink && isReading(facts)) return null;
  return crossSite(fetchSite);
}

// The page that does this can neither read the answer nor click in it.
function isShown(facts: RequestFacts): boolean {
  const { fetchDest, origin, upgrade } = facts;
  const isPlace = fetchDest === 'document' || fetchDest === 'iframe';
  return isPlace && origin === undefined && !upgrade && isReading(facts);
}

// Where the server itself is at a listed origin, its browsers leave Origin out of what they read. TLS may end in front of
// the server, so that the scheme is not known; a browser says `same-origin` only when it is the same.
function isOwnListedPage(facts: RequestFacts, host: Host, { allowedOrigins = [] }: GuardOptions): boolean {
  if (facts.origin !== undefined || facts.upgrade || !isReading(facts)) return false;
  if (facts.fetchSite !== 'same-origin') return false;
  return allowedOrigins.some((listed) => {
    const [, scheme, authority = ''] = /^(https?):\/\/(.+)$/.exec(listed) ?? [];
    const own = parseHost(authority);
    if (own?.name !== host.name || (scheme !== 'http' && scheme !== 'https')) return false;
    return portOf(own, scheme) === portOf(host, scheme);
  });
}

function isReading({ method }: RequestFacts): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isSameOrigin(origin: string, host: Host, facts: RequestFacts, options: GuardOptions): boolean {
  // Not `new URL`, which forgives paths, userinfo and spaces that no browser puts into an Origin.
  const [, scheme, authority] = /^(https?):\/\/([^/?#@\\\s]+)$/.exec(origin) ?? [];
  const from = authority === undefined ? null : parseHost(authority);
  if (from?.name !== host.name) return false;
  const own = facts.tls ? 'https' : 'http';
  if (scheme === own) return portOf(from, own) === portOf(host, own);
  // Tunnels end TLS in front of this server. The developer allowed that by listing the name (or all names).
  const standing = hostStanding(host, facts, options);
  if (scheme !== 'https' || (standing !== 'listed' && standing !== 'unlisted')) return false;
  return portOf(from, 'https') === portOf(host, 'https');
}

function portOf(host: Host, scheme: 'http' | 'https'): number {
  return host.port ?? (scheme === 'https' ? 443 : 80);
}

const missingOrigin: Refusal = {
  status: 403,
  code: 'origin/missing',
  message: 'The request has no Origin, so the page that it comes from is not known.',
  hint: 'Browsers always send one; a program must send the origin it connects to, such as "Origin: http://localhost:5173".',
};

const nullOrigin: Refusal = {
  status: 403,
  code: 'origin/null',
  message:
    'The request comes from a page with the opaque origin "null": a sandboxed frame, a file or a data: URL.',
  hint: 'Open the page over http from this server.',
};

function foreignOrigin(origin: string, host: Host): Refusal {
  return {
    status: 403,
    code: 'origin/foreign',
    message: `The request comes from a page of ${quoted(origin)}, which is not the origin of the Host ${quoted(written(host))} it was sent to.`,
    hint: 'Use the page this server serves. Behind a proxy, let it pass the Host header on unchanged (no changeOrigin) and list that name in the allowed hosts.',
  };
}

function crossSite(fetchSite: string): Refusal {
  return {
    status: 403,
    code: 'origin/cross-site',
    message: `The browser says that another site or port made this request (Sec-Fetch-Site: ${quoted(fetchSite)}).`,
    hint: 'Use the page this server serves, or type the address into the address bar.',
  };
}

function notListed(origin: string | undefined): Refusal {
  const from = origin === undefined ? 'a request without an Origin' : `a page of ${quoted(origin)}`;
  return {
    status: 403,
    code: 'origin/not-listed',
    message: `Only pages of the listed origins may use this address, not ${from}.`,
    hint: 'Have the origin of the page added: annotate-mcp project --project <name> --origin <origin>. Programs use a token.',
  };
}

const notForPages: Refusal = {
  status: 403,
  code: 'origin/not-for-pages',
  message: 'Only programs may connect here, not a browser: the request has an Origin or a Sec-Fetch header.',
  hint: 'Agents connect here by "annotate-mcp"; a page has no use for this address.',
};

function notTheExtension(origin: string | undefined): Refusal {
  return {
    status: 403,
    code: 'origin/not-the-extension',
    message: `Only the browser extension may connect here, not ${origin === undefined ? 'a program without an Origin' : quoted(origin)}.`,
    hint: 'Connect with the extension; for one of your own, add its id to the extension ids.',
  };
}

function written(host: Host): string {
  return host.port === undefined ? host.name : `${host.name}:${host.port}`;
}
