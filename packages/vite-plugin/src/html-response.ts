/**
 * The overlay's script tag for pages that somebody else on this server renders: SvelteKit, React Router, Astro, a
 * server around Vite in middleware mode, a backend behind `server.proxy`. None of them is asked to do anything.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Connect } from 'vite';

import { createTagInserter, type TagInserter } from './html-tag.ts';

export function tagPages(scriptPath: () => string | null): Connect.NextHandleFunction {
  return (request, response, next) => {
    const src = scriptPath();
    if (src !== null && asksForPage(request)) {
      // Nothing can be put into a compressed page; who is not asked to compress sends it as it is.
      delete request.headers['accept-encoding'];
      tagPage(response, src, request.method === 'HEAD');
    }
    next();
  };
}

/** Somebody goes to it, by what a browser says of itself; what a script fetches is left alone. */
function asksForPage({ method, headers }: IncomingMessage): boolean {
  if (method === 'OPTIONS' || headers.upgrade !== undefined) return false;
  const wantedFor = headers['sec-fetch-dest'];
  if (wantedFor !== undefined) return wantedFor === 'document' || wantedFor === 'iframe';
  return headers.accept?.includes('text/html') === true;
}

function tagPage(response: ServerResponse, src: string, isHead: boolean): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  const flushHeaders = response.flushHeaders.bind(response);
  let inserter: TagInserter | null = null;
  let isDecided = false;

  // At the last moment before the headers go out: until then anybody may still change them.
  const decide = (status: number) => {
    if (isDecided || response.headersSent) return;
    isDecided = true;
    if (!isPage(response, status)) return;
    // The page gets longer, and parts of it are no parts of what was measured.
    response.removeHeader('content-length');
    response.removeHeader('accept-ranges');
    if (!isHead) inserter = createTagInserter(scriptTag(src, nonceOf(response)));
  };

  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (isDecided || response.headersSent) return writeHead(status, ...rest);
    const message = typeof rest[0] === 'string' ? [rest[0]] : [];
    setHeaders(response, rest.at(-1));
    decide(status);
    return writeHead(status, ...message);
  };

  response.flushHeaders = () => {
    decide(response.statusCode);
    flushHeaders();
  };

  response.write = ((...given: unknown[]) => {
    decide(response.statusCode);
    if (inserter === null) return write(...given);
    const { bytes, callback } = readChunk(given);
    const ready = inserter.push(bytes);
    if (ready.length > 0) return write(ready, ...callback);
    for (const call of callback) process.nextTick(call);
    return true;
  }) as ServerResponse['write'];

  response.end = ((...given: unknown[]) => {
    decide(response.statusCode);
    if (inserter === null) return end(...given);
    const { bytes, callback } = readChunk(given);
    const whole = Buffer.concat([inserter.push(bytes), inserter.end()]);
    inserter = null;
    return end(whole, ...callback);
  }) as ServerResponse['end'];
}

function isPage(response: ServerResponse, status: number): boolean {
  // Those have no body, or a part of one, or one that nobody sees.
  if (status < 200 || [204, 205, 206].includes(status) || (status >= 300 && status < 400)) return false;
  const type = String(response.getHeader('content-type') ?? '').toLowerCase();
  if (!/^\s*text\/html\b/.test(type) || /charset\s*=\s*"?utf-?(?:16|32)/.test(type)) return false;
  const encoding = String(response.getHeader('content-encoding') ?? 'identity');
  return encoding.trim().toLowerCase() === 'identity';
}

/** The forms that `writeHead` takes: an object, a flat list, a list of pairs. */
function setHeaders(response: ServerResponse, given: unknown): void {
  if (typeof given !== 'object' || given === null) return;
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given))
      if (value !== undefined) response.setHeader(name, value as string);
    return;
  }
  const list: unknown[] = given;
  const flat = list.flatMap((each): unknown[] => (Array.isArray(each) ? each.slice(0, 2) : [each]));
  const named = new Map<string, string[]>();
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = String(flat[at]);
    named.set(name, [...(named.get(name) ?? []), String(flat[at + 1])]);
  }
  for (const [name, values] of named)
    response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
}

function readChunk(given: readonly unknown[]): { bytes: Buffer; callback: (() => void)[] } {
  const [chunk, encoding] = given;
  const callback = given.filter((each): each is () => void => typeof each === 'function');
  if (typeof chunk === 'string') {
    return {
      bytes: Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      callback,
    };
  }
  return { bytes: chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0), callback };
}

/** A policy with a nonce runs no script without it. */
function nonceOf(response: ServerResponse): string | null {
  const policy = String(response.getHeader('content-security-policy') ?? '');
  return /'nonce-([\w+/=-]+)'/.exec(policy)?.[1] ?? null;
}

function scriptTag(src: string, nonce: string | null): string {
  const address = src.replace(/[&"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return `<script type="module" src="${address}"${nonce === null ? '' : ` nonce="${nonce}"`}></script>`;
}
