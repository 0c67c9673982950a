/**
 * Answers the browser tab of a view. `GET /review/<viewUUID>/` is the view, marked by
 * `<meta name="annotate-mcp-host" content="page">`. The fragment of its address is a code, which `POST ./enter { code }`
 * exchanges once for `{ token }`. The tab sends the token as `Authorization: Bearer <token>` with
 * - `POST ./call { name, arguments }` → a `CallToolResult`: the view tools, and `open_markdown`, which here ignores its
 *   arguments and answers for the view of this address;
 * - `POST ./read { uri }` → `{ contents: [{ uri, mimeType, text }] }`: the view's resources.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';
import { type Handler, HttpError, readJson, sendJson } from '@annotate-mcp/http';
import {
  type ViewCredentials,
  viewResources,
  openTool,
  tokenKey,
} from '@annotate-mcp/markdown/view-protocol';
import { viewTools } from '@annotate-mcp/markdown/view-tools';

import { toRefusal } from '../../errors.ts';
import { callViewTool, refused, type ViewToolDeps } from '../app-tools/call-view-tool.ts';
import type { ViewFiles } from '../view-files.ts';
import { type ViewRegistry, openedResult } from '../views/view-registry.ts';

import type { EntryCodes } from './entry-codes.ts';

export interface ViewHandlerDeps {
  views: ViewRegistry;
  files: ViewFiles;
  codes: EntryCodes;
  debug: (line: string) => void;
}

export function createViewHandler(deps: ViewHandlerDeps): Handler {
  return async (request, response, { below, maxBodyBytes }) => {
    const [, viewUUID = '', path = '?'] = /^\/([^/]+)\/([^/]*)$/.exec(below) ?? [];
    const route = `${request.method ?? ''} ${path}`;
    if (route === 'GET ') return sendView(viewUUID, response, deps);
    if (route === 'POST enter')
      return answerEntry(viewUUID, await readJson(request, maxBodyBytes), response, deps);
    const answer = { 'POST call': answerCall, 'POST read': answerRead }[route];
    if (answer === undefined) throw unknownRouteError();
    const credentials = { viewUUID, token: bearerToken(request) };
    requireView(credentials, deps.views);
    return answer(await readJson(request, maxBodyBytes), response, { ...deps, credentials });
  };
}

async function sendView(
  viewUUID: string,
  response: ServerResponse,
  { views, files }: ViewHandlerDeps,
): Promise<void> {
  if (!views.has(viewUUID)) throw viewEndedError();
  const { text } = await readResource(viewResources.view, files);
  const nonce = randomBytes(18).toString('base64');
  response.writeHead(200, viewHeaders(nonce)).end(createViewHtml(text, nonce));
}

const hostMeta = '<meta name="annotate-mcp-host" content="page">';

/** The built view, marked for browser tabs. `view` is our own build, so that its tags have a known form. */
export function createViewHtml(view: string, nonce: string): string {
  return withNonce(
    view.replace(/<head[^>]*>/i, (head) => `${head}${hostMeta}`),
    nonce,
  );
}

/** Text inside a script may look like a script tag, and must not be changed. */
function withNonce(html: string, nonce: string): string {
  return html.replaceAll(
    /<script\b([^>]*>[^]*?<\/script\s*>)/gi,
    (_, rest: string) => `<script nonce="${nonce}"${rest}`,
  );
}

function viewHeaders(nonce: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

/** Allows no script but those with the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Formulas and diagrams have style attributes, which a nonce cannot allow.
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const entryBody = z.object({ code: z.string().max(200) });

async function answerEntry(
  viewUUID: string,
  body: unknown,
  response: ServerResponse,
  { views, codes }: ViewHandlerDeps,
): Promise<void> {
  const { code } = parseBody(entryBody, body);
  if (!views.has(viewUUID)) throw viewEndedError();
  if (!codes.use(code, viewUUID)) throw usedAddressError();
  sendJson(response, 200, { token: views.get(viewUUID).view.token });
}

const callBody = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) });

interface AnswerDeps extends ViewHandlerDeps {
  credentials: ViewCredentials;
}

async function answerCall(
  body: unknown,
  response: ServerResponse,
  { views, debug, credentials }: AnswerDeps,
): Promise<void> {
  const call = parseBody(callBody, body);
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const result = await callFromTab({ ...call, credentials }, { views, signal: closed.signal, debug });
  // The tab may have been closed while its poll was waiting.
  if (!response.destroyed) sendJson(response, 200, result);
}

interface TabCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Of the view that the tab shows, from its address and its token. */
  credentials: ViewCredentials;
}

/** A tab can call the same tools as a view in a host, for its own view only. */
async function callFromTab(
  { name, credentials, arguments: args }: TabCall,
  deps: ViewToolDeps,
): Promise<CallToolResult> {
  if (name === openTool) return openAgain(credentials, deps.views);
  const tool = viewTools.find((each) => each.name === name);
  if (tool === undefined) return refused(toRefusal(unknownToolError(name)));
  return callViewTool(tool, { ...args, ...credentials }, deps);
}

/** Opens no other file: the address of the tab names its view. */
function openAgain(credentials: ViewCredentials, views: ViewRegistry): CallToolResult {
  const open = views.authenticate(credentials);
  return {
    content: [],
    structuredContent: { ...openedResult(open) },
    _meta: { [tokenKey]: open.view.token },
  };
}

function unknownToolError(name: string): AnnotateError {
  return new AnnotateError('query/invalid', `The page has no tool ${JSON.stringify(name.slice(0, 60))}.`, {
    hint: `There are: ${viewTools.map((tool) => tool.name).join(', ')}.`,
  });
}

const readBody = z.object({ uri: z.string() });

async function answerRead(body: unknown, response: ServerResponse, { files }: AnswerDeps): Promise<void> {
  const { uri } = parseBody(readBody, body);
  sendJson(response, 200, { contents: [await readResource(uri, files)] });
}

async function readResource(uri: string, files: ViewFiles) {
  try {
    return await files.read(uri);
  } catch (error) {
    if (!(error instanceof AnnotateError)) throw error;
    throw new HttpError(404, error.code, error.message, { hint: error.hint, cause: error });
  }
}

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new HttpError(
    400,
    'body/invalid',
    `The request body is not valid: ${describeProblem(result.error)}.`,
    { hint: 'Reload the page: it may be of another version than its server.' },
  );
}

function bearerToken({ headers }: IncomingMessage): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Called before the body is read. */
function requireView(credentials: ViewCredentials, views: ViewRegistry): void {
  if (!views.has(credentials.viewUUID)) throw viewEndedError();
  try {
    views.authenticate(credentials);
  } catch (cause) {
    throw new HttpError(401, 'markdown/not-the-view', 'This address of the review is not complete.', {
      hint: wholeAddress,
      cause,
    });
  }
}

const wholeAddress = 'Open the whole address that you were given, including the part after the "#".';

function usedAddressError(): HttpError {
  return new HttpError(403, 'markdown/used-address', 'This address was used already; it opens one tab.', {
    hint: 'Continue in that tab, ask your agent to open the file again, or run "npx annotate-mcp review FILE".',
  });
}

function viewEndedError(): HttpError {
  return new HttpError(404, 'markdown/unknown-view', 'This review has ended; its comments are kept.', {
    hint: 'Ask your agent to open the file again, or run "npx annotate-mcp review FILE".',
  });
}

function unknownRouteError(): HttpError {
  return new HttpError(404, 'route/unknown', 'There is nothing at this address of the review.', {
    hint: wholeAddress,
  });
}
