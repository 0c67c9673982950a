/**
 * Adds the overlay's script tag to pages that Vite does not render itself: those of SvelteKit, React Router and Astro,
 * of a server that uses Vite in middleware mode, and of a backend behind `server.proxy`.
 */
import type { ServerResponse } from 'node:http';

import type { Middleware } from '@annotate-mcp/hub';
import { asksForPage } from '@annotate-mcp/hub/integration';

import { createTagInserter, type TagInserter } from './html-tag.ts';

/** A page in which the tag cannot be inserted is sent as it is, and `onFailure` gets the reason. */
export function tagPages(
  scriptPath: () => string | null,
  onFailure: (error: unknown) => void = () => undefined,
): Middleware {
  return (request, response, next) => {
    const src = scriptPath();
    if (src !== null && asksForPage(request)) {
      // A tag cannot be inserted into a compressed page, so the renderer must not compress it.
      delete request.headers['accept-encoding'];
      tagPage(response, src, { isHead: request.method === 'HEAD', onFailure });
    }
    next();
  };
}

interface TagOptions {
  readonly isHead: boolean;
  readonly onFailure: (error: unknown) => void;
}

function tagPage(response: ServerResponse, src: string, { isHead, onFailure }: TagOptions): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const flushHeaders = response.flushHeaders.bind(response);
  let inserter: TagInserter | null = null;
  let isDecided = false;
  let ready: Buffer | null = null;

  // Decides just before the headers are sent: until then other handlers may still change them.
  const decide = (status: number) => {
    try {
      if (isDecided || response.headersSent) return;
      isDecided = true;
      if (!isPage(response, status)) return;
      const tag = scriptTag(src, nonceOf(response));
      // The tag changes the length of the page, so its length and ranges are not valid any more.
      response.removeHeader('content-length');
      response.removeHeader('accept-ranges');
      if (!isHead) inserter = createTagInserter(tag);
    } catch (error) {
      onFailure(error);
    }
  };

  /** What is sent in the place of a chunk; `null` where it is sent as it is, and so is the rest after a failure. */
  const withTag = (args: readonly unknown[], isLast: boolean): Chunk | null => {
    try {
      if (inserter === null) return null;
      const { bytes, callback } = readChunk(args);
      if (!isLast) return { bytes: inserter.push(bytes), callback };
      ready = inserter.push(bytes);
      const whole = Buffer.concat([ready, inserter.end()]);
      inserter = null;
      return { bytes: whole, callback };
    } catch (error) {
      onFailure(error);
      // The last chunk is in these already.
      const isTaken = ready !== null;
      const unsent = Buffer.concat([ready ?? nothing, inserter?.held() ?? nothing]);
      inserter = null;
      if (isTaken) return { bytes: unsent, callback: callbacksIn(args) };
      if (unsent.length > 0) write(unsent);
      return null;
    }
  };

  /** Whether the headers of `writeHead` are among those of the response, where a page is known by them. */
  const takeHeaders = (headers: unknown): boolean => {
    try {
      setHeaders(response, headers);
      return true;
    } catch (error) {
      isDecided = true;
      onFailure(error);
      return false;
    }
  };

  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (isDecided || response.headersSent || !takeHeaders(rest.at(-1))) return writeHead(status, ...rest);
    decide(status);
    const message = typeof rest[0] === 'string' ? [rest[0]] : [];
    return writeHead(status, ...message);
  };

  response.flushHeaders = () => {
    decide(response.statusCode);
    flushHeaders();
  };

  response.write = ((...args: unknown[]) => {
    decide(response.statusCode);
    const chunk = withTag(args, false);
    if (chunk === null) return write(...args);
    if (chunk.bytes.length > 0) return write(chunk.bytes, ...chunk.callback);
    for (const call of chunk.callback) process.nextTick(call);
    return true;
  }) as ServerResponse['write'];

  response.end = ((...args: unknown[]) => {
    decide(response.statusCode);
    const chunk = withTag(args, true);
    return chunk === null ? end(...args) : end(chunk.bytes, ...chunk.callback);
  }) as ServerResponse['end'];
}

function isPage(response: ServerResponse, status: number): boolean {
  // Answers with these statuses have no body, a part of one, or one that the browser does not show.
  if (status < 200 || [204, 205, 206].includes(status) || (status >= 300 && status < 400)) return false;
  const type = String(response.getHeader('content-type') ?? '').toLowerCase();
  if (!/^\s*text\/html\b/.test(type) || /charset\s*=\s*"?utf-?(?:16|32)/.test(type)) return false;
  const encoding = String(response.getHeader('content-encoding') ?? 'identity');
  return encoding.trim().toLowerCase() === 'identity';
}

/** `writeHead` accepts headers as an object, a flat list or a list of pairs. */
function setHeaders(response: ServerResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return;
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) response.setHeader(name, value as string);
    return;
  }
  const list: unknown[] = headers;
  const flat = list.flatMap((each): unknown[] => (Array.isArray(each) ? each.slice(0, 2) : [each]));
  const named = new Map<string, string[]>();
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = String(flat[at]);
    named.set(name, [...(named.get(name) ?? []), String(flat[at + 1])]);
  }
  for (const [name, values] of named)
    response.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
}

interface Chunk {
  readonly bytes: Buffer;
  readonly callback: readonly (() => void)[];
}

function readChunk(args: readonly unknown[]): Chunk {
  const [chunk, encoding] = args;
  const callback = callbacksIn(args);
  if (typeof chunk === 'string') {
    return {
      bytes: Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      callback,
    };
  }
  return { bytes: chunk instanceof Uint8Array ? Buffer.from(chunk) : nothing, callback };
}

function callbacksIn(args: readonly unknown[]): (() => void)[] {
  return args.filter((each): each is () => void => typeof each === 'function');
}

const nothing = Buffer.alloc(0);

/** The nonce of the page's Content-Security-Policy, without which the script would not run. */
function nonceOf(response: ServerResponse): string | null {
  const policy = String(response.getHeader('content-security-policy') ?? '');
  return /'nonce-([\w+/=-]+)'/.exec(policy)?.[1] ?? null;
}

function scriptTag(src: string, nonce: string | null): string {
  const address = src.replace(/[&"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return `<script type="module" src="${address}"${nonce === null ? '' : ` nonce="${nonce}"`}></script>`;
}
