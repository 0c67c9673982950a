/**
 * Fetches a script for a page that could not load it itself. An agent may have read the address off a hostile page, so
 * it must not lead into the person's network: each address is judged when it is connected to, for every redirect anew.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { AnnotateError } from '@annotate-mcp/core';

import { isLoopbackName, reachOf } from './addresses.ts';

export interface ScriptFetcherOptions {
  /** Also from the private network; for people whose scripts are there. */
  readonly allowPrivate?: boolean;
  readonly lookup?: typeof systemLookup;
  readonly timeoutMs?: number;
}

export type FetchScript = (url: string, signal: AbortSignal) => Promise<string>;

const mostRedirects = 5;
const largestScript = 5 * 1024 * 1024;

export function createScriptFetcher(options: ScriptFetcherOptions = {}): FetchScript {
  const { timeoutMs = 15_000 } = options;
  return async (text, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    let url = addressOf(text);
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await open(url, limit, options);
      const location = redirectOf(response);
      if (location === null) return textOf(response, url);
      response.destroy();
      url = followed(url, location);
    }
    throw failed(url, `it redirects more than ${mostRedirects} times`);
  };
}

function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw badAddress(text, 'it is not an address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badAddress(text, 'it is neither http nor https');
  if (url.username !== '' || url.password !== '')
    throw badAddress(url.host, 'it holds a user name or password');
  return url;
}

/** What is out there must not send us to what only this machine can reach. */
function followed(from: URL, location: string): URL {
  const to = addressOf(location, from);
  if (isLoopbackName(to.hostname) && !isLoopbackName(from.hostname)) throw forbidden(to, 'loopback');
  return to;
}

async function open(url: URL, signal: AbortSignal, options: ScriptFetcherOptions): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // A literal is connected to without being looked up.
  if (isIP(literal) !== 0) judge(url, literal, options);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      signal,
      lookup: judging(url, options),
      agent: false,
      headers: {
        accept: 'text/javascript, application/javascript, */*;q=0.1',
        'accept-encoding': 'identity',
      },
    });
    outgoing.once('response', resolve);
    outgoing.once('error', (cause) => reject(asRefusal(url, cause)));
    outgoing.end();
  });
}

/** The name is looked up once, and what is connected to is what was judged: a second answer cannot differ. */
function judging(url: URL, options: ScriptFetcherOptions): LookupFunction {
  const { lookup = systemLookup } = options;
  return (hostname, { family, hints, all }, callback) => {
    lookup(hostname, { family, hints, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      try {
        for (const { address } of addresses) judge(url, address, options);
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

function judge(
  url: URL,
  address: LookupAddress['address'],
  { allowPrivate = false }: ScriptFetcherOptions,
): void {
  const reach = reachOf(address);
  if (reach === 'public') return;
  // A name of somebody else's that leads here is a trick; this machine is asked by its own name.
  if (reach === 'loopback' && isLoopbackName(url.hostname)) return;
  if (reach === 'private' && allowPrivate) return;
  throw forbidden(url, reach);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return statusCode >= 300 && statusCode < 400 ? (headers.location ?? null) : null;
}

async function textOf(response: IncomingMessage, url: URL): Promise<string> {
  const { statusCode = 0, headers } = response;
  try {
    if (statusCode !== 200) throw failed(url, `it answers with status ${statusCode}`);
    if (/^text\/html\b/i.test(headers['content-type'] ?? '')) throw failed(url, 'it is a page, not a script');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestScript) throw failed(url, `it is larger than ${largestScript} bytes`);
      chunks.push(chunk);
    }
    return new TextDecoder().decode(Buffer.concat(chunks));
  } catch (cause) {
    response.destroy();
    throw asRefusal(url, cause);
  }
}

function asRefusal(url: URL, cause: unknown): AnnotateError {
  if (cause instanceof AnnotateError) return cause;
  const timedOut = cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError');
  const why = cause instanceof Error ? cause.message || cause.name : String(cause);
  return failed(url, timedOut ? 'it took too long, or nobody waits for it' : why, cause);
}

function badAddress(text: string, why: string): AnnotateError {
  return new AnnotateError(
    'script/address',
    `${JSON.stringify(text.slice(0, 200))} cannot be fetched: ${why}.`,
    {
      hint: 'Give the whole http or https address of a script.',
    },
  );
}

function forbidden(url: URL, reach: 'loopback' | 'private'): AnnotateError {
  const where = reach === 'private' ? 'into a private network' : 'to this machine by a roundabout way';
  return new AnnotateError('script/address', `${url.host} leads ${where}, so it was not fetched.`, {
    hint:
      reach === 'private'
        ? 'Serve the script from localhost or the Internet; the person can allow private addresses with "annotate-mcp serve --allow-private-scripts".'
        : 'Name it as http://localhost directly.',
  });
}

function failed(url: URL, why: string, cause?: unknown): AnnotateError {
  return new AnnotateError(
    'script/fetch',
    `The script at ${url.origin}${url.pathname} was not fetched: ${why}.`,
    {
      hint: 'Check the address, or run the code with browser_execute_js.',
      cause,
    },
  );
}
