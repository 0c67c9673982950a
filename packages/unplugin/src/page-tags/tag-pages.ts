/**
 * Adds the overlay's script tag to pages that Vite does not render itself: those of SvelteKit, React Router and Astro,
 * of a server that uses Vite in middleware mode, and of a backend behind `server.proxy`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Middleware } from '@annotate-mcp/hub';
import { asksForPage } from '@annotate-mcp/hub/integration';

import { editPage, headersOfBody, isPolicy } from './page-edits.ts';
import type { PageTagger } from './page-tagger.ts';

/** A page in which the tag cannot be inserted is sent as it is, and `onFailure` gets the reason. */
export function tagPages(
  scriptPath: () => string | null,
  onFailure: (error: unknown) => void = () => undefined,
): Middleware {
  return (request, response, next) => {
    const path = scriptPath();
    const origin = originOf(request);
    if (path !== null && origin !== null && asksForPage(request)) {
      // A tag cannot be inserted into a compressed page, so the renderer must not compress it.
      delete request.headers['accept-encoding'];
      const edit = (status: number) => editResponse(response, status, { scriptPath: path, origin });
      tagPage(response, { edit, isHead: request.method === 'HEAD', onFailure });
    }
    next();
  };
}

/** The address of the server as the browser has it; `null` where it did not say it. */
function originOf({ headers, socket }: IncomingMessage): string | null {
  const host = headers[':authority'] ?? headers.host;
  if (typeof host !== 'string' || !/^[\w.:[\]-]+$/.test(host)) return null;
  const isTls = headers[':scheme'] === 'https' || ('encrypted' in socket && socket.encrypted === true);
  return `${isTls ? 'https' : 'http'}://${host}`;
}

/** Changes the headers of a page and returns what its body goes through; `null` for an answer that is sent as it is. */
function editResponse(
  response: ServerResponse,
  status: number,
  { scriptPath, origin }: { scriptPath: string; origin: string },
): PageTagger | null {
  const valueOf = (name: string) => String(response.getHeader(name) ?? '');
  const encoding = valueOf('content-encoding').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') return null;
  const policies = response.getHeaderNames().filter(isPolicy);
  const edits = editPage(
    {
      status,
      type: valueOf('content-type'),
      disposition: valueOf('content-disposition'),
      policies: policies.map(valueOf),
    },
    { scriptPath, origin, isTlsUpstream: false, place: 'end of head' },
  );
  if (edits === null) return null;
  for (const name of headersOfBody) response.removeHeader(name);
  for (const name of policies)
    response.setHeader(name, listOf(response.getHeader(name)).map(edits.relaxPolicy));
  return edits.tagger;
}

function listOf(value: number | string | readonly string[] | undefined): string[] {
  return typeof value === 'object' ? [...value] : [String(value ?? '')];
}

interface TagOptions {
  readonly edit: (status: number) => PageTagger | null;
  readonly isHead: boolean;
  readonly onFailure: (error: unknown) => void;
}

function tagPage(response: ServerResponse, { edit, isHead, onFailure }: TagOptions): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const flushHeaders = response.flushHeaders.bind(response);
  let tagger: PageTagger | null = null;
  let isDecided = false;

  // Decides just before the headers are sent: until then other handlers may still change them.
  const decide = (status: number) => {
    try {
      if (isDecided || response.headersSent) return;
      isDecided = true;
      const edited = edit(status);
      if (!isHead) tagger = edited;
    } catch (error) {
      onFailure(error);
    }
  };

  /** What is sent in the place of a chunk; `null` where it is sent as it is, and so is the rest after a failure. */
  const withTag = (args: readonly unknown[], isLast: boolean): Chunk | null => {
    const current = tagger;
    if (current === null) return null;
    let isTaken = false;
    let ready: Buffer = nothing;
    try {
      const { bytes, callback } = readChunk(args);
      isTaken = true;
      if (!isLast) return { bytes: current.push(bytes), callback };
      ready = current.push(bytes);
      const whole = Buffer.concat([ready, current.end()]);
      tagger = null;
      return { bytes: whole, callback };
    } catch (error) {
      onFailure(error);
      const unsent = Buffer.concat([ready, current.held()]);
      tagger = null;
      // The chunk is in these already.
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
