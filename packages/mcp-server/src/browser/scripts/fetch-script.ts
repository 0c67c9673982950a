/**
 * Fetches a script for a page that cannot load it itself. The agent may have read the URL from a hostile page, so it must
 * not lead into the person's network: each IP address is checked when it is connected to, even after a redirect.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { AnnotateError } from '@annotate-mcp/core';

import { isLoopbackName, reachOf } from './addresses.ts';

export interface ScriptFetcherOptions {
  /** Also allows private networks. */
  readonly allowPrivate?: boolean;
  readonly lookup?: typeof systemLookup;
  readonly timeoutMs?: number;
}

type FetchScript = (url: string, signal: AbortSignal) => Promise<string>;

const maxRedirects = 5;
const maxScriptBytes = 5 * 1024 * 1024;

export function createScriptFetcher(options: ScriptFetcherOptions = {}): FetchScript {
  const { timeoutMs = 15_000 } = options;
  return async (text, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    let url = parseUrl(text);
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const response = await open(url, limit, options);
      const location = redirectOf(response);
      if (location === null) return textOf(response, url);
      response.destroy();
      url = redirectUrl(url, location);
    }
    throw fetchError(url, `it redirects more than ${maxRedirects} times`);
  };
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw scriptUrlError(text, 'it is not an address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw scriptUrlError(text, 'it is neither http nor https');
  if (url.username !== '' || url.password !== '')
    throw scriptUrlError(url.host, 'it contains a user name or password');
  return url;
}

/** A public server must not redirect to this machine. */
function redirectUrl(from: URL, location: string): URL {
  const to = parseUrl(location, from);
  if (isLoopbackName(to.hostname) && !isLoopbackName(from.hostname))
    throw forbiddenAddressError(to, 'loopback');
  return to;
}

async function open(url: URL, signal: AbortSignal, options: ScriptFetcherOptions): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // For an IP address in the URL, `lookup` is not called.
  if (isIP(literal) !== 0) checkAddress(url, literal, options);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      signal,
      lookup: checkedLookup(url, options),
      agent: false,
      headers: {
        accept: 'text/javascript, application/javascript, */*;q=0.1',
        'accept-encoding': 'identity',
      },
    });
    outgoing.once('response', resolve);
    outgoing.once('error', (cause) => reject(toFetchError(url, cause)));
    outgoing.end();
  });
}

/** The name is resolved once, and the connection uses the checked addresses: a second DNS answer cannot differ. */
function checkedLookup(url: URL, options: ScriptFetcherOptions): LookupFunction {
  const { lookup = systemLookup } = options;
  return (hostname, { family, hints, all }, callback) => {
    lookup(hostname, { family, hints, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      try {
        for (const { address } of addresses) checkAddress(url, address, options);
      } catch (refusal) {
        callback(refusal as Error, []);
        return;
      }
      const [first] = addresses;
      if (all === true || first === undefined) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function checkAddress(
  url: URL,
  address: LookupAddress['address'],
  { allowPrivate = false }: ScriptFetcherOptions,
): void {
  const reach = reachOf(address);
  if (reach === 'public') return;
  // A foreign name that resolves to this machine is an attack; only `localhost` may.
  if (reach === 'loopback' && isLoopbackName(url.hostname)) return;
  if (reach === 'private' && allowPrivate) return;
  throw forbiddenAddressError(url, reach);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return statusCode >= 300 && statusCode < 400 ? (headers.location ?? null) : null;
}

async function textOf(response: IncomingMessage, url: URL): Promise<string> {
  const { statusCode = 0, headers } = response;
  try {
    if (statusCode !== 200) throw fetchError(url, `it answers with status ${statusCode}`);
    if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
      throw fetchError(url, 'it is a page, not a script');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxScriptBytes) throw fetchError(url, `it is larger than ${maxScriptBytes} bytes`);
      chunks.push(chunk);
    }
    return new TextDecoder().decode(Buffer.concat(chunks));
  } catch (cause) {
    response.destroy();
    throw toFetchError(url, cause);
  }
}

function toFetchError(url: URL, cause: unknown): AnnotateError {
  if (cause instanceof AnnotateError) return cause;
  const timedOut = cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError');
  const why = cause instanceof Error ? cause.message || cause.name : String(cause);
  return fetchError(url, timedOut ? 'it took too long, or the call was cancelled' : why, cause);
}

function scriptUrlError(text: string, why: string): AnnotateError {
  return new AnnotateError(
    'script/address',
    `${JSON.stringify(text.slice(0, 200))} cannot be fetched: ${why}.`,
    {
      hint: 'Give the whole http or https address of a script.',
    },
  );
}

function forbiddenAddressError(url: URL, reach: 'loopback' | 'private'): AnnotateError {
  const where = reach === 'private' ? 'into a private network' : 'to this machine under a foreign name';
  return new AnnotateError('script/address', `${url.host} leads ${where}, so it was not fetched.`, {
    hint:
      reach === 'private'
        ? 'Serve the script from localhost or the Internet; the person can allow private addresses with "annotate-mcp serve --allow-private-scripts".'
        : 'Name it as http://localhost directly.',
  });
}

function fetchError(url: URL, why: string, cause?: unknown): AnnotateError {
  return new AnnotateError(
    'script/fetch',
    `The script at ${url.origin}${url.pathname} was not fetched: ${why}.`,
    {
      hint: 'Check the address, or run the code with browser_execute_js.',
      cause,
    },
  );
}
