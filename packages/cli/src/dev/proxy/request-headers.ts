/** What the dev server is told about a request of the browser. */
import type { IncomingMessage } from 'node:http';

import { withoutOurCookies } from '@annotate-mcp/http';

import { type HeaderList, isHopByHop, mapHeaders, readHeaders } from './header-list.ts';
import { hasOwnCookies, isPlainLocal, type Upstream } from './upstream.ts';

/**
 * No `X-Forwarded-…` is added: a server that believes them compares them with Host and Origin, and a server on this
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
