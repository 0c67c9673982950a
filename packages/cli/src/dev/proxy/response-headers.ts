/** What the browser is told about an answer of the dev server: addresses and cookies become those of the proxy. */
import type { IncomingMessage } from 'node:http';

import { setsOurCookie } from '@annotate-mcp/http';

import { type HeaderList, isHopByHop, mapHeaders, readHeaders } from './header-list.ts';
import { hasOwnCookies, isPlainLocal, type Upstream } from './upstream.ts';

/** `host` is the Host that the browser asked. */
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
