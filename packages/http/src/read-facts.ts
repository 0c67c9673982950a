import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { PeerUser, PresentedTokens, RequestFacts } from './request-facts.ts';
import { queryOf, targetsOf } from './target.ts';
import { hostTokenCookieName, tokenCookieName } from './token.ts';

/** Reads the facts off a request (HTTP/1, or HTTP/2 through Node's compatibility API) without its body. */
export function readFacts(request: IncomingMessage, upgrade: boolean, peerUser: PeerUser): RequestFacts {
  const { headers, socket } = request;
  const [target] = targetsOf(request);
  return {
    method: request.method ?? 'GET',
    target,
    hosts: hostsOf(request),
    origin: headers.origin,
    fetchSite: single(headers['sec-fetch-site']),
    fetchDest: single(headers['sec-fetch-dest']),
    peer: socket.remoteAddress,
    peerUser,
    localAddress: socket.localAddress,
    forwardedFor: forwardedFor(headers),
    tokens: tokensOf(headers, queryOf(target), upgrade),
    contentLength: headers['content-length'],
    upgrade,
    tls: 'encrypted' in socket && socket.encrypted === true,
  };
}

// Node keeps the first of several Host headers and drops the rest, so the raw list is read.
function hostsOf(request: IncomingMessage): string[] {
  const raw = request.rawHeaders;
  const hosts = raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'host');
  const authority = single(request.headers[':authority']);
  if (authority === undefined) return hosts;
  // HTTP/2 allows a Host beside :authority when both say the same.
  return [authority, ...hosts.filter((host) => host !== authority)];
}

/** The client addresses that proxies and tunnels in front report. */
function forwardedFor(headers: IncomingHttpHeaders): string[] {
  const standard = [...(headers.forwarded ?? '').matchAll(/for=(?:"([^"]*)"|([^;,\s]+))/gi)].map(
    ([, quotedNode, node]) => (quotedNode ?? node ?? '').replace(/^\[(.*)\]$/, '$1'),
  );
  const usual = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip'].flatMap((name) =>
    list(single(headers[name])),
  );
  return [...standard, ...usual];
}

function tokensOf(headers: IncomingHttpHeaders, query: URLSearchParams, upgrade: boolean): PresentedTokens {
  const found = {
    bearer: /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
    cookie: cookieToken(headers.cookie, tokenCookieName),
    'host-cookie': cookieToken(headers.cookie, hostTokenCookieName),
    query: query.get('apiKey') ?? undefined,
    subprotocol: upgrade ? subprotocolToken(headers['sec-websocket-protocol']) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, token]) => token !== undefined));
}

/** Reads one cookie by its name. A cookie library would be the first dependency of this package that is not ours. */
function cookieToken(cookies: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const cookie = (cookies ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  if (cookie === undefined) return undefined;
  try {
    return decodeURIComponent(cookie.slice(prefix.length));
  } catch {
    // This server never writes such an encoding, so it is not a token.
    return undefined;
  }
}

function subprotocolToken(protocols: string | undefined): string | undefined {
  const prefix = 'annotate-key.';
  return list(protocols)
    .find((protocol) => protocol.startsWith(prefix))
    ?.slice(prefix.length);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
