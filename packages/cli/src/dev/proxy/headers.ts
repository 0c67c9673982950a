/** The headers that the proxy passes on, in both directions. */
import type { IncomingMessage } from 'node:http';

import { setsOurCookie, withoutOurCookies } from '@annotate-mcp/http';

import { hasOwnCookies, isPlainLocal, type Upstream } from './upstream.ts';

/** Headers as they are sent: in their order, with their spelling, and each as often as it is there. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * What the dev server is told about a request of the browser. No `X-Forwarded-…` is added: a server that believes them compares them with Host and Origin, and a server on this
 * machine has both as the browser sent them.
 */
export function requestHeaders(request: IncomingMessage, upstream: Upstream, isForPage: boolean): HeaderList {
  const own = request.headers.host ?? '';
  const host = isPlainLocal(upstream) ? own : upstream.url.host;
  const headers = mapHeaders(readHeaders(request.rawHeaders), (name, value) => {
    if (isHopByHop(name) || name === 'expect') return null;
    if (isForPage && droppedForPages.includes(name)) return null;
    if (name === 'host') return host;
    if (name === 'cookie') return hasOwnCookies(upstream, own) ? withoutOurCookies(value) : null;
    if (name === 'origin' || name === 'referer')
      return moved(value, own, `${upstream.url.protocol}//${host}`);
    return value;
  });
  return isForPage ? [...headers, ['Accept-Encoding', 'identity']] : headers;
}

/**
 * The script tag cannot be put into compressed bytes, so pages are asked for as they are; a dev server that compresses them
 * nevertheless is decoded. An answer of 304 would leave the browser with an older page, whose nonce is not ours.
 */
const droppedForPages = ['accept-encoding', 'if-none-match', 'if-modified-since'];

/** An address of the proxy as one of the dev server. Those of other sites stay, so that the dev server can refuse them. */
function moved(address: string, host: string, to: string): string {
  const own = `http://${host}`;
  return address === own || address.startsWith(`${own}/`) ? to + address.slice(own.length) : address;
}

/**
 * What the browser is told about an answer of the dev server: addresses and cookies become those of the proxy. `host` is the
 * Host that the browser asked.
 */
export function responseHeaders(answer: IncomingMessage, upstream: Upstream, host: string): HeaderList {
  return mapHeaders(readHeaders(answer.rawHeaders), (name, value) => {
    // Node frames the body itself. HTTP/3 of the dev server would lead around the proxy.
    if (isHopByHop(name) || name === 'transfer-encoding' || name === 'alt-svc') return null;
    if (name === 'location') return ownAddress(value, upstream, host);
    if (name === 'refresh')
      return value.replace(
        /(url\s*=\s*)(\S+)/i,
        (_, start: string, url: string) => start + ownAddress(url, upstream, host),
      );
    if (name === 'set-cookie') {
      const isForOthers = setsOurCookie(value) || !hasOwnCookies(upstream, host);
      return isForOthers ? null : ownCookie(value, upstream, host);
    }
    return value;
  });
}

function ownAddress(address: string, upstream: Upstream, host: string): string {
  // Paths stay as they are.
  if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, upstream.url.href)) return address;
  const url = new URL(address, upstream.url);
  if (!leadsToUpstream(url, upstream, host)) return address;
  return `http://${host}${url.pathname}${url.search}${url.hash}`;
}

/** Also by the proxy's own name, which the dev server was given, with the scheme that the dev server has. */
function leadsToUpstream(url: URL, upstream: Upstream, host: string): boolean {
  if (url.origin === upstream.url.origin || url.origin === `${upstream.url.protocol}//${host}`) return true;
  const isSameMachine = isPlainLocal(upstream) && isPlainLocal({ ...upstream, url });
  return isSameMachine && url.port === upstream.url.port && url.protocol === upstream.url.protocol;
}

function ownCookie(cookie: string, upstream: Upstream, host: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const name = pair.split('=')[0]?.trim() ?? '';
  // A browser takes cookies with these names only with `Secure`, which it allows on localhost.
  const mustBeSecure = /^__(?:host|secure)-/i.test(name);
  const dropsSecure = upstream.url.protocol === 'https:' && !mustBeSecure;
  const kept = attributes.flatMap((attribute) => {
    const [key = '', value = ''] = attribute.split('=').map((part) => part.trim().toLowerCase());
    if (key === 'domain' && !coversHost(value, host)) return [];
    if (!dropsSecure) return [attribute];
    if (key === 'secure' || key === 'partitioned') return [];
    // Without `Secure` a browser refuses `None`.
    return key === 'samesite' && value === 'none' ? [' SameSite=Lax'] : [attribute];
  });
  return [pair, ...kept].join(';');
}

function coversHost(domain: string, host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const wanted = domain.replace(/^\./, '');
  // No app may set cookies for all of `localhost`, which has those of other apps.
  return name === wanted || (wanted.includes('.') && name.endsWith(`.${wanted}`));
}

/** `raw` as Node has it: names and values in turn. */
function readHeaders(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

export function valueOf(headers: HeaderList, name: string): string | null {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;
}

/** Each header with the values that `change` gives for it; its name arrives in lower case. */
export function mapHeaders(
  headers: HeaderList,
  change: (name: string, value: string) => string | null,
): HeaderList {
  return headers.flatMap(([name, value]) => {
    const changed = change(name.toLowerCase(), value);
    return changed === null ? [] : [[name, changed] as const];
  });
}

/** Headers of one connection, which are not passed on to the next. */
function isHopByHop(name: string): boolean {
  return ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'].includes(name);
}
